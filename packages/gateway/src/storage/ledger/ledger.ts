// The part of the ledger that one batch touches, in memory, for both databases. A backend reads it under the locks of the accounts, the
// rules of calls change it verb by verb, and the backend writes it back in a few queries. Rows of an account only change under its lock,
// so memory and database agree until the transaction ends. A row that thirty calls of a batch change is read once and written once.
// Every movement of money first checks what must be true after it: balance − held ≥ 0, charged ≤ price, and one end for each hold. A
// movement that breaks this is a bug: it throws before it changes a row, and its batch writes nothing.

import type { Key } from '../../domain/access/key.ts';
import type { CallState } from '../../domain/call.ts';
import { utcDay } from '../../domain/clock.ts';
import type { NewEvent } from '../../domain/event.ts';
import type { GrantPart } from '../../domain/grant.ts';
import type { RateLimit } from '../../domain/limiting/rate-limit.ts';
import type { SpendCaps } from '../../domain/limiting/spend-cap.ts';
import { chargeOf, type Delivered, mostOf, type Terms, wrongLeg } from '../../domain/prices/terms.ts';
import { isReservedRequestId } from '../../domain/request-id.ts';
import type { OpenCall } from './call-verb-types.ts';
import { type GrantRow, takeOfGrants } from './grants.ts';
import { crosses } from './recharge-rules.ts';
import { addSpend, keyScope, projectScope, type Spend } from './spend-caps.ts';

export interface AccountRow {
  id: string;
  status: Key['status'];
  balanceMicros: number;
  heldMicros: number;
  entrySeq: number;
  rate: RateLimit | null;
  /** Below this balance the account gets a `balance.low` event; 0 means never. */
  lowMicros: number;
  /** A charge that takes the balance below this asks for a recharge; null without an active recharge rule. */
  rechargeBelowMicros: number | null;
  /** What is left of its grants together; 0 for most accounts. */
  grantedMicros: number;
  /** In the sequence of their use; only read for accounts that have grants. */
  grants: readonly GrantRow[];
  /** Number of open holds without those of gathered calls; only read for batches that open calls. */
  running: number;
  /** True once the holds of gathered calls were taken off `running`. */
  isWithoutGathered?: true;
  changed: boolean;
}

export interface KeyRow {
  id: string;
  accountId: string;
  status: Key['status'];
  expiresAtMs: number | null;
  rate: RateLimit | null;
  caps: SpendCaps;
  /** The most that one call may cost. */
  maxCallMicros: number | null;
  projectId: string | null;
  running: number;
  heldMicros: number;
  /** Micro-units charged per UTC day of this month; only read for keys with a cap. */
  chargedByDay: Map<string, number>;
  /** Micro-units ever charged; only read for keys with a total cap. */
  totalMicros: number;
}

/** Only read for batches that open calls of its keys. */
export interface ProjectRow {
  id: string;
  caps: SpendCaps;
  heldMicros: number;
  spend: Spend;
}

export interface CallRow {
  seq: number;
  accountId: string;
  requestId: string;
  epoch: number;
  state: CallState;
  node: string;
  keyId: string;
  /** The project of its key when the call was opened. */
  projectId: string | null;
  /** The key had a total cap when the call was opened, so the charge is added to a running sum. */
  isKeyCounted: boolean;
  fingerprint: string;
  path: string;
  priceMicros: number;
  /** Set when the charge depends on what is delivered; null when it is the price. */
  terms: Terms | null;
  delivered: Delivered | null;
  chargedMicros: number;
  source: string | null;
  failureCode: string | null;
  attempts: string | null;
  finishedAtMs: number | null;
  /** The input with which this batch opened the call; null for a call that the batch only reads or ends. */
  opened: OpenCall | null;
  /** Epoch and state in the database; null for a call that this batch opens for the first time. */
  stored: { epoch: number; state: CallState } | null;
  answer: AnswerRow | null;
  /** The charge was refunded automatically, so the answer is not replayed any more. */
  isAutoRefunded: boolean;
  /** Which grants paid; only set on a call that this batch charged and that grants paid for. */
  paidFrom?: GrantPart[];
}

export interface AnswerRow {
  body: Uint8Array;
  passedOn: string | null;
}

export interface Window {
  scope: string;
  startMs: number;
  used: number;
}

/** Change in the number of free calls of an account on one day. */
export interface FreeChange {
  accountId: string;
  day: string;
  path: string;
  change: number;
}

/** Change in the units that an account was charged for in one month. */
export interface TierChange {
  accountId: string;
  month: string;
  path: string;
  units: number;
}

export interface ChargeRow {
  accountId: string;
  seq: number;
  amountMicros: number;
  balanceAfterMicros: number;
  callSeq: number;
  actor: string;
}

/** What a charge took from a grant. */
export interface GrantUseRow {
  grantId: string;
  accountId: string;
  entrySeq: number;
  callSeq: number;
  amountMicros: number;
}

export interface UsageRow {
  accountId: string;
  keyId: string;
  path: string;
  calls: number;
  failures: number;
  chargedMicros: number;
  /** What providers cost us for all attempts of these calls. */
  costMicros: number;
}

/** What a batch adds to the current five-minute step of one path and provider. */
export interface StepRow {
  path: string;
  /** Empty for calls that no provider answered. */
  provider: string;
  calls: number;
  failedCalls: number;
  chargedMicros: number;
  attempts: number;
  failures: number;
  durationMs: number;
  costMicros: number;
  /** Number of attempts in each class of duration, in the sequence of `DURATION_COLUMNS`. */
  durations: number[];
}

/** Joined by NUL, which no text in the database can contain. */
export const nameOf = (...parts: string[]) => parts.join('\0');

/** JSON text; null stays null. */
export const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value));

const bug = (broken: string) => new Error(`the ledger would break: ${broken}`);

const isAmount = (micros: number) => Number.isSafeInteger(micros) && micros >= 0;

const overcharged = ({ seq, chargedMicros, priceMicros }: CallRow) =>
  bug(`the call ${seq} is charged ${chargedMicros} at a price of ${priceMicros}`);

/** A live answer costs exactly what its terms say. An answer from memory may be cheaper, but never dearer. */
function assertFollows({ seq, chargedMicros, delivered, source }: CallRow, terms: Terms): void {
  if (delivered === null) throw bug(`the call ${seq} has terms, but what it delivered is unknown`);
  const wrong = terms.unit === 'leg' ? wrongLeg(terms, delivered) : null;
  if (wrong !== null) throw bug(`in the call ${seq} ${wrong}`);
  const followsMicros = chargeOf(terms, delivered);
  // The charge of a leg already contains its own reduction.
  const isExact = source === 'live' || terms.unit === 'leg';
  const isTooMuch = chargedMicros > followsMicros;
  if (isTooMuch || (isExact && chargedMicros !== followsMicros))
    throw bug(`the call ${seq} is charged ${chargedMicros}, and ${followsMicros} follows from its terms`);
}

function assertCovered({ id }: AccountRow, balanceMicros: number, heldMicros: number): void {
  if (balanceMicros < heldMicros)
    throw bug(`the account ${id} would have ${balanceMicros} and hold ${heldMicros}`);
}

export class Ledger {
  readonly nowMs: number;
  readonly day: string;
  readonly node: string;
  readonly accounts = new Map<string, AccountRow>();
  readonly keys = new Map<string, KeyRow>();
  readonly projects = new Map<string, ProjectRow>();
  readonly calls = new Map<string, CallRow>();
  readonly windows = new Map<string, Window>();
  /** Free calls by account, day and path pattern; only read for batches that open calls with an allowance. */
  readonly freeUsed = new Map<string, number>();
  /** Charged units by account, month and path pattern; only read for batches that open calls with tiers. */
  readonly tierUsed = new Map<string, number>();
  /** The last alert that was written about each cap, by its name in `told`; only read for batches that open calls under a cap. */
  readonly capAlertsSent = new Map<string, string>();
  /** Numbers for calls that are opened for the first time; one for each call of the batch that may need one. */
  readonly freshSeqs: number[] = [];

  readonly changedCalls = new Set<CallRow>();
  readonly changedWindows = new Map<string, Window>();
  readonly freeChanges = new Map<string, FreeChange>();
  /** Empty in most batches. */
  readonly tierChanges = new Map<string, TierChange>();
  /** Empty in most batches. */
  readonly capAlertChanges = new Map<string, string>();
  readonly charges: ChargeRow[] = [];
  /** Empty in most batches. */
  readonly grantUses: GrantUseRow[] = [];
  /** Accounts whose balance a charge took below the limit of their recharge rule. */
  readonly rechargesWanted = new Set<AccountRow>();
  readonly answers: { callSeq: number; answer: AnswerRow }[] = [];
  readonly usage = new Map<string, UsageRow>();
  readonly steps = new Map<string, StepRow>();
  /** Micro-units to add to the running sums of keys and projects, by scope. */
  readonly spent = new Map<string, number>();
  /** In the sequence in which they happened; empty in most batches. */
  readonly events: NewEvent[] = [];

  constructor(nowMs: number, node: string) {
    this.nowMs = nowMs;
    this.day = utcDay(nowMs);
    this.node = node;
  }

  account(id: string): AccountRow {
    const account = this.accounts.get(id);
    if (account === undefined) throw new Error(`the account ${id} was not read`);
    return account;
  }

  call(accountId: string, requestId: string): CallRow | undefined {
    return this.calls.get(nameOf(accountId, requestId));
  }

  /** Adds the price of a call to what is held (1), or takes it off again (−1). */
  moveHold(call: CallRow, direction: 1 | -1): void {
    const account = this.account(call.accountId);
    // The state is `held` from the moment the price is taken until it is given back, so a second end of the same hold fails here.
    if (call.state !== 'held') throw bug(`the call ${call.seq} is ${call.state}, and its hold is moved`);
    if (!isAmount(call.priceMicros)) throw bug(`the price of the call ${call.seq} is ${call.priceMicros}`);
    if (call.terms !== null && mostOf(call.terms) !== call.priceMicros)
      throw bug(`the call ${call.seq} holds another amount than the most that its terms allow`);
    const heldMicros = account.heldMicros + direction * call.priceMicros;
    if (heldMicros < 0) throw bug(`the account ${account.id} would hold ${heldMicros}`);
    if (direction === 1) assertCovered(account, account.balanceMicros, heldMicros);
    account.heldMicros += direction * call.priceMicros;
    // A gathered call does not count among those that an account or a key runs at one time.
    const running = isReservedRequestId(call.requestId) ? 0 : direction;
    account.running += running;
    account.changed = true;
    const project = call.projectId === null ? undefined : this.projects.get(call.projectId);
    if (project !== undefined) project.heldMicros += direction * call.priceMicros;
    const key = this.keys.get(call.keyId);
    if (key === undefined) return;
    key.heldMicros += direction * call.priceMicros;
    key.running += running;
  }

  /** The only place that charges a call: appends an entry, lowers the balance and returns the new balance. */
  charge(call: CallRow): number {
    const account = this.account(call.accountId);
    const { chargedMicros, priceMicros } = call;
    if (call.state !== 'settled') throw bug(`the call ${call.seq} is ${call.state}, and is charged`);
    if (!isAmount(chargedMicros) || chargedMicros > priceMicros) throw overcharged(call);
    if (call.terms !== null) assertFollows(call, call.terms);
    assertCovered(account, account.balanceMicros - chargedMicros, account.heldMicros);
    const { balanceMicros } = account;
    account.balanceMicros -= call.chargedMicros;
    if (crosses(account.rechargeBelowMicros, balanceMicros, account.balanceMicros))
      this.rechargesWanted.add(account);
    account.entrySeq++;
    account.changed = true;
    if (chargedMicros > 0) this.#countSpend(call);
    if (account.grantedMicros > 0) this.#useGrants(account, call);
    this.charges.push({
      accountId: call.accountId,
      seq: account.entrySeq,
      amountMicros: 0 - call.chargedMicros,
      balanceAfterMicros: account.balanceMicros,
      callSeq: call.seq,
      actor: `key:${call.keyId}`,
    });
    return account.balanceMicros;
  }

  /** Takes the charge from the account's grants first; the rest is ordinary money. */
  #useGrants(account: AccountRow, call: CallRow): void {
    const { seq, chargedMicros } = call;
    const leftMicros = account.grants.reduce((sum, { remainingMicros }) => sum + remainingMicros, 0);
    if (leftMicros !== account.grantedMicros)
      throw bug(
        `the grants of ${account.id} have ${leftMicros} left, and its row says ${account.grantedMicros}`,
      );
    const uses = takeOfGrants(account.grants, chargedMicros);
    const kindOf = new Map(account.grants.map(({ id, kind }) => [id, kind]));
    const paid = uses.map((use) => ({ kind: kindOf.get(use.grantId)!, ...use }) as GrantPart);
    if (paid.length > 0) call.paidFrom = paid;
    const taken = new Map(uses.map(({ grantId, amountMicros }) => [grantId, amountMicros]));
    account.grants = account.grants.map((grant) => ({
      ...grant,
      remainingMicros: grant.remainingMicros - (taken.get(grant.id) ?? 0),
    }));
    for (const { grantId, amountMicros } of uses) {
      account.grantedMicros -= amountMicros;
      const of = { accountId: account.id, entrySeq: account.entrySeq, callSeq: seq };
      this.grantUses.push({ grantId, ...of, amountMicros });
    }
  }

  /** Updates the sums that the next call of this batch is compared with, and those that are written to the database. */
  #countSpend({ keyId, projectId, isKeyCounted, chargedMicros }: CallRow): void {
    const key = this.keys.get(keyId);
    if (key !== undefined) {
      key.chargedByDay.set(this.day, (key.chargedByDay.get(this.day) ?? 0) + chargedMicros);
      key.totalMicros += chargedMicros;
    }
    if (isKeyCounted) this.#addSpent(keyScope(keyId), chargedMicros);
    if (projectId === null) return;
    this.#addSpent(projectScope(projectId), chargedMicros);
    const project = this.projects.get(projectId);
    if (project !== undefined) project.spend = addSpend(project.spend, this.day, chargedMicros);
  }

  #addSpent(scope: string, micros: number): void {
    this.spent.set(scope, (this.spent.get(scope) ?? 0) + micros);
  }

  store(call: CallRow, answer: AnswerRow): void {
    call.answer = answer;
    this.answers.push({ callSeq: call.seq, answer });
  }

  /** The usage row of the call's key and path; the caller adds to it. */
  usageOf({ accountId, keyId, path }: CallRow): UsageRow {
    const name = nameOf(accountId, keyId, path);
    const none = { calls: 0, failures: 0, chargedMicros: 0, costMicros: 0 };
    const row = this.usage.get(name) ?? { accountId, keyId, path, ...none };
    this.usage.set(name, row);
    return row;
  }
}
