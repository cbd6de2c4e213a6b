// Owns how admin tokens look on a terminal.
import type { Static } from 'typebox';
import type { TokenView } from '../features/tokens/token.admin.ts';
import { type Cell, type Column, renderFields } from './table.ts';

export type TokenRow = Static<typeof TokenView>;

export const TOKEN_COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'name', canShrink: true },
  { title: 'role' },
  { title: 'prefix' },
  { title: 'status' },
  { title: 'created' },
  { title: 'revoked' },
];

export function tokenCells(token: TokenRow): Cell[] {
  return [
    token.id,
    token.name,
    token.role,
    `${token.prefix}…`,
    token.status,
    token.created_at,
    token.revoked_at,
  ];
}

export function tokenText(token: TokenRow): string {
  const cells = tokenCells(token);
  return renderFields(TOKEN_COLUMNS.map(({ title }, i) => [title, cells[i]!]));
}
