// Asks the ledger to claim the request id and hold the price, and waits while the same id runs. Every refusal of the ledger
// becomes the caller's answer here.

import { type Failure, failure, isFailure, refunded } from '../domain/failure.ts';
import { writeQuestion } from '../domain/gathering/question.ts';
import type { FreePlace } from '../domain/limiting/account-limiter.ts';
import { CALL_DEADLINE_MS, HOLD_TTL_MS, SWEEP_INTERVAL_MS } from '../domain/limits.ts';
import { formatMoney, type Micros } from '../domain/money.ts';
import { mostOf, type Terms } from '../domain/prices/terms.ts';
import type { OpenCall, OpenResult, OpenSettledCall, OpenSettledResult } from '../storage/storage.ts';
import { unauthorized } from './authenticate.ts';
import type { CallDeps } from './call-deps.ts';
import type { LimitedFailure, Replayed, Twin } from './call-outcome.ts';
import { paidPageOf } from './free/paid-page.ts';
import { deprecationOf } from './prices/price-book.ts';
import type { ReadCall } from './reading/read-call.ts';

export type Opened = Extract<OpenResult, { kind: 'opened' }>;
export type Settled = Extract<OpenSettledResult, { kind: 'settled' }>;
/** The outcome of a call that the ledger did not open. */
export type NotOpened = Replayed | Twin | LimitedFailure;

/** Retry-After for an id that is still running. */
export const RUNNING_RETRY_MS = 1_000;

/** The charge and the stored answer of an answer that was found in memory. */
type Paid = Omit<OpenSettledCall, keyof OpenCall>;

/**
 * Claims the id and holds the price. With an answer from memory it claims the id and charges at once, without a hold. While the
 * same id runs, it waits. The call also counts the pages that earlier calls of its key took beyond one each.
 */
export function open(deps: CallDeps, call: ReadCall): Promise<Opened | NotOpened>;
export function open(deps: CallDeps, call: ReadCall, paid: Paid): Promise<Settled | NotOpened>;
export function open(deps: CallDeps, call: ReadCall, paid?: Paid): Promise<Opened | Settled | NotOpened> {
  const { holder, twins } = call;
  const { calls } = deps.storage;
  const extraPages = deps.uncountedPages.take(holder.key.id);
  const deadlineMs = deps.clock.monotonicMs() + CALL_DEADLINE_MS;
  const input = {
    ...openInput(deps, call),
    extraPages,
    ...(twins && { twins }),
    ...keptQuestion(deps, call),
  };
  const giveBack = () => deps.uncountedPages.add(holder.key.id, extraPages);
  const verb = (): Promise<OpenResult | OpenSettledResult> =>
    paid === undefined ? calls.open(input) : calls.openSettled({ ...input, ...paid });
  // An id that the gateway made is unknown to every other caller, so it cannot be running twice.
  const isShared = call.requestIdChosen || paidPageOf(call.task) !== null;
  const ask = (): Promise<Opened | Settled | NotOpened> =>
    (isShared ? askInTurn(deps, call, verb) : verb()).then(judge, (error: unknown) => {
      giveBack();
      throw error;
    });
  const judge = (
    result: Exclude<OpenResult | OpenSettledResult, StoredReplay> | StoredReplay | NotOpened,
  ) => {
    if (result.kind === 'opened' || result.kind === 'settled') return result;
    if (result.kind === 'running') return askLater();
    giveBack();
    if (isFailure(result) || result.kind === 'replayed' || result.kind === 'twin') return result;
    if (result.kind === 'replay') throw new Error('an id that was made here was paid before');
    return ledgerRefusal(result, input);
  };
  const askLater = async () => {
    const leftMs = deadlineMs - deps.clock.monotonicMs();
    if (leftMs > 0 && (await deps.running.waitFor(input, leftMs))) return ask();
    giveBack();
    return stillRunning(deps, input);
  };
  return ask();
}

type StoredReplay = Extract<OpenResult, { kind: 'replay' }>;

/**
 * Calls with one id ask the ledger one after the other, until the id is known to be paid. A replay takes a place among the free
 * answers, and so does a page that was paid for earlier. For an id that is known to be paid, the place is taken before its answer
 * is read.
 */
function askInTurn<R extends { kind: string }>(
  { freeAnswers }: CallDeps,
  call: ReadCall,
  verb: () => Promise<R>,
): Promise<Exclude<R, StoredReplay> | Replayed | LimitedFailure> {
  const accountId = call.holder.account.id;
  const name = { accountId, requestId: call.requestId };
  return freeAnswers.ask(name, async (isPaid) => {
    const early = isPaid || paidPageOf(call.task) !== null ? freeAnswers.take(accountId) : null;
    if (early !== null && isFailure(early)) return early;
    const result = await verb().catch((error) => {
      early?.leave();
      throw error;
    });
    if (result.kind !== 'replay') {
      early?.leave();
      return result as Exclude<R, StoredReplay>;
    }
    freeAnswers.remember(name);
    const place = early ?? freeAnswers.take(accountId);
    return isFailure(place) ? place : replayed(call, result as R & StoredReplay, place);
  });
}

function replayed(call: ReadCall, { answer, balanceMicros, rate }: StoredReplay, place: FreePlace): Replayed {
  const deprecation = deprecationOf(call);
  return {
    kind: 'replayed',
    answer,
    balanceMicros,
    rate,
    free: place.rate,
    deprecation,
    whenSent: place.leave,
  };
}

/** The input of `calls.open`; a dry run previews the same input. */
export function openInput(deps: CallDeps, call: ReadCall): Omit<OpenCall, 'twins'> {
  return {
    accountId: call.holder.account.id,
    keyId: call.holder.key.id,
    requestId: call.requestId,
    fingerprint: call.fingerprint,
    path: call.path,
    group: call.group,
    platform: call.platform,
    operation: call.task.operation,
    variant: call.variant,
    catalogVersion: call.quote.catalog.version,
    priceMicros: mostOf(call.terms),
    // A call with one fixed price needs no further terms.
    ...(hasFurtherTerms(call.terms) && { terms: call.terms }),
    defaultRate: deps.settings().defaultRate,
    keysMax: deps.settings().keysMax,
    ...(call.quote.allowance !== null && { allowance: call.quote.allowance }),
    ...(call.bounds.ceilingMicros !== null && { ceilingMicros: call.bounds.ceilingMicros }),
  };
}

/** What is asked, for the commit that opens the call; nothing where the operator keeps no questions. */
export function keptQuestion(deps: CallDeps, { asked }: ReadCall): Pick<OpenCall, 'question'> {
  return deps.settings().keepsQuestions ? { question: writeQuestion(asked()) } : {};
}

const hasFurtherTerms = (terms: Terms) => terms.unit !== 'call' || terms.tiers !== undefined;

/**
 * A running call that is older than the deadline has lost its process or its answer. Its id may be used again once its hold has
 * expired.
 */
export async function stillRunning(deps: CallDeps, { accountId, requestId }: OpenCall): Promise<Failure> {
  const record = await deps.storage.calls.find({ accountId, requestId });
  const ageMs = record === null ? 0 : deps.clock.nowMs() - record.openedAtMs;
  const leftMs = ageMs < CALL_DEADLINE_MS ? 0 : HOLD_TTL_MS + SWEEP_INTERVAL_MS - ageMs;
  return failure(
    'REQUEST_IN_PROGRESS',
    'Repeat the call with the same request id; it will not be charged twice.',
    {
      retryAfterMs: Math.max(RUNNING_RETRY_MS, leftMs),
    },
  );
}

type Refused = Exclude<OpenResult, { kind: 'opened' | 'replay' | 'twin' | 'running' }>;

export function ledgerRefusal(result: Refused, { priceMicros }: OpenCall): LimitedFailure {
  switch (result.kind) {
    case 'reused':
      return failure('REQUEST_ID_REUSED', 'Use a new request id for another route or other parameters.');
    case 'expired':
      return failure(
        'REQUEST_EXPIRED',
        'Use a new request id; this one was paid and will never be charged again.',
      );
    case 'refunded':
      return refunded;
    case 'unauthorized':
      return unauthorized;
    case 'ceiling':
      return aboveCeiling(result);
    case 'insufficient':
      return insufficient(result.availableMicros, priceMicros);
    case 'capped':
      return capped(result);
    case 'limited':
      return {
        ...failure('RATE_LIMITED', limit(result), { retryAfterMs: result.retryAfterMs }),
        rate: result.rate,
      };
  }
}

function aboveCeiling({ priceMicros, of }: Extract<OpenResult, { kind: 'ceiling' }>): Failure {
  const price = formatMoney(priceMicros);
  const whose = of === 'key' ? ' This key may not pay that much for one call.' : '';
  return failure('PRICE_CEILING', `This call may cost up to ${price}.${whose}`, { price });
}

function insufficient(available: Micros, price: Micros): Failure {
  const detail = `Available: ${formatMoney(available)}. Top up and repeat.`;
  return failure('INSUFFICIENT_BALANCE', detail, {
    price: formatMoney(price),
    available: formatMoney(available),
  });
}

const CAP_WORDS = { day: 'daily', month: 'monthly', total: 'total' };

/** The failure of a reached cap. A top-up would not help. A total cap never resets, so waiting would not help either. */
function capped({ cap, nowMs }: Extract<OpenResult, { kind: 'capped' }>): Failure {
  const detail = `The ${cap.scope}'s ${CAP_WORDS[cap.window]} spend cap is reached.`;
  if (cap.resetsAtMs === null) return failure('SPEND_CAP_REACHED', detail, { cap, next: 'switch' });
  return failure('SPEND_CAP_REACHED', detail, { cap, retryAfterMs: cap.resetsAtMs - nowMs });
}

function limit(result: Extract<OpenResult, { kind: 'limited' }>): string {
  const { requests, perSeconds, concurrent } = result.rate.limit;
  if (result.reason === 'requests') return `At most ${requests} calls in ${perSeconds} s.`;
  return `At most ${concurrent} calls at one time.`;
}
