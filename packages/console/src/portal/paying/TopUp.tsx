// Top-ups: the amount, then where or how to pay. An order moves no money; the balance changes when the payment arrives. The page polls for
// that while it is visible and an order is open.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CreateTopupBody, ListTopupsAnswer, Topup } from '../../api/api-types.ts';
import { createTopupBody } from '../../api/bounds.ts';
import { reloadQueries } from '../../api/use-change.ts';
import { parseMicros, readAmount } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Mono } from '../../parts/Code.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { CheckField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { balanceQuery, portal } from '../api.ts';
import { topupsQuery } from './paying.ts';
import { usePayingText } from './text.ts';

const TONES = { open: 'warn', paid: 'good', ended: 'plain' } as const;

type Payable = NonNullable<ListTopupsAnswer['payable']>;

function TopUpForm({
  payable,
  currency,
  available,
}: {
  payable: Payable;
  currency: string;
  available: string;
}) {
  const text = usePayingText();
  const money = useFormat().money(currency);
  const queries = useQueryClient();
  const [keepsCard, setKeepsCard] = useState(false);
  const hint = text.between(money.sum(parseMicros(payable.min)), money.sum(parseMicros(payable.max)));
  const form = useForm<CreateTopupBody>(createTopupBody, [
    ['amount', `${text.amount} (${currency})`, { hint }],
  ]);
  const asked = readAmount(form.typed.amount!);
  const ordered = useMutation({
    mutationFn: () =>
      portal('/account/v1/topups', {
        method: 'POST',
        body: { ...form.body(), ...(keepsCard && { save_card: true }) },
      }),
    onSuccess: ({ topup }) => {
      reloadQueries(queries, { queryKey: ['topups'] });
      if (topup.address !== null) location.assign(topup.address);
    },
  });
  return (
    <Form narrow onSend={() => ordered.mutate()} onType={() => ordered.isError && ordered.reset()}>
      <p>{payable.way === 'stripe' ? text.stripeWhy : text.manualWhy}</p>
      {form.fields}
      {payable.way === 'stripe' && (
        <CheckField label={text.saveCard} checked={keepsCard} onCheck={setKeepsCard} />
      )}
      {asked !== null && !form.isWrong && (
        <p data-after="">{text.after(money.exact(parseMicros(available) + asked))}</p>
      )}
      {ordered.isError && <Failure error={ordered.error} />}
      <Button kind="primary" type="submit" disabled={ordered.isPending || form.isWrong}>
        {text.go[payable.way]}
      </Button>
    </Form>
  );
}

function Orders({ topups }: { topups: readonly Topup[] }) {
  const text = usePayingText();
  const common = useCommonText();
  const columns: Column<Topup>[] = [
    ['time', common.time, '', 'created_at'],
    ['amount', common.amount, 'right'],
    ['state', common.state, '', ({ state }) => <Chip tone={TONES[state]}>{text.states[state]}</Chip>],
    [
      'how',
      text.howTo,
      'wraps',
      ({ address, instructions, reference, id }) =>
        address !== null ? (
          <a href={address}>{text.pay} →</a>
        ) : (
          (instructions ?? <Mono>{reference ?? id}</Mono>)
        ),
    ],
  ];
  if (topups.length === 0) return null;
  return (
    <Panel title={text.orders}>
      <Table label={text.orders} columns={columns} rows={topups} />
    </Panel>
  );
}

export function TopUp() {
  const text = usePayingText();
  const balance = useQuery(balanceQuery);
  const queries = useQueryClient();
  const topups = useQuery(topupsQuery);
  const waiting = topups.data?.topups.filter(({ state }) => state === 'open').length ?? 0;
  const waited = useRef(0);
  // Loads balance and entries again when a payment has arrived.
  useEffect(() => {
    if (waiting < waited.current) reloadQueries(queries);
    waited.current = waiting;
  }, [waiting, queries]);
  return (
    <>
      <Panel title={text.topUp}>
        <Loaded of={topups}>
          {({ payable }) => (
            <>
              {payable === null && (
                <Notice>
                  {text.askOperator} <strong>{balance.data?.account.name}</strong>{' '}
                  <code>{balance.data?.account.id}</code>
                </Notice>
              )}
              {payable !== null && balance.data && (
                <TopUpForm
                  payable={payable}
                  currency={balance.data.currency}
                  available={balance.data.available}
                />
              )}
            </>
          )}
        </Loaded>
      </Panel>
      {topups.data && <Orders topups={topups.data.topups} />}
    </>
  );
}
