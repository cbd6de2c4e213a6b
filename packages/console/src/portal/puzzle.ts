// The puzzle of a sign-up: counts up until the hash begins with enough zeros. Takes a second or two of a processor, so pages call it
// through solve-beside.ts. The browser's own SHA-256 is asynchronous, ten times slower in a loop, and missing where a page is not served
// over https.
import { sha256 } from '@noble/hashes/sha2.js';
import type { SignupPuzzle } from '../api/api-types.ts';

/** Four hundred times what a puzzle of the gateway needs (18 bits): one that asks for more has no answer here. */
const TRIES_MAX = 100_000_000;

export function solve(
  { challenge, bits }: Pick<SignupPuzzle, 'challenge' | 'bits'>,
  triesMax = TRIES_MAX,
): string {
  const text = new TextEncoder();
  const begun = sha256.create().update(text.encode(`${challenge}:`));
  for (let n = 0; n < triesMax; n++) {
    const digest = begun
      .clone()
      .update(text.encode(String(n)))
      .digest();
    if (new DataView(digest.buffer, digest.byteOffset).getUint32(0) >>> (32 - bits) === 0) return String(n);
  }
  throw new Error('the puzzle has no answer');
}
