// Which texts are valid request ids: visible ASCII, so that an id needs no escaping in a header, a log line or a database.
import { REQUEST_ID_BYTES_MAX } from './limits.ts';

/** As JSON Schema and OpenAPI write it. */
export const REQUEST_ID_PATTERN = '^[!-~]+$';

const VISIBLE = /^[!-~]+$/;

export function isRequestId(text: string): boolean {
  return text.length <= REQUEST_ID_BYTES_MAX && VISIBLE.test(text);
}
