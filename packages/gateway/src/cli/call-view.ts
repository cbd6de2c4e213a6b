// Owns how calls look on a terminal.
import type { Static } from 'typebox';
import type { CallDetailView } from '../features/calls/call.admin.ts';
import type { AdminCallView } from '../features/calls/call-views.ts';
import { type Cell, type Column, renderFields, renderTable } from './table.ts';

export type ShownCall = Static<typeof AdminCallView>;
export type ShownCallDetail = Static<typeof CallDetailView>;

export const CALL_COLUMNS_SHOWN: Column[] = [
  { title: 'id' },
  { title: 'opened' },
  { title: 'account', canShrink: true },
  { title: 'request id', canShrink: true },
  { title: 'path', canShrink: true },
  { title: 'state' },
  { title: 'failure' },
  { title: 'provider' },
  { title: 'charged', align: 'right' },
  { title: 'margin', align: 'right' },
  { title: 'ms', align: 'right' },
];

export function callCells(call: ShownCall): Cell[] {
  const { id, opened_at, account_name, request_id, path, state, providers, charged, margin } = call;
  return [
    id,
    opened_at,
    account_name,
    request_id,
    path,
    state,
    call.failure,
    providers.join(', ') || null,
    charged,
    margin,
    call.duration_ms,
  ];
}

const ATTEMPT_COLUMNS: Column[] = [
  { title: 'platform' },
  { title: 'provider' },
  { title: 'began (ms)', align: 'right' },
  { title: 'took (ms)', align: 'right' },
  { title: 'outcome' },
  { title: 'cost', align: 'right' },
];

export function callText(call: ShownCallDetail, columns: number | null): string {
  const fields = renderFields([
    ['id', call.id],
    ['request id', call.request_id],
    ['account', `${call.account_name} (${call.account_id})`],
    ['key', `${call.key_name} (${call.key_id})`],
    ['path', call.path],
    ['state', call.failure === null ? call.state : `${call.state}, ${call.failure}`],
    ['held', `${call.price} ${call.currency}, price list ${call.catalog_version}`],
    ['charged', call.sum ?? call.charged],
    ['refunded', call.refunded],
    ['cost', call.cost],
    ['margin', call.margin],
    ['source', call.source],
    ['opened', call.opened_at],
    ['finished', call.finished_at],
    ['openings', call.openings],
    ['complaint', call.complaint === null ? null : `${call.complaint.id}, ${call.complaint.state}`],
  ]);
  if (call.tried.length === 0) return fields;
  const attempts = call.tried.map(({ platform, provider, started_ms, duration_ms, outcome, cost }) => [
    ...[platform ?? call.platform, provider, started_ms, duration_ms],
    ...[outcome, cost],
  ]);
  return `${fields}\n${renderTable(ATTEMPT_COLUMNS, attempts, columns)}`;
}
