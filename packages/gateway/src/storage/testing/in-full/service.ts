// What belongs to the whole service: price lists, events and webhooks, quotas and leases of providers, states of walks, statements, the
// archive, checks of the ledger and its notes.
import type { CatalogDraft } from '../../../domain/catalog.ts';
import { toMicros } from '../../../domain/money.ts';
import { addPayer, openHold, PRICE, settlementOf } from '../payer.ts';
import type { Recorder } from '../recorder.ts';
import { statementOf } from '../statement.ts';
import { DAY, eachPage, HOUR } from './same-for-all.ts';

const operator = { actor: 'admin:tok_one' };
const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
const draftOf = (micros: number, more: Partial<CatalogDraft> = {}): CatalogDraft => ({
  ...{ currency: 'USD', effectiveFromMs: 0, overrides: [] },
  ...{ endpoints: [{ path: '/p', unitPriceMicros: toMicros(micros), ...none }], ...more },
});

async function publish({ storage, title, clock }: Recorder): Promise<void> {
  const { catalog, events } = storage;
  title('price lists');
  await events.notePriceChanges();
  await catalog.publish({ ...operator, draft: draftOf(PRICE), note: 'first', first: true });
  await catalog.publish({ ...operator, draft: draftOf(1), note: 'second', first: true });
  await events.notePriceChanges();
  for (const id of ['acc_a', 'acc_b', 'acc_c']) await addPayer(storage, id, 20);
  await storage.calls.settle(settlementOf(await openHold(storage, 'acc_b', 'paid')));
  const laterMs = clock.nowMs() + DAY;
  const agreed = { accountId: 'acc_a', path: '/p', unitPriceMicros: toMicros(900) };
  const later = [
    { draft: draftOf(PRICE + 100, { effectiveFromMs: laterMs, overrides: [agreed] }), note: 'third' },
  ];
  await catalog.publish({ ...operator, draft: draftOf(PRICE), note: null, basedOn: 2, later });
  await catalog.publish({ ...operator, draft: draftOf(PRICE), note: null, basedOn: 1, later });
  await catalog.all();
  title('accounts are told of prices');
  await events.notePriceChanges();
  await events.notePriceChanges();
  await events.notePriceChanges();
  clock.advance(DAY);
  for (let n = 0; n < 4; n++) await events.notePriceChanges();
}

async function sendEvents({ storage, title, clock }: Recorder): Promise<void> {
  const { events, webhooks, duties } = storage;
  title('events');
  await events.note({ type: 'ledger.difference', data: { difference_count: 3 } });
  const event = (stream: string) => ({
    stream,
    type: 'provider.suspended' as const,
    data: { provider: 'one', failure: 'timeout' },
  });
  const told = { name: 'provider:one', event: event('operator') };
  await events.noteOnce({ ...told, state: 'up', isUsual: true });
  await events.noteOnce({ ...told, state: 'up', isUsual: true });
  await events.noteOnce({ ...told, state: 'down', isUsual: false });
  await events.noteOnce({ ...told, state: 'up', isUsual: true });
  await events.noteOnce({ ...told, name: 'provider:two', state: 'down', isUsual: false });
  title('webhooks');
  const hook = (n: number, stream: string) => ({
    ...operator,
    id: `whk_${n}`,
    stream,
    url: `https://${n}.example/`,
    secret: `secret ${n}`,
    max: 2,
  });
  await webhooks.create(hook(1, 'acc_a'));
  await webhooks.create(hook(2, 'acc_a'));
  await webhooks.create(hook(3, 'acc_a'));
  await webhooks.create(hook(3, 'operator'));
  await webhooks.create(hook(4, 'acc_b'));
  await webhooks.test({ ...operator, id: 'whk_1' });
  await webhooks.test({ ...operator, id: 'whk_9' });
  await webhooks.rotate({ ...operator, id: 'whk_1', secret: 'new', graceUntilMs: clock.nowMs() + HOUR });
  await webhooks.rotate({ ...operator, id: 'whk_9', secret: 'new', graceUntilMs: 1 });
  const share = { kind: 'webhook', leaseMs: HOUR, limit: 1, perParty: 9, held: {} } as const;
  await duties.claim({ ...share, lease: 'l-1' });
  await duties.claim({ ...share, lease: 'l-2' });
  await webhooks.toSend({ id: 'whk_1', lease: 'l-1', eventsMax: 9 });
  await webhooks.toSend({ id: 'whk_1', lease: 'l-2', eventsMax: 9 });
  const answered = { status: 204, tookMs: 37 };
  const { acc_a: seq = 0 } = await events.heads({ streams: ['acc_a'] });
  await webhooks.taken({ id: 'whk_1', lease: 'l-2', seq, ...answered });
  await webhooks.taken({ id: 'whk_1', lease: 'l-1', seq, ...answered });
  await webhooks.taken({ id: 'whk_1', lease: 'l-1', seq, ...answered });
  const failed = { status: 500, tookMs: 41, retryMs: HOUR, failingMsMax: 3 * HOUR, isGone: false };
  await webhooks.failed({ ...failed, id: 'whk_2', lease: 'l-1' });
  await webhooks.failed({ ...failed, id: 'whk_2', lease: 'l-2' });
  clock.advance(HOUR);
  await duties.claim({ ...share, lease: 'l-2b', limit: 9 });
  await webhooks.taken({ id: 'whk_2', lease: 'l-2b', seq, ...answered });
  await webhooks.test({ ...operator, id: 'whk_2' });
  await webhooks.failed({ ...failed, id: 'whk_2', lease: 'l-2b' });
  await storage.ledger.watch({ nowMs: clock.nowMs() });
  clock.advance(3 * HOUR);
  await duties.claim({ ...share, lease: 'l-3' });
  await webhooks.failed({ ...failed, id: 'whk_2', lease: 'l-3' });
  await webhooks.toSend({ id: 'whk_1', lease: 'l-1', eventsMax: 9 });
  await webhooks.replay({ ...operator, id: 'whk_2', after: 2 });
  await webhooks.replay({ ...operator, id: 'whk_1', after: 99 });
  await webhooks.replay({ ...operator, id: 'whk_9', after: 0 });
  await duties.claim({ ...share, lease: 'l-4', limit: 9 });
  await webhooks.toSend({ id: 'whk_2', lease: 'l-4', eventsMax: 1 });
  await webhooks.failed({ ...failed, id: 'whk_2', lease: 'l-4', isGone: true });
  for (const id of ['whk_1', 'whk_9']) await webhooks.find({ id });
  await webhooks.list({ stream: 'acc_a' });
  await webhooks.remove({ ...operator, id: 'whk_4' });
  await webhooks.remove({ ...operator, id: 'whk_4' });
  await duties.list({ kind: 'webhook', limit: 9, after: null });
  await events.list({ stream: 'operator', after: 0, limit: 9 });
  await events.purge({ keepMs: 3 * HOUR });
  await events.purge({ keepMs: 3 * HOUR });
  await events.heads({ streams: ['acc_a', 'operator'] });
}

async function limitProviders({ storage, title, clock }: Recorder): Promise<void> {
  const { quotas, leases, providers } = storage;
  title('quotas of providers');
  const day = { provider: 'one', per: 'day', reset: 'UTC' } as const;
  const month = { provider: 'two', per: 'month', reset: 'America/New_York' } as const;
  await quotas.take({ ...day, units: 3, most: 5 });
  await quotas.take({ ...day, units: 3, most: 5 });
  await quotas.take({ ...day, units: 2, most: 5 });
  await quotas.take({ ...day, units: 6, most: 5 });
  const { startMs } = await quotas.take({ ...month, units: 7, most: 90 });
  await quotas.giveBack({ provider: 'two', startMs, units: 4 });
  await quotas.giveBack({ provider: 'one', startMs, units: 4 });
  await quotas.used({ of: [month, day, { ...month, provider: 'one' }] });
  clock.advance(DAY);
  await quotas.take({ ...day, units: 1, most: 5 });
  for (const days of [50, 51]) {
    clock.advance(days * DAY);
    await quotas.take({ ...day, units: 1, most: 5 });
  }
  title('leases of providers');
  const want = {
    provider: 'one',
    rateMost: 9_000,
    rateWanted: 4_000,
    placesMost: 7,
    placesWanted: 3,
    placesHeld: 0,
  };
  await leases.renew({
    nodes: 1,
    lastsMs: HOUR,
    wanted: [want, { ...want, provider: 'two', rateMost: null, placesHeld: 9 }],
  });
  await leases.renew({ nodes: 3, lastsMs: HOUR, wanted: [want] });
  clock.advance(HOUR);
  await leases.renew({ nodes: 2, lastsMs: HOUR, wanted: [{ ...want, placesMost: null, rateWanted: 9_999 }] });
  await providers.resume({ ...operator, provider: 'one' });
}

async function keepWalks({ storage, title, clock }: Recorder): Promise<void> {
  const { walkStates } = storage;
  title('states of walks');
  const state = (id: string, part: string, keyId: string, body: string) =>
    walkStates.put({ id, part, keyId, body: Buffer.from(body), countMax: 3, bytesMax: 100 });
  await state('walk 1', '', 'key-of-acc_a', 'first');
  await state('walk 1', '', 'key-of-acc_a', 'again');
  await state('walk 1', 'late', 'key-of-acc_a', 'late');
  await state('walk 2', '', 'key-of-acc_b', 'other');
  clock.advance(HOUR);
  await state('walk 3', '', 'key-of-acc_a', 'third');
  await state('walk 4', '', 'key-of-acc_a', 'fourth');
  await state('walk 5', '', 'key-of-acc_b', 'x'.repeat(99));
  for (const id of ['walk 1', 'walk 2', 'walk 3', 'walk 5']) await walkStates.read({ id, keepMs: HOUR });
  await walkStates.read({ id: 'walk 3', keepMs: 1 });
  await walkStates.purge({ keepMs: HOUR });
  await walkStates.purge({ keepMs: 0 });
}

async function stateMonths({ storage, title }: Recorder): Promise<void> {
  const { statements, accounts } = storage;
  title('statements');
  const closed = (await statements.closedMonth())!;
  await statements.due({ month: closed.month, endMs: closed.endMs, after: null });
  await statements.due({ month: closed.month, endMs: closed.endMs, after: 'acc_a' });
  const { items } = await accounts.entries({ accountId: 'acc_b', limit: 1, after: null });
  for (const endMs of [items[0]!.atMs, items[0]!.atMs + 1])
    await statements.due({ month: closed.month, endMs, after: 'acc_a' });
  await statements.entries({ accountId: 'acc_b', afterSeq: 1, toSeq: 9 });
  await accounts.update({
    ...operator,
    accountId: 'acc_b',
    title: 'B Ltd.',
    contact: 'b@example.org',
    billingAddress: 'Road 2',
    taxId: 'FR2',
  });
  const ofB = await statementOf(storage, 'acc_b', closed);
  await statements.keep({ ...ofB, openingMicros: toMicros(1) });
  await statements.keep(ofB);
  await statements.keep(ofB);
  await statements.keep(await statementOf(storage, 'acc_a', closed));
  await statements.due({ month: closed.month, endMs: closed.endMs, after: null });
  const next = (await statements.endMonth(closed))!;
  await statements.endMonth(closed);
  await statements.closedMonth();
  await accounts.adjust({
    ...operator,
    accountId: 'acc_b',
    amountMicros: toMicros(5),
    reference: null,
    reason: 'x',
  });
  await statements.due({ month: '2027-03', endMs: Number.MAX_SAFE_INTEGER, after: null });
  await statements.keep(
    await statementOf(storage, 'acc_b', { month: next.month, endMs: Number.MAX_SAFE_INTEGER }),
  );
  for (const number of [1, 9]) await statements.find({ number });
  await eachPage(statements.list, {}, 2);
  await statements.list({ accountId: 'acc_b', limit: 1, after: null });
  await statements.list({ month: closed.month, limit: 9, after: null });
}

async function keepArchive({ storage, title, edit }: Recorder): Promise<void> {
  const { ledger, accounts } = storage;
  title('the archive, and catching up from it');
  const heads = await ledger.archiveHeads();
  const after = (accountId: string, entrySeq: number) => [{ accountId, entrySeq }];
  await ledger.archiveRows({ accounts: after('acc_a', 0), catalogVersion: 2 });
  await ledger.archiveRows({ accounts: after('acc_b', 1), catalogVersion: heads.catalogVersion });
  const rows = await ledger.archiveRows({ accounts: after('acc_b', 0), catalogVersion: 1 });
  await ledger.catchUp({ rows, writes: true, actor: 'restore' });
  const [lastB] = rows.entries.filter(({ account_id }) => account_id === 'acc_b').slice(-1);
  const more = {
    ...lastB!,
    seq: (lastB!.seq as number) + 1,
    reference: 'lost',
    balance_after_micros: (lastB!.balance_after_micros as number) + 5,
  };
  const lost = { ...rows, entries: [...rows.entries, more] };
  await ledger.catchUp({ rows: lost, writes: false, actor: 'restore' });
  await ledger.catchUp({ rows: lost, writes: true, actor: 'restore' });
  const wrong = { ...more, amount_micros: 6 };
  await ledger.catchUp({ rows: { ...rows, entries: [wrong] }, writes: true, actor: 'restore' });
  await accounts.topUp({
    ...operator,
    accountId: 'acc_b',
    amountMicros: toMicros(3),
    reference: 'after',
    reason: null,
  });
  title('checks of the ledger');
  const report = await ledger.verify({ from: 'start' });
  await ledger.keepCheckpoint(report.next!);
  await ledger.keepCheckpoint(report.next!);
  await ledger.verify({ from: 'checkpoint' });
  await edit("UPDATE accounts SET balance_micros = balance_micros + 1 WHERE id = 'acc_a'");
  await edit("UPDATE grants SET remaining_micros = 1 WHERE account_id = 'acc_a'");
  await ledger.verify({ from: 'start' });
  await ledger.verify({ from: 'checkpoint' });
  await edit("UPDATE accounts SET balance_micros = balance_micros - 1 WHERE id = 'acc_a'");
}

async function keepNotes({ storage, title, clock }: Recorder): Promise<void> {
  const { ledger, secret, duties } = storage;
  title('notes about the ledger, and the secret');
  await storage.ready();
  const atMs = clock.nowMs();
  await ledger.verdict();
  await ledger.keepVerdict({ atMs, entries: 11, differences: 2 });
  await ledger.keepVerdict({ atMs: atMs + 1, entries: 13, differences: 0 });
  await ledger.noteBackup({ atMs: atMs + 2 });
  await ledger.noteDrill({ atMs: atMs + 3, durationMs: 17 });
  await ledger.noteArchive({ atMs: atMs + 4 });
  await ledger.acceptLoss(operator);
  await ledger.acceptLoss(operator);
  await ledger.verdict();
  await ledger.watch({ nowMs: atMs });
  await secret.find();
  await secret.claim({ fingerprint: 'f1', secret: 'abcd' });
  await secret.claim({ fingerprint: 'f2', secret: null });
  await secret.find();
  await secret.forget(operator);
  await secret.find();
  await duties.claim({ kind: 'statements', lease: 'l-1', leaseMs: HOUR, limit: 9, perParty: 9, held: {} });
  await duties.renew({
    held: [{ kind: 'statements', id: 'statements_run_at_ms', lease: 'l-1' }],
    leaseMs: 2 * HOUR,
  });
  await duties.list({ kind: 'statements', limit: 9, after: null });
  await duties.release({ kind: 'statements', id: 'statements_run_at_ms', lease: 'l-1' });
  await duties.figures();
}

export async function playService(recorder: Recorder): Promise<void> {
  await publish(recorder);
  await sendEvents(recorder);
  await limitProviders(recorder);
  await keepWalks(recorder);
  await stateMonths(recorder);
  await keepArchive(recorder);
  await keepNotes(recorder);
}
