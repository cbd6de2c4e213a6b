// The judge of crash runs passes a correct case, and reports each planted violation.
import { expect, test } from 'vitest';
import { type Case, judge } from './crash-judge.ts';
import { CALLS, type CallAnswer, COMPLAINT, PAID, type PlannedCall } from './crash-workload.ts';

const START = 10_000_000;
const POOR = 5_000;
const text = (micros: number) => (micros / 1e6).toFixed(6);
const priceOf = ({ action }: PlannedCall) => (action === 'search_video_v2' ? 12_000 : 4_000);
const rich = CALLS.filter(({ payer }) => payer === 'rich');

function answerOf(planned: PlannedCall): CallAnswer {
  if (planned.payer === 'poor') return { status: 402, text: '', charged: null, isReplay: false };
  const charged = text(priceOf(planned));
  const legs = planned.platform === 'all' ? [{ platform: 'scripted', charged, status: 'ok' }] : undefined;
  const receipt = { source: 'live', charged, legs };
  const items = [{ id: `nonce-${planned.id}` }];
  const body = JSON.stringify({ items, receipt, platforms: legs });
  return { status: 200, text: body, charged: '0.000000', isReplay: true };
}

const REFUND = { kind: 'refund', amount: text(priceOf(PAID)), request_id: PAID.id };
const complaint = { state: 'refunded', refunded: text(priceOf(PAID)) };
const REFUNDED: CallAnswer = {
  ...{ status: 201, charged: null, isReplay: false },
  text: JSON.stringify({ complaint }),
};

/** Everything was answered and paid for once; `paid` before the run began. */
function soundCase(): Case {
  const answers = () => new Map(CALLS.map((planned) => [planned.id, answerOf(planned)]));
  const sum = rich.reduce((all, planned) => all + priceOf(planned), 0);
  const balance = text(START - sum + 2 * priceOf(PAID));
  const charges = rich.map((planned) => ({
    kind: 'charge',
    amount: text(-priceOf(planned)),
    request_id: planned.id,
  }));
  const topUp = (micros: number) => ({ kind: 'topup', amount: text(micros), request_id: null });
  return {
    start: { rich: START, poor: POOR },
    seen: new Map(CALLS.map((planned) => [planned.id, [answerOf(planned)]])),
    after: {
      answers: answers(),
      again: answers(),
      complaint: REFUNDED,
      accounts: {
        rich: {
          balance,
          held: '0.000000',
          entries: [topUp(START + priceOf(PAID)), ...charges, REFUND],
          unasked: [],
        },
        poor: { balance: text(POOR), held: '0.000000', entries: [topUp(POOR)], unasked: [] },
      },
      verify: { clean: true, held: '0.000000' },
      journal: rich.map(({ id, keyword }) => ({ nonce: `nonce-${id}`, keyword, isGood: true })),
    },
  };
}

test('a correct case has no fault', () => {
  expect(judge(soundCase())).toEqual([]);
});

test('a complaint that a busy database could not file is no fault, once it is filed', () => {
  const run = soundCase();
  run.seen.set(COMPLAINT, [{ ...REFUNDED, status: 503, text: '{"code":"STORAGE_UNAVAILABLE"}' }]);
  expect(judge(run)).toEqual([]);
});

const GONE: CallAnswer = { ...REFUNDED, status: 409, text: '{"code":"REQUEST_REFUNDED"}' };

test('a call that was refunded before the end of the run is refused from then on', () => {
  const run = soundCase();
  run.seen.set(COMPLAINT, [REFUNDED]);
  for (const answers of [run.after.answers, run.after.again]) answers.set(PAID.id, GONE);
  expect(judge(run)).toEqual([]);
});

const planted: [string, (run: Case) => void, RegExp][] = [
  [
    'a complaint that was refunded twice',
    ({ after }) => after.accounts.rich.entries.push(REFUND),
    /refunded: 0.012000, 0.012000/,
  ],
  [
    'a complaint without its refund',
    ({ after }) => change(after, { complaint: { ...REFUNDED, text: '{"complaint":{"state":"waiting"}}' } }),
    /complaint was answered/,
  ],
  [
    'a refunded call that is answered',
    ({ seen }) => seen.set(COMPLAINT, [REFUNDED]),
    /answered after its refund/,
  ],
  [
    'an id charged twice',
    ({ after }) => after.accounts.rich.entries.push(charge('twin')),
    /charged: .*twin,twin/,
  ],
  [
    'a call without its question',
    ({ after }) => after.accounts.rich.unasked.push('twin'),
    /not shown of twin/,
  ],
  ['an answer never charged', ({ after }) => after.accounts.rich.entries.splice(-2, 1), /answered: /],
  ['a balance off by one', ({ after }) => plus(after.accounts.rich, 1), /the balance is/],
  ['a hold that stays', ({ after }) => hold(after.accounts.rich), /still held/],
  ['a replay of other bytes', ({ seen }) => change(seen.get('good-1')![0]!, { text: 'x' }), /other bytes/],
  [
    'a repeat that costs',
    ({ after }) => change(after.answers.get('good-1')!, { charged: '0.012000' }),
    /not free/,
  ],
  [
    'replays that differ',
    ({ after }) => change(after.again.get('twin')!, { isReplay: false }),
    /replays differ/,
  ],
  [
    'an id that stays in progress',
    ({ after }) => change(after.answers.get('orphan-1')!, { status: 409 }),
    /409/,
  ],
  ['an answer that the platform never gave', ({ after }) => after.journal.shift(), /never made/],
  [
    'a failed execution that is paid',
    ({ after }) => change(after.journal[0]!, { isGood: false }),
    /never made/,
  ],
  ['a leg that failed and is paid', (run) => reword(run, 'all-1', '"ok"', '"refused"'), /legs/],
  ['a leg at a price that it does not have', (run) => reword(run, 'all-1', '0.004000', '0.003000'), /legs/],
  [
    'an item on two pages of a walk',
    (run) => reword(run, 'all-2', 'nonce-all-2', 'nonce-all-1'),
    /shows an item twice/,
  ],
  ['a call without money', ({ seen }) => seen.set('poor-1', [answerOf(PAID)]), /without money/],
  ['money taken from who could not pay', ({ after }) => plus(after.accounts.poor, -1), /the poor account/],
  ['a ledger that does not add up', ({ after }) => change(after.verify, { clean: false }), /ledger verify/],
];

const charge = (id: string) => ({ kind: 'charge', amount: '-0.012000', request_id: id });
const change = <T extends object>(one: T, changes: Partial<T>) => Object.assign(one, changes);
/** Changes the same words in every answer that was given under an id. */
function reword({ seen, after }: Case, id: string, from: string, to: string): void {
  for (const answer of [...seen.get(id)!, after.answers.get(id)!, after.again.get(id)!])
    change(answer, { text: answer.text.replaceAll(from, to) });
}
const hold = (books: { held: string }) => change(books, { held: '0.012000' });
const plus = (books: { balance: string }, micros: number) =>
  change(books, { balance: text(Math.round(Number(books.balance) * 1e6) + micros) });

test.each(planted)('%s is found', (_, plant, fault) => {
  const run = soundCase();
  plant(run);
  expect(judge(run).join('\n')).toMatch(fault);
});
