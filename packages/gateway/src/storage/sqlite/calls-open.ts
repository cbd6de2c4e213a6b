// Owns the verb `calls.open`: claim the request id, hold the exact price and count the rate windows, or say why not.
// A flat list of early returns in the order of the checks; nothing is written before the last check has passed.
// An id that already has its answer is served before money and limits are looked at: asking again is always free.
import { gunzipSync } from 'node:zlib';
import type { RateLimit } from '../../domain/key.ts';
import type { Micros } from '../../domain/money.ts';
import { type Row, readRate } from '../rows.ts';
import { capsOf } from '../spend-caps.ts';
import type { OpenCall, OpenResult } from '../storage.ts';
import { type Admission, admit, countAdmission, rateNow } from './rate-windows.ts';
import type { VerbContext } from './verb-context.ts';

export function openCall(context: VerbContext, input: OpenCall): OpenResult {
  const earlier = context.db.get(
    'SELECT seq, epoch, state, fingerprint FROM calls WHERE account_id = ? AND request_id = ?',
    input.accountId,
    input.requestId,
  );
  const payer = findPayer(context, input);
  if (payer === null) return { kind: 'unauthorized' };

  if (earlier !== undefined) {
    const known = answerEarlier(context, input, earlier, payer);
    if (known !== null) return known;
  }

  const shortage = findShortage(context, input, payer);
  if (shortage !== null) return shortage;

  const admission = admit(context, input, rateLimits(input, payer));
  if (admission.kind === 'limited') return admission;

  return hold(context, input, earlier, admission);
}

/** What the id's first use decides; null when it failed without a charge and the id may run again. */
function answerEarlier(context: VerbContext, input: OpenCall, earlier: Row, payer: Row): OpenResult | null {
  if (earlier.fingerprint !== input.fingerprint) return { kind: 'reused' };
  if (earlier.state === 'held') return { kind: 'running' };
  if (earlier.state !== 'settled') return null;
  const sql = 'SELECT body, passed_on FROM answers WHERE call_seq = ?';
  const stored = context.db.get(sql, earlier.seq as number);
  if (stored === undefined) return { kind: 'expired' };
  return {
    kind: 'replay',
    answer: {
      body: gunzipSync(stored.body as Uint8Array),
      passedOn: JSON.parse((stored.passed_on as string | null) ?? 'null'),
    },
    balanceMicros: payer.balance_micros as Micros,
    rate: rateNow(context, input.keyId, rateLimits(input, payer).key),
  };
}

/** Looked up again although the caller is authenticated: a revocation by another process must hold here at once. */
function findPayer({ db, nowMs }: VerbContext, input: OpenCall): Row | null {
  const row = db.get(
    `SELECT k.daily_cap_micros, k.monthly_cap_micros, k.rate_requests, k.rate_per_seconds, k.rate_concurrent,
            k.expires_at_ms, k.status = 'active' AND a.status = 'active' AS active,
            a.balance_micros, a.held_micros, a.rate_requests AS account_requests,
            a.rate_per_seconds AS account_per_seconds, a.rate_concurrent AS account_concurrent
       FROM keys k JOIN accounts a ON a.id = k.account_id
      WHERE k.id = ? AND k.account_id = ?`,
    input.keyId,
    input.accountId,
  );
  if (row === undefined || row.active !== 1) return null;
  const expiresAtMs = row.expires_at_ms as number | null;
  return expiresAtMs !== null && expiresAtMs <= nowMs ? null : row;
}

function findShortage(context: VerbContext, input: OpenCall, payer: Row): OpenResult | null {
  const availableMicros = ((payer.balance_micros as number) - (payer.held_micros as number)) as Micros;
  if (availableMicros < input.priceMicros)
    return { kind: 'insufficient', reason: 'balance', availableMicros };
  for (const { reason, capMicros, fromDay, untilMs } of capsOf(payer, context.nowMs)) {
    if (capMicros === null) continue;
    const spent = spentByKey(context, input, fromDay);
    if (spent + input.priceMicros <= (capMicros as number)) continue;
    return { kind: 'capped', reason, retryAfterMs: untilMs - context.nowMs };
  }
  return null;
}

/** Charged since that day, plus what is held right now: exact under any concurrency. */
function spentByKey({ db }: VerbContext, input: OpenCall, fromDay: string): number {
  const row = db.get(
    `SELECT (SELECT coalesce(sum(charged_micros), 0) FROM usage_days
              WHERE account_id = ? AND key_id = ? AND day >= ?)
          + (SELECT coalesce(sum(price_micros), 0) FROM calls WHERE key_id = ? AND state = 'held') AS micros`,
    input.accountId,
    input.keyId,
    fromDay,
    input.keyId,
  );
  return row?.micros as number;
}

/** The key's own limit or the default, and the account's if it has one. */
function rateLimits(input: OpenCall, payer: Row): { key: RateLimit; account: RateLimit | null } {
  return { key: readRate(payer, 'rate') ?? input.defaultRate, account: readRate(payer, 'account') };
}

function hold(
  context: VerbContext,
  input: OpenCall,
  earlier: Row | undefined,
  admission: Extract<Admission, { kind: 'admitted' }>,
): OpenResult {
  const epoch = earlier === undefined ? 1 : (earlier.epoch as number) + 1;
  context.db.runOne(
    `UPDATE accounts SET held_micros = held_micros + ?1
      WHERE id = ?2 AND balance_micros - held_micros >= ?1`,
    input.priceMicros,
    input.accountId,
  );
  if (earlier === undefined) insertCall(context, input);
  else reopenCall(context, input, earlier.seq as number, epoch);
  countAdmission(context, admission);
  const ref = { accountId: input.accountId, requestId: input.requestId, epoch };
  return { kind: 'opened', hold: ref, rate: admission.rate };
}

function insertCall({ db, node, nowMs }: VerbContext, input: OpenCall): void {
  db.runOne(
    `INSERT INTO calls (account_id, request_id, epoch, state, node, key_id, fingerprint, path, route_group, platform,
                        operation, variant, catalog_version, price_micros, opened_at_ms)
     VALUES (?, ?, 1, 'held', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    input.accountId,
    input.requestId,
    node,
    input.keyId,
    input.fingerprint,
    input.path,
    input.group,
    input.platform,
    input.operation,
    input.variant,
    input.catalogVersion,
    input.priceMicros,
    nowMs,
  );
}

function reopenCall({ db, node, nowMs }: VerbContext, input: OpenCall, seq: number, epoch: number): void {
  db.runOne(
    `UPDATE calls SET epoch = ?, state = 'held', node = ?, key_id = ?, catalog_version = ?, price_micros = ?,
            opened_at_ms = ?, finished_at_ms = NULL, failure_code = NULL, attempts = NULL
      WHERE seq = ? AND state IN ('released', 'expired')`,
    epoch,
    node,
    input.keyId,
    input.catalogVersion,
    input.priceMicros,
    nowMs,
    seq,
  );
}
