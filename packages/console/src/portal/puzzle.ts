// Solves the proof of work of a sign-up: counts up until the hash begins with enough zero bits. It takes one or two seconds of CPU time, so
// pages run it in a worker (solve-in-worker.ts). Not with the browser's SHA-256: that is asynchronous, ten times slower in a loop, and missing
// on pages served over plain http.
import { sha256 } from '@noble/hashes/sha2.js';
import type { SignupPuzzle } from '../api/api-types.ts';

/** Four hundred times the attempts that the gateway's puzzles (18 bits) need. Harder puzzles are not solved. */
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
