// Owns how invites look on a terminal.
import type { InviteRow } from '../features/signups/invite.admin.ts';
import { type Cell, type Column, renderFields } from './table.ts';

export const INVITE_COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'state' },
  { title: 'title', canShrink: true },
  { title: 'credit', align: 'right' },
  { title: 'created' },
  { title: 'expires' },
  { title: 'account' },
];

export function inviteCells(invite: InviteRow): Cell[] {
  const { id, state, title, credit, created_at, expires_at, account_id } = invite;
  return [id, state, title, credit, created_at, expires_at, account_id];
}

export function inviteText(invite: InviteRow): string {
  const cells = inviteCells(invite);
  return renderFields(INVITE_COLUMNS.map(({ title }, i) => [title, cells[i]!]));
}
