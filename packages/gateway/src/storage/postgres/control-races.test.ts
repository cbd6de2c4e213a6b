// Two nodes change the control plane at the same time: neither may contradict what the other decides.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase, type TestDatabase } from '../../testing/postgres-databases.ts';
import type { Storage } from '../storage.ts';
import { openPostgresStorage } from './open-storage.ts';

const actor = 'test';
const ROUNDS = 30;

let database: TestDatabase;
let nodes: [Storage, Storage];
beforeAll(async () => {
  database = await freshDatabase();
  const settings = { url: database.url, clock: systemClock, random: systemRandom, serves: true };
  nodes = [
    await openPostgresStorage({ sync: 'any', ...settings }),
    await openPostgresStorage({ sync: 'any', ...settings }),
  ];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

test('names that differ in case alone, given by two nodes at once, are one account', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const made = await Promise.all(
      nodes.map((node, i) =>
        node.accounts.create({
          ...{ actor, id: `acc_${n}_${i}`, name: i === 0 ? `Name${n}` : `name${n}`, currency: 'USD' },
          rate: null,
        }),
      ),
    );
    expect(made.map(({ kind }) => kind).sort()).toEqual(['created', 'exists']);
  }
});

test('two nodes that change one key at the same time lose neither change', async () => {
  await nodes[0].accounts.create({ actor, id: 'acc_keys', name: 'keys', currency: 'USD', rate: null });
  const id = 'key_changed';
  const limits = {
    groups: ['u1' as const],
    expiresAtMs: null,
    addresses: null,
    rate: null,
    maxCallMicros: null,
  };
  const caps = { dailyCapMicros: null, monthlyCapMicros: null, totalCapMicros: null };
  await nodes[0].keys.create({
    ...{ actor, id, accountId: 'acc_keys', name: 'n', prefix: 'p', hash: 'h' },
    ...{ ...limits, ...caps, platforms: null, operations: null, projectId: null },
  });
  for (let n = 1; n <= ROUNDS; n++) {
    await Promise.all([
      nodes[0].keys.update({ actor, id, name: `name${n}` }),
      nodes[1].keys.update({ actor, id, dailyCapMicros: n }),
    ]);
    expect(await nodes[0].keys.find({ id })).toMatchObject({ name: `name${n}`, dailyCapMicros: n });
  }
});

test('a link that is opened on one node while its token is revoked on the other leaves no session', async () => {
  const token = (id: string) =>
    nodes[0].adminTokens.create({ actor, id, name: id, role: 'owner', prefix: 'p', hash: id });
  await token('stays');
  for (let n = 0; n < ROUNDS; n++) {
    const id = `tok${n}`;
    await token(id);
    await nodes[0].sessions.createCode({
      ...{ actor: `admin:${id}`, id: `lgc${n}`, hash: id, lastsMs: 60_000 },
      for: { kind: 'console', name: 'ann', role: 'owner' },
    });
    const halves = { id: `ses${n}`, cookieHash: id, pageHash: id, lastsMs: 60_000 };
    await Promise.all([
      nodes[0].sessions.openByCode({ ...halves, kind: 'console', codeHash: id }),
      nodes[1].adminTokens.revoke({ actor, id }),
    ]);
    const found = await nodes[1].sessions.findByCookie({ hash: id });
    if (found !== null) expect(found.session.endedAtMs).not.toBeNull();
  }
});
