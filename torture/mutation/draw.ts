// Draws the sample from the seed. An area counts by the square root of its mutants: a large area has more of the sample than a small one,
// and a small one still has some.
import { diceOf } from '../seed.ts';
import type { Mutant } from './mutants.ts';
import { areaOf } from './targets.ts';

/** All mutants, at most one of a line, in the sequence in which they are drawn. */
export function drawn(mutants: readonly Mutant[], seed: string): Mutant[] {
  const shuffled = diceOf('mutants', seed).shuffle(mutants);
  const ofLines = [...new Map(shuffled.map((one) => [`${one.file}:${one.line}`, one])).values()];
  const areas = [...Map.groupBy(ofLines, ({ file, what }) => areaOf(file, what)).values()].map((list) => ({
    list,
    taken: 0,
  }));
  const sequence: Mutant[] = [];
  while (sequence.length < ofLines.length) {
    const open = areas.filter(({ list, taken }) => taken < list.length);
    const next = open.reduce((a, b) => (turnOf(b) < turnOf(a) ? b : a));
    sequence.push(next.list[next.taken++]!);
  }
  return sequence;
}

/** The area with the lowest is next. */
const turnOf = ({ list, taken }: { list: Mutant[]; taken: number }) => (taken + 0.5) / Math.sqrt(list.length);

/** Every n-th of the sequence, so that each part has a bit of every area. */
export function partOf<T>(sequence: readonly T[], { part, parts }: { part: number; parts: number }): T[] {
  return sequence.filter((_, i) => i % parts === part - 1);
}
