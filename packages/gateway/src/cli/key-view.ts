// Owns how keys look on a terminal. The secret appears in the answer of the two commands that make one, and never again.
import type { Static } from 'typebox';
import type { KeyView } from '../features/keys/key-views.ts';
import { rateText } from './account-view.ts';
import { type Cell, type Column, renderFields } from './table.ts';

export type ShownKey = Static<typeof KeyView>;

export function keyText(key: ShownKey): string {
  return renderFields([
    ['id', key.id],
    ['account', key.account_id],
    ['name', key.name],
    ['prefix', `${key.prefix}…`],
    ['status', key.status],
    ['groups', key.groups.join(', ')],
    ['created', key.created_at],
    ['expires', key.expires_at],
    ['last used', key.last_used_at],
    ['addresses', key.addresses?.join(', ') ?? 'any'],
    ['rate', rateText(key.rate)],
    ['daily cap', key.daily_cap],
    ['monthly cap', key.monthly_cap],
    ['total cap', key.total_cap],
    ['highest price', key.max_call],
    ['platforms', key.platforms?.join(', ') ?? 'all'],
    ['operations', key.operations?.join(', ') ?? 'all'],
    ['project', key.project_id],
  ]);
}

export const KEY_COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'account' },
  { title: 'name', canShrink: true },
  { title: 'prefix' },
  { title: 'status' },
  { title: 'groups' },
  { title: 'expires' },
  { title: 'last used' },
];

export function keyCells(key: ShownKey): Cell[] {
  const { id, account_id, name, prefix, status, groups, expires_at, last_used_at } = key;
  return [id, account_id, name, `${prefix}…`, status, groups.join(','), expires_at, last_used_at];
}

export function secretText(secret: string): string {
  return `\n  ${secret}\n\nStore it now: it is shown this once, and only its hash is kept.\n`;
}
