// The result of a check: violations with the ids they are about, and how many facts each invariant was checked against. So an invariant
// that was never exercised cannot pass as one that holds.
export interface Violation {
  invariant: string;
  detail: string;
  ids: string[];
}

export interface Verdict {
  /** The first violations of each invariant; `counts` has the number of all. */
  violations: Violation[];
  counts: Record<string, number>;
  /** Number of facts checked, by invariant. */
  facts: Record<string, number>;
  /** Operation and outcome → how often. */
  coverage: Record<string, number>;
}

/** Enough to see a pattern. */
const SHOWN_PER_INVARIANT = 20;

export class Findings {
  readonly violations: Violation[] = [];
  readonly counts: Record<string, number> = {};
  readonly facts: Record<string, number> = {};

  /** Checks one fact: it holds, or it is a violation. */
  expect(invariant: string, holds: boolean, detail: () => string, ...ids: (string | undefined)[]): void {
    this.facts[invariant] = (this.facts[invariant] ?? 0) + 1;
    if (holds) return;
    const count = (this.counts[invariant] ?? 0) + 1;
    this.counts[invariant] = count;
    if (count > SHOWN_PER_INVARIANT) return;
    this.violations.push({ invariant, detail: detail(), ids: ids.filter((id) => id !== undefined) });
  }
}
