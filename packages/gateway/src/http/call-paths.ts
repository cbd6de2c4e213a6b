// Tells which URLs are those of billed calls: operations and mounts, with any method.
import { GROUPS } from '../domain/key.ts';

const CALL_PATHS = GROUPS.map((group) => `/api/${group}/`);

export function isCall(url: string): boolean {
  return CALL_PATHS.some((path) => url.startsWith(path));
}
