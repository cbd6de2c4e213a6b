// Answers "what would this call cost, and would it go through": the way of a call up to its hold, in the same order and by the
// same rules, of which nothing is written down. It costs nothing and counts as a free answer.
import { type Failure, isFailure } from '../../domain/failure.ts';
import { formatMoney, type Micros, ZERO } from '../../domain/money.ts';
import { orderNames } from '../../domain/provider-names.ts';
import { type CallTerms, type ItemTerms, mostOf, type Terms } from '../../domain/terms.ts';
import { type AnswerAtHand, findFresh, findShared } from '../answers/answer-memory.ts';
import type { CallDeps } from '../call-deps.ts';
import type { Answered, LimitedFailure } from '../call-outcome.ts';
import { ledgerRefusal, openInput, stillRunning } from '../open.ts';
import type { ReadCall } from '../reading/read-call.ts';
import { refuseEarly } from '../refuse-early.ts';
import { chargeFor } from '../settle.ts';

/** What the call would be answered with: a provider's answer, one at hand, or the stored one of its id. */
type Would = 'live' | 'cache' | 'replay';

interface Expected {
  would: Would;
  /** The tier of its price, or the prices of its legs; nothing for a replay. */
  parts: object;
  priceMicros: Micros;
  balanceMicros: Micros;
  providers: readonly string[];
}

export async function dryRun(deps: CallDeps, call: ReadCall): Promise<Answered | LimitedFailure> {
  const place = deps.freeAnswers.take(call.holder.account.id);
  if (isFailure(place)) return place;
  const expected = await expect(deps, call).catch((error) => {
    place.leave();
    throw error;
  });
  if (isFailure(expected)) {
    place.leave();
    return expected;
  }
  return { ...answerOf(call, expected), free: place.rate, whenSent: place.leave };
}

async function expect(deps: CallDeps, call: ReadCall): Promise<Expected | Failure> {
  const isEnd = call.task.kind === 'end';
  const found = isEnd ? null : await findAtHand(deps, call);
  const isAtHand = isEnd || found !== null;
  const busy = isAtHand ? null : refuseEarly(deps, call);
  if (busy !== null) return busy;
  const input = previewInput(deps, call);
  const preview = await deps.storage.calls.preview(input);
  if (preview.kind === 'running') return stillRunning(deps, input);
  if (preview.kind === 'replays') {
    const { balanceMicros } = preview;
    return { would: 'replay', parts: {}, priceMicros: ZERO, balanceMicros, providers: [] };
  }
  if (preview.kind !== 'opens') return ledgerRefusal(preview, input);
  const { balanceMicros, terms = call.terms } = preview;
  // An answer at hand is known, so its charge is too.
  const priceMicros =
    found === null || preview.isFree
      ? preview.priceMicros
      : chargeFor(deps, { path: call.path, terms }, found).chargedMicros;
  const asked = isAtHand ? [] : call.task.providers.map(({ provider }) => provider.name);
  const providers = deps.settings().showsProviders ? asked : orderNames(asked);
  const would = isAtHand ? 'cache' : 'live';
  return { would, parts: partsView(terms, preview.isFree), priceMicros, balanceMicros, providers };
}

/** A page behind the last one costs nothing, whatever its terms, and claims nothing. */
function previewInput(deps: CallDeps, call: ReadCall): ReturnType<typeof openInput> {
  const input = openInput(deps, call);
  if (call.task.kind !== 'end') return input;
  const { terms: _, allowance: __, ...plain } = input;
  return { ...plain, requestId: '', priceMicros: ZERO };
}

/** Where the call would look before it asks a provider. */
async function findAtHand(deps: CallDeps, call: ReadCall): Promise<AnswerAtHand | null> {
  const found = findFresh(deps, call) ?? (deps.sharedCache && (await findShared(deps, call)));
  // What another account brought is told as a live answer, and would be.
  return found?.source === 'cache' ? found : null;
}

/** Of one price its tier; of a search over many platforms the price of each. */
function partsView(terms: Terms, isFree: boolean): object {
  if (terms.unit !== 'leg') return tierView(terms);
  const legs = terms.legs.map(({ name, terms: own }) => ({
    platform: name,
    unit: own.unit,
    price: formatMoney(isFree ? ZERO : mostOf(own)),
    ...tierView(own),
  }));
  return { legs };
}

/** Before the ledger has chosen one there is none, and what an allowance covers is in none. */
const tierView = ({ tier }: CallTerms | ItemTerms) => (tier === undefined ? {} : { tier: tier.from });

function answerOf({ requestId, quote, terms }: ReadCall, expected: Expected): Answered {
  const { would, priceMicros, balanceMicros, providers } = expected;
  const said = {
    request_id: requestId,
    dry_run: true,
    unit: terms.unit,
    price: formatMoney(priceMicros),
    ...expected.parts,
    currency: quote.catalog.currency,
    catalog_version: quote.catalog.version,
    would,
    balance_after: formatMoney((balanceMicros - priceMicros) as Micros),
    providers,
  };
  // The balance becomes the last field.
  const head = [`${JSON.stringify(said).slice(0, -1)},"balance":"`];
  return {
    kind: 'answered',
    content: { kind: 'text', head, tail: '"}' },
    chargedMicros: ZERO,
    balanceMicros,
    rate: null,
    deprecation: null,
    ageSeconds: null,
  };
}
