// Owns rate limits inside `calls.open`: requests per window and calls at one time, per key and per account. A window
// starts with its first call and ends after its seconds; a refused call is not counted. The row in the database is
// the only counter, so the limit is exact however many processes share it.
import type { RateLimit } from '../../domain/key.ts';
import type { OpenCall, OpenResult, RateState } from '../storage.ts';
import type { VerbContext } from './verb-context.ts';

interface Window {
  scope: string;
  startMs: number;
  used: number;
}

export type Admission =
  | { kind: 'admitted'; windows: Window[]; rate: RateState }
  | Extract<OpenResult, { kind: 'limited' }>;

/** A finished call frees its place at any time; one second is a polite guess. */
const CONCURRENT_RETRY_MS = 1_000;

/** Checks the key's limit, then the account's; the first that is full refuses. */
export function admit(
  context: VerbContext,
  input: OpenCall,
  limits: { key: RateLimit; account: RateLimit | null },
): Admission {
  const key = check(context, 'key_id', input.keyId, limits.key);
  if (key.kind === 'limited' || limits.account === null) return key;
  const account = check(context, 'account_id', input.accountId, limits.account);
  if (account.kind === 'limited') return account;
  return { ...key, windows: [...key.windows, ...account.windows] };
}

function check(
  context: VerbContext,
  column: 'key_id' | 'account_id',
  id: string,
  limit: RateLimit,
): Admission {
  const window = currentWindow(context, `${column}:${id}`, limit);
  const resetMs = window.startMs + limit.perSeconds * 1_000 - context.nowMs;
  const remaining = Math.max(0, limit.requests - window.used);
  if (remaining === 0) {
    return {
      kind: 'limited',
      reason: 'requests',
      rate: { limit, remaining, resetMs },
      retryAfterMs: resetMs,
    };
  }
  if (running(context, column, id) >= limit.concurrent) {
    const rate = { limit, remaining, resetMs };
    return { kind: 'limited', reason: 'concurrent', rate, retryAfterMs: CONCURRENT_RETRY_MS };
  }
  return { kind: 'admitted', windows: [window], rate: { limit, remaining: remaining - 1, resetMs } };
}

/** The state of a key's window, without counting anything. */
export function rateNow(context: VerbContext, keyId: string, limit: RateLimit): RateState {
  const window = currentWindow(context, `key_id:${keyId}`, limit);
  const resetMs = window.startMs + limit.perSeconds * 1_000 - context.nowMs;
  return { limit, remaining: Math.max(0, limit.requests - window.used), resetMs };
}

/** A window that has passed, or that lies in the future because the wall clock stepped back, starts anew. */
function currentWindow({ db, nowMs }: VerbContext, scope: string, limit: RateLimit): Window {
  const row = db.get('SELECT start_ms, used FROM rate_windows WHERE scope = ?', scope);
  const startMs = (row?.start_ms as number | undefined) ?? Number.NEGATIVE_INFINITY;
  if (nowMs >= startMs + limit.perSeconds * 1_000 || nowMs < startMs)
    return { scope, startMs: nowMs, used: 0 };
  return { scope, startMs, used: row?.used as number };
}

function running({ db }: VerbContext, column: 'key_id' | 'account_id', id: string): number {
  const sql =
    column === 'key_id'
      ? "SELECT count(*) AS n FROM calls WHERE key_id = ? AND state = 'held'"
      : "SELECT count(*) AS n FROM calls WHERE account_id = ? AND state = 'held'";
  return db.get(sql, id)?.n as number;
}

export function countAdmission({ db }: VerbContext, admission: { windows: Window[] }): void {
  for (const { scope, startMs, used } of admission.windows) {
    db.run(
      `INSERT INTO rate_windows (scope, start_ms, used) VALUES (?1, ?2, ?3)
       ON CONFLICT (scope) DO UPDATE SET start_ms = ?2, used = ?3`,
      scope,
      startMs,
      used + 1,
    );
  }
}
