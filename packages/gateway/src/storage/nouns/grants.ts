// Grants: parts of a balance with a kind, a priority and an expiry. When a grant expires, an adjustment takes what is left of it, so that
// the ledger shows where the money went. What open holds may still use stays.
import { field } from '../../domain/field-table.ts';
import {
  GRANT_FIELDS,
  GRANT_KINDS,
  GRANTS_OPEN_MAX,
  type Grant,
  type GrantPart,
} from '../../domain/grant.ts';
import { formatMoney, MICROS_MAX, toMicros } from '../../domain/money.ts';
import { lapsedMicros } from '../ledger/grants.ts';
import { type Listed, newestFirst, type Paging } from '../steps/paging.ts';
import { Conditions, type Reading } from '../steps/reading.ts';
import { rowReader, storedTable } from '../steps/table.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { accounts } from './accounts.ts';
import { noteUses } from './grant-uses.ts';
import { repayOwed } from './payments.ts';

export const grantRows = storedTable('grants', GRANT_FIELDS);

export interface GiveGrant extends Actor, Omit<Grant, 'remainingMicros' | 'createdAtMs'> {}

export type GiveResult =
  | { kind: 'given'; grant: Grant }
  /** A grant with the same reference, account, kind and amount exists: this is it, and nothing was added. */
  | { kind: 'duplicate'; grant: Grant }
  /** The reference was used for something else. */
  | { kind: 'conflict' }
  /** The account already has the most open grants that a call may have to read. */
  | { kind: 'too_many' }
  /** The balance would exceed its maximum. */
  | { kind: 'too_large' }
  | { kind: 'not_found' };

/** The grant and its entry in one commit: a top-up for prepaid money, otherwise an adjustment. */
export function* giveGrant(input: GiveGrant, moment: WriteMoment): Writing<GiveResult> {
  const { accountId, reference, amountMicros, kind, actor, reason } = input;
  const [account] = yield { lockAccount: accountId };
  if (account === undefined) return { kind: 'not_found' };
  const [earlier] = yield { sql: 'SELECT * FROM grants WHERE reference = $1', values: [reference] };
  if (earlier !== undefined) return asBefore(input, grantRows.read(earlier));
  // Prepaid money has arrived from outside; other grants are given.
  const entryKind = kind === 'paid' ? 'topup' : 'adjustment';
  if ((yield { entryOf: { kind: entryKind, reference } }).length > 0) return { kind: 'conflict' };
  const open = yield {
    sql: 'SELECT id FROM grants WHERE account_id = $1 AND remaining_micros > 0',
    values: [accountId],
  };
  if (open.length >= GRANTS_OPEN_MAX) return { kind: 'too_many' };
  if (accounts.read(account).balanceMicros + amountMicros > MICROS_MAX) return { kind: 'too_large' };
  yield {
    entry: { accountId, kind: entryKind, amountMicros, callSeq: null, reference, actor, reason },
  };
  const grant = yield* insertGrant(input, moment);
  if (kind === 'paid') yield* repayOwed({ accountId, amountMicros, reference, actor }, moment);
  const detail = { account: accountId, kind, amount: formatMoney(amountMicros), reference };
  yield { change: { actor, action: 'grant.give', subject: grant.id, detail } };
  return { kind: 'given', grant };
}

function asBefore(input: GiveGrant, grant: Grant): GiveResult {
  const isSame =
    grant.accountId === input.accountId &&
    grant.amountMicros === input.amountMicros &&
    grant.kind === input.kind;
  return isSame ? { kind: 'duplicate', grant } : { kind: 'conflict' };
}

/** Call it after the entry was appended. */
export function* insertGrant(input: Omit<GiveGrant, 'actor'>, { nowMs }: WriteMoment): Writing<Grant> {
  const { id, accountId, kind, amountMicros, priority, expiresAtMs, reference, reason } = input;
  const [row] = yield grantRows.insert({
    ...{ id, accountId, kind, amountMicros, priority, expiresAtMs, reference, reason },
    ...{ remainingMicros: amountMicros, createdAtMs: nowMs },
  });
  yield {
    sql: 'UPDATE accounts SET granted_micros = granted_micros + $1 WHERE id = $2',
    values: [amountMicros, accountId],
  };
  return grantRows.read(row!);
}

const readSeq = rowReader({ entrySeq: field.integer() });
const readDue = rowReader({ accountId: field.text() });

/**
 * Takes what is left of expired grants, except for what is held, a bounded number at a time. All of them belong to one account, and only
 * that account is locked.
 */
export function* expireGrants(_input: null, { nowMs }: WriteMoment): Writing<{ expired: number }> {
  const [first] = yield {
    sql: `SELECT g.account_id FROM grants g JOIN accounts a ON a.id = g.account_id
           WHERE g.remaining_micros > a.held_micros AND g.expires_at_ms <= $1 ORDER BY g.expires_at_ms, g.id LIMIT 1`,
    values: [nowMs],
  };
  if (first === undefined) return { expired: 0 };
  const { accountId } = readDue(first);
  yield { lockAccount: accountId };
  const due = yield {
    sql: 'SELECT * FROM grants WHERE account_id = $1 AND remaining_micros > 0 AND expires_at_ms <= $2 ORDER BY id',
    values: [accountId, nowMs],
  };
  let expired = 0;
  for (const row of due) if (yield* lapse(grantRows.read(row))) expired++;
  return { expired };
}

function* lapse({ id, accountId, kind, remainingMicros }: Grant): Writing<boolean> {
  const [account] = yield { lockAccount: accountId };
  const micros = lapsedMicros(remainingMicros, accounts.read(account!));
  if (micros === 0) return false;
  const seq = readSeq(account!).entrySeq + 1;
  // Before the entry is appended: an entry that takes money expects the grants to have no more than the balance.
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

/** Newest first. `isOpen`: only grants that still have money. */
export function* listGrants(input: Paging & { accountId: string; isOpen?: boolean }): Reading<Listed<Grant>> {
  const where = new Conditions().add('account_id = ?', input.accountId);
  if (input.isOpen === true) where.addPlain('remaining_micros > 0');
  const positionOf = (grant: Grant) => `${grant.createdAtMs}/${grant.id}`;
  return yield* newestFirst(
    { table: 'grants', at: 'created_at_ms', read: grantRows.read, positionOf },
    input,
    where,
  );
}

const readPart = rowReader({
  grantId: field.text().column('id'),
  kind: field.oneOf(GRANT_KINDS),
  amountMicros: field.money(),
});

/** Which grants paid for a call and have not got it back yet, in the sequence in which they were used. */
export function* readPaidFor({
  accountId,
  requestId,
}: {
  accountId: string;
  requestId: string;
}): Reading<GrantPart[]> {
  const rows = yield {
    sql: `SELECT g.id, g.kind, CAST(sum(u.amount_micros) AS bigint) AS amount_micros
            FROM calls c JOIN grant_uses u ON u.call_seq = c.seq JOIN grants g ON g.id = u.grant_id
           WHERE c.account_id = $1 AND c.request_id = $2
           GROUP BY g.id, g.kind, g.priority, g.expires_at_ms, g.created_at_ms HAVING sum(u.amount_micros) <> 0
           ORDER BY g.priority, coalesce(g.expires_at_ms, ${Number.MAX_SAFE_INTEGER}), g.created_at_ms, g.id`,
    values: [accountId, requestId],
  };
  return rows.map(readPart);
}
