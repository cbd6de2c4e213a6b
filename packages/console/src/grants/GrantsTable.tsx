// The table of grants, for callers and operators.
import type { ReactNode } from 'react';
import type { Grant } from '../api/api-types.ts';
import { parseMicros } from '../money/money.ts';
import { Chip } from '../parts/Chip.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
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
  const columns: Column<Grant>[] = [
    ['kind', common.kind, '', ({ kind }) => text.kinds[kind]],
    ['remaining', text.remaining, 'right'],
    ['expires', text.expires, '', (grant) => <Expiry grant={grant} />],
    ['given', text.given, 'right wide', 'amount'],
    ['reason', common.reason, 'wraps wide'],
  ];
  return <Table label={text.title} columns={columns} rows={grants} empty={empty} />;
}
