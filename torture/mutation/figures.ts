// The figures of a sample, kept in the repository: for each area how many mutants were played, noticed and missed, and which were missed.
// A part that was interrupted goes on where it stopped. The run before is kept beside it, so that the next one tells what got worse. Equivalent mutants are kept with a reason: they are found again by their line of code, not its number.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commit, testsAreThoseOf } from './history.ts';
import type { Verdict } from './judge.ts';
import type { Mutant } from './mutants.ts';
import { areaOf } from './targets.ts';

const FIGURES = path.join(import.meta.dirname, 'figures.json');
const EQUIVALENT = path.join(import.meta.dirname, 'equivalent.json');

/** What is known of an area. A missed mutant is answered (a test was added that notices it), equivalent, or open. */
export interface Counts {
  noticed: number;
  answered: number;
  equivalent: number;
  open: number;
}

export interface Missed {
  mutant: string;
  /** The line at the time; it is not compared. */
  line: number;
  /** When it was played. */
  commit: string;
  /** `open`, the test that notices it now, or why it is equivalent. */
  answer: string;
}

/** One letter for each mutant of an area in the sample, in the sequence of the draw. */
const LETTERS = { 'not played': '.', noticed: 'n', hung: 'h', survived: 's', 'too slow': 't' } as const;

interface Run {
  seed: string;
  sample: number;
  /** At which mutants were played last. */
  commit: string;
  /** Of the names of the sample. Other code gives another sample, whose letters would stand for other mutants. */
  digest: string;
  areas: Record<string, string>;
  missed: Missed[];
}

interface File {
  now: Run;
  before: { seed: string; commit: string; areas: Record<string, Counts> } | null;
}

export const OPEN = 'open';
const EQUIVALENT_MARK = 'equivalent: ';

export const nameOf = ({ file, what, text }: Mutant) => `${file} | ${what} | ${text}`;

function digestOf(sample: readonly Mutant[]): string {
  return createHash('sha256').update(sample.map(nameOf).join('\n')).digest('base64url').slice(0, 16);
}

function areaOfName(name: string): string {
  const [file, what] = name.split(' | ') as [string, string];
  return areaOf(file, what);
}

/** Why a mutant changes nothing that anyone could see, by its name. */
export function readEquivalent(): Map<string, string> {
  const listed = JSON.parse(readFileSync(EQUIVALENT, 'utf8')) as { mutant: string; why: string }[];
  return new Map(listed.map(({ mutant, why }) => [mutant, why]));
}

export class Figures {
  readonly #sample: readonly Mutant[];
  readonly #run: { seed: string; sample: number; digest: string };
  readonly #equivalent = readEquivalent();

  constructor(run: { seed: string; sample: number }, sample: readonly Mutant[]) {
    this.#run = { seed: run.seed, sample: run.sample, digest: digestOf(sample) };
    this.#sample = sample;
  }

  isPlayed(mutant: Mutant): boolean {
    const { area, at } = this.#placeOf(mutant);
    return this.#current().now.areas[area]![at] !== LETTERS['not played'];
  }

  add(mutant: Mutant, { kind }: Verdict): void {
    const file = this.#current();
    const { area, at } = this.#placeOf(mutant);
    const letters = file.now.areas[area]!;
    file.now.areas[area] = letters.slice(0, at) + LETTERS[kind] + letters.slice(at + 1);
    file.now.commit = commit;
    if (kind === 'survived') file.now.missed.push(this.#missed(mutant));
    write(file);
  }

  #placeOf(mutant: Mutant): { area: string; at: number } {
    const area = areaOf(mutant.file, mutant.what);
    return { area, at: this.#sample.filter((one) => areaOf(one.file, one.what) === area).indexOf(mutant) };
  }

  #missed(mutant: Mutant): Missed {
    const why = this.#equivalent.get(nameOf(mutant));
    const answer = why === undefined ? OPEN : EQUIVALENT_MARK + why;
    return { mutant: nameOf(mutant), line: mutant.line, commit, answer };
  }

  /** The file; with another seed or sample the run that it holds becomes the one before. */
  #current(): File {
    const file = readFigures();
    if (file?.now.digest === this.#run.digest) return file;
    if (file?.now.seed === this.#run.seed && file.now.sample === this.#run.sample)
      throw new Error(
        `the code gives another sample now: check out ${file.now.commit}, or choose a new seed`,
      );
    const now = { ...this.#run, commit, areas: this.#unplayed(), missed: [] };
    if (file === null) return { now, before: null };
    return { now, before: { seed: file.now.seed, commit: file.now.commit, areas: countsOf(file.now) } };
  }

  #unplayed(): Record<string, string> {
    const byArea = Map.groupBy(this.#sample, ({ file, what }) => areaOf(file, what));
    const areas = [...byArea].toSorted(([a], [b]) => a.localeCompare(b));
    return Object.fromEntries(areas.map(([area, list]) => [area, LETTERS['not played'].repeat(list.length)]));
  }
}

export function readFigures(): File | null {
  try {
    return JSON.parse(readFileSync(FIGURES, 'utf8')) as File;
  } catch {
    return null;
  }
}

function write(file: File): void {
  writeFileSync(FIGURES, `${JSON.stringify(file, null, 2)}\n`);
}

/** Missed mutants that have no answer yet. Two of one module may have the same name: the one nearest to the line is meant. */
export function openMutants(all: readonly Mutant[]): Mutant[] {
  const open = readFigures()!.now.missed.filter(({ answer }) => answer === OPEN);
  return open.flatMap(({ mutant, line }) => {
    const off = (one: Mutant) => Math.abs(one.line - line);
    return all.filter((one) => nameOf(one) === mutant).toSorted((a, b) => off(a) - off(b))[0] ?? [];
  });
}

/** Notes what notices a mutant now. If the tests are those of the commit at which it was missed, they were only not asked: it was noticed. */
export function settle(mutant: Mutant, { by }: Verdict): void {
  const file = readFigures()!;
  const one = file.now.missed.find(({ mutant: name }) => name === nameOf(mutant))!;
  if (testsAreThoseOf(one.commit)) {
    const area = areaOf(mutant.file, mutant.what);
    file.now.areas[area] = file.now.areas[area]!.replace(LETTERS.survived, LETTERS.noticed);
    file.now.missed = file.now.missed.filter((other) => other !== one);
  } else one.answer = by;
  write(file);
}

/** Notes the reasons that equivalent.json gives. */
export function noteEquivalent(): void {
  const file = readFigures()!;
  const reasons = readEquivalent();
  for (const one of file.now.missed) {
    const why = reasons.get(one.mutant);
    if (why !== undefined) one.answer = EQUIVALENT_MARK + why;
  }
  write(file);
}

export function countsOf({ areas, missed }: Run): Record<string, Counts> {
  return Object.fromEntries(
    Object.entries(areas).map(([area, letters]) => [area, countsIn(area, letters, missed)]),
  );
}

function countsIn(area: string, letters: string, missed: readonly Missed[]): Counts {
  const states = missed.filter(({ mutant }) => areaOfName(mutant) === area).map(stateOf);
  const count = (state: string) => states.filter((one) => one === state).length;
  const noticed = [...letters].filter(
    (letter) => letter === LETTERS.noticed || letter === LETTERS.hung,
  ).length;
  return { noticed, answered: count('answered'), equivalent: count('equivalent'), open: count('open') };
}

/** How many of the sample have been played, and how many of these without a verdict. */
export function playedOf({ areas }: Run): { played: number; tooSlow: number } {
  const letters = Object.values(areas).join('');
  const without = (letter: string) => letters.replaceAll(letter, '').length;
  return { played: without(LETTERS['not played']), tooSlow: letters.length - without(LETTERS['too slow']) };
}

function stateOf({ answer }: Missed): 'open' | 'equivalent' | 'answered' {
  if (answer === OPEN) return 'open';
  return answer.startsWith(EQUIVALENT_MARK) ? 'equivalent' : 'answered';
}
