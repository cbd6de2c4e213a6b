// Owns the verb `calls.open`: claim the request id, hold the exact price and count the rate windows, or say why not.
// A flat list of early returns in the order of the checks; nothing is changed before the last check has passed.
// An id that already has its answer is served before money and limits are looked at: asking again is always free.
// Verbs of one batch run one after the other on the ledger in memory, so with funds for k calls the first k are opened.
import type { RateLimit } from '../../domain/key.ts';
import type { Micros } from '../../domain/money.ts';
import { capsOf } from '../spend-caps.ts';
import type { OpenCall, OpenResult, StoredAnswer } from '../storage.ts';
import { isOneMember, unpackAnswer } from './answers.ts';
import { type AccountRow, type AnswerRow, type CallRow, type KeyRow, type Ledger, nameOf } from './ledger.ts';
import { type Admission, admit, countAdmission, rateNow } from './rate-windows.ts';

/** How `open` is asked by who may still have the answer of that id. */
export interface OpenCallRequest extends OpenCall {
  /** It has: should this be a replay, the answer need not come along. */
  answerKnown?: boolean;
}

type Replay = Extract<OpenResult, { kind: 'replay' }>;

/** A replay has no answer when it is known. */
export type OpenCallAnswer =
  | Exclude<OpenResult, Replay>
  | (Omit<Replay, 'answer'> & { answer: StoredAnswer | null });

interface Payer {
  key: KeyRow;
  account: AccountRow;
  keyRate: RateLimit;
}

export function openCall(ledger: Ledger, input: OpenCallRequest): OpenCallAnswer {
  const earlier = ledger.call(input.accountId, input.requestId);
  const payer = findPayer(ledger, input);
  if (payer === null) return { kind: 'unauthorized' };

  if (earlier !== undefined) {
    const known = answerEarlier(ledger, input, earlier, payer);
    if (known !== null) return known;
  }

  if (input.ceilingMicros !== undefined && input.priceMicros > input.ceilingMicros) {
    return { kind: 'ceiling', priceMicros: input.priceMicros };
  }

  const shortage = findShortage(ledger, input, payer);
  if (shortage !== null) return shortage;

  const admission = admit(ledger, payer.key, payer.account, {
    keyRate: payer.keyRate,
    extraPages: input.extraPages ?? 0,
  });
  if (admission.kind === 'limited') return admission;

  return hold(ledger, input, earlier, admission);
}

/** What the id's first use decides; null when it failed without a charge and the id may run again. */
function answerEarlier(
  ledger: Ledger,
  input: OpenCallRequest,
  earlier: CallRow,
  payer: Payer,
): OpenCallAnswer | null {
  if (earlier.fingerprint !== input.fingerprint) return { kind: 'reused' };
  if (earlier.state === 'held') return { kind: 'running' };
  if (earlier.state !== 'settled') return null;
  if (earlier.answer === null) return { kind: 'expired' };
  return {
    kind: 'replay',
    answer: input.answerKnown === true ? null : unpack(earlier.answer),
    balanceMicros: payer.account.balanceMicros as Micros,
    rate: rateNow(ledger, payer.key.id, payer.keyRate),
  };
}

function unpack({ body, passedOn }: AnswerRow): StoredAnswer {
  return {
    body: unpackAnswer(body),
    gzip: isOneMember(body) ? body : null,
    passedOn: JSON.parse(passedOn ?? 'null'),
  };
}

/** Looked up again although the caller is authenticated: a revocation by another process must hold here at once. */
function findPayer(ledger: Ledger, input: OpenCall): Payer | null {
  const key = ledger.keys.get(input.keyId);
  const account = ledger.accounts.get(input.accountId);
  if (key === undefined || account === undefined || key.accountId !== account.id) return null;
  if (!key.active || !account.active) return null;
  if (key.expiresAtMs !== null && key.expiresAtMs <= ledger.nowMs) return null;
  return { key, account, keyRate: key.rate ?? input.defaultRate };
}

function findShortage({ nowMs }: Ledger, input: OpenCall, { key, account }: Payer): OpenResult | null {
  const availableMicros = (account.balanceMicros - account.heldMicros) as Micros;
  if (availableMicros < input.priceMicros) {
    return { kind: 'insufficient', reason: 'balance', availableMicros };
  }
  const { daily_cap_micros, monthly_cap_micros } = key;
  if (daily_cap_micros === null && monthly_cap_micros === null) return null;
  const caps = capsOf({ daily_cap_micros, monthly_cap_micros }, nowMs);
  for (const { reason, capMicros, fromDay, untilMs } of caps) {
    if (capMicros === null) continue;
    if (spentByKey(key, fromDay) + input.priceMicros <= (capMicros as number)) continue;
    return { kind: 'capped', reason, retryAfterMs: untilMs - nowMs };
  }
  return null;
}

/** Charged since that day, plus what is held right now: exact under any concurrency. */
function spentByKey(key: KeyRow, fromDay: string): number {
  let micros = key.heldMicros;
  for (const [day, charged] of key.chargedByDay) if (day >= fromDay) micros += charged;
  return micros;
}

function hold(
  ledger: Ledger,
  input: OpenCall,
  earlier: CallRow | undefined,
  admission: Extract<Admission, { kind: 'admitted' }>,
): OpenResult {
  const call = earlier ?? newCall(ledger, input);
  if (earlier !== undefined) reopen(ledger, earlier, input);
  ledger.moveHold(call, 1);
  ledger.changedCalls.add(call);
  countAdmission(ledger, admission);
  const ref = { accountId: call.accountId, requestId: call.requestId, epoch: call.epoch };
  return { kind: 'opened', hold: ref, rate: admission.rate };
}

function newCall(ledger: Ledger, input: OpenCall): CallRow {
  const { accountId, requestId, keyId, fingerprint, path, priceMicros } = input;
  const call: CallRow = {
    seq: ledger.freshSeqs.shift()!,
    accountId,
    requestId,
    epoch: 1,
    state: 'held',
    node: ledger.node,
    keyId,
    fingerprint,
    path,
    priceMicros,
    terms: input.terms ?? null,
    delivered: null,
    chargedMicros: 0,
    source: null,
    failureCode: null,
    attempts: null,
    finishedAtMs: null,
    opened: input,
    stored: null,
    answer: null,
  };
  ledger.calls.set(nameOf(accountId, requestId), call);
  return call;
}

function reopen(ledger: Ledger, call: CallRow, input: OpenCall): void {
  call.epoch++;
  call.state = 'held';
  call.node = ledger.node;
  call.keyId = input.keyId;
  call.priceMicros = input.priceMicros;
  call.terms = input.terms ?? null;
  call.finishedAtMs = null;
  call.failureCode = null;
  call.attempts = null;
  call.opened = input;
}
