// Numbers that look random and are the same in every run: for long histories whose course is compared with a digest.

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
