// Turns database rows into rows of the ledger in memory. The columns have the same names in both databases. Written out and not made from
// field tables, because every paid call reads such rows.

import type { Key } from '../../domain/access/key.ts';
import type { CallState } from '../../domain/call.ts';
import type { GrantKind } from '../../domain/grant.ts';
import type { RateLimit } from '../../domain/limiting/rate-limit.ts';
import type { SpendCaps } from '../../domain/limiting/spend-cap.ts';
import type { Terms } from '../../domain/prices/terms.ts';

import type { Row } from '../steps/reading.ts';
import type { GrantRow } from './grants.ts';
import type { AccountRow, CallRow, KeyRow, ProjectRow } from './ledger.ts';
import type { Spend } from './spend-caps.ts';

/** Three columns; null when the row carries no limit. */
function readRate(row: Row): RateLimit | null {
  if (row.rate_requests === null) return null;
  return {
    requests: row.rate_requests as number,
    perSeconds: row.rate_per_seconds as number,
    concurrent: row.rate_concurrent as number,
  };
}

function readCaps(row: Row): SpendCaps {
  return {
    dailyCapMicros: row.daily_cap_micros as number | null,
    monthlyCapMicros: row.monthly_cap_micros as number | null,
    totalCapMicros: row.total_cap_micros as number | null,
  };
}

function readSpend(row: Row): Spend {
  return {
    day: row.day as string,
    dayMicros: row.day_micros as number,
    month: row.month as string,
    monthMicros: row.month_micros as number,
    totalMicros: row.total_micros as number,
  };
}

/** null for most calls, which have a fixed price. */
export function readTerms(column: Row[string] | undefined): Terms | null {
  return (column ?? null) === null ? null : (JSON.parse(column as string) as Terms);
}

export function readAccountRow(row: Row): AccountRow {
  return {
    id: row.id as string,
    status: row.status as Key['status'],
    balanceMicros: row.balance_micros as number,
    heldMicros: row.held_micros as number,
    entrySeq: row.entry_seq as number,
    rate: readRate(row),
    lowMicros: row.low_micros as number,
    rechargeBelowMicros: row.recharge_below_micros as number | null,
    grantedMicros: row.granted_micros as number,
    grants: [],
    running: 0,
    changed: false,
  };
}

export function readGrantRow(row: Row): GrantRow {
  return {
    id: row.id as string,
    kind: row.kind as GrantKind,
    remainingMicros: row.remaining_micros as number,
    priority: row.priority as number,
    expiresAtMs: row.expires_at_ms as number | null,
    createdAtMs: row.created_at_ms as number,
  };
}

export function readKeyRow(row: Row): KeyRow {
  return {
    id: row.id as string,
    accountId: row.account_id as string,
    status: row.status as Key['status'],
    expiresAtMs: row.expires_at_ms as number | null,
    rate: readRate(row),
    caps: readCaps(row),
    maxCallMicros: row.max_call_micros as number | null,
    projectId: row.project_id as string | null,
    running: 0,
    heldMicros: 0,
    chargedByDay: new Map(),
    totalMicros: 0,
  };
}

/** A row of `projects` joined with its running sum. */
export function readProjectRow(row: Row, heldMicros: number): ProjectRow {
  return { id: row.id as string, caps: readCaps(row), heldMicros, spend: readSpend(row) };
}

/** `body`, `passed_on` and `is_auto_refunded` are only selected where an answer may be needed. */
export function readCallRow(row: Row): CallRow {
  const state = row.state as CallState;
  const epoch = row.epoch as number;
  return {
    seq: row.seq as number,
    accountId: row.account_id as string,
    requestId: row.request_id as string,
    epoch,
    state,
    node: row.node as string,
    keyId: row.key_id as string,
    projectId: (row.project_id as string | null | undefined) ?? null,
    isKeyCounted: row.is_key_counted === 1,
    fingerprint: row.fingerprint as string,
    path: row.path as string,
    priceMicros: row.price_micros as number,
    terms: readTerms(row.terms),
    delivered: null,
    chargedMicros: 0,
    source: null,
    failureCode: null,
    attempts: null,
    finishedAtMs: null,
    opened: null,
    stored: { epoch, state },
    isAutoRefunded: row.is_auto_refunded === 1,
    answer:
      (row.body ?? null) === null
        ? null
        : { body: row.body as Uint8Array, passedOn: row.passed_on as string | null },
  };
}
