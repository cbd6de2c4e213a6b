// Judges a crash run by its own arithmetic: from what clients saw, what the platform recorded and what the books say. It uses no result
// that the gateway computed. Pure.
import type { Books, LedgerVerdict } from './crash-node.ts';
import type { Execution } from './crash-platform.ts';
import {
  CALLS,
  type CallAnswer,
  COMPLAINT,
  isRefundedCall,
  PAID,
  type PlannedCall,
  type Seen,
} from './crash-workload.ts';

/** What was found after the crash. */
export interface After {
  /** The answer to every id, repeated until it was final; and once more. */
  answers: Map<string, CallAnswer>;
  again: Map<string, CallAnswer>;
  /** The answer to another complaint about the paid call, after all others. */
  complaint: CallAnswer;
  accounts: { rich: Books; poor: Books };
  verify: LedgerVerdict;
  journal: Execution[];
}

export interface Case {
  start: { rich: number; poor: number };
  seen: Seen;
  after: After;
}

/** The prices of the catalog of a first start. */
const PRICES = { search_video_v2: 12_000, search_video: 4_000 };
const FREE = '0.000000';
const micros = (text: string) => Math.round(Number(text) * 1e6);

interface Page {
  items: { id: string }[];
  receipt: { source: string; charged: string; legs?: { platform: string; charged: string }[] };
  /** Only in a search over many platforms. */
  platforms?: { platform: string; status: string; charged: string }[];
}

/** Statuses of platforms that delivered. */
const DELIVERED = ['ok', 'empty', 'ended'];

export function judge(run: Case): string[] {
  const faults = CALLS.flatMap((planned) =>
    judgeCall(run, planned).map((fault) => `${planned.id}: ${fault}`),
  );
  return [
    ...faults,
    ...judgeWalk(run),
    ...judgeComplaint(run),
    ...judgeRich(run),
    ...judgePoor(run),
    ...judgeLedger(run.after),
  ];
}

/** null for a call that must always be refused. */
function pageOf(answer: CallAnswer): Page | null {
  return answer.status === 200 ? (JSON.parse(answer.text) as Page) : null;
}

/** An answer from the cache costs half; a search over many platforms costs the sum of its legs. */
function priceOf({ action }: PlannedCall, page: Page): number {
  if (page.receipt.legs !== undefined) return legsSum(page);
  return page.receipt.source === 'cache' ? PRICES[action] / 2 : PRICES[action];
}

const legsSum = ({ receipt }: Page) =>
  (receipt.legs ?? []).reduce((sum, { charged }) => sum + micros(charged), 0);

/** Each leg that delivered is paid once, at its price or half of it; no other leg is paid. */
function judgeLegs({ action }: PlannedCall, { receipt, platforms = [] }: Page): string[] {
  const legs = receipt.legs ?? [];
  const isPriced = legs.every(({ charged }) => [1, 2].includes(PRICES[action] / micros(charged)));
  const told = platforms.filter(({ charged }) => micros(charged) > 0);
  const isTold = told.map(({ platform }) => platform).join() === legs.map(({ platform }) => platform).join();
  const isDelivered = told.every(({ status }) => DELIVERED.includes(status));
  return isPriced && isTold && isDelivered ? [] : [`legs ${JSON.stringify({ legs, platforms })}`];
}

/** The call is answered until it is refunded, and from then on refused for that reason. */
function judgePaid({ seen, after }: Case): string[] | null {
  const [answer, again] = [after.answers.get(PAID.id)!, after.again.get(PAID.id)!];
  const isTold = (seen.get(COMPLAINT) ?? []).some(({ status }) => status === 201);
  if (!isRefundedCall(answer)) return isTold ? ['was answered after its refund'] : null;
  return isRefundedCall(again) ? [] : ['was refused as refunded, and then was not'];
}

function judgeCall(run: Case, planned: PlannedCall): string[] {
  const { seen, after } = run;
  const refunded = planned.id === PAID.id ? judgePaid(run) : null;
  if (refunded !== null) return refunded;
  const faults: string[] = [];
  const answer = after.answers.get(planned.id)!;
  const again = after.again.get(planned.id)!;
  const before = (seen.get(planned.id) ?? []).filter(({ status }) => status === 200);
  const wanted = planned.payer === 'poor' ? 402 : 200;
  if (answer.status !== wanted) return [`answered ${answer.status} ${answer.text}, not ${wanted}`];
  if (again.status !== wanted) return [`answered ${again.status} at last, not ${wanted}`];
  const page = pageOf(answer);
  if (page === null) return before.length === 0 ? [] : ['was served without money'];
  if (before.some(({ text }) => text !== answer.text))
    faults.push('replayed other bytes than a client has seen');
  if (before.length > 0 && !(answer.isReplay && answer.charged === FREE))
    faults.push('a repeat was not free');
  if (again.text !== answer.text || !again.isReplay || again.charged !== FREE) faults.push('replays differ');
  if (micros(page.receipt.charged) !== priceOf(planned, page)) faults.push(`costs ${page.receipt.charged}`);
  if (planned.platform === 'all') faults.push(...judgeLegs(planned, page));
  const isMadeOf = (id: string) =>
    after.journal.some(({ nonce, keyword, isGood }) => isGood && nonce === id && keyword === planned.keyword);
  const isMade = page.items.length > 0 && page.items.every(({ id }) => isMadeOf(id));
  if (!isMade) faults.push('is paid, but the platform never made that answer');
  return faults;
}

/** The second page continues where the first one ends, whichever processes gave them. */
function judgeWalk({ after }: Case): string[] {
  const pages = CALLS.filter(({ platform }) => platform === 'all').map(({ id }) =>
    pageOf(after.answers.get(id)!),
  );
  const ids = pages.flatMap((page) => page?.items.map(({ id }) => id) ?? []);
  return new Set(ids).size === ids.length ? [] : [`a walk shows an item twice: ${ids}`];
}

/** A complaint that a busy database could not commit is not filed; the caller gets 503 and repeats it. */
const UNFILED = 503;

/** However often it was filed and wherever the process died: there is one complaint, refunded once and in full, and every caller gets that answer. */
function judgeComplaint({ seen, after }: Case): string[] {
  const filed = (seen.get(COMPLAINT) ?? []).filter(({ status }) => status !== UNFILED);
  const told = [...filed, after.complaint];
  const bad = told.filter(({ status, text }) => !(status === 201 && isRefunded(text)));
  const faults = bad.map(({ status, text }) => `the complaint was answered ${status} ${text}`);
  const refunds = after.accounts.rich.entries.filter(({ kind }) => kind === 'refund');
  const isOne = refunds.length === 1 && micros(refunds[0]!.amount) === PRICES[PAID.action];
  return isOne ? faults : [...faults, `refunded: ${refunds.map(({ amount }) => amount).join(', ')}`];
}

function isRefunded(text: string): boolean {
  const { complaint } = JSON.parse(text) as { complaint: { state: string; refunded: string } };
  return complaint.state === 'refunded' && micros(complaint.refunded) === PRICES[PAID.action];
}

function judgeRich({ start, after }: Case): string[] {
  const faults: string[] = [];
  const paid = CALLS.filter(({ payer }) => payer === 'rich');
  const due = paid.map((planned) => ({ planned, page: pageOf(after.answers.get(planned.id)!) }));
  const sum = due
    .filter(({ planned, page }) => planned.id !== PAID.id && page !== null)
    .reduce((all, { planned, page }) => all + priceOf(planned, page!), 0);
  const { balance, held, entries, unasked } = after.accounts.rich;
  const left = start.rich - sum + PRICES[PAID.action];
  if (micros(balance) !== left) faults.push(`the balance is ${balance}, not ${left} micros`);
  if (micros(held) !== 0) faults.push(`${held} is still held`);
  if (unasked.length > 0) faults.push(`what was asked is not shown of ${unasked}`);
  const folded = entries.reduce((all, { amount }) => all + micros(amount), 0);
  if (folded !== micros(balance))
    faults.push(`the entries add up to ${folded} micros, the balance is ${balance}`);
  const charged = entries.filter(({ kind }) => kind === 'charge').map((entry) => String(entry.request_id));
  // The refunded call counts as charged too, but no longer has a page.
  const isPaid = ({ planned, page }: (typeof due)[number]) => page !== null || planned.id === PAID.id;
  const answered = due.filter(isPaid).map(({ planned }) => planned.id);
  if (charged.sort().join() !== answered.sort().join())
    faults.push(`charged: ${charged}; answered: ${answered}`);
  return faults;
}

function judgePoor({ start, after }: Case): string[] {
  const { balance, held, entries } = after.accounts.poor;
  const isUntouched = micros(balance) === start.poor && micros(held) === 0;
  return isUntouched && entries.length === 1 ? [] : [`the poor account has ${balance}, ${held} held`];
}

function judgeLedger({ verify }: After): string[] {
  return verify.clean && micros(verify.held) === 0 ? [] : [`ledger verify: ${JSON.stringify(verify)}`];
}
