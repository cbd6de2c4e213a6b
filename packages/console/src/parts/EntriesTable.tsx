// The table of ledger entries, for console and portal.
import type { ReactNode } from 'react';
import type { Entry } from '../api/api-types.ts';
import { parseMicros } from '../money/money.ts';
import { useCommonText } from '../text/common.ts';
import { Chip } from './Chip.tsx';
import { Id } from './Copy.tsx';
import { Money } from './Money.tsx';
import { type Column, Table } from './Table.tsx';
import { Time } from './Time.tsx';

interface EntriesTableProps<Row extends Entry> {
  label: string;
  entries: readonly Row[];
  empty: ReactNode;
  /** Address of a call's page. */
  callLink: (requestId: string, entry: Row) => string;
  more?: readonly Column<Row>[];
}

const TONES = { topup: 'good', charge: 'plain', refund: 'warn', adjustment: 'warn' } as const;

export function EntriesTable<Row extends Entry>({
  label,
  entries,
  empty,
  callLink,
  more = [],
}: EntriesTableProps<Row>) {
  const text = useCommonText();
  const columns: Column<Row>[] = [
    { id: 'time', head: text.time, cell: ({ at }) => <Time at={at} /> },
    { id: 'kind', head: text.kind, cell: ({ kind }) => <Chip tone={TONES[kind]}>{text.kinds[kind]}</Chip> },
    {
      id: 'amount',
      head: text.amount,
      right: true,
      cell: ({ amount, currency }) => <Money of={amount} currency={currency} />,
      order: ({ amount }) => parseMicros(amount),
    },
    {
      id: 'after',
      head: text.balanceAfter,
      right: true,
      wide: true,
      cell: ({ balance_after, currency }) => <Money of={balance_after} currency={currency} />,
    },
    {
      id: 'about',
      head: text.request,
      wraps: true,
      cell: (entry) =>
        entry.request_id ? (
          <Id of={entry.request_id} href={callLink(entry.request_id, entry)} />
        ) : (
          (entry.reference ?? text.none)
        ),
    },
    { id: 'reason', head: text.reason, wraps: true, wide: true, cell: ({ reason }) => reason ?? text.none },
    ...more,
  ];
  return <Table label={label} columns={columns} rows={entries} rowKey={({ id }) => id} empty={empty} />;
}
