// Planted violations of prices, caps and complaints: each spoils one thing in the clean history and names the invariant that it breaks.
import type { Evidence } from './evidence.ts';
import { kept, PRICE } from './testing-case.ts';
import { callOf, endOf, type Planted } from './testing-planted.ts';

/** Adds a refunded complaint, with its entry, so that the books still add up. */
function refundComplaint({ ledger }: Evidence, amount: number, reference = 'complaint:c1'): void {
  const account = ledger.accounts[0]!;
  account.balance += amount;
  account.entrySeq++;
  ledger.entries.push({
    ...{
      id: 7,
      accountId: 'a0',
      seq: account.entrySeq,
      kind: 'refund',
      amount,
      balanceAfter: account.balance,
    },
    ...{ callSeq: 1, reference, actor: 'key:key_a0', reason: 'bad' },
  });
}

export const PLANTED_TERMS: Planted[] = [
  [
    'a running sum that lost a charge',
    'M9',
    ({ ledger }) => void Object.assign(ledger.budgets[0]!.sums!, { total: PRICE }),
  ],
  [
    'a total cap that was passed',
    'M9',
    ({ ledger }) => void Object.assign(ledger.budgets[0]!.caps, { total: PRICE }),
  ],
  [
    'a running sum that is missing',
    'M9',
    ({ ledger }) => void Object.assign(ledger.budgets[0]!, { sums: null }),
  ],
  [
    'a second complaint about one call',
    'M10',
    ({ ledger }) => void ledger.complaints.push({ ...ledger.complaints[0]!, id: 'c3' }),
  ],
  [
    'a refunded complaint without its entry',
    'M10',
    ({ ledger }) => void Object.assign(ledger.complaints[0]!, { state: 'refunded', refunded: PRICE }),
  ],
  ['a refund for a complaint that still waits', 'M10', (evidence) => refundComplaint(evidence, PRICE)],
  [
    'a refund above the charge',
    'M10',
    (evidence) => {
      Object.assign(evidence.ledger.complaints[0]!, { state: 'refunded', refunded: PRICE + 1 });
      refundComplaint(evidence, PRICE + 1);
    },
  ],
  ['a refund without a complaint', 'M10', (evidence) => refundComplaint(evidence, 1, 'other')],
  [
    'a daily cap that was passed by one micro-unit',
    'M9',
    ({ ledger }) => void Object.assign(ledger.budgets[0]!.caps, { day: 2 * PRICE - 1 }),
  ],
  [
    'a monthly cap that was passed by one micro-unit',
    'M9',
    ({ ledger }) => void Object.assign(ledger.budgets[0]!.caps, { month: 2 * PRICE - 1 }),
  ],
  [
    'a call above the most that its key pays for one',
    'M9',
    ({ ledger }) => void Object.assign(ledger.budgets[0]!.caps, { call: PRICE - 1 }),
  ],
  [
    'a cap that a hold passes for a moment',
    'M9',
    (evidence) => {
      Object.assign(callOf(evidence, 'a0', 'r2'), { state: 'held' });
      evidence.ledger.accounts[0]!.held = PRICE;
    },
  ],
  [
    'a cap of a project that is passed',
    'M9',
    ({ ledger }) => void Object.assign(ledger.budgets[1]!.caps, { total: 2 * PRICE - 1 }),
  ],
  [
    'a sum of the day that is not that of its calls',
    'M9',
    ({ ledger }) => void Object.assign(ledger.budgets[1]!.sums!, { dayMicros: PRICE }),
  ],
  [
    'a cap that is not the one asked for',
    'M9',
    ({ ledger }) => void Object.assign(ledger.budgets[1]!.caps, { total: 3 * PRICE }),
  ],
  [
    'a refusal by a cap that still has room',
    'M9',
    (evidence) => void Object.assign(endOf(evidence, 'capped').cap!, { left: '0.000001' }),
  ],
  [
    'a refund by a rule that the answer does not break',
    'M10',
    ({ ledger }) => void Object.assign(ledger.complaints[0]!, { ground: 'refusal_page' }),
  ],
  [
    'an answer that breaks a rule, and waits',
    'M10',
    ({ ledger }) => void Object.assign(ledger.complaints[1]!, { state: 'waiting', ground: 'person' }),
  ],
  [
    'a refund that no person decided',
    'M10',
    (evidence) => {
      Object.assign(evidence.ledger.complaints[0]!, { state: 'refunded', refunded: PRICE });
      refundComplaint(evidence, PRICE);
    },
  ],
  [
    'more from the allowance of complaints than there is',
    'M10',
    ({ ledger }) => void Object.assign(ledger.complaints[1]!, { ground: 'allowance', refunded: 1_000 }),
  ],
  [
    'an answer that is given again after its caller was told of the refund',
    'R6',
    ({ client }) => {
      const [late, again] = client
        .filter(({ op, id, type }) => op === 'again' && id === 'r5' && type !== 'invoke')
        .reverse();
      Object.assign(late!, { ...again, n: late!.n, t: late!.t, seq: late!.seq, code: undefined });
    },
  ],
  [
    'a call that is refused as refunded, and was not',
    'R6',
    (evidence) =>
      void Object.assign(endOf(evidence, 'again'), { type: 'fail', status: 409, code: 'REQUEST_REFUNDED' }),
  ],
  [
    'a complaint whose caller was told of another refund',
    'D1',
    (evidence) => void Object.assign(endOf(evidence, 'complain'), { refunded: '0.000009' }),
  ],
  ['an acknowledged complaint that is lost', 'D1', ({ ledger }) => void ledger.complaints.pop()],
  [
    'a hold above the ceiling of every caller',
    'B1',
    (evidence) => void Object.assign(invokeOf(evidence, 'bounded', 'r5'), { ceiling: PRICE - 1 }),
  ],
  [
    'a ceiling that refuses what is not dearer',
    'B1',
    (evidence) => void Object.assign(endOf(evidence, 'bounded', 'r9'), { price: '0.000007' }),
  ],
  [
    'a price that is not the one told',
    'B2',
    (evidence) => void Object.assign(invokeOf(evidence, 'bounded', 'r5'), { quotedVersion: 2 }),
  ],
  [
    'a price that was told and is refused within its time',
    'B2',
    (evidence) =>
      void Object.assign(endOf(evidence, 'bounded', 'r5'), {
        ...{ type: 'fail', status: 400, code: 'INVALID_QUOTE' },
      }),
  ],
  [
    "another account's price",
    'B2',
    (evidence) => void Object.assign(endOf(evidence, 'stolen'), { type: 'ok', status: 200, code: '' }),
  ],
  [
    'a dry run that left a call',
    'B3',
    (evidence) => void Object.assign(callOf(evidence, 'a0', 'r2'), { requestId: 'd11' }),
  ],
  [
    'a dry run that asked the platform',
    'B3',
    ({ upstream }) =>
      void upstream.push({ ...upstream[0]!, seq: 31, keyword: 'd-11', nonce: 'nonce-31-alpha1' }),
  ],
  [
    'a dry run that says more than its ceiling',
    'B3',
    (evidence) => void Object.assign(endOf(evidence, 'dry'), { price: '0.000011' }),
  ],
  [
    'an item more than was delivered, charged',
    'M5',
    (evidence) => void Object.assign(callOf(evidence, 'a2', 'r6'), { charged: 12 }),
  ],
  [
    'an item that the platform does not have',
    'M11',
    (evidence) => void Object.assign(callOf(evidence, 'a2', 'r6'), { items: 3, charged: 12 }),
  ],
  [
    'a hold for fewer items than were asked for',
    'M11',
    (evidence) => {
      const call = callOf(evidence, 'a2', 'r6');
      Object.assign(call, { price: 8, terms: { ...call.terms, itemsMax: 2 } });
    },
  ],
  [
    'a price of an item that the version does not have',
    'D11',
    (evidence) => void Object.assign(callOf(evidence, 'a2', 'r6').terms!, { unitPrice: 3 }),
  ],
  [
    'a free call more than the rule grants',
    'M12',
    (evidence) => {
      const { ledger } = evidence;
      ledger.calls.push({ ...callOf(evidence, 'a2', 'r7'), seq: 17, requestId: 'r17' });
      ledger.freeDays[0]!.used = 2;
    },
  ],
  [
    'a free call that is counted twice',
    'M12',
    ({ ledger }) => void Object.assign(ledger.freeDays[0]!, { used: 2 }),
  ],
  [
    'a free call that costs',
    'M12',
    (evidence) => void Object.assign(callOf(evidence, 'a2', 'r7'), { price: 6, charged: 4 }),
  ],
  [
    'a cap that was not spent exactly',
    'M9',
    ({ faults }) =>
      void faults.push({ seq: 98, t: 34e9, kind: 'phase', name: 'exact_cap', code: 1, detail: '5 served' }),
  ],
  [
    'an allowance that was not spent exactly',
    'M12',
    ({ faults }) =>
      void faults.push({
        seq: 98,
        t: 34e9,
        kind: 'phase',
        name: 'exact_gifts',
        code: 1,
        detail: '11 served',
      }),
  ],
];

function invokeOf({ client }: Evidence, op: string, id: string) {
  return client.find((event) => event.op === op && event.type === 'invoke' && event.id === id)!;
}

/** Planted violations of questions that agents ask: each spoils one thing in the clean history. */
export const PLANTED_QUESTIONS: Planted[] = [
  [
    'a question of an agent that was charged under two ids',
    'Q1',
    (evidence) => {
      evidence.ledger.calls.push({
        ...callOf(evidence, 'a0', 'r1'),
        accountId: 'a1',
        seq: 9,
        requestId: 'mcp-2',
      });
      evidence.ledger.answers.push(kept(9, 'd9', 'nonce-8-alpha1'));
    },
  ],
  [
    'an unpaid answer to an agent',
    'Q1',
    (evidence) => void Object.assign(callOf(evidence, 'a1', 'mcp-1'), { state: 'released', charged: 0 }),
  ],
  [
    'a question that was refused and paid',
    'Q1',
    ({ upstream }) => {
      upstream.find(({ keyword }) => keyword === 'q-1')!.keyword = 'q-2';
    },
  ],
];
