// Owns a suite that must fail: one wrong expectation beside a test that needs PostgreSQL. CI runs it and demands a red exit code.
import { expect, it } from 'vitest';
import { freshDatabase } from '../packages/gateway/src/testing/postgres-databases.ts';

it('takes part with a PostgreSQL server', async () => {
  const database = await freshDatabase();
  expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('fails, as planted', () => {
  expect(1).toBe(2);
});
