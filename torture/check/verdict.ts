// Owns what a check has to say: violations with the ids they are about, and how many facts each invariant was held
// against, so that an invariant that nothing exercised cannot pass for one that holds.
export interface Violation {
  invariant: string;
  detail: string;
  ids: string[];
}

export interface Verdict {
  /** The first of each invariant; `counts` has them all. */
  violations: Violation[];
  counts: Record<string, number>;
  /** Facts looked at, by invariant. */
  facts: Record<string, number>;
  /** Operation and outcome → how often. */
  coverage: Record<string, number>;
}

/** Enough to see a pattern in them. */
const SHOWN_PER_INVARIANT = 20;

export class Findings {
  readonly violations: Violation[] = [];
  readonly counts: Record<string, number> = {};
  readonly facts: Record<string, number> = {};

  /** One fact: it holds, or it is a violation. */
  expect(invariant: string, holds: boolean, detail: () => string, ...ids: (string | undefined)[]): void {
    this.facts[invariant] = (this.facts[invariant] ?? 0) + 1;
    if (holds) return;
    const count = (this.counts[invariant] ?? 0) + 1;
    this.counts[invariant] = count;
    if (count > SHOWN_PER_INVARIANT) return;
    this.violations.push({ invariant, detail: detail(), ids: ids.filter((id) => id !== undefined) });
  }
}
