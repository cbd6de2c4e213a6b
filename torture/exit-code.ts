// The exit code of a run, and its reason. A violation always fails, and so does a round that could not be run. A vacuous run fails too,
// except in CI when its machine was too slow to meet everything: then it says so.

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

/** Exit code of a run without a violation in which some rounds could not be run: the machine was too slow to start a node, or nodes do not start. */
export const UNPLAYED_CODE = 3;

export interface Ending {
  code: 0 | 1 | typeof UNPLAYED_CODE;
  why: string;
}

/** No violation can show when no call was answered or no node was killed. */
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
