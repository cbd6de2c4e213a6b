// Owns how complaints look on a terminal. The caller's words were bounded and cleared of control characters when they came in.
import type { Static } from 'typebox';
import type { AdminComplaintView } from '../admin/complaint-view.ts';
import { type Cell, type Column, renderFields } from './table.ts';

export type ShownComplaint = Static<typeof AdminComplaintView>;

export function complaintText(complaint: ShownComplaint): string {
  return renderFields([
    ['id', complaint.id],
    ['account', complaint.account_id],
    ['call', complaint.call_id],
    ['path', complaint.path],
    ['provider', complaint.provider],
    ['reason', complaint.reason],
    ['state', complaint.state],
    ['decided by', complaint.decided_by === null ? null : `${complaint.ground}, ${complaint.decided_by}`],
    ['note', complaint.note],
    ['charged', `${complaint.charged} ${complaint.currency}`],
    ['refunded', `${complaint.refunded} ${complaint.currency}`],
    ['cost', `${complaint.cost} ${complaint.currency}`],
    ['filed', complaint.filed_at],
    ['decided', complaint.decided_at],
  ]);
}

export const COMPLAINT_COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'account' },
  { title: 'filed' },
  { title: 'state' },
  { title: 'ground' },
  { title: 'charged', align: 'right' },
  { title: 'provider' },
  { title: 'reason', canShrink: true },
];

export function complaintCells(complaint: ShownComplaint): Cell[] {
  const { id, account_id, filed_at, state, ground, charged, provider, reason } = complaint;
  return [id, account_id, filed_at, state, ground, charged, provider, reason];
}
