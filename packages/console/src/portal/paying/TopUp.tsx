// Top-ups: the amount, then where or how to pay. An order moves no money; the balance changes when the payment arrives. The page polls for
// that while it is visible and an order is open.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ListTopupsAnswer, Topup } from '../../api/api-types.ts';
import { reloadQueries } from '../../api/use-change.ts';
import { AMOUNT_CHARS_MAX, isTooLarge, parseMicros, readAmount } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Mono } from '../../parts/Code.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { CheckField, TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Money } from '../../parts/Money.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
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
  const common = useCommonText();
  const money = useFormat().money(currency);
  const queries = useQueryClient();
  const [amount, setAmount] = useState('');
  const [keepsCard, setKeepsCard] = useState(false);
  const asked = amount.trim();
  const isRight = readAmount(asked) !== null && !isTooLarge(asked);
  const ordered = useMutation({
    mutationFn: () =>
      portal('/account/v1/topups', {
        method: 'POST',
        body: { amount: asked, ...(keepsCard && { save_card: true }) },
      }),
    onSuccess: ({ topup }) => {
      reloadQueries(queries, { queryKey: ['topups'] });
      if (topup.address !== null) location.assign(topup.address);
    },
  });
  return (
    <Form narrow onSend={() => ordered.mutate()}>
      <p>{payable.way === 'stripe' ? text.stripeWhy : text.manualWhy}</p>
      <TextField
        label={`${text.amount} (${currency})`}
        inputMode="decimal"
        required
        maxLength={AMOUNT_CHARS_MAX}
        hint={text.between(money.sum(parseMicros(payable.min)), money.sum(parseMicros(payable.max)))}
        wrong={asked !== '' && !isRight ? (isTooLarge(asked) ? common.tooLarge : common.wrongAmount) : null}
        value={amount}
        onChange={(event) => {
          setAmount(event.target.value);
          if (ordered.isError) ordered.reset();
        }}
      />
      {payable.way === 'stripe' && (
        <CheckField label={text.saveCard} checked={keepsCard} onCheck={setKeepsCard} />
      )}
      {isRight && <p data-after="">{text.after(money.exact(parseMicros(available) + parseMicros(asked)))}</p>}
      {ordered.isError && <Failure error={ordered.error} />}
      <Button kind="primary" type="submit" disabled={ordered.isPending || (asked !== '' && !isRight)}>
        {text.go[payable.way]}
      </Button>
    </Form>
  );
}

function Orders({ topups }: { topups: readonly Topup[] }) {
  const text = usePayingText();
  const common = useCommonText();
  const columns: Column<Topup>[] = [
    { id: 'time', head: common.time, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      id: 'amount',
      head: common.amount,
      right: true,
      cell: ({ amount, currency }) => <Money of={amount} currency={currency} />,
    },
    {
      id: 'state',
      head: common.state,
      cell: ({ state }) => <Chip tone={TONES[state]}>{text.states[state]}</Chip>,
    },
    {
      id: 'how',
      head: text.howTo,
      wraps: true,
      cell: ({ address, instructions, reference, id }) =>
        address !== null ? (
          <a href={address}>{text.pay} →</a>
        ) : (
          (instructions ?? <Mono>{reference ?? id}</Mono>)
        ),
    },
  ];
  if (topups.length === 0) return null;
  return (
    <Panel title={text.orders}>
      <Table label={text.orders} columns={columns} rows={topups} rowKey={({ id }) => id} />
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
