// Reads the headers in which a caller limits or quotes the price of a call. Their values are checked in call/.
import type { IncomingHttpHeaders } from 'node:http';
import { NO_PRICE_HEADERS, type PriceHeader, type PriceHeaders } from '../call/reading/bounds.ts';

export function createPriceHeaders(serviceName: string): (headers: IncomingHttpHeaders) => PriceHeaders {
  const own = `x-${serviceName.toLowerCase()}`;
  const names = { maxPrice: `${own}-max-price`, quote: `${own}-quote` };
  return (headers) => {
    const maxPrice = read(headers, names.maxPrice);
    const quote = read(headers, names.quote);
    if (maxPrice === undefined && quote === undefined) return NO_PRICE_HEADERS;
    return { ...(maxPrice && { maxPrice }), ...(quote && { quote }) };
  };
}

/**
 * Node joins a header that was sent twice with a comma, which is neither an amount nor a quote, so it is refused
 * later.
 */
function read(headers: IncomingHttpHeaders, name: string): PriceHeader | undefined {
  const text = headers[name] as string | undefined;
  return text === undefined ? undefined : { name, text };
}
