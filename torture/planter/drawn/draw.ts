// Draws the sample from the seed. An area counts by the square root of its mutants: a large area has more of the sample than a small one,
// and a small one still has some.
import { diceOf } from '../../seed.ts';
import type { Mutant } from './mutants.ts';
import { areaOf } from './targets.ts';

/** All mutants in the sequence in which they are drawn: in each area first one of every module, then a second of every module, and so on. */
export function drawn(mutants: readonly Mutant[], seed: string, perModuleMax = Infinity): Mutant[] {
  const shuffled = diceOf('mutants', seed).shuffle(mutants);
  const byArea = Map.groupBy(shuffled, ({ file, what }) => areaOf(file, what));
  const areas = [...byArea.values()].map((list) => ({ list: inTurns(list, perModuleMax), taken: 0 }));
  const sequence: Mutant[] = [];
  for (;;) {
    const open = areas.filter(({ list, taken }) => taken < list.length);
    if (open.length === 0) return sequence;
    const next = open.reduce((a, b) => (turnOf(b) < turnOf(a) ? b : a));
    sequence.push(next.list[next.taken++]!);
  }
}

function inTurns(shuffled: readonly Mutant[], perModuleMax: number): Mutant[] {
  const counts = new Map<string, number>();
  const numbered = shuffled.map((mutant) => {
    const turn = counts.get(mutant.file) ?? 0;
    counts.set(mutant.file, turn + 1);
    return { mutant, turn };
  });
  const few = numbered.filter(({ turn }) => turn < perModuleMax);
  return few.toSorted((a, b) => a.turn - b.turn).map(({ mutant }) => mutant);
}

/** The area with the lowest is next. */
const turnOf = ({ list, taken }: { list: Mutant[]; taken: number }) => (taken + 0.5) / Math.sqrt(list.length);
