// Owns the names of the headers in which a caller speaks of the price of a call. What they say is judged in call/.
import type { IncomingHttpHeaders } from 'node:http';
import type { PriceHeaders } from '../call/bounds.ts';

const NONE: PriceHeaders = {};

export function createPriceHeaders(serviceName: string): (headers: IncomingHttpHeaders) => PriceHeaders {
  const name = `x-${serviceName.toLowerCase()}-max-price`;
  return (headers) => {
    // Node joins a header that came twice with a comma: twice is no amount.
    const text = headers[name] as string | undefined;
    return text === undefined ? NONE : { maxPrice: { name, text } };
  };
}
