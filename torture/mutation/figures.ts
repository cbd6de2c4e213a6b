// The figures of a sample, kept in the repository: for each area how many mutants were played, noticed and missed, and which were missed.
// Each part of a sample writes its own; a part that was interrupted goes on where it stopped. The run before is kept beside it, so that the
// next one tells what got worse. Equivalent mutants are kept with a reason: they are found again by their line of code, not its number.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
  /** `open`, the test that notices it now, or why it is equivalent. */
  answer: string;
}

interface Part {
  commit: string;
  played: number;
  noticed: Record<string, number>;
  tooSlow: number;
  missed: Missed[];
}

interface Run {
  seed: string;
  sample: number;
  parts: Record<string, Part>;
}

interface File {
  now: Run;
  before: { seed: string; commit: string; areas: Record<string, Counts> } | null;
}

export const OPEN = 'open';
const EQUIVALENT_MARK = 'equivalent: ';

export const nameOf = ({ file, what, text }: Mutant) => `${file} | ${what} | ${text}`;

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
  readonly #name: string;
  readonly #part: Part;
  readonly #run: { seed: string; sample: number };
  readonly #equivalent = readEquivalent();

  constructor(run: { seed: string; sample: number; part: number; parts: number }) {
    this.#run = { seed: run.seed, sample: run.sample };
    this.#name = `${run.part}/${run.parts}`;
    this.#part = this.#current().now.parts[this.#name] ?? emptyPart();
    this.#part.commit = commit();
  }

  /** So many of the part were played before. */
  get played(): number {
    return this.#part.played;
  }

  add(mutant: Mutant, { kind }: Verdict): void {
    this.#part.played++;
    const area = areaOf(mutant.file, mutant.what);
    if (kind === 'too slow') this.#part.tooSlow++;
    else if (kind !== 'survived') this.#part.noticed[area] = (this.#part.noticed[area] ?? 0) + 1;
    else this.#part.missed.push(this.#missed(mutant));
    const file = this.#current();
    file.now.parts[this.#name] = this.#part;
    write(file);
  }

  #missed(mutant: Mutant): Missed {
    const why = this.#equivalent.get(nameOf(mutant));
    const answer = why === undefined ? OPEN : EQUIVALENT_MARK + why;
    return { mutant: nameOf(mutant), line: mutant.line, answer };
  }

  /** The file; with another seed or sample the run that it holds becomes the one before. */
  #current(): File {
    const file = readFigures();
    if (file?.now.seed === this.#run.seed && file.now.sample === this.#run.sample) return file;
    const now = { ...this.#run, parts: {} };
    if (file === null) return { now, before: null };
    const last = Object.values(file.now.parts).at(-1);
    return { now, before: { seed: file.now.seed, commit: last?.commit ?? '', areas: countsOf(file.now) } };
  }
}

function emptyPart(): Part {
  return { commit: '', played: 0, noticed: {}, tooSlow: 0, missed: [] };
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

const commit = () => execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim();

/** Missed mutants that have no answer yet. */
export function openMutants(): string[] {
  const parts = Object.values(readFigures()?.now.parts ?? {});
  return parts
    .flatMap(({ missed }) => missed.filter(({ answer }) => answer === OPEN))
    .map(({ mutant }) => mutant);
}

/** Notes which test notices a mutant now. */
export function answer(mutant: string, by: string): void {
  const file = readFigures()!;
  for (const { missed } of Object.values(file.now.parts))
    for (const one of missed) if (one.mutant === mutant) one.answer = by;
  write(file);
}

/** Notes the reasons that equivalent.json gives. */
export function noteEquivalent(): void {
  for (const [mutant, why] of readEquivalent())
    if (openMutants().includes(mutant)) answer(mutant, EQUIVALENT_MARK + why);
}

export function countsOf({ parts }: Run): Record<string, Counts> {
  const counts: Record<string, Counts> = {};
  const of = (area: string) => (counts[area] ??= { noticed: 0, answered: 0, equivalent: 0, open: 0 });
  for (const { noticed, missed } of Object.values(parts)) {
    for (const [area, count] of Object.entries(noticed)) of(area).noticed += count;
    for (const one of missed) of(areaOfName(one.mutant))[stateOf(one)]++;
  }
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => a.localeCompare(b)));
}

function stateOf({ answer }: Missed): 'open' | 'equivalent' | 'answered' {
  if (answer === OPEN) return 'open';
  return answer.startsWith(EQUIVALENT_MARK) ? 'equivalent' : 'answered';
}
