// Randomness. Everything random in a run is drawn from one seed, and every part draws under its own name, so that one part never changes
// what another part draws. It must never read a clock or the system's own randomness.
import { createHash } from 'node:crypto';

export interface Dice {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to n - 1. */
  int(n: number): number;
  between(low: number, high: number): number;
  chance(p: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  weighted<T extends string>(weights: Record<T, number>): T;
}

/** The same names always give the same dice. */
export function diceOf(...names: (string | number)[]): Dice {
  const next = smallFastCounter(createHash('sha256').update(names.join('/')).digest());
  const dice: Dice = {
    next,
    int: (n) => Math.floor(next() * n),
    between: (low, high) => low + next() * (high - low),
    chance: (p) => next() < p,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    shuffle: (list) => shuffle(list, next),
    weighted: (weights) => weighted(weights, next),
  };
  return dice;
}

/** sfc32: a small, good generator with 128 bits of state. */
function smallFastCounter(state: Buffer): () => number {
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => state.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  return () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  };
}

function shuffle<T>(list: readonly T[], next: () => number): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}

function weighted<T extends string>(weights: Record<T, number>, next: () => number): T {
  const rows = Object.entries<number>(weights);
  let at = next() * rows.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of rows) {
    at -= weight;
    if (at < 0) return name as T;
  }
  return rows.at(-1)![0] as T;
}

/** Zipf distribution: the first of n is the most frequent, so that calls compete for few accounts. Returns the index. */
export function zipf(dice: Dice, n: number, exponent = 1.1): number {
  const weights = Array.from({ length: n }, (_, i) => 1 / (i + 1) ** exponent);
  let at = dice.next() * weights.reduce((sum, weight) => sum + weight, 0);
  return Math.max(
    0,
    weights.findIndex((weight) => {
      at -= weight;
      return at < 0;
    }),
  );
}
