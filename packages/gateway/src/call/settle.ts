// Ends a call: a good answer is written and charged in one commit, anything else releases the hold. Only what `settle` returns
// after that commit may be sent as a success.
import { bytesIn, joinedBytes } from '../domain/answer.ts';
import type { Attempt, Source } from '../domain/call.ts';
import { formatTime } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { formatMoney, type Micros, shareOf, WHOLE_MILLIONTHS, ZERO } from '../domain/money.ts';
import { chargeFigures, chargeLegs, chargeOf, type Delivered } from '../domain/prices/terms.ts';
import { hasTiers } from '../domain/prices/tiered-terms.ts';
import { beginMemberSoon, CODED_BYTES_MIN } from '../domain/text/gzip-member.ts';
import type { ReceiptFigures } from '../operations/receipt.ts';
import { withFields } from '../operations/record-fields.ts';
import type { AnswerContent } from '../storage/storage.ts';
import { type AnswerAtHand, obtainedFrom } from './answers/answer-memory.ts';
import type { CallDeps } from './call-deps.ts';
import { type CallFacts, noteObtained, noteTime } from './call-facts.ts';
import type { Answered } from './call-outcome.ts';
import { type NotOpened, type Opened, open } from './open.ts';
import { deprecationOf } from './prices/price-book.ts';
import type { ReadCall } from './reading/read-call.ts';
import type { Good, Obtained } from './task.ts';

type ObtainedAnswer = Extract<Obtained, { kind: 'good' }>;
type Failed = Extract<Obtained, { kind: 'failed' }>;

/** An answer as it will be sent and stored, with its price. */
interface Bill {
  content: AnswerContent;
  chargedMicros: Micros;
  delivered: Delivered;
  source: Source;
  ageSeconds: number | null;
}

export function settle(
  deps: CallDeps,
  call: ReadCall,
  opened: Opened,
  obtained: ObtainedAnswer,
): Promise<Answered | Failure> {
  const held = asHeld(call, opened);
  const charge = (bill: Bill) => {
    const attempts = earnings(obtained.attempts, bill.delivered);
    const settling = deps.storage.calls.settle({ hold: opened.hold, attempts, ...stored(held, bill) });
    return settling.then((settled) => {
      if (settled.kind === 'lost' || isInVain(held, bill)) noteMissed(deps, call, obtained);
      if (settled.kind === 'lost') return outlivedItsHold();
      if (call.requestIdChosen) deps.freeAnswers.remember(opened.hold);
      return answered(call, bill, { ...settled, rate: opened.rate });
    });
  };
  const made = billFor(deps, held, obtained);
  return isCompressedOnce(held, made) ? compressed(made).then(charge) : charge(made);
}

/** A price per item, without a minimum, charges nothing where nothing was found. */
export function isInVain(
  { terms }: Pick<ReadCall, 'terms'>,
  { chargedMicros, delivered }: Pick<Bill, 'chargedMicros' | 'delivered'>,
): boolean {
  const hasPrice = terms.unit === 'item' && terms.unitPriceMicros > 0;
  return hasPrice && delivered.items === 0 && chargedMicros === 0;
}

/** Counts what providers answered for a call that ends uncharged all the same. What failed was counted when it did. */
export function noteMissed(
  { misses }: CallDeps,
  { holder }: Pick<ReadCall, 'holder'>,
  obtained: Obtained,
): void {
  if (obtained.kind === 'good') misses.note(holder.account.id, obtained.answered ?? 0);
}

/** The call with the terms that the ledger fixed for its hold. */
export function asHeld(call: ReadCall, { free, terms }: Opened): ReadCall {
  if (terms !== undefined) return { ...call, terms };
  return free === undefined ? call : { ...call, terms: { ...call.terms, free } };
}

/**
 * Whether a cached answer can be charged without a hold before it. That needs a price which is known now: an allowance or a tier
 * is decided by the ledger and printed in the receipt, so such a call is opened first. A call that is told as live is opened too:
 * it holds what a live call would, and its receipt looks the same.
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
  const made = billFor(deps, call, found);
  const bill = isCompressedOnce(call, made) ? await compressed(made) : made;
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
  const whole = good.write(receiptOf(call, { delivered, chargedMicros, source }), fetchedAt);
  const { fields } = call;
  const content = fields === undefined || whole.kind !== 'text' ? whole : withFields(whole, fields);
  const ageSeconds = source === 'live' ? null : Math.floor(ageMs / 1_000);
  return { content, chargedMicros, delivered, source, ageSeconds };
}

/** An answer that is both sent as gzip and stored as gzip is compressed before both. */
function isCompressedOnce({ requestIdChosen, takesGzip }: ReadCall, { content }: Bill): boolean {
  return takesGzip && requestIdChosen && content.kind === 'text' && bytesIn(content.head) >= CODED_BYTES_MIN;
}

async function compressed(bill: Bill): Promise<Bill> {
  const { content } = bill;
  if (content.kind !== 'text') return bill;
  return { ...bill, content: { ...content, begun: await beginMemberSoon(joinedBytes(content.head)) } };
}

/** What this answer costs by these terms: the share of the price that its source is worth. A dry run asks for the same figure. */
export function chargeFor(
  deps: CallDeps,
  { terms, path }: Pick<ReadCall, 'terms' | 'path'>,
  { good, source }: { good: Pick<Good, 'delivered'>; source: Source },
): Pick<Bill, 'delivered' | 'chargedMicros'> {
  const factorOf = (of: string) => deps.settings().cacheFor(of).priceFactorMillionths;
  const { items, legs } = good.delivered;
  const delivered = legs === undefined ? { items } : { items, legs: chargeLegs(terms, legs, factorOf) };
  // The share was applied to each leg already.
  const factor = source === 'live' || legs !== undefined ? WHOLE_MILLIONTHS : factorOf(path);
  return { delivered, chargedMicros: shareOf(chargeOf(terms, delivered), factor) };
}

/** The charge of a leg is recorded as the revenue of the attempt that brought it. */
function earnings(attempts: readonly Attempt[], { legs }: Delivered): Attempt[] {
  return attempts.map((attempt) => {
    const leg = legs?.find(({ name }) => name === attempt.leg);
    return attempt.leg === undefined ? attempt : { ...attempt, earnedMicros: leg?.chargedMicros ?? ZERO };
  });
}

/** The answer itself is stored only for ids that the caller chose: no other id can be replayed. */
export function stored(
  { requestIdChosen, terms }: Pick<ReadCall, 'requestIdChosen' | 'terms'>,
  {
    content,
    chargedMicros,
    delivered,
    source,
  }: Omit<Bill, 'content' | 'ageSeconds'> & { content: AnswerContent | null },
) {
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

/** Happens only after a pause longer than the hold's whole life. The hold was released, and the id may run again. */
function outlivedItsHold(): Failure {
  return failure('UPSTREAM_TIMEOUT', 'The call took too long. Nothing was charged.', {
    internal: 'the hold expired before it could be settled',
  });
}
