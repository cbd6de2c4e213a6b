// Owns what a planted bug is: a small change of the source, made in a copy alone, and the tests that must notice it. There
// is no switch for it in the program itself.

export interface Edit {
  /** Under packages/gateway/src. */
  file: string;
  /** Must be there exactly once, so that a change of the program cannot silently disarm the bug. */
  find: string;
  replace: string;
}

/** One test file, and the part of it that is meant to notice. */
export interface Watch {
  /** Under packages/gateway/src. */
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
  /** Tried in this order until one fails. */
  watches: Watch[];
}
