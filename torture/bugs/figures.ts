// What became of each planted bug, kept in the repository. A bug that is played once is not played again, until its text changes. What a test
// notices that came later is an answer: the share that was noticed when the bugs were planted does not rise by it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commit, testsAreThoseOf } from '../mutation/history.ts';
import type { Verdict } from '../mutation/judge.ts';
import { type Bug, fingerprintOf } from './planted.ts';

const FIGURES = path.join(import.meta.dirname, 'figures.json');

export interface Played {
  /** Of the bug as it was played. */
  fingerprint: string;
  /** When it was played. */
  commit: string;
  noticedBy: string | null;
  /** By a test that was added, or changed, since then. */
  answeredBy: string | null;
}

export type State = 'not played' | 'noticed' | 'answered' | 'missed';

/** Of the repository; another one for the tests of this. */
interface Repository {
  commit: string;
  testsAreThoseOf: (since: string) => boolean;
}

export class Figures {
  readonly #file: string;
  readonly #repository: Repository;

  constructor(file = FIGURES, repository: Repository = { commit, testsAreThoseOf }) {
    this.#file = file;
    this.#repository = repository;
  }

  of(bug: Bug): Played | null {
    const played = this.#read()[bug.id];
    return played?.fingerprint === fingerprintOf(bug) ? played : null;
  }

  stateOf(bug: Bug): State {
    const played = this.of(bug);
    if (played === null) return 'not played';
    if (played.noticedBy !== null) return 'noticed';
    return played.answeredBy === null ? 'missed' : 'answered';
  }

  missed(bug: Bug): void {
    if (this.of(bug) === null) this.#keep(bug, { noticedBy: null, answeredBy: null });
  }

  /** If the tests are those of the commit at which the bug was missed, they were only not asked: it was noticed. */
  noticed(bug: Bug, verdict: Verdict): void {
    const before = this.of(bug);
    const isAnswer = before !== null && !this.#repository.testsAreThoseOf(before.commit);
    const { by } = verdict;
    this.#keep(bug, isAnswer ? { noticedBy: null, answeredBy: by } : { noticedBy: by, answeredBy: null });
  }

  /** The commit stays that of the first time. */
  #keep(bug: Bug, by: Pick<Played, 'noticedBy' | 'answeredBy'>): void {
    const first = this.of(bug)?.commit ?? this.#repository.commit;
    const all = { ...this.#read(), [bug.id]: { fingerprint: fingerprintOf(bug), commit: first, ...by } };
    writeFileSync(this.#file, `${JSON.stringify(all, null, 2)}\n`);
  }

  #read(): Record<string, Played> {
    if (!existsSync(this.#file)) return {};
    return JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, Played>;
  }
}
