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
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
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
    ['time', common.time, '', 'created_at'],
    ['amount', common.amount, 'right'],
    [
      'state',
      common.state,
      '',
      ({ state }) => <Chip tone={TOPUP_TONES[state]}>{text.topupStates[state]}</Chip>,
    ],
    ['way', text.way, 'wide', ({ way }) => text.ways[way]],
    ['reference', common.reference, '', (one) => <Mono>{one.reference ?? one.id}</Mono>],
    [
      'actions',
      common.actions,
      '',
      (one) =>
        may.change && one.state === 'open' && one.way === 'manual' ? (
          <Button kind="quiet" onClick={() => setBooked(one)}>
            {text.bookIt}
          </Button>
        ) : null,
    ],
  ];
  return (
    <Panel title={text.topups}>
      <Loaded of={topups}>
        {({ topups }) => <Table label={text.topups} columns={columns} rows={topups} empty={text.noTopups} />}
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
    ['time', common.time, '', 'wanted_at'],
    [
      'amount',
      common.amount,
      'right',
      ({ amount, currency }) => (amount === null ? common.none : <Money of={amount} currency={currency} />),
    ],
    [
      'state',
      common.state,
      '',
      ({ state }) => <Chip tone={tones[state] ?? 'plain'}>{text.rechargeStates[state]}</Chip>,
    ],
    ['reference', common.reference, '', ({ reference, failure }) => failure ?? reference ?? common.none],
  ];
  return (
    <Panel title={text.recharges}>
      <Loaded of={recharges}>
        {({ recharges }) => (
          <Table label={text.recharges} columns={columns} rows={recharges} empty={text.noRecharges} />
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
    ['time', common.time, '', 'withdrawn_at'],
    [
      'state',
      common.state,
      '',
      ({ state, owed }) => (
        <Chip tone={state === 'reinstated' ? 'good' : parseMicros(owed) > 0n ? 'bad' : 'warn'}>
          {text.disputeStates[state]}
        </Chip>
      ),
    ],
    ['applied', text.disputed, 'right wide'],
    ['taken', text.taken, 'right'],
    ['owed', text.owed, 'right'],
    ['reference', common.reference, 'wide', ({ reference }) => <Mono>{reference}</Mono>],
  ];
  return (
    <Panel title={text.disputes}>
      <Loaded of={disputes}>
        {({ disputes }) => (
          <Table label={text.disputes} columns={columns} rows={disputes} empty={text.noDisputes} />
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
