// A later start makes nothing: neither a demo account nor a secret.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestCli } from '../cli/testing/cli.ts';
import { isEmpty } from './first-start.ts';

let cli: TestCli;
beforeAll(() => {
  cli = new TestCli();
});
afterAll(() => cli.close());

test('a ledger with an admin token and no account is not empty: its operator makes accounts over HTTP', async () => {
  await cli.run('catalog', 'show');
  const storage = await cli.open(false);
  expect(await isEmpty(storage)).toBe(true);
  await storage.adminTokens.create({
    actor: 'test',
    id: 'adm_1',
    name: 'ann',
    role: 'owner',
    prefix: 'rga_live_x',
    hash: 'h',
  });
  expect(await isEmpty(storage)).toBe(false);
  await storage.close();
});
