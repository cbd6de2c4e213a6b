// The report on mutants: a line for each, the share that was noticed in each folder, and the survivors at the end.
import type { Verdict } from './judge.ts';
import type { Mutant } from './mutants.ts';
import { areaOf } from './targets.ts';

export class Tally {
  readonly #judged: { mutant: Mutant; verdict: Verdict }[] = [];

  add(mutant: Mutant, verdict: Verdict): void {
    if (verdict.kind !== 'too slow') this.#judged.push({ mutant, verdict });
    console.log(`${verdict.kind} ${describe(mutant)}  ${verdict.by}`);
  }

  get percent(): number {
    return shareOf(this.#judged);
  }

  summary(): string {
    const survivors = this.#judged.filter(isSurvivor).map(({ mutant }) => `  ${describe(mutant)}`);
    const folders = Map.groupBy(this.#judged, ({ mutant }) => areaOf(mutant.file, mutant.what));
    const rows = [...folders].map(([folder, judged]) => `  ${folder}: ${lineOf(judged)}`);
    const total = `mutants noticed: ${lineOf(this.#judged)}`;
    return ['survivors:', ...survivors, 'by folder:', ...rows, total].join('\n');
  }
}

type Judged = { mutant: Mutant; verdict: Verdict };

const isSurvivor = ({ verdict }: Judged) => verdict.kind === 'survived';

function shareOf(judged: readonly Judged[]): number {
  return judged.length === 0 ? 0 : (100 * judged.filter((one) => !isSurvivor(one)).length) / judged.length;
}

function lineOf(judged: readonly Judged[]): string {
  const noticed = judged.filter((one) => !isSurvivor(one)).length;
  return `${noticed} of ${judged.length} (${shareOf(judged).toFixed(1)} %)`;
}

function describe({ file, line, what, text }: Mutant): string {
  return `${file}:${line} ${what} | ${text}`;
}
