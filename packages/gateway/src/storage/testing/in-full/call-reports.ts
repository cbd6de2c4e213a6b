// What the calls of calls.ts look like in lists, sums and reports.
import type { Recorder } from '../recorder.ts';
import { PATH_TWO } from './callers.ts';
import { DAY, eachPage, HOUR } from './same-for-all.ts';

export async function readCalls({ storage, title, clock }: Recorder): Promise<void> {
  const { calls } = storage;
  title('calls are read');
  for (const requestId of ['a-1', 'a-3', 'cap-1', 'a-6', 'b-4']) {
    await calls.find({ accountId: requestId.startsWith('b') ? 'acc_b' : 'acc_a', requestId });
    await calls.findAnswer({ accountId: 'acc_a', requestId });
  }
  for (const seq of [1, 5, 9, 99]) await calls.detail({ seq });
  await eachPage(calls.list, {}, 5);
  const [fromMs, toMs] = [clock.nowMs() - 2 * HOUR, clock.nowMs() - HOUR];
  const days = { fromMs: Date.parse('2026-11-15'), toMs: Date.parse('2026-11-16') };
  const filters = [
    { accountId: 'acc_b' },
    { accountId: 'acc_a', keyId: 'key_a2' },
    { path: PATH_TWO },
    { platform: 'free' },
    { provider: 'one', accountId: 'acc_a' },
    { state: 'released' as const },
    { state: 'settled' as const, accountId: 'acc_b' },
    { state: 'settled' as const, accountId: 'acc_a' },
    { state: 'held' as const },
    { state: 'expired' as const },
    { failureCode: 'NOT_FOUND' },
    { accountId: 'acc_a', fromMs, toMs },
    { ...days, accountId: 'acc_b' },
    { fromMs: days.toMs },
    { accountId: 'acc_a', requestPrefix: 'cap-' },
  ];
  for (const filter of filters) {
    await eachPage(calls.list, filter, 3);
    await calls.totals(filter);
  }
  await calls.totals({});
  for (const kind of [undefined, 'charge', 'refund', 'adjustment'] as const)
    await eachPage(storage.accounts.entries, { accountId: 'acc_b', ...(kind && { kind }) }, 4);
  await storage.accounts.entries({ accountId: 'acc_a', fromMs, toMs, limit: 9, after: null });
}

export async function readReports({ storage, title, clock }: Recorder): Promise<void> {
  const { usage } = storage;
  title('reports');
  const days = { fromDay: '2026-11-15', toDay: '2026-11-15' };
  for (const by of ['day', 'path', 'key'] as const) {
    await usage.read({ ...days, by });
    await usage.read({ ...days, by, accountId: 'acc_a' });
    await usage.read({ ...days, by, accountId: 'acc_a', keyId: 'key_a2' });
  }
  await usage.read({ fromDay: '2026-11-16', toDay: '2026-11-17', by: 'day' });
  await usage.providers(days);
  await usage.providers({ fromDay: '2026-11-14', toDay: '2026-11-14' });
  await usage.providersOf({ ...days, accountId: 'acc_b', party: 'x' });
  const span = { fromMs: Date.parse('2026-11-15'), toMs: Date.parse('2026-11-16'), party: 'x' };
  for (const by of [
    ['account', 'key'],
    ['project'],
    ['platform', 'day'],
    ['hour', 'provider'],
    ['failure', 'path'],
    ['provider', 'account'],
  ] as const) {
    await usage.slice({ ...span, by });
    await usage.slice({ ...span, by, accountId: 'acc_a', keyId: 'key_a2' });
  }
  const nowMs = clock.nowMs();
  await usage.overview({ nowMs, runwayDays: 1_000 });
  await usage.overview({ nowMs: nowMs + DAY, runwayDays: 5 });
  await usage.runway({ accountId: 'acc_a', nowMs });
  await usage.runway({ accountId: 'acc_none', nowMs });
  for (const totals of ['steps', 'days'] as const) await usage.outcomes({ ...span, totals, parts: 3 });
  await usage.providerSteps({ provider: 'two', fromMs: span.fromMs, toMs: nowMs });
  await usage.providerSteps({ provider: 'one', fromMs: nowMs - HOUR, toMs: nowMs });
  await storage.keys.list({ limit: 9, after: null });
  await storage.events.list({ stream: 'acc_a', after: 0, limit: 20 });
  await storage.ledger.watch({ nowMs });
}
