// Invariants of request ids: paid before served, one charge, one answer for ever, other parameters refused, and no charge when every caller
// was refused.
import { type Call, type Case, groupBy, isOk, isUnknown, microsOf, type Operation } from './evidence.ts';
import type { Findings } from './verdict.ts';

/** A storage that cannot tell whether it committed leaves the outcome open, and so does a twin that still runs. */
const OPEN_CODES = new Set(['STORAGE_UNAVAILABLE', 'REQUEST_IN_PROGRESS', 'INTERNAL']);
/** Errors that may prevent a replay: none of them is about this call. */
const PASSING_CODES = new Set(['STORAGE_UNAVAILABLE', 'OVERLOADED', 'INTERNAL']);

export function checkRequests(found: Findings, kase: Case): void {
  const refunded = automaticRefunds(kase);
  for (const call of kase.calls) {
    checkOneCharge(found, call);
    checkPaid(found, call);
    checkAnswers(found, call);
    checkSticky(found, call, refunded);
    checkRefused(found, call);
    checkOwnIds(found, call);
  }
  checkFree(found, kase);
  checkBugs(found, kase);
}

/** R1: however often and on whichever node an id was sent. */
function checkOneCharge(found: Findings, { account, id, rows, charges, uses }: Call): void {
  found.expect('R1', rows.length <= 1, () => `${rows.length} calls under one id`, account, id);
  found.expect('R1', charges.length <= 1, () => `charged ${charges.length} times`, account, id);
  const originals = uses.filter(({ end }) => end?.type === 'ok' && end.replayed === false);
  found.expect(
    'R1',
    originals.length <= 1,
    () => `${originals.length} answers were sold as new`,
    account,
    id,
  );
}

/** P1, D1: an answer that a caller saw was paid for and is still in the ledger. */
function checkPaid(found: Findings, { account, id, rows, charges, uses }: Call): void {
  const row = rows.find(({ state }) => state === 'settled');
  for (const { end } of uses.filter(isOk)) {
    found.expect(
      'D1',
      row !== undefined,
      () => `answered 200, but the call is ${rows[0]?.state ?? 'unknown'}`,
      account,
      id,
    );
    if (row === undefined) continue;
    found.expect('P1', charges.length > 0, () => 'answered 200 without a charge', account, id);
    const charged = microsOf(end?.charged);
    const due = end?.replayed === true ? 0 : row.charged;
    found.expect('P1', charged === due, () => `says charged ${end?.charged}, ledger ${due}`, account, id);
    const after = charges[0]?.balanceAfter;
    found.expect(
      'M1',
      microsOf(end?.balance) === after,
      () => `receipt says balance ${end?.balance}, its entry ${after}`,
      account,
      id,
    );
    found.expect(
      'D11',
      end?.version === row.catalogVersion && end.source === row.source,
      () =>
        `receipt says ${end?.source}, version ${end?.version}; ledger ${row.source}, ${row.catalogVersion}`,
      account,
      id,
    );
  }
}

/** R2: every answer under an id is the same, and the same as the stored one. */
function checkAnswers(found: Findings, { account, id, uses, answer }: Call): void {
  const good = uses.filter(isOk);
  const digests = new Set(good.map(({ end }) => end?.digest));
  if (good.length > 0)
    found.expect('R2', digests.size === 1, () => `${digests.size} different bodies`, account, id);
  if (good.length > 0 && answer !== null)
    found.expect('R2', digests.has(answer.digest), () => 'the stored answer is another one', account, id);
  const asked = new Set(good.map(({ begin }) => `${begin.path} ${begin.keyword}`));
  found.expect('R3', asked.size <= 1, () => `answers for ${[...asked].join(' and ')}`, account, id);
}

/** By the number of the call: when a caller was first told of an automatic refund; absent when no such answer arrived. */
function automaticRefunds({ evidence: { ledger }, calls, operations }: Case): Map<number, number> {
  const automatic = ledger.complaints.filter(
    ({ state, ground }) => state === 'refunded' && ground !== 'person',
  );
  const told = groupBy(
    operations.filter((each) => each.begin.op === 'complain' && isOk(each) && each.end?.state === 'refunded'),
    ({ begin }) => `${begin.account} ${begin.id}`,
  );
  const seqs = new Map(calls.map(({ account, id, rows }) => [rows[0]?.seq, `${account} ${id}`]));
  return new Map(
    automatic.map(({ callSeq }) => {
      const times = (told.get(seqs.get(callSeq) ?? '') ?? []).map(({ end }) => end!.t);
      return [callSeq, Math.min(...times)];
    }),
  );
}

/** R6, R3: once answered, the same call replays, or is refused because it was refunded; a call with other parameters is refused. */
function checkSticky(
  found: Findings,
  { account, id, uses, rows }: Call,
  refunded: ReadonlyMap<number, number>,
): void {
  const toldAt = refunded.get(rows[0]?.seq ?? -1);
  const firstOk = uses.filter(isOk).sort((a, b) => a.end!.t - b.end!.t)[0];
  if (firstOk === undefined) return;
  for (const use of uses) {
    const { begin, end } = use;
    if (begin.t <= firstOk.end!.t || end === null || end.type === 'info' || begin.op === 'after_revoke')
      continue;
    if (end.type === 'fail' && PASSING_CODES.has(end.code ?? '')) continue;
    const isSame = begin.keyword === firstOk.begin.keyword && begin.path === firstOk.begin.path;
    const seen = () => `after its answer: ${end.status} ${end.code ?? ''} replayed ${end.replayed}`;
    const isReplay =
      end.type === 'ok' && end.replayed === true && begin.t <= (toldAt ?? Number.POSITIVE_INFINITY);
    const isGone = toldAt !== undefined && end.code === 'REQUEST_REFUNDED';
    if (isSame) found.expect('R6', isReplay || isGone, seen, account, id);
    else found.expect('R3', end.status === 422, seen, account, id);
  }
}

/** P3: when every caller was refused, nothing was charged. */
function checkRefused(found: Findings, { account, id, uses, rows }: Call): void {
  if (uses.some((use) => isOk(use) || isUnknown(use) || isOpen(use))) return;
  const settled = rows.some(({ state }) => state === 'settled');
  const answers = () => uses.map(({ end }) => `${end?.status} ${end?.code}`).join(', ');
  found.expect('P3', !settled, () => `charged, but every caller was refused: ${answers()}`, account, id);
}

/** R5: only its own account can use an id. So an account that always sent the same parameters never gets an id conflict. */
function checkOwnIds(found: Findings, { account, id, uses }: Call): void {
  const asked = new Set(uses.map(({ begin }) => `${begin.path} ${begin.keyword}`));
  if (asked.size !== 1) return;
  const refused = uses.some(({ end }) => end?.status === 422);
  found.expect('R5', !refused, () => 'refused as used for another call, which was not its own', account, id);
}

function isOpen({ end }: Operation): boolean {
  return OPEN_CODES.has(end?.code ?? '');
}

/** The page after the last one costs nothing. */
function checkFree(found: Findings, kase: Case): void {
  for (const { begin, end } of kase.operations.filter((each) => each.begin.op === 'free' && isOk(each)))
    found.expect('P3', microsOf(end?.charged) === 0, () => `a free page cost ${end?.charged}`, begin.account);
}

/** INTERNAL means a bug, by the gateway's own definition. */
function checkBugs(found: Findings, kase: Case): void {
  for (const { begin, end } of kase.operations) {
    if (end === null || end.type === 'info') continue;
    found.expect('BUG', end.status !== 500, () => `${begin.op} answered 500 on ${begin.node}`, begin.id);
  }
}
