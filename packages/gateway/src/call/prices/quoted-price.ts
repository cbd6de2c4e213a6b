// Which version of the price list a call is billed by: the one in force, or that of the quote which the caller sends. Only this
// file decides whether a quote holds.
import { utcMonth } from '../../domain/clock.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import { QUOTE_MS } from '../../domain/limits.ts';
import { actionPath } from '../../operations/index.ts';
import type { QuoteContent } from '../../operations/sealed-quote.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import type { CallDeps } from '../call-deps.ts';
import type { Bounds } from '../reading/bounds.ts';
import type { OperationTarget } from '../reading/operation-target.ts';
import type { PassTarget } from '../tasks/pass-task.ts';
import type { Quote } from './price-book.ts';

export interface CallPrices {
  /** null: the path has no price in that version, so it is not served. */
  priceOf(path: string): Quote | null;
  /** False: the quote no longer holds. Only an answer that was paid before may be given. */
  isQuoteGood: boolean;
}

interface QuoteBearer {
  holder: KeyHolder;
  requestIdChosen: boolean;
  bounds: Bounds;
}

export const invalidQuote = failure(
  'INVALID_QUOTE',
  'This quote is not for your account and this path, or it has expired. Request a new one, or send none to pay the current price.',
);

/**
 * A quote may name a version that another node published a moment ago. Only a quote that this gateway sealed makes the node look
 * for new versions, so forged quotes cannot keep it busy.
 */
export async function refreshCatalogForQuote(
  { quotes, priceBook }: CallDeps,
  { holder, bounds }: QuoteBearer,
  target: OperationTarget | PassTarget,
): Promise<void> {
  const quoted = quotes.open(bounds.quote ?? '', { accountId: holder.account.id, path: pathOf(target) });
  if (quoted !== null && !priceBook.knows(quoted.catalogVersion)) await priceBook.refresh();
}

function pathOf(target: OperationTarget | PassTarget): string {
  if (target.kind === 'pass') return target.route.path;
  return actionPath(target.group, target.platform, target.called.name);
}

/** A call with an id that the caller chose goes on with a bad quote, because its answer may be stored already. */
export function pricesFor(deps: CallDeps, caller: QuoteBearer, path: string): CallPrices | Failure {
  const { priceBook } = deps;
  const accountId = caller.holder.account.id;
  const ofNow = (of: string) => priceBook.quote(of, accountId);
  if (caller.bounds.quote === null) return { priceOf: ofNow, isQuoteGood: true };
  const quoted = openQuote(deps, caller, path);
  if (quoted !== null)
    return {
      priceOf: (of) => asQuoted(priceBook.quoteOf(quoted.catalogVersion, of, accountId), quoted),
      isQuoteGood: true,
    };
  return caller.requestIdChosen ? { priceOf: ofNow, isQuoteGood: false } : invalidQuote;
}

/** null for a quote of another account or path, an expired one, or one of a version that was never published. */
function openQuote(
  { priceBook, quotes, clock }: CallDeps,
  { holder, bounds }: QuoteBearer,
  path: string,
): QuoteContent | null {
  const quoted = quotes.open(bounds.quote ?? '', { accountId: holder.account.id, path });
  if (quoted === null || quoted.validUntilMs < clock.nowMs()) return null;
  return priceBook.knows(quoted.catalogVersion) ? quoted : null;
}

/**
 * Uses the tier count of the month in which the quote was given. That count only grows, so the call never costs more than quoted,
 * also after the month has changed.
 */
function asQuoted(quote: Quote | null, { validUntilMs }: QuoteContent): Quote | null {
  if (quote?.tiers === undefined) return quote;
  return { ...quote, tiers: { ...quote.tiers, month: utcMonth(validUntilMs - QUOTE_MS) } };
}
