// Invites, and signing up with an invite or by solving a puzzle. Account, key, session and credit are made in the commit that uses up the
// invite or puzzle, so that each works once and a crash leaves nothing half made.

import { INVITE_FIELDS, type Invite } from '../../domain/access/invite.ts';
import type { Group, Key } from '../../domain/access/key.ts';
import type { LoginSession } from '../../domain/access/session.ts';
import type { Account } from '../../domain/account.ts';
import { utcDay } from '../../domain/clock.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { field } from '../../domain/field-table.ts';
import { GRANT_PRIORITY } from '../../domain/grant.ts';
import { ID_PREFIXES } from '../../domain/ids.ts';
import type { Micros } from '../../domain/money.ts';
import { type Listed, newestFirst, type Paging } from '../steps/paging.ts';
import { Conditions, type Reading } from '../steps/reading.ts';
import { storedTable } from '../steps/table.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { accounts, isNameTaken } from './accounts.ts';
import { insertGrant } from './grants.ts';
import { keyEvent, keys } from './keys.ts';
import { insertSession } from './sessions.ts';

/** The right to sign up: an invite, or a solved puzzle. */
export type SignUpRight =
  | { kind: 'invite'; hash: string }
  | {
      kind: 'open';
      /** The network of the caller, stored until the day is over. */
      network: string;
      /** The solved puzzle, valid for one account. */
      proof: string;
      /** Accounts per network and UTC day. */
      networkMax: number;
      creditMicros: Micros;
    };

export interface SignUp {
  right: SignUpRight;
  /** `contact` is used if the invite has none. */
  account: { id: string; name: string; currency: string; contact: string | null };
  key: { id: string; name: string; prefix: string; hash: string; groups: readonly Group[] };
  session: { id: string; cookieHash: string; pageHash: string; lastsMs: number };
  /** Milliseconds after which the credit expires. */
  creditLastsMs: number;
  /** Sign-ups per UTC day. */
  perDayMax: number;
}

export type SignUpResult =
  | { kind: 'signed_up'; account: Account; key: Key; session: LoginSession }
  /** The invite is unknown, used, revoked or expired, or the puzzle was used before. */
  | { kind: 'refused' }
  /** The name is taken. The invite can still be used. */
  | { kind: 'exists' }
  /** Too many sign-ups on this day. The invite can still be used. */
  | { kind: 'full' }
  /** Too many sign-ups from this network on this day. */
  | { kind: 'crowded' };

export const invites = storedTable('invites', INVITE_FIELDS, { hash: field.text() });

export function* makeInvite(
  input: Actor &
    Pick<Invite, 'id' | 'title' | 'contact' | 'creditMicros'> & { hash: string; lastsMs: number },
  { nowMs }: WriteMoment,
): Writing<Invite> {
  const { actor, id, hash, title, contact, creditMicros, lastsMs } = input;
  const [row] = yield {
    sql: `INSERT INTO invites (id, hash, title, contact, credit_micros, created_by, created_at_ms, expires_at_ms)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *`,
    values: [id, hash, title, contact, creditMicros, actor, nowMs, nowMs + lastsMs],
  };
  const detail = { title, contact, credit_micros: creditMicros };
  yield { change: { actor, action: 'invite.create', subject: id, detail } };
  return invites.read(row!);
}

/** Revokes an invite that was not used. Idempotent. */
export function* revokeInvite(
  { actor, id }: Actor & { id: string },
  { nowMs }: WriteMoment,
): Writing<Invite | null> {
  const [revoked] = yield {
    sql: `UPDATE invites SET revoked_at_ms = $1 WHERE id = $2 AND used_at_ms IS NULL AND revoked_at_ms IS NULL RETURNING *`,
    values: [nowMs, id],
  };
  if (revoked !== undefined) {
    yield { change: { actor, action: 'invite.revoke', subject: id, detail: {} } };
    return invites.read(revoked);
  }
  const [row] = yield { sql: 'SELECT * FROM invites WHERE id = $1', values: [id] };
  return row === undefined ? null : invites.read(row);
}

/** Makes account, key, session and credit in one commit, which uses up the invite. */
export function* makeSignUp(input: SignUp, moment: WriteMoment): Writing<SignUpResult> {
  const { nowMs } = moment;
  const dayMs = Date.parse(utcDay(nowMs));
  // Concurrent sign-ups wait here, so that the counts of the day are exact.
  yield { sql: `UPDATE meta SET value = $1 WHERE name = 'signed_up_at_ms'`, values: [nowMs] };
  const [today] = yield { sql: 'SELECT count(*) AS n FROM signups WHERE at_ms >= $1', values: [dayMs] };
  if (Number(today!.n) >= input.perDayMax) return { kind: 'full' };
  return input.right.kind === 'invite'
    ? yield* byInvite(input, input.right.hash, moment)
    : yield* byPuzzle(input, input.right, { dayMs, moment });
}

function* byInvite(input: SignUp, hash: string, moment: WriteMoment): Writing<SignUpResult> {
  const [used] = yield {
    sql: `UPDATE invites SET used_at_ms = $1
           WHERE hash = $2 AND used_at_ms IS NULL AND revoked_at_ms IS NULL AND expires_at_ms > $1 RETURNING *`,
    values: [moment.nowMs, hash],
  };
  if (used === undefined) return { kind: 'refused' };
  const { id, title, contact, creditMicros } = invites.read(used);
  const guest = { title, contact, creditMicros, by: `invite:${id}`, invite: id, network: null, proof: null };
  if (!(yield* insertAccount(input.account, guest, moment.nowMs))) {
    yield { sql: 'UPDATE invites SET used_at_ms = NULL WHERE id = $1', values: [id] };
    return { kind: 'exists' };
  }
  yield { sql: 'UPDATE invites SET account_id = $1 WHERE id = $2', values: [input.account.id, id] };
  return yield* welcome(input, guest, moment);
}

function* byPuzzle(
  input: SignUp,
  { network, proof, networkMax, creditMicros }: Extract<SignUp['right'], { kind: 'open' }>,
  { dayMs, moment }: { dayMs: number; moment: WriteMoment },
): Writing<SignUpResult> {
  // Puzzles are valid for minutes, and a caller's network is not kept beyond the day.
  yield {
    sql: 'UPDATE signups SET network = NULL, proof = NULL WHERE at_ms < $1 AND network IS NOT NULL',
    values: [dayMs - DAY_MS],
  };
  if ((yield { sql: 'SELECT at_ms FROM signups WHERE proof = $1', values: [proof] }).length > 0)
    return { kind: 'refused' };
  const [own] = yield {
    sql: 'SELECT count(*) AS n FROM signups WHERE at_ms >= $1 AND network = $2',
    values: [dayMs, network],
  };
  if (Number(own!.n) >= networkMax) return { kind: 'crowded' };
  const guest = { title: null, contact: null, creditMicros, by: 'signup', invite: null, network, proof };
  if (!(yield* insertAccount(input.account, guest, moment.nowMs))) return { kind: 'exists' };
  return yield* welcome(input, guest, moment);
}

/** The new customer, as the invite or puzzle describes it. */
interface Guest extends Pick<Invite, 'title' | 'contact' | 'creditMicros'> {
  /** Text for the audit log. */
  by: string;
  invite: string | null;
  network: string | null;
  proof: string | null;
}

/** False when the name is taken, even if that happened a moment ago. Then nothing was created. */
function* insertAccount(
  { id, name, currency, contact }: SignUp['account'],
  guest: Guest,
  nowMs: number,
): Writing<boolean> {
  if (yield* isNameTaken(name, id)) return false;
  const { title, contact: known } = guest;
  const account = { id, name, currency, title, contact: known ?? contact, createdAtMs: nowMs };
  const made = yield accounts.insert(account, 'ON CONFLICT DO NOTHING');
  return made.length > 0;
}

/** Makes what a new account gets. */
function* welcome(input: SignUp, guest: Guest, moment: WriteMoment): Writing<SignUpResult> {
  const { nowMs } = moment;
  const { account } = input;
  const { by: actor, invite, network, proof } = guest;
  yield {
    sql: 'INSERT INTO signups (account_id, at_ms, invite_id, network, proof) VALUES ($1, $2, $3, $4, $5)',
    values: [account.id, nowMs, invite, network, proof],
  };
  const key = yield* insertKey(input, nowMs);
  yield { event: keyEvent('key.created', key) };
  yield* giveCredit(input, guest, moment);
  const who = { kind: 'portal', name: account.name, role: null, accountId: account.id } as const;
  const session = yield* insertSession(input.session, { ...who, keyId: key.id, openedBy: actor }, nowMs);
  const [row] = yield { sql: 'SELECT * FROM accounts WHERE id = $1', values: [account.id] };
  const detail = { name: account.name, invite, key: key.id };
  yield { change: { actor, action: 'account.signup', subject: account.id, detail } };
  return { kind: 'signed_up', account: accounts.read(row!), key, session };
}

function* insertKey({ account, key }: SignUp, nowMs: number): Writing<Key> {
  const { hash, groups, ...made } = key;
  const [row] = yield keys.insert({
    ...made,
    groups: [...groups],
    accountId: account.id,
    createdAtMs: nowMs,
  });
  yield {
    sql: 'INSERT INTO key_secrets (hash, key_id, created_at_ms) VALUES ($1, $2, $3)',
    values: [hash, key.id, nowMs],
  };
  return keys.read(row!);
}

/** A promo grant: it was not paid for, and it expires. */
function* giveCredit(
  { account, creditLastsMs }: SignUp,
  { creditMicros, by, invite }: Guest,
  moment: WriteMoment,
): Writing<void> {
  if (creditMicros === 0) return;
  const reference = `signup:${invite ?? account.id}`;
  const of = {
    accountId: account.id,
    amountMicros: creditMicros,
    reference,
    reason: 'credit of the sign-up',
  };
  yield { entry: { ...of, kind: 'adjustment', callSeq: null, actor: by } };
  yield* insertGrant(
    {
      ...{ ...of, id: `${ID_PREFIXES.grant}${account.id}`, kind: 'promo', priority: GRANT_PRIORITY.promo },
      expiresAtMs: moment.nowMs + creditLastsMs,
    },
    moment,
  );
}

/** Newest first. */
export function* listInvites(input: Paging): Reading<Listed<Invite>> {
  const positionOf = (invite: Invite) => `${invite.createdAtMs}/${invite.id}`;
  const list = { table: 'invites', at: 'created_at_ms', read: invites.read, positionOf };
  return yield* newestFirst(list, input, new Conditions());
}
