// The recharge rule: its three amounts, why it is paused, and what the account owes.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Recharge, SetRechargeBody } from '../../api/api-types.ts';
import { setRechargeBody } from '../../api/bounds.ts';
import { parseMicros } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Form } from '../../parts/Form.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { portal } from '../api.ts';
import { rechargeQuery, topupsQuery } from './paying.ts';
import { usePayingText } from './text.ts';

function useRechargeChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rule: SetRechargeBody | null) =>
      rule === null
        ? portal('/account/v1/recharge', { method: 'DELETE' })
        : portal('/account/v1/recharge', { method: 'POST', body: rule }),
    onSuccess: (answer) => queries.setQueryData(rechargeQuery.queryKey, answer),
  });
}

/** An amount as a person would type it, without trailing zeros. */
const typed = (amount: string | null) => amount?.replace(/\.?0+$/, '') ?? '';

function RuleForm({ of }: { of: Recharge }) {
  const text = usePayingText();
  const changed = useRechargeChange();
  const row = (name: 'below' | 'up_to' | 'month_max', label: string) =>
    [name, `${label} (${of.currency})`] as const;
  const form = useForm<SetRechargeBody>(
    setRechargeBody,
    [row('below', text.below), row('up_to', text.upTo), row('month_max', text.monthMax)],
    { below: typed(of.below), up_to: typed(of.up_to), month_max: typed(of.month_max) },
  );
  return (
    <Form narrow onSend={() => changed.mutate(form.body())}>
      {form.fields}
      {changed.isError && <Failure error={changed.error} />}
      <Row>
        <Button kind="primary" type="submit" disabled={changed.isPending || form.isWrong}>
          {of.below === null ? text.set : text.change}
        </Button>
        {of.below !== null && (
          <Button disabled={changed.isPending} onClick={() => changed.mutate(null)}>
            {text.end}
          </Button>
        )}
      </Row>
    </Form>
  );
}

function Standing({ of }: { of: Recharge }) {
  const text = usePayingText();
  const format = useFormat();
  if (of.paused_by !== null) return <Notice tone="bad">{text.paused[of.paused_by]}</Notice>;
  return (
    <Row>
      <Chip tone={of.below === null ? 'plain' : 'good'}>{of.below === null ? text.off : text.on}</Chip>
      {of.month_max !== null && (
        <span>
          {text.monthUsed(format.sum(of.month_used, of.currency), format.sum(of.month_max, of.currency))}
        </span>
      )}
    </Row>
  );
}

export function Owed() {
  const text = usePayingText();
  const format = useFormat();
  const { data } = useQuery(rechargeQuery);
  if (data === undefined || parseMicros(data.recharge.owed) === 0n) return null;
  const { owed, currency } = data.recharge;
  return <Notice tone="bad">{text.owed(format.exact(owed, currency))}</Notice>;
}

/** Shown if the gateway can save cards, or has saved one for the account. */
export function RechargePanel() {
  const text = usePayingText();
  const recharge = useQuery(rechargeQuery);
  const topups = useQuery(topupsQuery);
  if (topups.data?.payable?.way !== 'stripe' && recharge.data?.recharge.has_card !== true) return null;
  return (
    <Panel title={text.recharge}>
      <p>{text.rechargeWhy}</p>
      <Loaded of={recharge}>
        {({ recharge }) => (
          <>
            <Standing of={recharge} />
            {recharge.has_card ? <RuleForm of={recharge} /> : <p>{text.noCard}</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
