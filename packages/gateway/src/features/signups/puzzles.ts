// Proof of work for a sign-up without an invite: find a number whose hash, together with the challenge, starts with enough zero bits. It
// takes a person's browser a second, and hours for ten thousand accounts. The challenge is authenticated with the service secret and bound
// to a network, so nothing is stored until it is used.
import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock, RandomBytes } from '../../domain/clock.ts';
import type { Puzzles } from '../../verb/deps.ts';

/** About 262,000 hashes: a second in a browser, two on an old phone. */
export const PUZZLE_BITS = 18;
/** Long enough to fill in a form. */
export const PUZZLE_MS = 10 * 60_000;
const RANDOM_BYTES = 12;
const FORM = /^([\w-]{16})\.([0-9a-z]{1,10})\.([\w-]{43})$/;

export function createPuzzles(secret: Uint8Array, clock: Clock, random: RandomBytes): Puzzles {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'reelgate puzzle v1', 32));
  const sealOf = (head: string, network: string) =>
    createHmac('sha256', key).update(`${head} ${network}`).digest('base64url');
  return {
    give(network) {
      const expiresAtMs = clock.nowMs() + PUZZLE_MS;
      const head = `${Buffer.from(random(RANDOM_BYTES)).toString('base64url')}.${expiresAtMs.toString(36)}`;
      return { challenge: `${head}.${sealOf(head, network)}`, bits: PUZZLE_BITS, expiresAtMs };
    },
    solved(challenge, answer, network) {
      const [, name, until, seal] = FORM.exec(challenge) ?? [];
      if (name === undefined || until === undefined || seal === undefined) return null;
      if (Number.parseInt(until, 36) <= clock.nowMs()) return null;
      const own = sealOf(`${name}.${until}`, network);
      if (!timingSafeEqual(Buffer.from(own), Buffer.from(seal))) return null;
      return beginsWithZeros(hash('sha256', `${challenge}:${answer}`, 'buffer'), PUZZLE_BITS) ? name : null;
    },
  };
}

function beginsWithZeros(digest: Uint8Array, bits: number): boolean {
  const first = new DataView(digest.buffer, digest.byteOffset).getUint32(0);
  return first >>> (32 - bits) === 0;
}
