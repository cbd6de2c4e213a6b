// Owns how grants look on a terminal.
import type { GrantShown } from '../features/grants/grant-views.ts';
import { type Cell, type Column, renderFields } from './table.ts';

export const GRANT_COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'kind' },
  { title: 'amount', align: 'right' },
  { title: 'remaining', align: 'right' },
  { title: 'priority', align: 'right' },
  { title: 'expires' },
  { title: 'reference', canShrink: true },
  { title: 'reason', canShrink: true },
];

export function grantCells(grant: GrantShown): Cell[] {
  const { id, kind, amount, remaining, priority, expires_at, reference, reason } = grant;
  return [id, kind, amount, remaining, priority, expires_at, reference, reason];
}

export function grantText(grant: GrantShown): string {
  const cells = grantCells(grant);
  return renderFields(GRANT_COLUMNS.map(({ title }, i) => [title, cells[i]!]));
}
