// Owns invites at rest and their use: account, key, session and credit are made in the commit that uses the invite up, so that a link
// is good once, whoever opens it at the same time, and a crash leaves nothing half made.
import { utcDay } from '../../domain/clock.ts';
import { GRANT_PRIORITY } from '../../domain/grant.ts';
import type { Invite } from '../../domain/invite.ts';
import { toMicros } from '../../domain/money.ts';
import { keyEvent } from '../key-events.ts';
import { type Row, readAccount, readKey, readSession } from '../rows.ts';
import type { SignUp, SignUpResult, SignupVerbs } from '../signup-verbs.ts';
import { insertGrant } from './grants.ts';
import type { WriteMoment, Writing } from './writing.ts';

type Input<V extends keyof SignupVerbs> = Parameters<SignupVerbs[V]>[0];

export function readInvite(row: Row): Invite {
  return {
    id: row.id as string,
    title: row.title as string | null,
    contact: row.contact as string | null,
    creditMicros: toMicros(row.credit_micros as number),
    createdBy: row.created_by as string,
    createdAtMs: row.created_at_ms as number,
    expiresAtMs: row.expires_at_ms as number,
    usedAtMs: row.used_at_ms as number | null,
    revokedAtMs: row.revoked_at_ms as number | null,
    accountId: row.account_id as string | null,
  };
}

export function* makeInvite(input: Input<'invite'>, { nowMs }: WriteMoment): Writing<Invite> {
  const { actor, id, hash, title, contact, creditMicros, lastsMs } = input;
  const [row] = yield {
    sql: `INSERT INTO invites (id, hash, title, contact, credit_micros, created_by, created_at_ms, expires_at_ms)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *`,
    values: [id, hash, title, contact, creditMicros, actor, nowMs, nowMs + lastsMs],
  };
  const detail = { title, contact, credit_micros: creditMicros };
  yield { change: { actor, action: 'invite.create', subject: id, detail } };
  return readInvite(row!);
}

export function* revokeInvite(
  { actor, id }: Input<'revokeInvite'>,
  { nowMs }: WriteMoment,
): Writing<Invite | null> {
  const [revoked] = yield {
    sql: `UPDATE invites SET revoked_at_ms = $1 WHERE id = $2 AND used_at_ms IS NULL AND revoked_at_ms IS NULL RETURNING *`,
    values: [nowMs, id],
  };
  if (revoked !== undefined) {
    yield { change: { actor, action: 'invite.revoke', subject: id, detail: {} } };
    return readInvite(revoked);
  }
  const [row] = yield { sql: 'SELECT * FROM invites WHERE id = $1', values: [id] };
  return row === undefined ? null : readInvite(row);
}

export function* makeSignUp(input: SignUp, moment: WriteMoment): Writing<SignUpResult> {
  const { nowMs } = moment;
  // Whoever signs up waits here, so that the count of the day is exact.
  yield { sql: `UPDATE meta SET value = $1 WHERE name = 'signed_up_at_ms'`, values: [nowMs] };
  const [today] = yield {
    sql: 'SELECT count(*) AS n FROM signups WHERE at_ms >= $1',
    values: [Date.parse(utcDay(nowMs))],
  };
  if (Number(today!.n) >= input.perDayMax) return { kind: 'full' };
  const [used] = yield {
    sql: `UPDATE invites SET used_at_ms = $1
           WHERE hash = $2 AND used_at_ms IS NULL AND revoked_at_ms IS NULL AND expires_at_ms > $1 RETURNING *`,
    values: [nowMs, input.inviteHash],
  };
  if (used === undefined) return { kind: 'refused' };
  const invite = readInvite(used);
  if (!(yield* insertAccount(input.account, invite, nowMs))) {
    yield { sql: 'UPDATE invites SET used_at_ms = NULL WHERE id = $1', values: [invite.id] };
    return { kind: 'exists' };
  }
  return yield* welcome(input, invite, moment);
}

/** False when the name is taken, also by somebody who took it a moment ago: nothing was made then. */
function* insertAccount(
  { id, name, currency, contact }: SignUp['account'],
  invite: Invite,
  nowMs: number,
): Writing<boolean> {
  const taken = yield { sql: 'SELECT id FROM accounts WHERE id = $1', values: [name] };
  if (taken.length > 0) return false;
  const made = yield {
    sql: `INSERT INTO accounts (id, name, currency, title, contact, created_at_ms) VALUES ($1, $2, $3, $4, $5, $6)
          ON CONFLICT DO NOTHING RETURNING id`,
    values: [id, name, currency, invite.title, invite.contact ?? contact, nowMs],
  };
  return made.length > 0;
}

/** What the new account is given. */
function* welcome(input: SignUp, invite: Invite, moment: WriteMoment): Writing<SignUpResult> {
  const { nowMs } = moment;
  const { account } = input;
  const actor = `invite:${invite.id}`;
  yield { sql: 'UPDATE invites SET account_id = $1 WHERE id = $2', values: [account.id, invite.id] };
  yield {
    sql: 'INSERT INTO signups (account_id, at_ms, invite_id) VALUES ($1, $2, $3)',
    values: [account.id, nowMs, invite.id],
  };
  const key = readKey(yield* insertKey(input, nowMs));
  yield { event: keyEvent('key.created', key) };
  yield* giveCredit(input, invite, actor, moment);
  const session = readSession(yield* insertSession(input, actor, nowMs));
  const [row] = yield { sql: 'SELECT * FROM accounts WHERE id = $1', values: [account.id] };
  const detail = { name: account.name, invite: invite.id, key: key.id };
  yield { change: { actor, action: 'account.signup', subject: account.id, detail } };
  return { kind: 'signed_up', account: readAccount(row!), key, session };
}

function* insertKey({ account, key }: SignUp, nowMs: number): Writing<Row> {
  const [row] = yield {
    sql: `INSERT INTO keys (id, account_id, name, prefix, groups, created_at_ms) VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
    values: [key.id, account.id, key.name, key.prefix, JSON.stringify(key.groups), nowMs],
  };
  yield {
    sql: 'INSERT INTO key_secrets (hash, key_id, created_at_ms) VALUES ($1, $2, $3)',
    values: [key.hash, key.id, nowMs],
  };
  return row!;
}

function* insertSession({ account, key, session }: SignUp, openedBy: string, nowMs: number): Writing<Row> {
  const [row] = yield {
    sql: `INSERT INTO sessions (id, kind, name, account_id, key_id, cookie_hash, page_hash, opened_by, created_at_ms, expires_at_ms)
          VALUES ($1, 'portal', $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *`,
    values: [
      ...[session.id, account.name, account.id, key.id, session.cookieHash, session.pageHash, openedBy],
      ...[nowMs, nowMs + session.lastsMs],
    ],
  };
  return row!;
}

/** A promo grant: nobody paid it in, and it expires. */
function* giveCredit(
  { account, creditLastsMs }: SignUp,
  { id, creditMicros }: Invite,
  actor: string,
  moment: WriteMoment,
): Writing<void> {
  if (creditMicros === 0) return;
  const reference = `invite:${id}`;
  const of = { accountId: account.id, amountMicros: creditMicros, reference, reason: 'credit of the invite' };
  yield { entry: { ...of, kind: 'adjustment', callSeq: null, actor } };
  yield* insertGrant(
    {
      ...{ ...of, id: `grt_${id}`, kind: 'promo', priority: GRANT_PRIORITY.promo },
      expiresAtMs: moment.nowMs + creditLastsMs,
    },
    moment,
  );
}
