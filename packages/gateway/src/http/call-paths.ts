// Tells which URLs are those of billed calls: operations and mounts, with any method.
import { GROUPS } from '../domain/key.ts';

const CALL_PATHS = GROUPS.map((group) => `/api/${group}/`);

export function isCall(url: string): boolean {
  return CALL_PATHS.some((path) => url.startsWith(path));
}

/** What a repeated request must not make twice. */
const MADE_ONCE = ['/api/collections/v1', '/api/watches/v1'];

/** Whether `Idempotency-Key` is read as the request id. */
export function takesIdempotencyKey(url: string): boolean {
  return isCall(url) || MADE_ONCE.some((path) => url.startsWith(path));
}
