// Reads `Idempotency-Key`, the name that many services and libraries use for what is the request id here. Its draft standard makes it a
// string of RFC 8941, in double quotes; most callers send the bare text. Both mean the same key.

export const IDEMPOTENCY_KEY = 'idempotency-key';

/** A string of RFC 8941: visible ASCII and spaces, with quotes and backslashes escaped by a backslash. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

/** null for a value that starts with a quote but is not a valid string. */
export function readIdempotencyKey(value: string): string | null {
  if (!value.startsWith('"')) return value;
  return QUOTED.exec(value)?.[1]?.replace(/\\(["\\])/g, '$1') ?? null;
}
