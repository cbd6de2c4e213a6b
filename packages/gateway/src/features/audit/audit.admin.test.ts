// Whose rows of the audit log an operator reads who names a subject: an id, the name of an account, or the name of a provider.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminWorld, createAdminWorld } from '../../verb/testing/world.ts';
import { accountCreate } from '../accounts/account.admin.ts';
import { providerCheck } from '../providers/provider.admin.ts';
import { auditList } from './audit.admin.ts';

let world: AdminWorld;
beforeAll(async () => {
  world = await createAdminWorld();
});
afterAll(() => world.close());

async function rowsOf(subject: string) {
  const { rows } = await world.ask(auditList, { query: { subject } });
  return (rows as { action: string; subject: string }[]).map((row) => [row.action, row.subject]);
}
async function create(name: string): Promise<string> {
  const { account } = await world.ask(accountCreate, { body: { name } });
  return (account as { id: string }).id;
}

test('an account is found by its id and by its name, and no other account', async () => {
  const [first, second] = [await create('first'), await create('second')];
  for (const subject of ['first', first]) expect(await rowsOf(subject)).toEqual([['account.create', first]]);
  for (const subject of ['second', second])
    expect(await rowsOf(subject)).toEqual([['account.create', second]]);
  expect(await rowsOf('nobody')).toEqual([]);
});

test('what was done to a provider is found by its name, also when a customer calls an account like it', async () => {
  const namesake = await create('demo');
  await world.ask(providerCheck, { params: { provider: 'demo' } });
  expect(await rowsOf('demo')).toEqual([['provider.check', 'demo']]);
  expect(await rowsOf(namesake)).toEqual([['account.create', namesake]]);
});
