// Every admin verb over HTTP, as each role: a role below the needed one is refused before anything is read or done,
// and every other role reaches the verb. The table of needed roles is in features/admin-verbs.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashSecret, makeSecret } from '../domain/access/key.ts';
import { mayAct, ROLES, type Role } from '../domain/access/session.ts';
import { systemRandom } from '../domain/clock.ts';
import { adminVerbs } from '../features/index.ts';
import { neededRole } from './admin-server.ts';
import { type Servers, startServers } from './testing/servers.ts';

let servers: Servers;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  servers = await startServers();
  for (const role of ROLES) {
    const secret = makeSecret('rga', systemRandom);
    const shown = { id: `adm_${role}`, name: role, role, prefix: secret.slice(0, 12) };
    await servers.world.storage.adminTokens.create({ actor: 'test', ...shown, hash: hashSecret(secret) });
    tokens.set(role, secret);
  }
});
afterAll(() => servers.close());

interface Told {
  status: number;
  code?: string;
  detail?: string;
}

/** Sends a body that no verb accepts, so that a request that is let through changes nothing. */
async function send(verb: (typeof adminVerbs)[number], role: Role): Promise<Told> {
  const path = verb.path.replace(/\{\w+\}/g, 'nobody');
  const answer = await fetch(`http://127.0.0.1:${servers.adminPort}${path}?no_such_field=1`, {
    method: verb.method,
    headers: { authorization: `Bearer ${tokens.get(role)}`, 'content-type': 'application/json' },
    ...(verb.method === 'GET' ? {} : { body: '{"no_such_field":1}' }),
  });
  const text = await answer.text();
  return { status: answer.status, ...(text.startsWith('{') ? (JSON.parse(text) as object) : {}) };
}

describe.each(adminVerbs.map((verb) => [verb.name, verb] as const))('%s', (_name, verb) => {
  test.each(ROLES)('as %s', async (role) => {
    const needed = neededRole(verb);
    const { status, code, detail } = await send(verb, role);
    if (mayAct(role, needed)) expect([400, 404]).toContain(status);
    else {
      expect([status, code]).toEqual([403, 'FORBIDDEN']);
      expect(detail).toBe(`Your role is ${role}; this needs the role ${needed}.`);
    }
  });
});
