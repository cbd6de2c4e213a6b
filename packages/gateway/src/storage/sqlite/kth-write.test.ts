// A verb of several writes of which one fails has changed nothing, whichever of them it is, and the next one succeeds. Each table in turn
// refuses every write; the verb is tried with ids of its own.
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toMicros } from '../../domain/money.ts';
import { createWorld, type World } from '../../verb/testing/world.ts';
import type { Storage } from '../storage.ts';
import { UNBOUND } from '../testing/payer.ts';

const actor = 'admin:tok_one';
/** Written by processes about themselves, at any time. */
const NOT_TRIED = /^(sqlite_|nodes$|schema)/;

let world: World;
let db: DatabaseSync;
let tables: string[];
beforeAll(async () => {
  world = await createWorld();
  db = new DatabaseSync(world.file);
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  tables = names.map(({ name }) => name as string).filter((name) => !NOT_TRIED.test(name));
  await makeAccount(world.storage, 'base');
  await topUp(world.storage, 'base');
});
afterAll(async () => {
  db.close();
  await world.close();
});

const accountId = 'acc_base';
const makeAccount = ({ accounts }: Storage, n: string) =>
  accounts.create({ actor, id: `acc_${n}`, name: n, currency: 'USD', rate: null });
const topUp = ({ accounts }: Storage, n: string) =>
  accounts.topUp({ actor, accountId, amountMicros: toMicros(1_000_000), reference: n, reason: null });

const VERBS: Record<string, (storage: Storage, n: string) => Promise<unknown>> = {
  'accounts.create': makeAccount,
  'accounts.topUp': topUp,
  'accounts.adjust': ({ accounts }, n) =>
    accounts.adjust({ actor, accountId, amountMicros: toMicros(-10), reference: `-${n}`, reason: 'less' }),
  'projects.create': ({ projects }, n) =>
    projects.create({ actor, accountId, id: `prj_${n}`, name: n, ...UNBOUND }),
  'keys.create': ({ keys }, n) =>
    keys.create({
      actor,
      accountId,
      ...UNBOUND,
      id: `key_${n}`,
      name: n,
      groups: ['u1'],
      prefix: n,
      hash: n,
    }),
};

const rows = () =>
  JSON.stringify(
    tables.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]),
    (_, value) => (value instanceof Uint8Array ? [...value] : value),
  );

/** While `work` runs, no row of the table can be written. */
async function refusing<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const kinds = ['INSERT', 'UPDATE', 'DELETE'];
  for (const kind of kinds)
    db.exec(
      `CREATE TRIGGER refuse_${kind} BEFORE ${kind} ON ${table} BEGIN SELECT RAISE(ABORT, 'planted'); END`,
    );
  try {
    return await work();
  } finally {
    for (const kind of kinds) db.exec(`DROP TRIGGER refuse_${kind}`);
  }
}

test.each(Object.entries(VERBS))('%s of which one write fails has changed nothing', async (_, verb) => {
  const failing: string[] = [];
  for (const table of tables) {
    const before = rows();
    const isDone = await refusing(table, () => verb(world.storage, `of-${table}`)).then(
      () => true,
      () => false,
    );
    if (isDone) continue;
    failing.push(table);
    expect(rows(), table).toBe(before);
    await verb(world.storage, `of-${table}`);
    expect(rows(), table).not.toBe(before);
  }
  // It writes several tables.
  expect(failing.length).toBeGreaterThan(1);
});
