// Owns the part of the ledger that one batch touches, in memory, for every backend: read under the locks of its accounts,
// changed verb by verb by the rules of calls, and written back in a handful of statements. Because the rows of an account
// are only changed under its lock, what is in memory here is what is in the database until the transaction ends.
// A row that thirty calls of a batch change is so read once and written once.
// Every movement of money checks what must hold after it before it changes a row: balance − held ≥ 0, charged ≤ price, and one end
// for each hold. What does not is a bug. It throws, so its batch writes nothing.
import type { CallState } from '../../domain/call.ts';
import { utcDay } from '../../domain/clock.ts';
import type { NewEvent } from '../../domain/event.ts';
import type { GrantPart } from '../../domain/grant.ts';
import type { RateLimit } from '../../domain/key.ts';
import type { SpendCaps } from '../../domain/spend-cap.ts';
import { chargeOf, type Delivered, mostOf, type Terms, wrongLeg } from '../../domain/terms.ts';
import type { OpenCall } from './call-verb-types.ts';
import { type GrantRow, takeOfGrants } from './grants.ts';
import { crosses } from './recharge-rules.ts';
import { addSpend, keyScope, projectScope, type Spend } from './spend-caps.ts';

export interface AccountRow {
  id: string;
  active: boolean;
  balanceMicros: number;
  heldMicros: number;
  entrySeq: number;
  rate: RateLimit | null;
  /** Below this balance it is told; 0 tells nobody. */
  lowMicros: number;
  /** A charge that crosses it wants a recharge; null without a plan. */
  rechargeBelowMicros: number | null;
  /** The sum of what is left of its grants; 0 for most. */
  grantedMicros: number;
  /** In the order of their use; only read where there are any. */
  grants: readonly GrantRow[];
  /** Open holds; only known to batches that open calls. */
  running: number;
  changed: boolean;
}

export interface KeyRow {
  id: string;
  accountId: string;
  active: boolean;
  expiresAtMs: number | null;
  rate: RateLimit | null;
  caps: SpendCaps;
  /** The most that one call may cost. */
  maxCallMicros: number | null;
  projectId: string | null;
  running: number;
  heldMicros: number;
  /** Charged by day of this month; only known to keys with a cap. */
  chargedByDay: Map<string, number>;
  /** Charged ever; only known to keys with a total cap. */
  totalMicros: number;
}

/** Only known to batches that open calls of its keys. */
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
  /** Of its key when the call was opened. */
  projectId: string | null;
  /** Its key has a total cap, so what it is charged is added to a running sum. */
  isKeyCounted: boolean;
  fingerprint: string;
  path: string;
  priceMicros: number;
  /** Beside the price, when the charge depends on what is delivered. */
  terms: Terms | null;
  delivered: Delivered | null;
  chargedMicros: number;
  source: string | null;
  failureCode: string | null;
  attempts: string | null;
  finishedAtMs: number | null;
  /** As this batch opened it, for the first time or again; null for a call that it only ends or looks at. */
  opened: OpenCall | null;
  /** What the database has; null for a call that this batch opens first. */
  stored: { epoch: number; state: CallState } | null;
  answer: AnswerRow | null;
  /** Given back without a person, so that nobody gets its answer again. */
  isAutoRefunded: boolean;
  /** Which grants paid for it; only of a call that this batch charged, where some did. */
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

/** How many more free calls an account has had. */
export interface FreeChange {
  accountId: string;
  day: string;
  path: string;
  change: number;
}

/** How many more units an account was charged for in a month. */
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

/** What a charge took of a grant. */
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
  /** Of the attempts that were made for them. */
  costMicros: number;
}

/** What is added to the five minutes that run, for one path and provider. */
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
  /** How many attempts took how long, in the order of `DURATION_COLUMNS`. */
  durations: number[];
}

/** NUL cannot be in any text of the database. */
export const nameOf = (...parts: string[]) => parts.join('\0');

/** null stays null: most calls have none of what is kept as JSON. */
export const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value));

const bug = (broken: string) => new Error(`the ledger would break: ${broken}`);

const isAmount = (micros: number) => Number.isSafeInteger(micros) && micros >= 0;

const overcharged = ({ seq, chargedMicros, priceMicros }: CallRow) =>
  bug(`the call ${seq} is charged ${chargedMicros} at a price of ${priceMicros}`);

/** A live answer costs exactly what its terms say; one that was kept may be cheaper, and is never dearer. */
function assertFollows({ seq, chargedMicros, delivered, source }: CallRow, terms: Terms): void {
  if (delivered === null) throw bug(`nobody says what the call ${seq} delivered`);
  const wrong = terms.unit === 'leg' ? wrongLeg(terms, delivered) : null;
  if (wrong !== null) throw bug(`in the call ${seq} ${wrong}`);
  const followsMicros = chargeOf(terms, delivered);
  // A leg that was kept is reduced by itself.
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
  /** Free calls by account, day and pattern; only known to batches that open calls with an allowance. */
  readonly freeUsed = new Map<string, number>();
  /** Charged units by account, month and pattern; only known to batches that open calls with tiers. */
  readonly tierUsed = new Map<string, number>();
  /** What was told last of caps, by name; only known to batches that open calls under one. */
  readonly capAlertsSent = new Map<string, string>();
  /** Numbers for calls that are opened for the first time; more than enough for the batch. */
  readonly freshSeqs: number[] = [];

  readonly changedCalls = new Set<CallRow>();
  readonly changedWindows = new Map<string, Window>();
  readonly freeChanges = new Map<string, FreeChange>();
  /** Most batches have none. */
  readonly tierChanges = new Map<string, TierChange>();
  /** Most batches have none. */
  readonly capAlertChanges = new Map<string, string>();
  readonly charges: ChargeRow[] = [];
  /** Most batches have none. */
  readonly grantUses: GrantUseRow[] = [];
  /** Accounts that a charge took below their line. */
  readonly rechargesWanted = new Set<AccountRow>();
  readonly answers: { callSeq: number; answer: AnswerRow }[] = [];
  readonly usage = new Map<string, UsageRow>();
  readonly steps = new Map<string, StepRow>();
  /** To be added to the running sums of keys and projects, by scope. */
  readonly spent = new Map<string, number>();
  /** In the order in which they came about; most batches have none. */
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

  /** Takes the price of a call out of what may be used, or gives it back. */
  moveHold(call: CallRow, direction: 1 | -1): void {
    const account = this.account(call.accountId);
    // A call is held when its price is taken and until it is given back, so a second end finds it ended.
    if (call.state !== 'held') throw bug(`the call ${call.seq} is ${call.state}, and its hold is moved`);
    if (!isAmount(call.priceMicros)) throw bug(`the price of the call ${call.seq} is ${call.priceMicros}`);
    if (call.terms !== null && mostOf(call.terms) !== call.priceMicros)
      throw bug(`the call ${call.seq} holds other than its most`);
    const heldMicros = account.heldMicros + direction * call.priceMicros;
    if (heldMicros < 0) throw bug(`the account ${account.id} would hold ${heldMicros}`);
    if (direction === 1) assertCovered(account, account.balanceMicros, heldMicros);
    account.heldMicros += direction * call.priceMicros;
    account.running += direction;
    account.changed = true;
    const project = call.projectId === null ? undefined : this.projects.get(call.projectId);
    if (project !== undefined) project.heldMicros += direction * call.priceMicros;
    const key = this.keys.get(call.keyId);
    if (key === undefined) return;
    key.heldMicros += direction * call.priceMicros;
    key.running += direction;
  }

  /** The ledger's only charge: a new entry and the balance after it. */
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

  /** Of an account that has some: they pay before the rest of its balance. */
  #useGrants(account: AccountRow, call: CallRow): void {
    const { seq, chargedMicros } = call;
    const leftMicros = account.grants.reduce((sum, { remainingMicros }) => sum + remainingMicros, 0);
    if (leftMicros !== account.grantedMicros)
      throw bug(`the grants of ${account.id} have ${leftMicros} of ${account.grantedMicros}`);
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

  /** What the next call of this batch is compared with, and what is written to the running sums. */
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

  /** The usage row of the call's key and path, to be added to. */
  usageOf({ accountId, keyId, path }: CallRow): UsageRow {
    const name = nameOf(accountId, keyId, path);
    const none = { calls: 0, failures: 0, chargedMicros: 0, costMicros: 0 };
    const row = this.usage.get(name) ?? { accountId, keyId, path, ...none };
    this.usage.set(name, row);
    return row;
  }
}
