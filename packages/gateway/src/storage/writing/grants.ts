// Owns grants at rest: giving one with its entry, and the end of those whose time is over. Expiry is an adjustment of its own, so that
// the ledger says where the money went, and leaves what open holds may still use.

import { GRANTS_OPEN_MAX, type Grant } from '../../domain/grant.ts';
import { formatMoney, MICROS_MAX, toMicros } from '../../domain/money.ts';
import type { GiveGrant, GrantVerbs } from '../grant-verbs.ts';
import { lapsedMicros } from '../ledger/grants.ts';
import { readAccount, readGrant } from '../rows.ts';
import { repayOwed } from './credit-payment.ts';
import { noteUses } from './grant-moves.ts';
import type { WriteMoment, Writing } from './writing.ts';

type Result<V extends keyof GrantVerbs> = Awaited<ReturnType<GrantVerbs[V]>>;

export function* giveGrant(input: GiveGrant, moment: WriteMoment): Writing<Result<'give'>> {
  const { accountId, reference, amountMicros, kind, actor, reason } = input;
  const [account] = yield { lockAccount: accountId };
  if (account === undefined) return { kind: 'not_found' };
  const [earlier] = yield { sql: 'SELECT * FROM grants WHERE reference = $1', values: [reference] };
  if (earlier !== undefined) return asBefore(input, readGrant(earlier));
  // Prepaid money arrived; the rest is given.
  const entryKind = kind === 'paid' ? 'topup' : 'adjustment';
  if ((yield { entryOf: { kind: entryKind, reference } }).length > 0) return { kind: 'conflict' };
  const open = yield {
    sql: 'SELECT id FROM grants WHERE account_id = $1 AND remaining_micros > 0',
    values: [accountId],
  };
  if (open.length >= GRANTS_OPEN_MAX) return { kind: 'too_many' };
  if ((account.balance_micros as number) + amountMicros > MICROS_MAX) return { kind: 'too_large' };
  yield {
    entry: { accountId, kind: entryKind, amountMicros, callSeq: null, reference, actor, reason },
  };
  const grant = yield* insertGrant(input, moment);
  if (kind === 'paid') yield* repayOwed({ accountId, amountMicros, reference, actor }, moment);
  const detail = { account: accountId, kind, amount: formatMoney(amountMicros), reference };
  yield { change: { actor, action: 'grant.give', subject: grant.id, detail } };
  return { kind: 'given', grant };
}

function asBefore(input: GiveGrant, grant: Grant): Result<'give'> {
  const isSame =
    grant.accountId === input.accountId &&
    grant.amountMicros === input.amountMicros &&
    grant.kind === input.kind;
  return isSame ? { kind: 'duplicate', grant } : { kind: 'conflict' };
}

/** The entry is there already. */
export function* insertGrant(input: Omit<GiveGrant, 'actor'>, { nowMs }: WriteMoment): Writing<Grant> {
  const { id, accountId, kind, amountMicros, priority, expiresAtMs, reference, reason } = input;
  const [row] = yield {
    sql: `INSERT INTO grants (id, account_id, kind, amount_micros, remaining_micros, priority, expires_at_ms, reference, reason, created_at_ms)
          VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9) RETURNING *`,
    values: [id, accountId, kind, amountMicros, priority, expiresAtMs, reference, reason, nowMs],
  };
  yield {
    sql: 'UPDATE accounts SET granted_micros = granted_micros + $1 WHERE id = $2',
    values: [amountMicros, accountId],
  };
  return readGrant(row!);
}

/** Of one account, whose lock is the only one that is taken. */
export function* expireGrants(_input: null, { nowMs }: WriteMoment): Writing<Result<'expire'>> {
  const [first] = yield {
    sql: `SELECT g.account_id FROM grants g JOIN accounts a ON a.id = g.account_id
           WHERE g.remaining_micros > a.held_micros AND g.expires_at_ms <= $1 ORDER BY g.expires_at_ms, g.id LIMIT 1`,
    values: [nowMs],
  };
  if (first === undefined) return { expired: 0 };
  const accountId = first.account_id as string;
  yield { lockAccount: accountId };
  const due = yield {
    sql: 'SELECT * FROM grants WHERE account_id = $1 AND remaining_micros > 0 AND expires_at_ms <= $2 ORDER BY id',
    values: [accountId, nowMs],
  };
  let expired = 0;
  for (const row of due) if (yield* lapse(readGrant(row))) expired++;
  return { expired };
}

function* lapse({ id, accountId, kind, remainingMicros }: Grant): Writing<boolean> {
  const [account] = yield { lockAccount: accountId };
  const micros = lapsedMicros(remainingMicros, readAccount(account!));
  if (micros === 0) return false;
  const seq = (account!.entry_seq as number) + 1;
  // Before the entry: whoever takes money must find no more in grants than in the balance.
  yield* noteUses({ accountId, seq, callSeq: null }, [{ grantId: id, amountMicros: micros }]);
  yield {
    entry: {
      ...{ accountId, kind: 'adjustment', amountMicros: toMicros(0 - micros), callSeq: null },
      ...{ reference: `grant:${id}:expired:${seq}`, actor: 'gateway', reason: 'expired' },
    },
  };
  const data = { grant: id, kind, amount: formatMoney(toMicros(micros)) };
  yield { event: { stream: accountId, type: 'grant.expired', data } };
  return true;
}
