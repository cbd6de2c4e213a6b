// What became of each planted bug, kept in the repository: figures.jsonl has a line for each. A bug that was played once is not played again,
// until its text changes. What a test notices that came later is an answer: the share that was noticed when planted does not rise by it.
// Of bugs that have left the repository only the counts of their set stay.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Bug, fingerprintOf } from './bug.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const FIGURES = path.join(import.meta.dirname, 'figures.jsonl');
const EQUIVALENT = path.join(import.meta.dirname, 'equivalent.json');
/** Tests, what they share, and the rules of the linter. */
const TESTS = [
  ...[':(glob)**/*.test.ts', ':(glob)**/*.contract.ts', ':(glob)**/testing/**', ':(glob)**/*.told'],
  ...['vitest.*.ts', 'packages/client-python/tests', 'packages/console/journeys', '.oxlintrc.json'],
];

export interface Played {
  set: string;
  id: string;
  kind: string;
  /** Of the bug as it was played. */
  fingerprint: string;
  /** When it was played. */
  commit: string;
  noticedBy: string | null;
  /** By a test that was added, or changed, since then. */
  answeredBy: string | null;
}

export const STATES = ['noticed', 'answered', 'equivalent', 'missed'] as const;
/** `equivalent`: it changes nothing that anyone could see, for a reason that equivalent.json gives. */
export type State = (typeof STATES)[number];

/** Of the bugs of a set that have left. */
export type Left = { set: string } & Record<State, number>;

/** Of the repository; another one for the tests of this. */
interface Repository {
  commit: string;
  testsAreThoseOf: (since: string) => boolean;
}

function repository(): Repository {
  // At the start, when the copy is made: tests that are committed during the run were not asked.
  const args = ['rev-parse', '--short=10', 'HEAD'];
  const commit = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const isSame = (since: string) =>
    spawnSync('git', ['diff', '--quiet', since, '--', ...TESTS], { cwd: ROOT }).status === 0;
  return { commit, testsAreThoseOf: (since) => since === commit || isSame(since) };
}

const listed = JSON.parse(readFileSync(EQUIVALENT, 'utf8')) as { id: string; why: string }[];
const equivalent = new Set(listed.map(({ id }) => id));

export class Figures {
  readonly #file: string;
  readonly #repository: Repository;

  constructor(file = FIGURES, known: Repository = repository()) {
    this.#file = file;
    this.#repository = known;
  }

  played(): Played[] {
    return this.#lines().filter((line) => 'id' in line);
  }

  left(): Left[] {
    return this.#lines().filter((line): line is Left => !('id' in line));
  }

  /** Null: it was not played, or its text has changed since. */
  stateOf(bug: Bug): State | null {
    const played = this.#of(bug);
    return played?.fingerprint === fingerprintOf(bug) ? stateOf(played) : null;
  }

  missed(bug: Bug): void {
    if (this.stateOf(bug) === null) this.#keep(bug, { noticedBy: null, answeredBy: null });
  }

  /** If the tests are those of the commit at which the bug was missed, they were only not asked: it was noticed. */
  noticed(bug: Bug, by: string): void {
    const before = this.stateOf(bug) === null ? undefined : this.#of(bug);
    const isAnswer = before !== undefined && !this.#repository.testsAreThoseOf(before.commit);
    this.#keep(bug, isAnswer ? { noticedBy: null, answeredBy: by } : { noticedBy: by, answeredBy: null });
  }

  /** Counts what is over, and keeps single lines only of what no test notices yet and is still there. */
  fold(isOver: (played: Played) => boolean): void {
    const over = this.played().filter(isOver);
    const sums = new Map(this.left().map((left) => [left.set, left]));
    for (const played of over) {
      const { set } = played;
      const sum = sums.get(set) ?? { set, noticed: 0, answered: 0, equivalent: 0, missed: 0 };
      const state = stateOf(played);
      sums.set(set, { ...sum, [state]: sum[state] + 1 });
    }
    const oldestFirst = [...sums.values()].toSorted((a, b) => (a.set < b.set ? -1 : 1));
    this.#write([...oldestFirst, ...this.played().filter((played) => !isOver(played))]);
  }

  #of(bug: Bug): Played | undefined {
    return this.played().find(({ set, id }) => set === bug.set && id === bug.id);
  }

  /** The commit stays that of the first time. */
  #keep(bug: Bug, by: Pick<Played, 'noticedBy' | 'answeredBy'>): void {
    const { set, id, kind } = bug;
    const commit = (this.stateOf(bug) && this.#of(bug)?.commit) ?? this.#repository.commit;
    const line = { set, id, kind, fingerprint: fingerprintOf(bug), commit, ...by };
    const others = this.#lines().filter((one) => !('id' in one && one.set === set && one.id === id));
    this.#write([...others, line]);
  }

  #lines(): (Played | Left)[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Played | Left);
  }

  #write(lines: readonly (Played | Left)[]): void {
    writeFileSync(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

export function stateOf({ id, noticedBy, answeredBy }: Played): State {
  if (noticedBy !== null) return 'noticed';
  if (answeredBy !== null) return 'answered';
  return equivalent.has(id) ? 'equivalent' : 'missed';
}
