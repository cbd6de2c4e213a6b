// Answers "what would this call cost, and would it go through": it takes the steps of a call up to its hold, in the same sequence
// and by the same rules, and writes nothing. It costs nothing and counts as a free answer.
import { type Failure, isFailure } from '../../domain/failure.ts';
import { formatMoney, type Micros, ZERO } from '../../domain/money.ts';
import { type CallTerms, type ItemTerms, mostOf, type Terms } from '../../domain/prices/terms.ts';
import { orderNames } from '../../domain/provider-status.ts';
import { type AnswerAtHand, findFresh, findShared } from '../answers/answer-memory.ts';
import type { CallDeps } from '../call-deps.ts';
import type { Answered, LimitedFailure } from '../call-outcome.ts';
import { ledgerRefusal, openInput, stillRunning } from '../open.ts';
import type { ReadCall } from '../reading/read-call.ts';
import { refuseEarly } from '../refuse-early.ts';
import { chargeFor } from '../settle.ts';

/** Where the answer of the call would come from: a provider, memory, or the stored answer of its id. */
type Would = 'live' | 'cache' | 'replay';

interface Expected {
  would: Would;
  /** The tier of its price, or the prices of its legs; empty for a replay. */
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
  // With an answer from memory, the exact charge is known.
  const priceMicros =
    found === null || preview.isFree
      ? preview.priceMicros
      : chargeFor(deps, { path: call.path, terms }, found).chargedMicros;
  const asked = isAtHand ? [] : call.task.providers.map(({ provider }) => provider.name);
  const providers = deps.settings().showsProviders ? asked : orderNames(asked);
  const would = isAtHand ? 'cache' : 'live';
  return { would, parts: partsView(terms, preview.isFree), priceMicros, balanceMicros, providers };
}

/** A page after the last one costs nothing, whatever its terms, and claims nothing. */
function previewInput(deps: CallDeps, call: ReadCall): ReturnType<typeof openInput> {
  const input = openInput(deps, call);
  if (call.task.kind !== 'end') return input;
  const { terms: _, allowance: __, ...plain } = input;
  return { ...plain, requestId: '', priceMicros: ZERO };
}

/** Looks where the call would look before it asks a provider. */
async function findAtHand(deps: CallDeps, call: ReadCall): Promise<AnswerAtHand | null> {
  const found = findFresh(deps, call) ?? (deps.sharedCache && (await findShared(deps, call)));
  // An answer that another account brought would be told as live, so the dry run says live too.
  return found?.source === 'cache' ? found : null;
}

/** For one price its tier; for a search over many platforms the price of each. */
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

/** Absent until the ledger has chosen a tier, and for calls that an allowance covers. */
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
