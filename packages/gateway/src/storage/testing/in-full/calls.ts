// Calls from their opening to their end, with complaints, refunds and grants, and every report that is added up from them.
import { toMicros } from '../../../domain/money.ts';
import { mostOf, type Terms } from '../../../domain/prices/terms.ts';
import type { HoldRef, OpenCall, SettleCall, Storage } from '../../storage.ts';
import type { Recorder } from '../recorder.ts';
import { readCalls, readReports } from './call-reports.ts';
import { addCallers, PATH_DEAR, PATH_FREE, PATH_ONE, PATH_SMALL, PATH_TWO, PRICE_STEPS } from './callers.ts';
import { DAY, eachPage, HOUR } from './same-for-all.ts';

const operator = { actor: 'admin:tok_one' };

const callOf = (side: string, requestId: string, more: Partial<OpenCall> = {}): OpenCall => ({
  ...{
    accountId: `acc_${side}`,
    keyId: `key_${side}1`,
    requestId,
    fingerprint: 'f',
    path: PATH_ONE,
    group: 'u1',
  },
  ...{
    platform: 'tube',
    operation: 'video.search',
    variant: 'stable',
    catalogVersion: 1,
    priceMicros: toMicros(1_000),
  },
  ...{ defaultRate: { requests: 500, perSeconds: 60, concurrent: 50 }, keysMax: 10, ...more },
});

const attempt = (provider: string, outcome: string, n: number) => ({
  ...{ provider, outcome, startedMs: n, durationMs: 10 * n + 1, bytes: 100 + n, costMicros: toMicros(n) },
});

const text = { kind: 'text' as const, head: ['{"balance":"'], tail: '"}' };
const settlementOf = (hold: HoldRef, more: Partial<SettleCall> = {}): SettleCall => ({
  ...{ hold, chargedMicros: toMicros(1_000), source: 'live', answer: text },
  ...{ attempts: [attempt('one', 'timeout', 3), attempt('two', 'ok', 5)], ...more },
});

async function held({ calls }: Storage, call: OpenCall): Promise<HoldRef> {
  const opened = await calls.open(call);
  if (opened.kind !== 'opened') throw new Error(`expected opened, got ${opened.kind}`);
  return opened.hold;
}

/** A call with this request id, answered and paid. */
async function pay(storage: Storage, call: OpenCall, more: Partial<SettleCall> = {}): Promise<void> {
  await storage.calls.settle(settlementOf(await held(storage, call), more));
}

async function openCalls({ storage, title, clock }: Recorder): Promise<void> {
  const { calls } = storage;
  title('a call is opened, answered, replayed');
  const question = '[["keyword","cats"]]';
  await calls.preview(callOf('a', 'a-1'));
  const first = await held(storage, callOf('a', 'a-1', { question, extraPages: 2 }));
  await calls.open(callOf('a', 'a-1'));
  await calls.open(callOf('a', 'a-2', { twins: ['a-0', 'a-1'] }));
  await calls.preview(callOf('a', 'a-1'));
  await calls.settle(settlementOf(first));
  await calls.settle(settlementOf(first));
  await calls.release({ hold: first, failureCode: 'UPSTREAM_BUSY', attempts: [] });
  await calls.open(callOf('a', 'a-1'));
  await calls.open(callOf('a', 'a-1', { fingerprint: 'other' }));
  await calls.open(callOf('a', 'a-2', { twins: ['a-0', 'a-1'] }));
  await calls.open(callOf('b', 'b-0', { twins: ['a-1'], priceMicros: toMicros(10_701) }));
  await calls.preview(callOf('a', 'a-1'));
  title('a call fails, and its id is used again');
  const failed = await held(storage, callOf('a', 'a-3', { variant: 'economy' }));
  await calls.release({
    hold: failed,
    failureCode: 'UPSTREAM_TIMEOUT',
    attempts: [attempt('one', 'timeout', 7)],
  });
  await calls.release({ hold: failed, failureCode: 'UPSTREAM_BUSY', attempts: [] });
  const again = await held(storage, callOf('a', 'a-3', { question }));
  await calls.settle(settlementOf(failed));
  await calls.settle(settlementOf(again, { source: 'cache', answer: null, attempts: [] }));
  await calls.open(callOf('a', 'a-3'));
  await calls.preview(callOf('a', 'a-3'));
  title('opened and settled at once');
  const bytes = {
    kind: 'bytes',
    bytes: Buffer.from('WEBVTT'),
    headers: { 'content-type': 'text/vtt' },
    status: 203,
  } as const;
  const atOnce = { chargedMicros: toMicros(250), source: 'cache', answer: bytes } as const;
  await calls.openSettled({ ...callOf('a', 'a-4', { question }), ...atOnce });
  await calls.openSettled({ ...callOf('a', 'a-4'), ...atOnce });
  await calls.openSettled({ ...callOf('a', 'a-5', { twins: ['a-4'] }), ...atOnce });
  await calls.openSettled({ ...callOf('b', 'b-1', { priceMicros: toMicros(10_701) }), ...atOnce });
  title('refused');
  await calls.open(callOf('a', 'a-6', { ceilingMicros: toMicros(999) }));
  await calls.open(callOf('a', 'a-6', { priceMicros: toMicros(17_751) }));
  await calls.preview(callOf('a', 'a-6', { priceMicros: toMicros(17_751) }));
  await calls.open(callOf('a', 'a-6', { keyId: 'key_b1' }));
  await calls.open(callOf('a', 'a-6', { keyId: 'key_none' }));
  await calls.open(callOf('a', 'a-6', { keyId: 'key_a2', priceMicros: toMicros(2_601) }));
  await calls.open(callOf('a', 'a-6', { defaultRate: { requests: 2, perSeconds: 60, concurrent: 50 } }));
  await calls.open(callOf('a', 'a-6', { defaultRate: { requests: 500, perSeconds: 60, concurrent: 0 } }));
  await calls.preview(callOf('a', 'a-6', { ceilingMicros: toMicros(999) }));
  await calls.preview(callOf('a', 'a-6', { keyId: 'key_b1' }));
  await calls.preview(callOf('a', 'a-6', { fingerprint: 'other', requestId: 'a-4' }));
  title('who calls');
  for (const hash of ['hash a1', 'hash b2', 'x']) await storage.keys.findByHash({ hash });
  title('caps of a key and its project');
  // Of another key, outside of the project: it counts against neither cap.
  const other = await held(storage, callOf('a', 'other'));
  for (const n of [1, 2])
    await pay(
      storage,
      callOf('a', `cap-${n}`, { keyId: 'key_a2', priceMicros: toMicros(2_500), path: PATH_DEAR }),
      {
        chargedMicros: toMicros(2_500),
      },
    );
  const capped = callOf('a', 'cap-3', { keyId: 'key_a2', priceMicros: toMicros(2_500), path: PATH_DEAR });
  await calls.open(capped);
  await calls.preview(capped);
  const small = await held(storage, { ...capped, path: PATH_SMALL, priceMicros: toMicros(1_400) });
  await storage.caps.ofKeys({ keyIds: ['key_a1', 'key_a2', 'key_b2'] });
  await storage.caps.ofProject({ projectId: 'prj_a' });
  await calls.open({ ...capped, requestId: 'cap-4', priceMicros: toMicros(101) });
  await calls.release({ hold: other, failureCode: 'UPSTREAM_BUSY', attempts: [] });
  await calls.release({ hold: small, failureCode: 'NOT_FOUND', attempts: [attempt('one', 'not_found', 2)] });
  clock.advance(HOUR);
}

const ITEMS: Terms = {
  ...{ unit: 'item', unitPriceMicros: toMicros(100), minimumMicros: toMicros(150), itemsMax: 8 },
  tiers: { path: PATH_TWO, steps: PRICE_STEPS },
};
const LEGS: Terms = {
  unit: 'leg',
  legs: [
    { name: 'tube', path: PATH_ONE, terms: { unit: 'call', priceMicros: toMicros(1_000) } },
    {
      name: 'clips',
      path: PATH_TWO,
      terms: {
        ...ITEMS,
        unit: 'item',
        unitPriceMicros: toMicros(100),
        minimumMicros: toMicros(150),
        itemsMax: 8,
      },
    },
  ],
};

async function payByTerms({ storage, title }: Recorder): Promise<void> {
  const { calls, usage } = storage;
  title('terms: items, tiers, legs, allowances, and grants that pay');
  const items = { path: PATH_TWO, platform: 'clips', terms: ITEMS, priceMicros: mostOf(ITEMS) };
  const more = { chargedMicros: toMicros(400), delivered: { items: 4 } };
  await pay(storage, callOf('b', 'b-2', items), more);
  const wrong = await held(storage, callOf('b', 'b-3', items));
  await calls
    .settle(settlementOf(wrong, { chargedMicros: toMicros(201), delivered: { items: 5 } }))
    .catch(() => {});
  await calls.settle(
    settlementOf(wrong, { chargedMicros: toMicros(200), delivered: { items: 5 }, source: 'stale' }),
  );
  await usage.tiers({ accountId: 'acc_b', month: '2026-11' });
  await usage.tiers({ accountId: 'acc_a', month: '2026-11' });
  const legs = await held(
    storage,
    callOf('b', 'b-4', {
      path: PATH_ONE,
      operation: 'video.search_all',
      terms: LEGS,
      priceMicros: mostOf(LEGS),
    }),
  );
  const parts = [
    { name: 'tube', items: 2, isLive: true, chargedMicros: toMicros(1_000) },
    { name: 'clips', items: 6, isLive: true, chargedMicros: toMicros(240) },
  ];
  const attempts = [
    { ...attempt('one', 'ok', 11), leg: 'tube', earnedMicros: toMicros(1_000) },
    { ...attempt('two', 'ok', 13), leg: 'clips', earnedMicros: toMicros(240) },
  ];
  await calls.settle(
    settlementOf(legs, { chargedMicros: toMicros(1_240), delivered: { items: 8, legs: parts }, attempts }),
  );
  await storage.grants.paidFor({ accountId: 'acc_b', requestId: 'b-4' });
  await storage.grants.paidFor({ accountId: 'acc_a', requestId: 'b-4' });
  await storage.grants.list({ accountId: 'acc_b', limit: 5, after: null });
  const free = { path: PATH_FREE, platform: 'free', allowance: { path: PATH_FREE, callsPerDay: 1 } };
  await calls.preview(callOf('b', 'b-5', free));
  const terms: Terms = { unit: 'call', priceMicros: toMicros(1_000) };
  await pay(storage, callOf('b', 'b-5', { ...free, terms }), {
    chargedMicros: toMicros(0),
    delivered: { items: 1 },
  });
  await pay(storage, callOf('b', 'b-6', { ...free, terms }), { delivered: { items: 1 } });
  await calls.preview(callOf('b', 'b-7', free));
  await pay(storage, callOf('b', 'b-8', { keyId: 'key_b2' }), { source: 'stale' });
}

async function expireCalls({ storage, title, clock }: Recorder): Promise<void> {
  const { calls } = storage;
  title('holds expire by time');
  await held(storage, callOf('a', 'late-1', { keyId: 'key_a2' }));
  await calls.expire({ holdTtlMs: HOUR });
  clock.advance(HOUR);
  await held(storage, callOf('b', 'late-2'));
  await eachPage(calls.holds, {}, 1);
  await calls.holds({ accountId: 'acc_b', limit: 1, after: null });
  await calls.expire({ holdTtlMs: HOUR + 10_000 });
  await calls.expire({ holdTtlMs: HOUR });
  await calls.open(callOf('a', 'late-1', { keyId: 'key_a2' }));
  await calls.find({ accountId: 'acc_a', requestId: 'late-1' });
}

async function takeBack({ storage, title }: Recorder): Promise<void> {
  const { accounts, complaints, calls } = storage;
  title('refunds by hand');
  const back = { ...operator, accountId: 'acc_b', reason: 'sorry' };
  await accounts.refund({ ...back, requestId: 'b-2', amountMicros: toMicros(401), reference: 'back-1' });
  await accounts.refund({ ...back, requestId: 'b-2', amountMicros: toMicros(150), reference: 'back-1' });
  await accounts.refund({ ...back, requestId: 'b-2', amountMicros: toMicros(150), reference: 'back-1' });
  await accounts.refund({ ...back, requestId: 'b-3', amountMicros: toMicros(150), reference: 'back-1' });
  await accounts.refund({ ...back, requestId: 'b-2', amountMicros: null, reference: null });
  await accounts.refund({ ...back, requestId: 'b-2', amountMicros: null, reference: null });
  await accounts.refund({ ...back, requestId: 'a-1', amountMicros: null, reference: null });
  await accounts.refund({ ...back, requestId: 'b-4', amountMicros: toMicros(1_000), reference: 'back-2' });
  title('complaints');
  const cost = { provider: 'two', costMicros: toMicros(5), allowanceMicros: toMicros(0), automaticPerDay: 2 };
  const file = (side: string, requestId: string, id: string) => ({
    ...{
      actor: `key:key_${side}1`,
      id,
      accountId: `acc_${side}`,
      requestId,
      reason: `bad ${id}`,
      rule: null,
      ...cost,
    },
  });
  const rule = { name: 'refusal_page', note: 'the page says no' } as const;
  await complaints.file(file('a', 'a-1', 'cmp_1'));
  await complaints.file(file('a', 'a-1', 'cmp_2'));
  await complaints.file(file('b', 'a-1', 'cmp_2'));
  await complaints.file(file('b', 'b-2', 'cmp_2'));
  await complaints.file({ ...file('a', 'cap-1', 'cmp_2'), rule });
  await complaints.file({ ...file('b', 'b-6', 'cmp_3'), allowanceMicros: toMicros(1_000) });
  await complaints.file({ ...file('b', 'b-8', 'cmp_4'), allowanceMicros: toMicros(1_999) });
  await complaints.file({ ...file('b', 'b-4', 'cmp_5'), provider: null, rule, automaticPerDay: 1 });
  await complaints.file(file('a', 'a-3', 'cmp_6'));
  await complaints.decide({ ...operator, id: 'cmp_1', isRefunded: false, note: 'no' });
  await complaints.decide({ ...operator, id: 'cmp_1', isRefunded: true, note: 'yes' });
  await complaints.decide({ ...operator, id: 'cmp_5', isRefunded: true, note: 'yes' });
  await complaints.decide({ ...operator, id: 'cmp_9', isRefunded: true, note: 'yes' });
  await accounts.refund({
    ...operator,
    accountId: 'acc_a',
    requestId: 'a-3',
    amountMicros: null,
    reference: null,
    reason: 'x',
  });
  await complaints.decide({ ...operator, id: 'cmp_6', isRefunded: true, note: 'late' });
  for (const id of ['cmp_2', 'cmp_5', 'cmp_9']) await complaints.find({ id });
  await complaints.find({ accountId: 'acc_a', requestId: 'a-1' });
  await complaints.find({ accountId: 'acc_b', requestId: 'a-1' });
  await eachPage(complaints.list, {}, 2);
  await eachPage(complaints.list, { accountId: 'acc_b' }, 1);
  await complaints.list({ state: 'waiting', limit: 9, after: null });
  await complaints.list({ state: 'refunded', accountId: 'acc_a', limit: 9, after: null });
  await complaints.evidence({ accountId: 'acc_a', requestId: 'cap-2' });
  await complaints.evidence({ accountId: 'acc_b', requestId: 'b-3' });
  await complaints.evidence({ accountId: 'acc_b', requestId: 'a-1' });
  const days = { fromDay: '2026-11-15', toDay: '2026-11-15' };
  await complaints.sums(days);
  await complaints.sums({ ...days, accountId: 'acc_b' });
  await complaints.sums({ fromDay: '2026-11-16', toDay: '2026-11-17' });
  await calls.open(callOf('a', 'cap-1', { keyId: 'key_a2' }));
  await calls.preview(callOf('a', 'cap-1', { keyId: 'key_a2' }));
  await calls.open(callOf('a', 'a-9', { twins: ['cap-1', 'a-3'] }));
}

/** On another day, in another month: what was refunded before counts no more. */
async function complainAgain(
  { complaints }: Storage,
  side: string,
  requestId: string,
  id: string,
): Promise<void> {
  const of = {
    actor: 'x',
    id,
    accountId: `acc_${side}`,
    requestId,
    reason: 'bad',
    rule: null,
    provider: 'two',
  };
  await complaints.file({
    ...of,
    costMicros: toMicros(5),
    allowanceMicros: toMicros(1_000),
    automaticPerDay: 1,
  });
}

async function deleteOld({ storage, title, clock }: Recorder): Promise<void> {
  const { calls, usage, ledger } = storage;
  title('answers and questions are deleted, steps become days, days are carried');
  const { next } = await ledger.verify({ from: 'checkpoint' });
  await ledger.keepCheckpoint(next!);
  await ledger.keepCheckpoint(next!);
  await calls.purgeAnswers({ keepMs: DAY });
  await calls.purgeQuestions({ keepMs: DAY });
  clock.advance(DAY);
  await pay(storage, callOf('a', 'next-day'));
  await complainAgain(storage, 'a', 'next-day', 'cmp_7');
  await calls.purgeAnswers({ keepMs: DAY });
  await calls.purgeQuestions({ keepMs: DAY });
  await calls.open(callOf('a', 'a-4'));
  const later = await ledger.verify({ from: 'checkpoint' });
  await ledger.keepCheckpoint(later.next!);
  clock.advance(9 * DAY);
  await usage.fold();
  await usage.fold();
  await usage.providers({ fromDay: '2026-11-15', toDay: '2026-11-16' });
  clock.advance(70 * DAY);
  // The first write of a month makes room for it on PostgreSQL.
  const bonus = { ...operator, accountId: 'acc_b', amountMicros: toMicros(79), reference: null };
  await storage.accounts.adjust({ ...bonus, reason: 'new year' });
  await pay(storage, callOf('b', 'next-year'));
  await complainAgain(storage, 'b', 'next-year', 'cmp_8');
  await usage.purge({ keepMonths: 1 });
  await usage.fold();
  await calls.totals({ accountId: 'acc_a' });
  await storage.keys.find({ id: 'key_a2' });
  await storage.caps.ofKey({ keyId: 'key_a2' });
  title('a sum of a day that is over begins again');
  for (const n of [1, 2]) await pay(storage, callOf('b', `capped-${n}`, { keyId: 'key_b2' }));
  await storage.keys.update({ ...operator, id: 'key_a1', totalCapMicros: toMicros(99_000) });
}

export async function playCalls(recorder: Recorder): Promise<void> {
  await addCallers(recorder);
  await openCalls(recorder);
  await payByTerms(recorder);
  await expireCalls(recorder);
  await takeBack(recorder);
  await readCalls(recorder);
  await readReports(recorder);
  await deleteOld(recorder);
}
