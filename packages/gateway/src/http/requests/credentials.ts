// Reads the Authorization header of a request. It never logs or checks the value.
import type { IncomingMessage } from 'node:http';

/** The raw value; null when the header is absent or sent twice. Node itself would silently take the first of two. */
export function authorizationOf({ rawHeaders, headers }: IncomingMessage): string | null {
  let given = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 13 && name.toLowerCase() === 'authorization') given++;
  }
  return given === 1 ? (headers.authorization ?? null) : null;
}
