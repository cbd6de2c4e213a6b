// The table of ledger entries, for console and portal.
import type { ReactNode } from 'react';
import type { Entry } from '../api/api-types.ts';
import { parseMicros } from '../money/money.ts';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { Chip } from './Chip.tsx';
import { type Column, Table } from './Table.tsx';

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
  const format = useFormat();
  const columns: Column<Row>[] = [
    { id: 'time', head: text.time, cell: ({ at }) => format.time.moment(at) },
    { id: 'kind', head: text.kind, cell: ({ kind }) => <Chip tone={TONES[kind]}>{text.kinds[kind]}</Chip> },
    {
      id: 'amount',
      head: text.amount,
      right: true,
      cell: ({ amount }) => amount,
      order: ({ amount }) => parseMicros(amount),
    },
    { id: 'after', head: text.balanceAfter, right: true, wide: true, cell: (entry) => entry.balance_after },
    {
      id: 'about',
      head: text.request,
      wraps: true,
      cell: (entry) =>
        entry.request_id ? (
          <a href={callLink(entry.request_id, entry)}>{entry.request_id}</a>
        ) : (
          (entry.reference ?? text.none)
        ),
    },
    { id: 'reason', head: text.reason, wraps: true, wide: true, cell: ({ reason }) => reason ?? text.none },
    ...more,
  ];
  return <Table label={label} columns={columns} rows={entries} rowKey={({ id }) => id} empty={empty} />;
}
