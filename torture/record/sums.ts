// Sums of the record, against what it should reach in the end. Pure.
import type { Counts, Recorded } from './record.ts';

/** What the record should reach, added up over all commits. */
export const TARGETS = { calls: 3_000_000, kills: 2_000, databaseRestarts: 150, failOvers: 50 } as const;
export type Target = keyof typeof TARGETS;

/** What callers are promised, and the invariants that judge it. */
const PROMISES: Readonly<Record<string, RegExp>> = {
  'money is exact': /^(M\d+|B\d+|Y\d+|P\d|R1|D3|D11|Q1|W3|G[1-3])$/,
  'nothing is delivered twice': /^(G4|W1|E[1-3])$/,
  'nothing private is delivered': /^X\d+$/,
};

/** Parts of the workload that were added over time, and an invariant that has facts only if they were played. */
const PARTS: Readonly<Record<string, string>> = {
  'card payments and disputes': 'Y1',
  'collections and watches': 'G1',
  transcripts: 'T1',
  'private records': 'X1',
};

export interface Sums {
  runs: number;
  rounds: number;
  unplayed: number;
  reached: Record<Target, number>;
  /** Calls with a good answer. The others were refused, or their answers were lost. */
  answered: number;
  terminations: number;
  facts: Record<string, number>;
  violations: Record<string, number>;
}

export function sumsOf(runs: readonly Recorded[]): Sums {
  const faults = added(runs.map((run) => run.faults));
  return {
    runs: runs.length,
    rounds: total(runs.map((run) => run.rounds)),
    unplayed: total(runs.map((run) => run.unplayed)),
    reached: {
      calls: total(runs.map((run) => run.calls.calls ?? 0)),
      kills: faults.kills ?? 0,
      databaseRestarts: faults.databaseRestarts ?? 0,
      failOvers: faults.failOvers ?? 0,
    },
    answered: total(runs.map((run) => run.calls.ok ?? 0)),
    terminations: faults.terminations ?? 0,
    facts: added(runs.map((run) => run.facts)),
    violations: added(runs.map((run) => run.violations)),
  };
}

const total = (list: readonly number[]): number => list.reduce((sum, each) => sum + each, 0);

function added(list: readonly Counts[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const counts of list)
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** Facts and violations of each promise. */
export function judged({
  facts,
  violations,
}: Sums): { promise: string; facts: number; violations: number }[] {
  const count = (counts: Counts, names: RegExp) =>
    total(Object.entries(counts).flatMap(([name, each]) => (names.test(name) ? [each] : [])));
  return Object.entries(PROMISES).map(([promise, names]) => ({
    promise,
    facts: count(facts, names),
    violations: count(violations, names),
  }));
}

/** Violations that belong to no promise of PROMISES: time, memory, and other limits of rounds. */
export function otherViolations({ violations }: Sums): Record<string, number> {
  const isPromised = (name: string) => Object.values(PROMISES).some((names) => names.test(name));
  return Object.fromEntries(Object.entries(violations).filter(([name]) => !isPromised(name)));
}

/** The runs that played a part of the workload, by part. */
export function byPart(runs: readonly Recorded[]): Map<string, Recorded[]> {
  return new Map(
    Object.entries(PARTS).map(([part, name]) => [part, runs.filter(({ facts }) => (facts[name] ?? 0) > 0)]),
  );
}
