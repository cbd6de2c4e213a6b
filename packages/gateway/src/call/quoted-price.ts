// Owns which version of the price list a call is billed by: the one in force, or that of the quote which the caller sends. Whether a quote
// holds is judged here and nowhere else. It writes nothing.
import { type Failure, failure } from '../domain/failure.ts';
import type { KeyHolder } from '../storage/storage.ts';
import type { Bounds } from './bounds.ts';
import type { CallDeps } from './call-deps.ts';
import type { Quote } from './price-book.ts';

export interface CallPrices {
  /** null: the path has no price in that version, so it is not served. */
  priceOf(path: string): Quote | null;
  /** False: the caller sent a quote that buys nothing. Only an answer that was paid before may be given. */
  isQuoteGood: boolean;
}

interface Asker {
  holder: KeyHolder;
  requestIdChosen: boolean;
  bounds: Bounds;
}

export const invalidQuote = failure(
  'INVALID_QUOTE',
  'Send a quote as it was given to your account for this path, within its time, or none for the price of now.',
);

/** An id that the caller chose goes on with a bad quote, because its answer may be stored already. */
export function pricesFor(deps: CallDeps, asker: Asker, path: string): CallPrices | Failure {
  const { priceBook } = deps;
  const accountId = asker.holder.account.id;
  const ofNow = (of: string) => priceBook.quote(of, accountId);
  if (asker.bounds.quote === null) return { priceOf: ofNow, isQuoteGood: true };
  const version = toldVersion(deps, asker, path);
  if (version !== null)
    return { priceOf: (of) => priceBook.quoteOf(version, of, accountId), isQuoteGood: true };
  return asker.requestIdChosen ? { priceOf: ofNow, isQuoteGood: false } : invalidQuote;
}

/** null for a quote that is not of this account and path, is past its time, or is of a version that nobody published. */
function toldVersion(
  { priceBook, quotes, clock }: CallDeps,
  { holder, bounds }: Asker,
  path: string,
): number | null {
  const told = quotes.open(bounds.quote ?? '', { accountId: holder.account.id, path });
  if (told === null || told.validUntilMs < clock.nowMs()) return null;
  return priceBook.knows(told.catalogVersion) ? told.catalogVersion : null;
}
