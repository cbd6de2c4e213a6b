// Owns the end of a call: a good answer is written down and charged in one commit, anything else gives the hold back.
// Only what `settle` returns after that commit may be sent as a success.
import { fillPattern } from '../domain/catalog.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { formatMoney, type Micros, ZERO } from '../domain/money.ts';
import type { AnswerContent } from '../storage/storage.ts';
import type { CallDeps } from './call-deps.ts';
import type { Dispatched } from './dispatch.ts';
import type { Opened } from './open.ts';
import type { ReadCall } from './read-call.ts';
import type { Answered } from './run-call.ts';
import type { Receipt } from './task.ts';

type Good = Extract<Dispatched, { kind: 'good' }>;
type Failed = Extract<Dispatched, { kind: 'failed' }>;

export async function settle(
  deps: CallDeps,
  call: ReadCall,
  opened: Opened,
  { good, attempts }: Good,
): Promise<Answered | Failure> {
  const chargedMicros = call.quote.unitPriceMicros;
  const answer = good.write(receiptOf(call, chargedMicros));
  const settled = await deps.storage.calls.settle({
    hold: opened.hold,
    chargedMicros,
    source: 'live',
    attempts,
    answer: call.requestIdChosen ? answer : null,
  });
  if (settled.kind === 'lost') return outlivedItsHold();
  return answered(call, answer, { chargedMicros, balanceMicros: settled.balanceMicros, rate: opened.rate });
}

export async function release(deps: CallDeps, opened: Opened, work: Failed): Promise<Failure> {
  const { failure: reason, attempts } = work;
  await deps.storage.calls.release({ hold: opened.hold, failureCode: reason.code, attempts });
  return reason;
}

/** An answer that costs nothing claims nothing either. */
export async function answerFree(
  deps: CallDeps,
  call: ReadCall,
  write: (receipt: Receipt) => AnswerContent,
): Promise<Answered> {
  const account = await deps.storage.accounts.find({ idOrName: call.holder.account.id });
  const balanceMicros = account?.balanceMicros ?? ZERO;
  return answered(call, write(receiptOf(call, ZERO)), { chargedMicros: ZERO, balanceMicros, rate: null });
}

function receiptOf({ requestId, quote }: ReadCall, chargedMicros: Micros): Receipt {
  return {
    requestId,
    unitPrice: formatMoney(quote.unitPriceMicros),
    charged: formatMoney(chargedMicros),
    currency: quote.catalog.currency,
    catalogVersion: quote.catalog.version,
  };
}

function answered(
  call: ReadCall,
  content: AnswerContent,
  paid: Pick<Answered, 'chargedMicros' | 'balanceMicros' | 'rate'>,
): Answered {
  return { kind: 'answered', content, ...paid, deprecation: deprecationOf(call), ageSeconds: null };
}

export function deprecationOf({ quote, path }: ReadCall): Answered['deprecation'] {
  if (!quote.rule.deprecated) return null;
  const { sunsetAtMs, successor: pattern } = quote.rule;
  const successor = pattern === null ? null : fillPattern(pattern, path);
  return { deprecatedAtMs: quote.catalog.effectiveFromMs, sunsetAtMs, successor };
}

/** Only after a pause longer than the hold's whole life; the money is back and the id may run again. */
function outlivedItsHold(): Failure {
  return failure('UPSTREAM_TIMEOUT', 'The call took too long. Nothing was charged.', {
    internal: 'the hold expired before it could be settled',
  });
}
