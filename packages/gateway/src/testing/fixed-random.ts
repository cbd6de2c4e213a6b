// Randomness that is the same in every run.
import { createHash } from 'node:crypto';
import type { RandomBytes } from '../domain/clock.ts';

const BLOCK_BYTES = 32;

/** Bytes that follow from the text of each block. */
function hashed(count: number, textOf: (block: number) => string): Buffer {
  const blocks = Array.from({ length: Math.ceil(count / BLOCK_BYTES) }, (_, block) =>
    createHash('sha256').update(textOf(block)).digest(),
  );
  return Buffer.concat(blocks).subarray(0, count);
}

/** Each draw follows from the number of draws before it. */
export function countedBytes(): RandomBytes {
  let drawn = 0;
  return (count) => hashed(count, () => `drawn ${drawn++}`);
}

/** Each draw follows from the number of draws of its length, so draws of different lengths may come in any sequence. */
export function numberedRandom(): RandomBytes {
  const drawn = new Map<number, number>();
  return (count) => {
    const number = (drawn.get(count) ?? 0) + 1;
    drawn.set(count, number);
    return hashed(count, (block) => `${count} ${number} ${block}`);
  };
}

/** Numbers that look random and are the same in every run: for long histories whose course is compared with a digest. */
interface Draw {
  /** A whole number from 0 up to, and without, `below`. */
  below(below: number): number;
  one<T>(all: readonly T[]): T;
}

/** A generator by George Marsaglia (xorshift, 32 bits). */
export function createFixedDraw(seed: number): Draw {
  let state = seed;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const draw: Draw = {
    below: (below) => next() % below,
    one: (all) => all[draw.below(all.length)]!,
  };
  return draw;
}
