// Owns accounts and the money that operators move: top-up, refund and adjustment. Charges are not made here; they are
// made by settling a call.
import type { Account, Entry, EntryKind } from '../../domain/account.ts';
import { formatMoney, MICROS_MAX, type Micros } from '../../domain/money.ts';
import { afterTopUp } from '../nouns/payments.ts';
import { pageOf } from '../paging.ts';
import { type Row, readAccount, readEntry } from '../rows.ts';
import { containing } from '../steps/reading.ts';
import type { AccountVerbs, Actor, Listed, MoneyResult } from '../storage.ts';
import { recordChange } from './audit.ts';
import { appendEntry, type NewEntry } from './entries.ts';
import { runSteps } from './run-writing.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof AccountVerbs> = Parameters<AccountVerbs[V]>[0];

const ENTRY = `SELECT e.*, c.request_id FROM entries e LEFT JOIN calls c ON c.seq = e.call_seq`;

export function findAccount({ db }: VerbContext, input: Input<'find'>): Account | null {
  const row = db.get('SELECT * FROM accounts WHERE id = ?1 OR name = ?1', input.idOrName);
  return row === undefined ? null : readAccount(row);
}

/** By name, so that people find theirs. */
export function listAccounts({ db }: VerbContext, input: Input<'list'>): Listed<Account> {
  const sql = `SELECT * FROM accounts WHERE name > ?1 AND (?2 IS NULL OR lower(name) LIKE ?2 ESCAPE '!' OR id = ?3)
                ORDER BY name LIMIT ?4`;
  const like = input.search === undefined ? null : containing(input.search);
  const rows = db.all(sql, input.after ?? '', like, input.search ?? null, input.limit + 1);
  return pageOf(rows.map(readAccount), input.limit, (account) => account.name);
}

export function topUp(context: VerbContext, input: Input<'topUp'>): MoneyResult {
  const earlier = findEarlier(context, 'topup', input);
  if (earlier !== null) return earlier;
  const account = findById(context, input.accountId);
  if (account === null) return { kind: 'not_found' };
  if (account.balanceMicros + input.amountMicros > MICROS_MAX) return tooLarge;
  const posted = post(context, input, {
    accountId: account.id,
    kind: 'topup',
    amountMicros: input.amountMicros,
    callSeq: null,
    reference: input.reference,
    actor: input.actor,
    reason: input.reason,
  });
  runSteps(context, afterTopUp(input, context));
  return posted;
}

interface Referenced {
  accountId: string;
  reference: string | null;
  /** null fits any amount. */
  amountMicros: Micros | null;
  /** Of a refund. */
  requestId?: string;
}

/** What the first use of a reference decides; null when there is none, or no reference. */
function findEarlier(context: VerbContext, kind: Entry['kind'], input: Referenced): MoneyResult | null {
  if (input.reference === null) return null;
  const row = context.db.get(`${ENTRY} WHERE e.kind = ? AND e.reference = ?`, kind, input.reference);
  if (row === undefined) return null;
  const entry = readEntry(row);
  const isSame =
    entry.accountId === input.accountId &&
    entry.amountMicros === (input.amountMicros ?? entry.amountMicros) &&
    entry.requestId === (input.requestId ?? null);
  if (isSame) return { kind: 'duplicate', entry };
  return { kind: 'conflict', detail: `reference ${input.reference} was already used for another ${kind}` };
}

const tooLarge: MoneyResult = {
  kind: 'refused',
  detail: `a balance can hold at most ${formatMoney(MICROS_MAX as Micros)}`,
};

export function refund(context: VerbContext, input: Input<'refund'>): MoneyResult {
  const earlier = findEarlier(context, 'refund', input);
  if (earlier !== null) return earlier;
  const call = context.db.get(
    `SELECT seq, charged_micros, (SELECT coalesce(sum(amount_micros), 0) FROM entries
              WHERE call_seq = calls.seq AND kind = 'refund') AS refunded_micros
       FROM calls WHERE account_id = ? AND request_id = ? AND state = 'settled'`,
    input.accountId,
    input.requestId,
  );
  const account = findById(context, input.accountId);
  if (call === undefined || account === null) return { kind: 'not_found' };
  const leftMicros = (call.charged_micros as number) - (call.refunded_micros as number);
  const amountMicros = (input.amountMicros ?? leftMicros) as Micros;
  if (amountMicros <= 0 || amountMicros > leftMicros) {
    return { kind: 'refused', detail: `${formatMoney(leftMicros as Micros)} of this call is left to refund` };
  }
  if (account.balanceMicros + amountMicros > MICROS_MAX) return tooLarge;
  return post(context, input, {
    accountId: input.accountId,
    kind: 'refund',
    amountMicros,
    callSeq: call.seq as number,
    reference: input.reference,
    actor: input.actor,
    reason: input.reason,
  });
}

export function adjust(context: VerbContext, input: Input<'adjust'>): MoneyResult {
  const earlier = findEarlier(context, 'adjustment', input);
  if (earlier !== null) return earlier;
  const account = findById(context, input.accountId);
  if (account === null) return { kind: 'not_found' };
  const after = account.balanceMicros + input.amountMicros;
  if (after > MICROS_MAX) return tooLarge;
  if (after < account.heldMicros) {
    const free = formatMoney((account.balanceMicros - account.heldMicros) as Micros);
    return { kind: 'refused', detail: `only ${free} is available to take` };
  }
  return post(context, input, {
    accountId: account.id,
    kind: 'adjustment',
    amountMicros: input.amountMicros,
    callSeq: null,
    reference: input.reference,
    actor: input.actor,
    reason: input.reason,
  });
}

function post(context: VerbContext, input: Actor, entry: NewEntry): MoneyResult {
  const { id } = appendEntry(context, entry);
  recordChange(context, {
    actor: input.actor,
    action: `account.${entry.kind}`,
    subject: entry.accountId,
    detail: { amount: formatMoney(entry.amountMicros), reference: entry.reference, reason: entry.reason },
  });
  return { kind: 'posted', entry: readEntry(context.db.get(`${ENTRY} WHERE e.id = ?`, id)!) };
}

/** Newest first. */
/** Says in the index's own words that charges are out, so that it is used. */
function ofKind(kind: EntryKind | undefined, parameter: string): string {
  if (kind === undefined) return `${parameter} IS NULL`;
  return kind === 'charge' ? `e.kind = ${parameter}` : `e.kind = ${parameter} AND e.kind <> 'charge'`;
}

export function listEntries({ db }: VerbContext, input: Input<'entries'>): Listed<Entry> {
  const rows: Row[] = db.all(
    `${ENTRY} WHERE e.account_id = ?1 AND e.seq < ?2 AND ${ofKind(input.kind, '?3')}
        AND e.at_ms >= ?4 AND e.at_ms < ?5 ORDER BY e.seq DESC LIMIT ?6`,
    input.accountId,
    input.after === null ? Number.MAX_SAFE_INTEGER : Number(input.after),
    input.kind ?? null,
    input.fromMs ?? 0,
    input.toMs ?? Number.MAX_SAFE_INTEGER,
    input.limit + 1,
  );
  return pageOf(rows.map(readEntry), input.limit, (entry) => String(entry.seq));
}

function findById({ db }: VerbContext, id: string): Account | null {
  const row = db.get('SELECT * FROM accounts WHERE id = ?', id);
  return row === undefined ? null : readAccount(row);
}
