// The table of ledger entries, for console and portal.
import type { ReactNode } from 'react';
import type { Entry } from '../api/api-types.ts';
import { useCommonText } from '../text/common.ts';
import { Chip } from './Chip.tsx';
import { Id } from './Copy.tsx';
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
  const columns: Column<Row>[] = [
    ['time', text.time, '', 'at'],
    ['kind', text.kind, '', ({ kind }) => <Chip tone={TONES[kind]}>{text.kinds[kind]}</Chip>],
    ['amount', text.amount, 'right sorted'],
    ['after', text.balanceAfter, 'right wide', 'balance_after'],
    [
      'about',
      text.request,
      'wraps',
      (entry) =>
        entry.request_id ? (
          <Id of={entry.request_id} href={callLink(entry.request_id, entry)} />
        ) : (
          (entry.reference ?? text.none)
        ),
    ],
    ['reason', text.reason, 'wraps wide', ({ reason }) => reason ?? text.none],
    ...more,
  ];
  return <Table label={label} columns={columns} rows={entries} empty={empty} />;
}
