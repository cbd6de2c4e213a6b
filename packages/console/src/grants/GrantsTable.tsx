// The table of grants, for callers and operators.
import type { ReactNode } from 'react';
import type { Grant } from '../api/api-types.ts';
import { parseMicros } from '../money/money.ts';
import { Chip } from '../parts/Chip.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { useGrantsText } from './text.ts';

function Expiry({ grant: { expires_at, remaining } }: { grant: Grant }) {
  const text = useGrantsText();
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return <Chip>{text.expired}</Chip>;
  if (parseMicros(remaining) === 0n) return <Chip>{text.usedUp}</Chip>;
  return expires_at === null ? text.never : <Time at={expires_at} />;
}

interface GrantsTableProps {
  grants: readonly Grant[];
  empty: ReactNode;
}

export function GrantsTable({ grants, empty }: GrantsTableProps) {
  const text = useGrantsText();
  const common = useCommonText();
  const format = useFormat();
  const columns: Column<Grant>[] = [
    { id: 'kind', head: common.kind, cell: ({ kind }) => text.kinds[kind] },
    {
      id: 'remaining',
      head: text.remaining,
      right: true,
      cell: ({ remaining, currency }) => format.exact(remaining, currency),
    },
    { id: 'expires', head: text.expires, cell: (grant) => <Expiry grant={grant} /> },
    {
      id: 'given',
      head: text.given,
      right: true,
      wide: true,
      cell: ({ amount, currency }) => format.exact(amount, currency),
    },
    { id: 'reason', head: common.reason, wide: true, wraps: true, cell: ({ reason }) => reason },
  ];
  return <Table label={text.title} columns={columns} rows={grants} rowKey={({ id }) => id} empty={empty} />;
}
