// Invariants of card money: each payment is in the ledger once, a disputed payment moves exactly the amount of its dispute, no card pays
// more than its monthly maximum, and events reach their receivers in order and without gaps.
import type { Ledger, LedgerDispute, LedgerEntry } from '../ledger.ts';
import type { CardPayment, EventTaker } from '../payments.ts';
import { type Case, groupBy } from './evidence.ts';
import type { Findings } from './verdict.ts';

const BY_CARD = 'stripe:';

export const isByCard = (reference: string | null): boolean => reference?.startsWith(BY_CARD) === true;

/** The dispute of an adjustment; null for any other entry. */
export function disputeOf(reference: string | null): string | null {
  return /^(?:dispute|reinstated):([^:]+)/.exec(reference ?? '')?.[1] ?? null;
}

/** Y1: a card payment is credited once, to its account and in full, and nothing else is credited as a card payment. */
function checkCredits(found: Findings, { evidence: { ledger, payments } }: Case): void {
  const topUps = ledger.entries.filter(({ kind, reference }) => kind === 'topup' && isByCard(reference));
  const credited = groupBy(topUps, ({ reference }) => reference ?? '');
  const paid = new Map(payments.payments.map((payment) => [payment.reference, payment]));
  for (const payment of payments.payments) {
    const own = credited.get(payment.reference) ?? [];
    found.expect(
      'Y1',
      isCredited(payment, own),
      () => `${payment.isPaid ? 'paid' : 'not paid'} and credited ${own.length} times`,
      payment.reference,
    );
  }
  for (const reference of credited.keys())
    found.expect('Y1', paid.has(reference), () => 'credited, and no card has paid it', reference);
}

function isCredited({ isPaid, isHeard, amount, account }: CardPayment, own: readonly LedgerEntry[]): boolean {
  if (!isPaid) return own.length === 0;
  if (own.length === 0) return !isHeard;
  return own.length === 1 && own[0]!.amount === amount && own[0]!.accountId === account;
}

/** Y2: a dispute moves the amount of its row, at most its payment, and ends as the payer's bank decided. */
function checkDisputes(found: Findings, { evidence: { ledger, payments } }: Case): void {
  const adjustments = ledger.entries.filter(({ kind }) => kind === 'adjustment');
  const moved = groupBy(adjustments, ({ reference }) => disputeOf(reference) ?? '');
  const paid = new Map(payments.payments.map((payment) => [payment.reference, payment]));
  const rows = new Map(ledger.disputes.map((dispute) => [dispute.id, dispute]));
  for (const dispute of ledger.disputes) {
    const broken = brokenDispute(dispute, moved.get(dispute.id) ?? [], paid.get(dispute.payment));
    found.expect('Y2', broken === null, () => broken!, dispute.id);
  }
  for (const { id, heard } of payments.disputes) {
    const due = heard.includes('reinstated')
      ? 'reinstated'
      : heard.includes('withdrawn')
        ? 'withdrawn'
        : null;
    const state = rows.get(id)?.state;
    const isRight = due === null || state === due || (due === 'withdrawn' && state === 'reinstated');
    found.expect('Y2', isRight, () => `${due} was heard of, and it is ${state ?? 'not there'}`, id);
  }
}

function brokenDispute(
  { payment, accountId, state, applied, taken, owed }: LedgerDispute,
  entries: readonly LedgerEntry[],
  paid: CardPayment | undefined,
): string | null {
  if (paid === undefined) return `is about ${payment}, which no card has paid`;
  if (applied > paid.amount) return `takes ${applied} of a payment of ${paid.amount}`;
  if (entries.some((entry) => entry.accountId !== accountId)) return 'moves money of another account';
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  if (state === 'reinstated') return sum === 0 && owed === 0 ? null : `given back, and ${sum} is missing`;
  if (taken + owed !== applied) return `${taken} and ${owed} are not ${applied}`;
  return sum === -taken ? null : `has taken ${taken}, and its entries sum to ${sum}`;
}

/** Y2: an account owes what its disputes leave. */
function checkOwed(found: Findings, { evidence: { ledger } }: Case): void {
  const disputes = groupBy(ledger.disputes, ({ accountId }) => accountId);
  for (const { id, name, owed } of ledger.accounts) {
    const due = (disputes.get(id) ?? []).reduce((sum, dispute) => sum + dispute.owed, 0);
    found.expect('Y2', owed === due, () => `owes ${owed}, and its disputes leave ${due}`, name);
  }
}

/** Y3: a recharge is one payment, and an account's recharges stay within its monthly maximum. */
function checkRecharges(found: Findings, kase: Case): void {
  const { payments, plans } = kase.evidence.payments;
  const asked = payments.filter(({ recharge }) => recharge !== null);
  for (const [id, own] of groupBy(asked, ({ recharge }) => recharge!))
    found.expect('Y3', own.length === 1, () => `a card was asked ${own.length} times`, id);
  for (const { account, monthMax } of plans) {
    const id = kase.accountIds.get(account);
    const sum = asked
      .filter((payment) => payment.isPaid && payment.account === id)
      .reduce((total, { amount }) => total + amount, 0);
    found.expect('Y3', sum <= monthMax, () => `cards paid ${sum} of at most ${monthMax}`, account);
  }
}

/** E3: events that arrive for the first time arrive in order and without gaps, and everything that the gateway counts as delivered was received. */
function checkTaken(found: Findings, kase: Case): void {
  const { ledger, payments } = kase.evidence;
  const cursors = new Map(ledger.webhooks.map(({ url, cursor }) => [url, cursor]));
  for (const taker of payments.takers) {
    const { url } = taker;
    const gap = firstGap(taker);
    found.expect('E3', gap === null, () => `${gap} came without the one before it`, url);
    const last = Math.max(0, ...taker.taken);
    const cursor = cursors.get(url) ?? 0;
    // The cursor of a receiver without events starts at the end of its stream.
    const isTrue = taker.taken.length === 0 || cursor <= last;
    found.expect('E3', isTrue, () => `called taken up to ${cursor}, and it took ${last}`, url);
    const left = leftOut(taker, firstPaid(ledger, kase.accountIds.get(taker.account)));
    found.expect('E3', left === null, () => `${left} was never sent`, url);
  }
}

/** Customers register their webhook before their first payment. */
function firstPaid({ events }: Ledger, stream: string | undefined): number | null {
  const paid = events.filter((event) => event.stream === stream && event.type === 'topup.credited');
  return paid.length === 0 ? null : Math.min(...paid.map(({ seq }) => seq));
}

/** There is no gap between the first and the last, so checking both ends is enough. */
function leftOut({ taken, due }: EventTaker, first: number | null): number | null {
  if (due === null || first === null || first > due) return null;
  if (taken.length === 0 || Math.min(...taken) > first) return first;
  return Math.max(...taken) < due ? due : null;
}

function firstGap({ taken }: EventTaker): number | null {
  let last: number | null = null;
  for (const seq of taken) {
    if (last !== null && seq > last + 1) return seq;
    last = Math.max(last ?? 0, seq);
  }
  return null;
}

export function checkPayments(found: Findings, kase: Case): void {
  checkCredits(found, kase);
  checkDisputes(found, kase);
  checkOwed(found, kase);
  checkRecharges(found, kase);
  checkTaken(found, kase);
}
