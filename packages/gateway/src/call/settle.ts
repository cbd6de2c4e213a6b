// The end of a call: a good answer is written down and charged in one commit, anything else gives the hold back.
// Only what `settle` returns after that commit may be sent as a success.
import type { Attempt, Source } from '../domain/call.ts';
import { formatTime } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { formatMoney, type Micros, shareOf, WHOLE_MILLIONTHS, ZERO } from '../domain/money.ts';
import { chargeFigures, chargeLegs, chargeOf, type Delivered } from '../domain/terms.ts';
import { hasTiers } from '../domain/tiered-terms.ts';
import type { ReceiptFigures } from '../operations/receipt.ts';
import type { AnswerContent } from '../storage/storage.ts';
import { type AnswerAtHand, obtainedFrom } from './answers/answer-memory.ts';
import type { CallDeps } from './call-deps.ts';
import { type CallFacts, noteObtained, noteTime } from './call-facts.ts';
import type { Answered } from './call-outcome.ts';
import { type NotOpened, type Opened, open } from './open.ts';
import { deprecationOf } from './prices/price-book.ts';
import type { ReadCall } from './reading/read-call.ts';
import type { Obtained } from './task.ts';

type ObtainedAnswer = Extract<Obtained, { kind: 'good' }>;
type Failed = Extract<Obtained, { kind: 'failed' }>;

/** An answer as it is to be sent and stored, with its price. */
interface Bill {
  content: AnswerContent;
  chargedMicros: Micros;
  delivered: Delivered;
  source: Source;
  ageSeconds: number | null;
}

export async function settle(
  deps: CallDeps,
  call: ReadCall,
  opened: Opened,
  obtained: ObtainedAnswer,
): Promise<Answered | Failure> {
  const held = asHeld(call, opened);
  const bill = billFor(deps, held, obtained);
  const settled = await deps.storage.calls.settle({
    hold: opened.hold,
    attempts: earnings(obtained.attempts, bill.delivered),
    ...stored(held, bill),
  });
  if (settled.kind === 'lost') return outlivedItsHold();
  if (call.requestIdChosen) deps.freeAnswers.remember(opened.hold);
  return answered(call, bill, { ...settled, rate: opened.rate });
}

/** With the terms that its hold has. */
function asHeld(call: ReadCall, { free, terms }: Opened): ReadCall {
  if (terms !== undefined) return { ...call, terms };
  return free === undefined ? call : { ...call, terms: { ...call.terms, free } };
}

/**
 * An answer at hand that the account is told was kept needs no hold, if its price is known. What an allowance covers and which tier
 * holds is known only to the ledger, and stands in the receipt: such a call is opened first. So is one that is told as a live call:
 * it holds what a live one would, and its receipt shows as much.
 */
export function isSettledAtOnce({ quote, terms }: ReadCall, { source }: AnswerAtHand): boolean {
  return source === 'cache' && quote.allowance === null && !hasTiers(terms);
}

/** The call opens and settles in one commit. */
export async function settleAtOnce(
  deps: CallDeps,
  call: ReadCall,
  found: AnswerAtHand,
  facts: CallFacts | null,
): Promise<Answered | NotOpened> {
  noteObtained(facts, obtainedFrom(found));
  noteTime(deps, facts, 'endMs');
  const bill = billFor(deps, call, found);
  const settled = await open(deps, call, stored(call, bill));
  if (settled.kind !== 'settled') return settled;
  if (call.requestIdChosen) {
    deps.freeAnswers.remember({ accountId: call.holder.account.id, requestId: call.requestId });
  }
  return answered(call, bill, settled);
}

export async function release(deps: CallDeps, opened: Opened, work: Failed): Promise<Failure> {
  const { failure: reason, attempts } = work;
  await deps.storage.calls.release({ hold: opened.hold, failureCode: reason.code, attempts });
  return reason;
}

function billFor(
  deps: CallDeps,
  call: ReadCall,
  { good, source, ageMs, fetchedAtMs }: Pick<AnswerAtHand, 'good' | 'source' | 'ageMs' | 'fetchedAtMs'>,
): Bill {
  const { delivered, chargedMicros } = chargeFor(deps, call, { good, source });
  const fetchedAt = fetchedAtMs === undefined ? undefined : formatTime(fetchedAtMs);
  const content = good.write(receiptOf(call, { delivered, chargedMicros, source }), fetchedAt);
  const ageSeconds = source === 'live' ? null : Math.floor(ageMs / 1_000);
  return { content, chargedMicros, delivered, source, ageSeconds };
}

/** What this answer costs by these terms: the share of the price that its source is worth. A dry run asks for the same figure. */
export function chargeFor(
  deps: CallDeps,
  { terms, path }: Pick<ReadCall, 'terms' | 'path'>,
  { good, source }: Pick<AnswerAtHand, 'good' | 'source'>,
): Pick<Bill, 'delivered' | 'chargedMicros'> {
  const factorOf = (of: string) => deps.settings().cacheFor(of).priceFactorMillionths;
  const { items, legs } = good.delivered;
  const delivered = legs === undefined ? { items } : { items, legs: chargeLegs(terms, legs, factorOf) };
  // Legs are reduced one by one.
  const factor = source === 'live' || legs !== undefined ? WHOLE_MILLIONTHS : factorOf(path);
  return { delivered, chargedMicros: shareOf(chargeOf(terms, delivered), factor) };
}

/** What a leg was charged is earned by the attempt that brought it. */
function earnings(attempts: readonly Attempt[], { legs }: Delivered): Attempt[] {
  return attempts.map((attempt) => {
    const leg = legs?.find(({ name }) => name === attempt.leg);
    return attempt.leg === undefined ? attempt : { ...attempt, earnedMicros: leg?.chargedMicros ?? ZERO };
  });
}

/** The answer itself is kept only for ids that the caller chose: nobody else can ask for it again. */
function stored({ requestIdChosen, terms }: ReadCall, { content, chargedMicros, delivered, source }: Bill) {
  const paid = { chargedMicros, source, answer: requestIdChosen ? content : null };
  const isOnePrice = terms.unit === 'call' && terms.free === undefined && terms.tier === undefined;
  return isOnePrice ? paid : { ...paid, delivered };
}

export function receiptOf(
  { requestId, quote, terms, trace }: ReadCall,
  { delivered, chargedMicros, source }: Omit<Bill, 'content' | 'ageSeconds'>,
): ReceiptFigures {
  return {
    requestId,
    ...chargeFigures(terms, delivered, chargedMicros),
    charged: formatMoney(chargedMicros),
    currency: quote.catalog.currency,
    catalogVersion: quote.catalog.version,
    source,
    ...(trace !== null && { traceId: trace.traceId }),
  };
}

export function answered(
  call: ReadCall,
  { content, chargedMicros, ageSeconds }: Bill,
  { balanceMicros, paidFrom, rate }: Pick<Answered, 'balanceMicros' | 'paidFrom' | 'rate'>,
): Answered {
  const facts = paidFrom === undefined ? { balanceMicros } : { balanceMicros, paidFrom };
  const deprecation = deprecationOf(call);
  return { kind: 'answered', content, chargedMicros, ...facts, rate, deprecation, ageSeconds };
}

/** Only after a pause longer than the hold's whole life; the money is back and the id may run again. */
function outlivedItsHold(): Failure {
  return failure('UPSTREAM_TIMEOUT', 'The call took too long. Nothing was charged.', {
    internal: 'the hold expired before it could be settled',
  });
}
