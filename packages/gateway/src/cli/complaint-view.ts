// Owns how complaints look on a terminal. The caller's words were bounded and cleared of control characters when they came in.
import type { Static } from 'typebox';
import type { AdminComplaintView } from '../features/complaints/complaint-views.ts';
import { type Cell, type Column, renderFields } from './table.ts';

export type ShownComplaint = Static<typeof AdminComplaintView>;

/** null when nobody was asked. */
function providersText({ providers }: ShownComplaint): string | null {
  return providers.length === 0 ? null : providers.join(', ');
}

export function complaintText(complaint: ShownComplaint): string {
  return renderFields([
    ['id', complaint.id],
    ['account', complaint.account_id],
    ['call', complaint.call_id],
    ['path', complaint.path],
    ['provider', providersText(complaint)],
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
  const { id, account_id, filed_at, state, ground, charged, reason } = complaint;
  return [id, account_id, filed_at, state, ground, charged, providersText(complaint), reason];
}
