// Owns which texts may be the id of a request: visible ASCII, so that an id can stand in a header, a log line and every database
// without escaping. Whoever takes an id from outside asks here; who makes one is elsewhere.
import { REQUEST_ID_BYTES_MAX } from './limits.ts';

/** As JSON Schema and OpenAPI write it. */
export const REQUEST_ID_PATTERN = '^[!-~]+$';

const VISIBLE = /^[!-~]+$/;

export function isRequestId(text: string): boolean {
  return text.length <= REQUEST_ID_BYTES_MAX && VISIBLE.test(text);
}
