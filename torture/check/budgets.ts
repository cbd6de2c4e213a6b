// Owns the invariants of caps and complaints: a running sum is what its calls were charged and never above its cap, a call has one
// complaint, and a complaint has exactly its refund entry.
import type { Ledger } from '../ledger.ts';
import { groupBy } from './evidence.ts';
import type { Findings } from './verdict.ts';

export function checkBudgets(found: Findings, ledger: Ledger): void {
  checkTotals(found, ledger);
  checkComplaints(found, ledger);
}

/** M9: what is held counts as well, so a cap is never passed, not even for a moment. */
function checkTotals(found: Findings, ledger: Ledger): void {
  const byKey = groupBy(ledger.calls, ({ keyId }) => keyId);
  const byProject = groupBy(ledger.calls, ({ projectId }) => projectId);
  for (const { scope, id, cap, sum } of ledger.totals) {
    const calls = (scope === 'key' ? byKey : byProject).get(id) ?? [];
    const charged = calls.reduce((total, call) => total + call.charged, 0);
    const held = calls.filter(({ state }) => state === 'held').reduce((total, { price }) => total + price, 0);
    found.expect('M9', sum === charged, () => `${scope} sums to ${sum}, its calls to ${charged}`, id);
    const isWithin = cap === null || charged + held <= cap;
    found.expect(
      'M9',
      isWithin,
      () => `${scope} spent ${charged} and holds ${held} under a cap of ${cap}`,
      id,
    );
  }
}

/** M10: one complaint for a call, one entry for a refunded one, none above the charge, no refund that nobody complained for. */
function checkComplaints(found: Findings, ledger: Ledger): void {
  const calls = new Map(ledger.calls.map((call) => [call.seq, call]));
  const refunds = groupBy(
    ledger.entries.filter(({ kind }) => kind === 'refund'),
    ({ reference }) => reference,
  );
  for (const [seq, about] of groupBy(ledger.complaints, ({ callSeq }) => callSeq)) {
    found.expect('M10', about.length === 1, () => `${about.length} complaints about call ${seq}`);
  }
  for (const { id, callSeq, accountId, state, refunded } of ledger.complaints) {
    const call = calls.get(callSeq);
    const isOwn = call?.state === 'settled' && call.accountId === accountId;
    found.expect('M10', isOwn, () => `is about a call that is ${call?.state}`, id);
    found.expect(
      'M10',
      refunded <= (call?.charged ?? 0),
      () => `${refunded} of ${call?.charged} given back`,
      id,
    );
    const own = refunds.get(`complaint:${id}`) ?? [];
    const isPaid = own.length === 1 && own[0]!.amount === refunded && own[0]!.callSeq === callSeq;
    found.expect(
      'M10',
      state === 'refunded' ? isPaid : own.length === 0 && refunded === 0,
      () => `${state} with ${own.length} refund entries of ${own.map(({ amount }) => amount).join(', ')}`,
      id,
    );
  }
  const known = new Set(ledger.complaints.map(({ id }) => `complaint:${id}`));
  for (const { id, reference } of ledger.entries.filter(({ kind }) => kind === 'refund')) {
    found.expect('M10', known.has(reference ?? ''), () => `refund ${id} is for no complaint`);
  }
}
