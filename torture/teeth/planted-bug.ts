// The type of a planted bug: a small change of the source, made only in a copy, and the tests that must notice it. The program itself has
// no switch for it.

export interface Edit {
  /** Relative to packages/gateway/src. */
  file: string;
  /** Must occur exactly once, so that a change of the program cannot silently disarm the bug. */
  find: string;
  replace: string;
}

/** One test file, and the tests in it that should notice. */
export interface Watch {
  /** Relative to packages/gateway/src. */
  file: string;
  /** A pattern for names of tests. */
  tests: string;
}

export interface PlantedBug {
  /** Bugs of one kind share a number. */
  number: number;
  name: string;
  /** The promise that it breaks. */
  breaks: string;
  edits: Edit[];
  /** Tried in this sequence until one fails. */
  watches: Watch[];
}
