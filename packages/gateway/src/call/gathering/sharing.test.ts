// What gathered calls share with interactive ones, and what they leave to them: answers in memory and quotas.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageRequestId } from '../../domain/request-id.ts';
import { addPayer } from '../../storage/testing/payer.ts';
import { RunningCalls } from '../running/running-calls.ts';
import { findHolder } from './gather-terms.ts';
import { causeOf } from './gathered.ts';
import { codeOf, type GatherRig, ITEM, listOf, numbers, openRig } from './testing/rig.ts';

let rig: GatherRig;
beforeAll(async () => {
  rig = await openRig((text) =>
    text
      .replace('cache: { fresh_seconds: 0 }', 'cache: { fresh_seconds: 60, price_factor: 0.5 }')
      .replace('first: { connector: scripted }', 'first: { connector: scripted, quota: { units: 8 } }')
      .replace('scripted: [first, second]', 'scripted: [first]')
      .concat('gathering: { except: { accounts: [bystander] } }\n'),
  );
});
afterAll(() => rig.close());

test('an answer in memory costs its share of the price, and no provider is asked', async () => {
  rig.script = listOf(numbers(0, 10));
  expect(await rig.collect(1)).toMatchObject({ items: 10, chargedMicros: 10 * ITEM });
  rig.seen.clear();
  expect(await rig.collect(2)).toMatchObject({ items: 10, chargedMicros: 5 * ITEM });
  expect(rig.asked).toBe(1);
});

test('collections use half of a quota, one account half of that, and wait for the next period; the rest is left to interactive calls', async () => {
  await addPayer(rig.core.storage, 'other', 100);
  const ask = (page: number, account = 'acc') =>
    rig.collect(page, { query: { keyword: `quota ${page}`, count: '10' } }, account);
  const asked = rig.asked;
  // One unit was used above, of four.
  expect(await ask(11)).toMatchObject({ kind: 'settled' });
  const outcome = await ask(12);
  if (outcome.kind !== 'failure') throw new Error('expected a failure');
  expect([outcome.code, causeOf(outcome)]).toEqual(['UPSTREAM_BUSY', 'quota']);
  expect(outcome.retryAfterMs).toBeGreaterThan(0);
  expect(await ask(13, 'other')).toMatchObject({ kind: 'settled' });
  expect(codeOf(await ask(14, 'other'))).toBe('UPSTREAM_BUSY');
  expect(rig.asked).toBe(asked + 2);
  const by = rig.deps.settings().platforms.get('scripted')![0]!;
  expect(rig.deps.quotas.spentForMs(by, 'video.search')).toBe(0);
  expect(rig.deps.quotas.leftOf('first', by.quota)).toMatchObject({ units: 5 });
});

test('a gathered call is no interactive one, and is waited for when the process stops', async () => {
  const running = new RunningCalls();
  const work = Promise.withResolvers<void>();
  const tracked = running.track({ accountId: 'a', requestId: pageRequestId('col_1', 0) }, work.promise);
  expect([running.count, running.interactive]).toEqual([1, 0]);
  let isIdle = false;
  const idle = running.idle().then(() => {
    isIdle = true;
  });
  await new Promise(setImmediate);
  expect(isIdle).toBe(false);
  work.resolve();
  await Promise.all([tracked, idle]);
});

test('an account for which the operator switched them off is refused, and others are not', async () => {
  const outcome = await rig.collect(21, {}, 'bystander');
  if (outcome.kind !== 'failure') throw new Error('expected a failure');
  expect([outcome.code, causeOf(outcome)]).toEqual(['FORBIDDEN', 'refused']);
  expect(await rig.money('bystander')).toEqual({ balance: 100_000, held: 0 });
});

test('the key of a collection that no longer exists is not found', async () => {
  expect(await findHolder(rig.core.storage, 'nobody')).toBeNull();
});
