// Invariants of complaints: one per call, exactly one refund entry, never more than was charged, decided by the existing rules and
// allowances, and decided once.
import type { Ledger } from '../ledger.ts';
import { ALLOWED_COMPLAINTS_MICROS, isSeenByRule } from '../offers.ts';
import { type Case, groupBy, isOk, isUnknown, microsOf } from './evidence.ts';
import type { Findings } from './verdict.ts';

type Complaint = Ledger['complaints'][number];

/** M10: one complaint per call, one entry per refund, no refund above the charge, and no refund without a complaint. */
export function checkComplaints(found: Findings, ledger: Ledger): void {
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
    const charged = call?.charged ?? 0;
    found.expect('M10', refunded <= charged, () => `${refunded} of ${charged} given back`, id);
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
  checkAllowance(found, ledger);
}

/** M10: refunds that neither a rule nor a person decides stay within the account's monthly allowance. */
function checkAllowance(found: Findings, { complaints }: Ledger): void {
  const allowed = complaints.filter(({ ground }) => ground === 'allowance');
  for (const [name, group] of groupBy(allowed, (one) => `${one.accountId} ${one.filedOn.slice(0, 7)}`)) {
    const sum = group.reduce((total, { refunded }) => total + refunded, 0);
    const seen = () => `${sum} given back in a month, ${ALLOWED_COMPLAINTS_MICROS} are allowed`;
    found.expect('M10', sum <= ALLOWED_COMPLAINTS_MICROS, seen, name);
  }
}

/** M10: a rule refunds exactly the answers that break it, and refunds the whole charge. */
export function checkGrounds(found: Findings, kase: Case): void {
  const complaints = new Map(kase.evidence.ledger.complaints.map((each) => [each.callSeq, each]));
  const decisions = groupBy(
    kase.operations.filter(({ begin }) => begin.op === 'decide'),
    ({ begin }) => begin.id,
  );
  for (const { account, id, rows, asked } of kase.calls) {
    const complaint = complaints.get(rows[0]?.seq ?? -1);
    if (complaint === undefined || asked === null) continue;
    const { state, ground, refunded } = complaint;
    const isBad = isSeenByRule(asked.path, asked.keyword);
    const isByRule = ground === 'refusal_page' && state === 'refunded' && refunded === rows[0]!.charged;
    const isByOthers = ground === 'allowance' || ground === 'person';
    const seen = () => `${state} by ${ground}, ${refunded} of ${rows[0]!.charged}, for ${asked.keyword}`;
    found.expect('M10', isBad ? isByRule : isByOthers, seen, account, id);
    if (ground !== 'person' || state === 'waiting') continue;
    const made = (decisions.get(complaint.id) ?? []).filter((each) => isOk(each) || isUnknown(each));
    const isDecided = made.some(
      ({ begin }) => begin.decision === (state === 'refunded' ? 'refund' : 'refuse'),
    );
    found.expect('M10', isDecided, () => `${state}, but no person said so`, complaint.id);
  }
  checkTold(found, kase, complaints);
}

/** D1: the final answers about a complaint match the ledger. */
function checkTold(found: Findings, kase: Case, complaints: ReadonlyMap<number, Complaint>): void {
  const byId = new Map([...complaints.values()].map((each) => [each.id, each]));
  const rows = new Map(
    kase.evidence.ledger.calls.map((row) => [`${row.accountId} ${row.requestId}`, row.seq]),
  );
  for (const { begin, end } of kase.operations.filter(isOk)) {
    if (begin.op !== 'complain' && begin.op !== 'decide') continue;
    const seq = rows.get(`${kase.accountIds.get(begin.account ?? '')} ${begin.id}`);
    const complaint = begin.op === 'decide' ? byId.get(begin.id ?? '') : complaints.get(seq ?? -1);
    found.expect('D1', complaint !== undefined, () => 'a complaint is lost', begin.id);
    if (end?.state === 'waiting' || complaint === undefined) continue;
    const isSame = complaint.state === end?.state && complaint.refunded === microsOf(end?.refunded);
    const seen = () =>
      `told ${end?.state} ${end?.refunded}, the ledger says ${complaint.state} ${complaint.refunded}`;
    found.expect('D1', isSame, seen, begin.id);
  }
}
