// The verb `calls.open`: claims the request id, holds the exact price and counts the rate windows, or says why not. The checks are early
// returns in their order; nothing changes before the last check has passed. An id that already has its answer is replayed before money
// and limits are checked: repeating a paid call costs nothing. Verbs of one batch run one after the other on the ledger in memory, so
// with money for k calls the first k are opened.
import { isUsable } from '../../domain/access/key.ts';
import type { RateLimit } from '../../domain/limiting/rate-limit.ts';
import { type CapState, capStates, hasCap, tightestCap } from '../../domain/limiting/spend-cap.ts';
import type { Micros } from '../../domain/money.ts';
import { isInTier } from '../../domain/prices/tiered-terms.ts';
import { isReservedRequestId } from '../../domain/request-id.ts';
import { isOneMember } from '../../domain/text/gzip-member.ts';
import { countFree, underAllowance } from './allowances.ts';
import { type KeepableAnswer, unpackAnswer } from './answers.ts';
import type {
  OpenCall,
  OpenResult,
  OpenSettledCall,
  OpenSettledResult,
  StoredAnswer,
} from './call-verb-types.ts';
import { settleHeld } from './calls-resolve.ts';
import { addCapAlerts } from './cap-alerts.ts';
import { type AccountRow, type AnswerRow, type CallRow, type KeyRow, type Ledger, nameOf } from './ledger.ts';
import { type Admission, admit, admitGathered, countAdmission, rateNow } from './rate-windows.ts';
import { spentByDays, spentNow } from './spend-caps.ts';
import { atTier } from './tiers.ts';

/** Input of `open` from a process that may already hold the answer of the id. */
export interface OpenCallRequest extends OpenCall {
  /** True: the process holds the answer, so a replay need not carry it. */
  answerKnown?: boolean;
}

type Replay = Extract<OpenResult, { kind: 'replay' }>;

/** The result of `openCall`. The answer of a replay is null when the process already holds it. */
export type OpenCallAnswer =
  | Exclude<OpenResult, Replay>
  | (Omit<Replay, 'answer'> & { answer: StoredAnswer | null });

interface Payer {
  key: KeyRow;
  account: AccountRow;
  keyRate: RateLimit;
}

export function openCall(ledger: Ledger, asked: OpenCallRequest): OpenCallAnswer {
  const earlier = ledger.call(asked.accountId, asked.requestId);
  const payer = findPayer(ledger, asked);
  if (payer === null) return { kind: 'unauthorized' };

  if (earlier !== undefined) {
    const known = answerEarlier(ledger, asked, earlier, payer);
    if (known !== null) return known;
  }
  const twin = asked.twins === undefined ? null : findTwin(ledger, asked, asked.twins);
  if (twin !== null) return { kind: 'twin', requestId: twin };

  const input = atTier(ledger, underAllowance(ledger, asked));
  const ceiling = findCeiling(input, payer.key);
  if (ceiling !== null) {
    return { kind: 'ceiling', priceMicros: input.priceMicros, of: ceiling };
  }

  const shortage = findShortage(ledger, input, payer);
  if (shortage !== null) return shortage;

  const admission = isReservedRequestId(input.requestId)
    ? admitGathered(ledger, payer.key, payer.keyRate)
    : admit(ledger, payer.key, payer.account, {
        keyRate: payer.keyRate,
        defaultRate: input.defaultRate,
        keysMax: input.keysMax,
        extraPages: input.extraPages ?? 0,
      });
  if (admission.kind === 'limited') return admission;

  return hold(ledger, input, earlier, admission);
}

/** The result that an earlier call with the same id decides; null when it ended without a charge and the id may run again. */
function answerEarlier(
  ledger: Ledger,
  input: OpenCallRequest,
  earlier: CallRow,
  payer: Payer,
): OpenCallAnswer | null {
  if (earlier.fingerprint !== input.fingerprint) return { kind: 'reused' };
  if (earlier.state === 'held') return { kind: 'running' };
  if (earlier.state !== 'settled') return null;
  if (earlier.isAutoRefunded) return { kind: 'refunded' };
  if (earlier.answer === null) return { kind: 'expired' };
  return {
    kind: 'replay',
    answer: input.answerKnown === true ? null : unpack(earlier.answer),
    balanceMicros: payer.account.balanceMicros as Micros,
    rate: rateNow(ledger, payer.key.id, payer.keyRate),
  };
}

/**
 * Returns the id of a twin that runs or can be replayed. Failed calls, calls whose answer was purged and calls that were refunded
 * automatically do not count: they cannot be replayed.
 */
function findTwin(
  ledger: Ledger,
  { accountId, fingerprint }: OpenCall,
  ids: readonly string[],
): string | null {
  const isTwin = (call: CallRow | undefined) =>
    call?.fingerprint === fingerprint &&
    (call.state === 'held' || (call.state === 'settled' && call.answer !== null && !call.isAutoRefunded));
  return ids.find((id) => isTwin(ledger.call(accountId, id))) ?? null;
}

function unpack({ body, passedOn }: AnswerRow): StoredAnswer {
  return {
    body: unpackAnswer(body),
    gzip: isOneMember(body) ? body : null,
    passedOn: JSON.parse(passedOn ?? 'null'),
  };
}

/** Reads key and account again although the caller is authenticated: a revocation by another process must take effect at once. */
function findPayer(ledger: Ledger, input: OpenCall): Payer | null {
  const key = ledger.keys.get(input.keyId);
  const account = ledger.accounts.get(input.accountId);
  if (key === undefined || account === undefined || key.accountId !== account.id) return null;
  // Which secret was shown is known to the door alone.
  if (!isUsable({ key, account, secretValidUntilMs: null }, ledger.nowMs)) return null;
  return { key, account, keyRate: key.rate ?? input.defaultRate };
}

/** Which ceiling the price exceeds: the caller's for this call, or the key's; null for neither. */
function findCeiling({ priceMicros, ceilingMicros }: OpenCall, key: KeyRow): 'caller' | 'key' | null {
  if (ceilingMicros !== undefined && priceMicros > ceilingMicros) return 'caller';
  return key.maxCallMicros !== null && priceMicros > key.maxCallMicros ? 'key' : null;
}

function findShortage(ledger: Ledger, input: OpenCall, { key, account }: Payer): OpenResult | null {
  const { priceMicros } = input;
  const availableMicros = (account.balanceMicros - account.heldMicros) as Micros;
  if (availableMicros < priceMicros) return { kind: 'insufficient', reason: 'balance', availableMicros };
  if (!isBounded(key)) return null;
  const cap = tightestCap(capsOf(ledger, key), priceMicros);
  return cap === null ? null : { kind: 'capped', cap, nowMs: ledger.nowMs };
}

/** True when a cap can apply to the key. Most keys have none. */
const isBounded = ({ caps, projectId }: KeyRow) => hasCap(caps) || projectId !== null;

/** Caps of the key and of its project. Open holds count as spent, so a cap is exact under any concurrency. */
export function capsOf(
  { projects, day, nowMs }: Pick<Ledger, 'projects' | 'day' | 'nowMs'>,
  key: KeyRow,
): CapState[] {
  const { caps, heldMicros, chargedByDay, totalMicros } = key;
  const charged = { ...spentByDays(chargedByDay, day), total: totalMicros };
  const own = capStates('key', caps, { charged, heldMicros }, nowMs);
  const project = key.projectId === null ? undefined : projects.get(key.projectId);
  if (project === undefined) return own;
  const shared = { charged: spentNow(project.spend, day), heldMicros: project.heldMicros };
  return [...own, ...capStates('project', project.caps, shared, nowMs)];
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
  countFree(ledger, call, 1);
  const key = ledger.keys.get(call.keyId)!;
  if (isBounded(key)) addCapAlerts(ledger, call, capsOf(ledger, key));
  const ref = { accountId: call.accountId, requestId: call.requestId, epoch: call.epoch };
  const free = call.terms?.free;
  const terms = call.terms !== null && isInTier(call.terms) ? { terms: call.terms } : {};
  return { kind: 'opened', hold: ref, rate: admission.rate, ...(free && { free }), ...terms };
}

function newCall(ledger: Ledger, input: OpenCall): CallRow {
  const { accountId, requestId, keyId, fingerprint, path, priceMicros } = input;
  const key = ledger.keys.get(keyId)!;
  const call: CallRow = {
    seq: ledger.freshSeqs.shift()!,
    accountId,
    requestId,
    epoch: 1,
    state: 'held',
    node: ledger.node,
    keyId,
    projectId: key.projectId,
    isKeyCounted: key.caps.totalCapMicros !== null,
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
    isAutoRefunded: false,
  };
  ledger.calls.set(nameOf(accountId, requestId), call);
  return call;
}

function reopen(ledger: Ledger, call: CallRow, input: OpenCall): void {
  call.epoch++;
  call.state = 'held';
  call.node = ledger.node;
  const key = ledger.keys.get(input.keyId)!;
  call.keyId = key.id;
  call.projectId = key.projectId;
  call.isKeyCounted = key.caps.totalCapMicros !== null;
  call.priceMicros = input.priceMicros;
  call.terms = input.terms ?? null;
  call.finishedAtMs = null;
  call.failureCode = null;
  call.attempts = null;
  call.opened = input;
}

/** The input as a batch runs it: the answer is ready to be stored. */
export interface OpenSettled extends Omit<OpenSettledCall, 'answer'>, OpenCallRequest {
  answer: KeepableAnswer | null;
}

export type OpenSettledAnswer =
  | Exclude<OpenCallAnswer, { kind: 'opened' }>
  | Extract<OpenSettledResult, { kind: 'settled' }>;

/**
 * The verb `calls.openSettled`: opens and settles a call whose answer was available before it was paid for. It runs `open` and `settle`
 * on one ledger, so it has no rules of its own and leaves no hold.
 */
export function openSettledCall(ledger: Ledger, input: OpenSettled): OpenSettledAnswer {
  const opened = openCall(ledger, input);
  if (opened.kind !== 'opened') return opened;
  const { accountId, requestId, chargedMicros, delivered, source, answer } = input;
  const call = ledger.call(accountId, requestId)!;
  const settled = settleHeld(ledger, call, {
    chargedMicros,
    ...(delivered && { delivered }),
    source,
    attempts: [],
    answer,
  });
  return { ...settled, rate: opened.rate };
}
