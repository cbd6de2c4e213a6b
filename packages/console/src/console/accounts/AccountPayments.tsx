// Payments of an account: top-up orders, recharges and disputes. An operator books a payment by hand here under the reference of its order,
// which closes the order.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account, AdminTopup, Dispute, RechargeRow } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Mono } from '../../parts/Code.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Money } from '../../parts/Money.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { MoneyDialog } from './MoneyDialog.tsx';
import { usePaymentsText } from './payments-text.ts';

const SHOWN = 50;
const TOPUP_TONES = { open: 'warn', paid: 'good', ended: 'plain' } as const;
const RECHARGE_TONES = { paid: 'good', declined: 'bad', wanted: 'warn', charging: 'warn' } as const;

type Reading<Answer> = (query: { account: string; limit: number }) => Promise<Answer>;

function useOf<Answer>(what: string, account: Account, read: Reading<Answer>) {
  return useQuery({
    queryKey: [what, account.id],
    queryFn: () => read({ account: account.id, limit: SHOWN }),
  });
}

function Orders({ account }: { account: Account }) {
  const text = usePaymentsText();
  const common = useCommonText();
  const may = useMay();
  const [booked, setBooked] = useState<AdminTopup | null>(null);
  const topups = useOf('topups', account, (query) => admin('/topups', { query }));
  const columns: Column<AdminTopup>[] = [
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
      cell: ({ state }) => <Chip tone={TOPUP_TONES[state]}>{text.topupStates[state]}</Chip>,
    },
    { id: 'way', head: text.way, wide: true, cell: ({ way }) => text.ways[way] },
    { id: 'reference', head: common.reference, cell: (one) => <Mono>{one.reference ?? one.id}</Mono> },
    {
      id: 'actions',
      head: common.actions,
      cell: (one) =>
        may.change && one.state === 'open' && one.way === 'manual' ? (
          <Button kind="quiet" onClick={() => setBooked(one)}>
            {text.bookIt}
          </Button>
        ) : null,
    },
  ];
  return (
    <Panel title={text.topups}>
      <Loaded of={topups}>
        {({ topups }) => (
          <Table
            label={text.topups}
            columns={columns}
            rows={topups}
            rowKey={({ id }) => id}
            empty={<Empty>{text.noTopups}</Empty>}
          />
        )}
      </Loaded>
      {booked && (
        <MoneyDialog
          kind="topup"
          account={account}
          order={{ reference: booked.id, amount: booked.amount }}
          onClose={() => setBooked(null)}
        />
      )}
    </Panel>
  );
}

function Recharges({ account }: { account: Account }) {
  const text = usePaymentsText();
  const common = useCommonText();
  const recharges = useOf('recharges', account, (query) => admin('/recharges', { query }));
  const tones: Partial<Record<RechargeRow['state'], 'good' | 'bad' | 'warn'>> = RECHARGE_TONES;
  const columns: Column<RechargeRow>[] = [
    { id: 'time', head: common.time, cell: ({ wanted_at }) => <Time at={wanted_at} /> },
    {
      id: 'amount',
      head: common.amount,
      right: true,
      cell: ({ amount, currency }) =>
        amount === null ? common.none : <Money of={amount} currency={currency} />,
    },
    {
      id: 'state',
      head: common.state,
      cell: ({ state }) => <Chip tone={tones[state] ?? 'plain'}>{text.rechargeStates[state]}</Chip>,
    },
    {
      id: 'reference',
      head: common.reference,
      cell: ({ reference, failure }) => failure ?? reference ?? common.none,
    },
  ];
  return (
    <Panel title={text.recharges}>
      <Loaded of={recharges}>
        {({ recharges }) => (
          <Table
            label={text.recharges}
            columns={columns}
            rows={recharges}
            rowKey={({ id }) => id}
            empty={<Empty>{text.noRecharges}</Empty>}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function Disputes({ account }: { account: Account }) {
  const text = usePaymentsText();
  const common = useCommonText();
  const disputes = useOf('disputes', account, (query) => admin('/disputes', { query }));
  const columns: Column<Dispute>[] = [
    { id: 'time', head: common.time, cell: ({ withdrawn_at }) => <Time at={withdrawn_at} /> },
    {
      id: 'state',
      head: common.state,
      cell: ({ state, owed }) => (
        <Chip tone={state === 'reinstated' ? 'good' : parseMicros(owed) > 0n ? 'bad' : 'warn'}>
          {text.disputeStates[state]}
        </Chip>
      ),
    },
    { id: 'applied', head: text.disputed, right: true, wide: true, cell: ({ applied }) => applied },
    {
      id: 'taken',
      head: text.taken,
      right: true,
      cell: ({ taken, currency }) => <Money of={taken} currency={currency} />,
    },
    {
      id: 'owed',
      head: text.owed,
      right: true,
      cell: ({ owed, currency }) => <Money of={owed} currency={currency} />,
    },
    {
      id: 'reference',
      head: common.reference,
      wide: true,
      cell: ({ reference }) => <Mono>{reference}</Mono>,
    },
  ];
  return (
    <Panel title={text.disputes}>
      <Loaded of={disputes}>
        {({ disputes }) => (
          <Table
            label={text.disputes}
            columns={columns}
            rows={disputes}
            rowKey={({ id }) => id}
            empty={<Empty>{text.noDisputes}</Empty>}
          />
        )}
      </Loaded>
    </Panel>
  );
}

export function AccountPayments({ account }: { account: Account }) {
  return (
    <>
      <Orders account={account} />
      <Recharges account={account} />
      <Disputes account={account} />
    </>
  );
}
