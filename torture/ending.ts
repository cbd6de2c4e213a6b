// Owns how a run ends: the exit code, and why. A violation always fails, and so does a round that could not be played. A vacuous run
// fails as well, except in CI when its machine was too slow to meet everything: there it is said, and counts for what it met.

/** One storage of a run, all its rounds together. */
export interface Reached {
  storage: string;
  answered: number;
  kills: number;
}

export interface Ended {
  isCi: boolean;
  violations: number;
  unplayed: number;
  /** Pairs of operation and outcome that the run never met. */
  missing: readonly string[];
  reached: readonly Reached[];
}

/** Of a run without a violation whose rounds could not all be played: a machine was too slow to start a node, or nodes do not start. */
export const UNPLAYED_CODE = 3;

export interface Ending {
  code: 0 | 1 | typeof UNPLAYED_CODE;
  why: string;
}

/** Nothing bad can be seen where nothing was answered or nothing was killed. */
const isEmpty = ({ answered, kills }: Reached): boolean => answered === 0 || kills === 0;

export function endingOf({ isCi, violations, unplayed, missing, reached }: Ended): Ending {
  if (violations > 0) return { code: 1, why: `violations: ${violations}` };
  if (unplayed > 0) return { code: UNPLAYED_CODE, why: `rounds that could not be played: ${unplayed}` };
  const empty = reached.filter((each) => isCi && isEmpty(each)).map(({ storage }) => storage);
  if (empty.length > 0) return { code: 1, why: `nothing was reached on ${empty.join(' and ')}` };
  if (missing.length === 0) return { code: 0, why: 'no violation' };
  const why = `never met ${missing.join(', ')}`;
  if (!isCi) return { code: 1, why: `vacuous: ${why}` };
  return { code: 0, why: `no violation, but a slow machine: ${why}` };
}
