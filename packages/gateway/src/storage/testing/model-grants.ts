// A simple model of grants that both databases must agree with, in a few lines per rule. It shares no code with the backends.

interface ModelGrant {
  id: string;
  left: number;
  priority: number;
  expiresAtMs: number | null;
  createdAtMs: number;
}

export class ModelGrants {
  readonly all: ModelGrant[] = [];

  get left(): number {
    return this.all.reduce((sum, grant) => sum + grant.left, 0);
  }

  give(grant: ModelGrant): void {
    this.all.push(grant);
    this.all.sort(
      (a, b) =>
        a.priority - b.priority ||
        Math.min(a.expiresAtMs ?? 1e15, 1e15) - Math.min(b.expiresAtMs ?? 1e15, 1e15) ||
        a.createdAtMs - b.createdAtMs ||
        a.id.localeCompare(b.id),
    );
  }

  /** Takes from the first grant first; returns what was taken from each, by grant id. */
  take(amount: number): Map<string, number> {
    const taken = new Map<string, number>();
    for (const grant of this.all) {
      const part = Math.min(grant.left, amount);
      amount -= part;
      grant.left -= part;
      if (part > 0) taken.set(grant.id, part);
    }
    return taken;
  }

  /** Gives back to grants that paid and have not expired, the last one first. */
  giveBack(amount: number, paid: Map<string, number>, nowMs: number): void {
    for (const grant of this.all.toReversed()) {
      const part = Math.min(amount, paid.get(grant.id) ?? 0);
      if (part === 0 || (grant.expiresAtMs !== null && grant.expiresAtMs <= nowMs)) continue;
      amount -= part;
      grant.left += part;
      paid.set(grant.id, paid.get(grant.id)! - part);
    }
  }

  /** What each expired grant loses. */
  lapse(held: number, nowMs: number): number[] {
    const due = this.all.filter(
      ({ expiresAtMs, left }) => expiresAtMs !== null && expiresAtMs <= nowMs && left > held,
    );
    return due.map((grant) => {
      const lost = grant.left - held;
      grant.left = held;
      return lost;
    });
  }
}
