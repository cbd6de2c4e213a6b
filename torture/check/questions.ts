// The invariant of questions that agents ask without a request id (Q1): however often and on whichever node a question is asked, and
// whatever fails meanwhile, it is charged once and every answer to it is the same. A question that was always refused cost nothing.
import type { LedgerCall } from '../ledger.ts';
import { type Case, groupBy, isOk, isUnknown, microsOf, type Operation } from './evidence.ts';
import type { Findings } from './verdict.ts';

/** Prefix of ids that the gateway derives from a question. */
const MADE = 'mcp-';
/** The outcome is open: the ledger may have the charge all the same. */
const OPEN_CODES = new Set(['STORAGE_UNAVAILABLE', 'REQUEST_IN_PROGRESS', 'INTERNAL']);

export function checkQuestions(found: Findings, kase: Case): void {
  const asked = kase.operations.filter(({ begin }) => begin.op === 'asked');
  const paid = paidCalls(kase);
  for (const uses of groupBy(asked, ({ begin }) => `${begin.account} ${begin.keyword}`).values()) {
    const { account, keyword } = uses[0]!.begin as { account: string; keyword: string };
    const calls = paid.get(`${kase.accountIds.get(account)} ${keyword}`) ?? [];
    const ids = () => calls.map(({ requestId }) => requestId).join(', ');
    found.expect('Q1', calls.length <= 1, () => `paid ${calls.length} times: ${ids()}`, account, keyword);
    checkAnswers(found, uses, calls);
    checkRefused(found, uses, calls);
  }
}

/** By account and question. A stored answer has a mark of the platform, whose journal has the question. */
function paidCalls({ evidence: { ledger, upstream } }: Case): Map<string, LedgerCall[]> {
  const keywords = new Map(upstream.map(({ nonce, keyword }) => [nonce, keyword]));
  const nonces = new Map(ledger.answers.map(({ callSeq, nonce }) => [callSeq, nonce]));
  const made = ledger.calls.filter(
    ({ requestId, state }) => requestId.startsWith(MADE) && state === 'settled',
  );
  return groupBy(made, ({ accountId, seq }) => `${accountId} ${keywords.get(nonces.get(seq) ?? '')}`);
}

function checkAnswers(found: Findings, uses: Operation[], calls: LedgerCall[]): void {
  const good = uses.filter(isOk);
  for (const { begin, end } of good) {
    const call = calls.find(({ requestId }) => requestId === end!.id);
    const due = end!.replayed === true ? 0 : call?.charged;
    const isRight = call !== undefined && microsOf(end!.charged) === due;
    const seen = () => `answered under ${end!.id}, charged ${end!.charged}; the ledger ${call?.charged}`;
    found.expect('Q1', isRight, seen, begin.account, begin.keyword);
  }
  const [nonces, fresh] = [
    new Set(good.map(({ end }) => end!.nonce)),
    good.filter(({ end }) => end!.replayed === false),
  ];
  const seen = () => `${nonces.size} different answers, ${fresh.length} of them sold as new`;
  found.expect('Q1', nonces.size <= 1 && fresh.length <= 1, seen, uses[0]!.begin.keyword);
}

function checkRefused(found: Findings, uses: Operation[], calls: LedgerCall[]): void {
  if (uses.some((use) => isOk(use) || isUnknown(use) || OPEN_CODES.has(use.end?.code ?? ''))) return;
  found.expect('Q1', calls.length === 0, () => 'paid, but always refused', uses[0]!.begin.keyword);
}
