// What operators see of duties: work that no node does is late, in the list, the status and the overview.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LATE_AFTER_MS } from '../../domain/gathering/duty.ts';
import { toMicros } from '../../domain/money.ts';
import { makeAccount } from '../../verb/testing/account.ts';
import { type AdminWorld, createAdminWorld } from '../../verb/testing/world.ts';
import { overview, status } from '../service/service.admin.ts';
import { dutyList, dutyTroubles } from './duty.admin.ts';

let world: AdminWorld;
beforeAll(async () => {
  world = await createAdminWorld();
});
afterAll(() => world.close());

const late = async () => {
  const { duties } = await world.ask(status);
  const { decisions } = await world.ask(overview);
  return {
    counts: (duties as Parameters<typeof dutyTroubles>[0]).find(({ kind }) => kind === 'webhook'),
    told: (decisions as { kind: string; text: string }[]).filter(({ text }) => text.includes('webhooks')),
  };
};

test('a webhook that no node sends to is due at once, and late after a minute', async () => {
  const { id } = await makeAccount(world.storage);
  const actor = 'test';
  const made = { actor, id: 'wh', stream: id, url: 'https://a.example/', secret: 's', max: 1 };
  await world.storage.webhooks.create(made);
  expect(await late()).toEqual({ counts: { kind: 'webhook', due: 0, late: 0, failing: 0 }, told: [] });
  const topUp = { actor, accountId: id, amountMicros: toMicros(1), reference: 'told', reason: null };
  await world.storage.accounts.topUp(topUp);
  world.advance(LATE_AFTER_MS);
  expect(await late()).toEqual({ counts: { kind: 'webhook', due: 1, late: 0, failing: 0 }, told: [] });
  world.advance(1);
  const { counts, told } = await late();
  expect(counts).toEqual({ kind: 'webhook', due: 1, late: 1, failing: 0 });
  expect(told).toMatchObject([{ kind: 'duties', text: expect.stringContaining('webhooks: 1 late') }]);
  const row = { kind: 'webhook', id: 'wh', account_id: id, running: false, late: true, failures: 0 };
  const ask = async (query: object) => (await world.ask(dutyList, { query })).duties;
  expect(await ask({ kind: 'webhook', late: true })).toMatchObject([row]);
  expect(await ask({ kind: 'watch' })).toEqual([]);
  // A node that works on it ends the lateness.
  const share = { lease: 'l', leaseMs: 10_000, limit: 1, perParty: 1, held: {} };
  await world.storage.duties.claim({ kind: 'webhook', ...share });
  expect(await ask({ kind: 'webhook' })).toMatchObject([{ ...row, running: true, late: false }]);
  expect(await ask({ kind: 'webhook', late: true })).toEqual([]);
  expect((await late()).counts).toEqual({ kind: 'webhook', due: 0, late: 0, failing: 0 });
});

test('the list goes on page by page', async () => {
  await world.storage.webhooks.create({
    ...{ actor: 'test', id: 'wh2', stream: 'operator', url: 'https://a.example/', secret: 's', max: 1 },
  });
  await world.storage.events.note({ type: 'provider.suspended', data: { provider: 'p' } });
  const first = await world.ask(dutyList, { query: { limit: 1 } });
  expect(first.duties).toHaveLength(1);
  const { duties, next_cursor } = await world.ask(dutyList, {
    query: { limit: 10, cursor: first.next_cursor },
  });
  const ids = [...(first.duties as { id: string }[]), ...(duties as { id: string }[])].map(({ id }) => id);
  expect(ids.sort()).toEqual(['statements_run_at_ms', 'wh', 'wh2']);
  expect(next_cursor).toBeNull();
});

test('kinds in trouble are named with their figures, and others not', () => {
  const none = { due: 5, late: 0, failing: 0 };
  expect(dutyTroubles([{ kind: 'webhook', ...none }])).toEqual([]);
  expect(
    dutyTroubles([
      { kind: 'recharge', ...none, failing: 2 },
      { kind: 'watch', ...none, late: 3, failing: 1 },
    ]),
  ).toEqual(['recharges: 2 failing', 'watches: 3 late, 1 failing']);
});
