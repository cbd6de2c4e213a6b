// Invariants of money: conservation, no negative balance, append-only entries, one end per hold, no leaked hold, top-ups once, exact
// numbers, usage that matches the ledger, and an actor for everything.
import type { Ledger, LedgerEntry } from '../ledger.ts';
import { checkBudgets } from './caps.ts';
import { checkComplaints } from './complaints.ts';
import { checkEvents } from './events.ts';
import { type Case, groupBy, isOk, isUnknown } from './evidence.ts';
import { disputeOf, isByCard } from './payments.ts';
import { checkTerms } from './terms.ts';
import type { Findings } from './verdict.ts';

/** The actor of the gateway itself, on an empty database. */
const FIRST_START = 'first-start';

export function checkMoney(found: Findings, kase: Case): void {
  const { ledger, checkpoints } = kase.evidence;
  for (const each of [...checkpoints, ledger]) {
    checkFold(found, each);
    checkResolutions(found, each);
    checkTerms(found, each);
    checkUsage(found, each);
    checkActors(found, each);
    checkBudgets(found, each);
    checkComplaints(found, each);
    checkEvents(found, each);
    checkNothingHeld(found, each);
  }
  for (const earlier of checkpoints) checkPrefix(found, earlier, ledger);
  checkTopUps(found, kase);
}

/** M1, M2, M3, M8: the entries of an account are numbered 1, 2, 3 and add up to its balance, never below zero. */
function checkFold(found: Findings, ledger: Ledger): void {
  const byAccount = groupBy(ledger.entries, ({ accountId }) => accountId);
  const heldCalls = groupBy(
    ledger.calls.filter(({ state }) => state === 'held'),
    ({ accountId }) => accountId,
  );
  for (const account of ledger.accounts) {
    const entries = [...(byAccount.get(account.id) ?? [])].sort((a, b) => a.seq - b.seq);
    const sum = foldEntries(found, account.name, entries);
    found.expect(
      'M1',
      sum === account.balance && entries.length === account.entrySeq,
      () => `balance ${account.balance} but ${entries.length} entries sum to ${sum} (${ledger.taken})`,
      account.name,
    );
    const open = (heldCalls.get(account.id) ?? []).reduce((total, { price }) => total + price, 0);
    found.expect(
      'M1',
      open === account.held,
      () => `held ${account.held} but open calls hold ${open} (${ledger.taken})`,
      account.name,
    );
    found.expect(
      'M2',
      account.held >= 0 && account.balance - account.held >= 0,
      () => `balance ${account.balance}, held ${account.held} (${ledger.taken})`,
      account.name,
    );
  }
}

function foldEntries(found: Findings, account: string, entries: readonly LedgerEntry[]): number {
  let sum = 0;
  let lastId = 0;
  for (const [i, entry] of entries.entries()) {
    sum += entry.amount;
    const at = () => `entry ${entry.seq} of ${account}`;
    found.expect(
      'M1',
      entry.balanceAfter === sum,
      () => `${at()} says ${entry.balanceAfter}, fold is ${sum}`,
    );
    found.expect('M2', entry.balanceAfter >= 0 && sum >= 0, () => `${at()} leaves ${sum}`);
    found.expect(
      'M3',
      entry.seq === i + 1 && entry.id > lastId,
      () => `${at()} (id ${entry.id}) is out of order`,
    );
    found.expect('M8', Number.isSafeInteger(entry.amount), () => `${at()} is not a whole number`);
    lastId = entry.id;
  }
  return sum;
}

/** M3: an entry never changes after it was written. */
function checkPrefix(found: Findings, earlier: Ledger, later: Ledger): void {
  const entries = new Map(later.entries.map((entry) => [entry.id, JSON.stringify(entry)]));
  for (const entry of earlier.entries) {
    found.expect(
      'M3',
      entries.get(entry.id) === JSON.stringify(entry),
      () => `entry ${entry.id} was changed or lost after a checkpoint`,
      entry.accountId,
    );
  }
  const calls = new Map(later.calls.map((call) => [call.seq, call]));
  for (const call of earlier.calls.filter(({ state }) => state === 'settled')) {
    found.expect(
      'M3',
      JSON.stringify(calls.get(call.seq)) === JSON.stringify(call),
      () => 'a settled call was changed after a checkpoint',
      call.requestId,
    );
  }
}

/** M4, M5: a settled call has exactly one charge, and any other has none. */
function checkResolutions(found: Findings, ledger: Ledger): void {
  const charges = groupBy(
    ledger.entries.filter(({ kind }) => kind === 'charge'),
    ({ callSeq }) => callSeq,
  );
  for (const call of ledger.calls) {
    const own = charges.get(call.seq) ?? [];
    const isRight =
      call.state === 'settled'
        ? own.length === 1 && own[0]!.amount === -call.charged && own[0]!.accountId === call.accountId
        : own.length === 0 && call.charged === 0;
    found.expect(
      'M4',
      isRight,
      () =>
        `${call.state} call with ${own.length} charges of ${own.map(({ amount }) => amount).join(', ') || 'nothing'}, ` +
        `charged ${call.charged}`,
      call.requestId,
    );
    found.expect(
      'M5',
      call.charged <= call.price,
      () => `charged ${call.charged} above the hold of ${call.price}`,
      call.requestId,
    );
  }
  const known = new Set(ledger.calls.map(({ seq }) => seq));
  for (const entry of ledger.entries.filter(({ kind }) => kind === 'charge')) {
    found.expect('M4', known.has(entry.callSeq ?? -1), () => `charge ${entry.id} belongs to no call`);
  }
}

/** D4: usage counts exactly the charges, by account, key and path. */
function checkUsage(found: Findings, ledger: Ledger): void {
  const calls = new Map(ledger.calls.map((call) => [call.seq, call]));
  const expected = new Map<string, { calls: number; charged: number }>();
  for (const entry of ledger.entries.filter(({ kind }) => kind === 'charge')) {
    const call = calls.get(entry.callSeq ?? -1);
    const name = `${entry.accountId} ${call?.keyId} ${call?.path}`;
    const sum = expected.get(name) ?? { calls: 0, charged: 0 };
    expected.set(name, { calls: sum.calls + 1, charged: sum.charged - entry.amount });
  }
  const usage = new Map(ledger.usage.map((row) => [`${row.accountId} ${row.keyId} ${row.path}`, row]));
  for (const name of new Set([...expected.keys(), ...usage.keys()])) {
    const due = expected.get(name) ?? { calls: 0, charged: 0 };
    const row = usage.get(name) ?? { calls: 0, charged: 0 };
    found.expect(
      'D4',
      due.calls === row.calls && due.charged === row.charged,
      () =>
        `usage says ${row.calls} calls for ${row.charged}, the ledger ${due.calls} for ${due.charged} (${ledger.taken})`,
      name,
    );
  }
}

/** D12, P3: every entry has an actor; the only kinds are top-ups, charges, refunds of complaints (M10) and adjustments for disputes (Y2). */
function checkActors(found: Findings, ledger: Ledger): void {
  const calls = new Map(ledger.calls.map((call) => [call.seq, call]));
  const disputes = new Set(ledger.disputes.map((dispute) => dispute.id));
  for (const { id, kind, actor, callSeq, reference } of ledger.entries) {
    found.expect('D12', actor !== null && actor !== '', () => `entry ${id} has no actor`);
    found.expect(
      'P3',
      ['topup', 'charge', 'refund'].includes(kind) ||
        (kind === 'adjustment' && disputes.has(disputeOf(reference) ?? '')),
      () => `entry ${id} is a ${kind} nobody asked for`,
    );
    const key = calls.get(callSeq ?? -1)?.keyId;
    if (kind === 'charge')
      found.expect('D12', actor === `key:${key}`, () => `charge ${id} by ${actor}, call by key ${key}`);
  }
}

/** M6, D9: at the end, and after a node drained, nothing is held. */
function checkNothingHeld(found: Findings, ledger: Ledger): void {
  if (ledger.taken !== 'final' && ledger.taken !== 'terminate') return;
  const invariant = ledger.taken === 'final' ? 'M6' : 'D9';
  for (const { name, held } of ledger.accounts)
    found.expect(invariant, held === 0, () => `${held} is still held (${ledger.taken})`, name);
  for (const { state, requestId } of ledger.calls)
    found.expect(invariant, state !== 'held', () => `a hold is open (${ledger.taken})`, requestId);
}

/** M7, D1: each acknowledged payment reference is in the ledger exactly once, and any other at most once. */
function checkTopUps(found: Findings, kase: Case): void {
  const { ledger } = kase.evidence;
  const asked = kase.operations.filter(({ begin }) => begin.op.startsWith('topup'));
  const byReference = groupBy(asked, ({ begin }) => begin.id ?? '');
  // Card payments are compared with the payer's side (Y1).
  const topUps = ledger.entries.filter(({ kind, reference }) => kind === 'topup' && !isByCard(reference));
  const posted = groupBy(topUps, ({ reference }) => reference ?? '');
  for (const [reference, uses] of byReference) {
    const entries = posted.get(reference) ?? [];
    const good = uses.filter(isOk);
    found.expect('M7', entries.length <= 1, () => `posted ${entries.length} times`, reference);
    for (const { begin, end } of good) {
      const entry = entries.find(
        ({ amount, accountId }) =>
          amount === begin.amount && accountId === kase.accountIds.get(begin.account ?? ''),
      );
      found.expect('D1', entry !== undefined, () => `acknowledged but not in the ledger`, reference);
      found.expect('M7', end?.balance !== undefined, () => 'acknowledged without an entry', reference);
    }
    const first = good.filter(({ end }) => end?.duplicate === false);
    found.expect('M7', first.length <= 1, () => `posted as new ${first.length} times`, reference);
    const isRefused = uses.every((use) => !isOk(use) && !isUnknown(use) && (use.end?.status ?? 0) < 500);
    if (isRefused) found.expect('M7', entries.length === 0, () => 'refused, but posted', reference);
  }
  for (const { reference, actor, amount } of topUps) {
    if (actor === FIRST_START) continue;
    const isAsked = (byReference.get(reference ?? '') ?? []).some(({ begin }) => begin.amount === amount);
    found.expect('M7', isAsked, () => `${amount} that no operator paid in`, reference ?? '');
  }
}
