// The secrets of filled databases: key number n always has the same one, so that a million of them need not be stored. They only open
// databases of this benchmark.
import { hashSecret, makeSecret } from '../../packages/gateway/src/domain/access/key.ts';

/** Keys 0 to count - 1 of a fill. */
export interface SecretPlan {
  count: number;
}

const DIGITS = 62; // One character of a secret for each byte below this.

/** Well-formed, with its checksum: the number in base 62, padded with zeros at the end. */
export function secretOf(n: number): string {
  const bytes = Buffer.alloc(32);
  for (let rest = n, i = 0; rest > 0; rest = Math.floor(rest / DIGITS), i++) bytes[i] = rest % DIGITS;
  return makeSecret('rgk', (length) => bytes.subarray(0, length));
}

export const hashOf = (n: number): string => hashSecret(secretOf(n));
