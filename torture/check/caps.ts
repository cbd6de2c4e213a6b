// Invariants of caps: charges and holds never exceed a cap at any moment, a running sum equals the charges of its calls, and a refusal
// names an existing cap.
import type { Ledger, LedgerBudget, LedgerCall } from '../ledger.ts';
import { type Case, groupBy, isOk, microsOf } from './evidence.ts';
import type { Findings } from './verdict.ts';

/** M9: holds count too, so a cap is never exceeded, not even for a moment. */
export function checkBudgets(found: Findings, ledger: Ledger): void {
  const byKey = groupBy(ledger.calls, ({ keyId }) => keyId);
  const byProject = groupBy(ledger.calls, ({ projectId }) => projectId);
  for (const budget of ledger.budgets) {
    const calls = (budget.scope === 'key' ? byKey : byProject).get(budget.id) ?? [];
    checkCaps(found, budget, calls);
    checkSums(found, budget, calls);
  }
}

function checkCaps(found: Findings, { scope, id, caps }: LedgerBudget, calls: readonly LedgerCall[]): void {
  const spends = { day: largest(calls, 10), month: largest(calls, 7), total: spentOf(calls) };
  for (const window of ['day', 'month', 'total'] as const) {
    const [cap, spent] = [caps[window], spends[window]];
    if (cap === null) continue;
    const seen = () => `${scope} was charged and holds ${spent} under a cap of ${cap} (${window})`;
    found.expect('M9', spent <= cap, seen, id);
  }
  const { call: cap } = caps;
  if (cap === null) return;
  for (const { price, requestId } of calls)
    found.expect('M9', price <= cap, () => `held ${price}, a call may cost ${cap}`, id, requestId);
}

/** Charged, and held right now. */
function spentOf(calls: readonly LedgerCall[]): number {
  return calls.reduce((sum, { state, price, charged }) => sum + (state === 'held' ? price : charged), 0);
}

/** The largest sum of a day, or of a month. A hold counts at least for the day on which it was opened. */
function largest(calls: readonly LedgerCall[], dayChars: number): number {
  const byTime = groupBy(calls, ({ openedOn, endedOn }) => (endedOn ?? openedOn).slice(0, dayChars));
  return Math.max(0, ...[...byTime.values()].map(spentOf));
}

/** A project always has a running sum; a key has one if it has a total cap. */
function checkSums(found: Findings, budget: LedgerBudget, calls: readonly LedgerCall[]): void {
  const { scope, id, caps, sums } = budget;
  const chargedIn = (time: string) =>
    calls.filter(({ endedOn }) => endedOn?.startsWith(time)).reduce((sum, { charged }) => sum + charged, 0);
  const charged = chargedIn('');
  if (sums === null) {
    const needsNone = scope === 'key' && caps.total === null;
    // A project that was never charged has no row yet.
    const isUnused = scope === 'project' && charged === 0;
    found.expect('M9', needsNone || isUnused, () => `${scope} has no running sum for ${charged}`, id);
    return;
  }
  const due = [chargedIn(sums.day || 'never'), chargedIn(sums.month || 'never'), charged];
  const there = [sums.dayMicros, sums.monthMicros, sums.total];
  found.expect('M9', due.join() === there.join(), () => `${scope} sums to ${there}, its calls to ${due}`, id);
}

/** M9: caps are those that were requested, and a refusal names one of them, with consistent sums. */
export function checkCapWords(found: Findings, { operations, evidence: { ledger } }: Case): void {
  const budgets = new Map(ledger.budgets.map((budget) => [budget.id, budget]));
  for (const { begin, end } of operations.filter(isOk)) {
    if (begin.budget === undefined) continue;
    const { window, capMicros } = begin.budget;
    const id = end?.project ?? end?.key ?? '';
    const cap = budgets.get(id)?.caps[window as keyof LedgerBudget['caps']];
    found.expect('M9', cap === capMicros, () => `made with a cap of ${capMicros}, has ${cap}`, id);
  }
  for (const { begin, end } of operations) {
    if (end?.code !== 'SPEND_CAP_REACHED') continue;
    const [limit, spent, left] = [end.cap?.limit, end.cap?.spent, end.cap?.left].map(microsOf);
    const isWhole = limit != null && spent != null && left != null && spent + left === limit;
    const isCapped = begin.op === 'capped' || begin.op === 'exact_cap';
    const seen = () =>
      `refused by a cap of ${end.cap?.limit}: ${end.cap?.spent} spent, ${end.cap?.left} left`;
    found.expect('M9', isWhole && isCapped, seen, begin.key, begin.id);
  }
}
