// The list of all tables and columns of a ledger, for moving it from one database to another. A table comes after those that it refers
// to. transfer-tables.test.ts keeps the list complete for SQLite, move-storage.processes.test.ts for PostgreSQL.

import type { ColumnType } from '../../domain/field-table.ts';
import { DURATION_COLUMNS } from '../ledger/call-steps.ts';
import { accounts } from '../nouns/accounts.ts';
import { adminTokens } from '../nouns/admin-tokens.ts';
import { collections } from '../nouns/collection-rows.ts';
import { grantRows } from '../nouns/grants.ts';
import { keys } from '../nouns/keys.ts';
import {
  disputes,
  orders,
  paybackRows,
  rechargePlans,
  recharges,
  savedCards,
} from '../nouns/payment-rows.ts';
import { projects } from '../nouns/projects.ts';
import { sessionRows } from '../nouns/sessions.ts';
import { invites } from '../nouns/signups.ts';
import { watches, watchRuns } from '../nouns/watches.ts';
import { webhookRows } from '../nouns/webhooks.ts';

export interface TransferTable {
  name: string;
  columns: Record<string, ColumnType>;
  /** Columns to sort by, with the same result in both databases: text is compared by its bytes. */
  key: readonly string[];
  /** Rows per batch. */
  batchRows: number;
}

/** A few hundred kilobytes. */
const ROWS = 2_000;
/** Stored answers may be large: up to some megabytes each. */
const ANSWER_ROWS = 50;

const text = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'text' as const]));
const integer = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'integer' as const]));

export const TRANSFER_TABLES: readonly TransferTable[] = [
  {
    name: 'accounts',
    columns: accounts.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'projects',
    columns: projects.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'keys',
    columns: keys.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'key_secrets',
    columns: { ...text('hash', 'key_id'), ...integer('created_at_ms', 'valid_until_ms') },
    key: ['hash'],
    batchRows: ROWS,
  },
  {
    name: 'catalogs',
    columns: {
      ...integer('version', 'effective_from_ms', 'published_at_ms'),
      ...text('published_by', 'note', 'document'),
    },
    key: ['version'],
    batchRows: ANSWER_ROWS,
  },
  {
    name: 'calls',
    columns: {
      ...integer('seq', 'epoch', 'catalog_version', 'price_micros', 'charged_micros'),
      ...integer('opened_at_ms', 'finished_at_ms'),
      ...text('account_id', 'request_id', 'state', 'node', 'key_id', 'fingerprint', 'path', 'route_group'),
      ...text('platform', 'operation', 'variant', 'source', 'failure_code', 'attempts'),
      ...text('terms', 'delivered', 'project_id'),
    },
    key: ['seq'],
    batchRows: ROWS,
  },
  {
    name: 'entries',
    columns: {
      ...integer('id', 'seq', 'amount_micros', 'balance_after_micros', 'at_ms', 'call_seq'),
      ...text('account_id', 'kind', 'reference', 'actor', 'reason'),
    },
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'complaints',
    columns: {
      ...text('id', 'account_id', 'path', 'provider', 'reason', 'state', 'ground', 'note', 'decided_by'),
      ...integer('call_seq', 'refunded_micros', 'cost_micros', 'filed_at_ms', 'decided_at_ms'),
    },
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'topup_orders',
    columns: orders.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'disputes',
    columns: disputes.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'paybacks',
    columns: paybackRows.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'saved_cards',
    columns: savedCards.columns,
    key: ['account_id'],
    batchRows: ROWS,
  },
  {
    name: 'recharge_plans',
    columns: rechargePlans.columns,
    key: ['account_id'],
    batchRows: ROWS,
  },
  {
    name: 'recharges',
    columns: recharges.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'grants',
    columns: grantRows.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'grant_uses',
    columns: { ...text('grant_id', 'account_id'), ...integer('entry_seq', 'call_seq', 'amount_micros') },
    key: ['grant_id', 'entry_seq'],
    batchRows: ROWS,
  },
  {
    name: 'answers',
    columns: { ...integer('call_seq', 'stored_at_ms'), ...text('passed_on'), body: 'bytes' },
    key: ['call_seq'],
    batchRows: ANSWER_ROWS,
  },
  {
    name: 'call_questions',
    columns: { ...integer('call_seq', 'asked_at_ms'), ...text('account_id', 'parameters') },
    key: ['call_seq'],
    batchRows: ROWS,
  },
  {
    name: 'usage_days',
    columns: {
      ...text('account_id', 'key_id', 'day', 'path'),
      ...integer('calls', 'failures', 'charged_micros', 'cost_micros', 'last_at_ms'),
    },
    key: ['account_id', 'key_id', 'day', 'path'],
    batchRows: ROWS,
  },
  {
    name: 'usage_carried',
    columns: {
      ...text('account_id', 'key_id'),
      ...integer('calls', 'failures', 'charged_micros', 'cost_micros', 'last_at_ms'),
    },
    key: ['account_id', 'key_id'],
    batchRows: ROWS,
  },
  {
    name: 'provider_days',
    columns: {
      ...text('day', 'path', 'provider'),
      ...integer('attempts', 'failures', 'duration_ms', 'cost_micros', 'charged_micros'),
    },
    key: ['day', 'path', 'provider'],
    batchRows: ROWS,
  },
  {
    name: 'call_steps',
    columns: {
      ...integer('step_ms', 'calls', 'failed_calls', 'attempts', 'failures', 'duration_ms'),
      ...integer('charged_micros', 'cost_micros', ...DURATION_COLUMNS),
      ...text('path', 'provider'),
    },
    key: ['step_ms', 'path', 'provider'],
    batchRows: ROWS,
  },
  {
    name: 'free_days',
    columns: { ...text('account_id', 'day', 'path'), ...integer('used') },
    key: ['account_id', 'day', 'path'],
    batchRows: ROWS,
  },
  {
    name: 'tier_months',
    columns: { ...text('account_id', 'month', 'path'), ...integer('used') },
    key: ['account_id', 'month', 'path'],
    batchRows: ROWS,
  },
  {
    name: 'spend',
    columns: {
      ...text('scope', 'account_id', 'day', 'month'),
      ...integer('day_micros', 'month_micros', 'total_micros'),
    },
    key: ['scope'],
    batchRows: ROWS,
  },
  {
    name: 'rate_windows',
    columns: { ...text('scope'), ...integer('start_ms', 'used') },
    key: ['scope'],
    batchRows: ROWS,
  },
  {
    name: 'provider_quotas',
    columns: { ...text('provider'), ...integer('start_ms', 'used_units') },
    key: ['provider', 'start_ms'],
    batchRows: ROWS,
  },
  {
    name: 'walk_states',
    columns: { ...text('id', 'part', 'key_id'), ...integer('stored_at_ms', 'size'), body: 'bytes' },
    key: ['id', 'part'],
    batchRows: ANSWER_ROWS,
  },
  {
    name: 'event_heads',
    columns: { ...text('stream'), ...integer('seq') },
    key: ['stream'],
    batchRows: ROWS,
  },
  {
    name: 'events',
    columns: { ...text('stream', 'id', 'type', 'data'), ...integer('seq', 'at_ms') },
    key: ['stream', 'seq'],
    batchRows: ROWS,
  },
  {
    name: 'told',
    columns: text('name', 'state'),
    key: ['name'],
    batchRows: ROWS,
  },
  {
    name: 'statements',
    columns: {
      ...text('account_id', 'month', 'document', 'digest'),
      ...integer('number', 'from_seq', 'to_seq', 'opening_micros', 'closing_micros', 'closed_at_ms'),
    },
    key: ['number'],
    batchRows: ROWS,
  },
  {
    name: 'proven_accounts',
    columns: {
      ...text('account_id', 'digest'),
      ...integer('entry_seq', 'balance_micros', 'charges', 'charged_micros', 'settled', 'unsettled'),
    },
    key: ['account_id'],
    batchRows: ROWS,
  },
  {
    name: 'proven_sums',
    columns: { ...text('scope'), ...integer('amount') },
    key: ['scope'],
    batchRows: ROWS,
  },
  {
    name: 'ledger_checkpoint',
    columns: { ...integer('id', 'at_ms', 'call_seq', 'calls', 'entries'), ...text('digest') },
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'webhooks',
    columns: webhookRows.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'collections',
    columns: collections.columns,
    key: ['id'],
    batchRows: ANSWER_ROWS,
  },
  {
    name: 'found_pages',
    columns: {
      ...text('owner', 'request_id'),
      ...integer('first_number', 'items', 'found_at_ms', 'links_until_ms', 'bytes'),
      body: 'bytes',
    },
    key: ['owner', 'first_number'],
    batchRows: ANSWER_ROWS,
  },
  {
    name: 'seen_items',
    columns: { ...text('owner', 'item'), ...integer('seen_at') },
    key: ['owner', 'item'],
    batchRows: ROWS,
  },
  {
    name: 'admin_tokens',
    columns: adminTokens.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'login_codes',
    columns: {
      ...text('id', 'hash', 'kind', 'name', 'role', 'account_id', 'key_id', 'created_by'),
      ...integer('created_at_ms', 'expires_at_ms', 'used_at_ms'),
    },
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'sessions',
    columns: sessionRows.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'invites',
    columns: invites.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'signups',
    columns: { ...text('account_id', 'invite_id', 'network', 'proof'), ...integer('at_ms') },
    key: ['account_id'],
    batchRows: ROWS,
  },
  {
    name: 'watches',
    columns: watches.columns,
    key: ['id'],
    batchRows: ROWS,
  },
  {
    name: 'watch_runs',
    columns: watchRuns.columns,
    key: ['watch_id', 'number'],
    batchRows: ROWS,
  },
  {
    name: 'audit',
    columns: { ...integer('id', 'at_ms'), ...text('actor', 'action', 'subject', 'detail') },
    key: ['id'],
    batchRows: ROWS,
  },
];

/** Selects columns and sorts rows the same way on both databases. */
export function selectOf({ name, columns, key }: TransferTable): string {
  return `SELECT ${Object.keys(columns).join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`;
}
