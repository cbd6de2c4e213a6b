// The story of keys, projects and sessions: what everybody who asks gets, and which rows change.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS_MADE_PER_DAY_MAX } from '../../domain/limits.ts';
import { DAY, made, openStage, type Stage } from '../../testing/story-stage.ts';
import { expectTold } from '../../testing/told/told.ts';
import {
  ownKey,
  ownKeyCreate,
  ownKeyList,
  ownKeyRename,
  ownKeyRevoke,
  ownKeyRotate,
} from '../keys/key.account.ts';
import { keyCreate, keyList, keyRead, keyRevoke, keyRotate, keyUpdate } from '../keys/key.admin.ts';
import { projectCreate, projectList, projectRead, projectUpdate } from '../projects/project.admin.ts';
import { portalClose, portalRead, portalUpdate } from '../sessions/session.account.ts';
import { loginCodeCreate, portalLinkCreate, sessionList, sessionRevoke } from '../sessions/session.admin.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function ownKeys({
  everybody,
  ask,
  owner,
  byLink,
  byLimited,
  byOwner,
  buy,
  ...others
}: Stage): Promise<void> {
  await buy(owner, 'bought');
  await buy(others.limited, 'bought-limited', { micros: 13_000 });
  await buy(others.capped, 'bought-capped', { micros: 14_000 });
  await everybody(ownKey);
  await everybody(ownKeyList);
  const body = { name: 'made', groups: ['u1'], daily_cap: '3' };
  const { key } = await made(ask(ownKeyCreate, owner, { body }));
  const params = { key: key.id };
  await everybody(ownKeyRename, { params, body: { name: 'renamed' } });
  await everybody(ownKeyRotate, { params, body: { grace_seconds: 60 } });
  await everybody(ownKeyRevoke, { params });
  // The name that this process remembers is an older one.
  await ask(ownKeyRename, owner, { params: { key: 'key_limited' }, body: { name: 'narrow' } });
  for (const teller of [owner, byLink, byLimited, byOwner]) await ask(portalRead, teller);
  for (const name of ['limited', 'capped', 'stranger', 'owner'])
    for (const teller of [byLink, byLimited, byOwner])
      await ask(portalUpdate, teller, { body: { key: `key_${name}` } });
  for (const teller of [byLink, byOwner]) await ask(ownKeyList, teller);
  await ask(portalUpdate, owner, { body: { key: 'key_capped' } });
  for (const teller of [owner, byLink, byLimited]) await ask(portalClose, teller);
}

async function keysOfOperators({ everyOperator, operate }: Stage): Promise<void> {
  const caps = { daily_cap: '1', monthly_cap: '2', total_cap: '3' };
  const { project } = await made(
    operate(projectCreate, { body: { account: 'alpha', name: 'of-alpha', ...caps } }),
  );
  const params = { project: project.id };
  await everyOperator(projectUpdate, { params, body: { name: 'other', daily_cap: null, total_cap: '4' } });
  await everyOperator(projectRead, { params });
  await everyOperator(projectList, { query: { account: 'alpha' } });
  await operate(projectList, { query: { account: 'beta' } });
  const limits = {
    ...{
      groups: ['u2'],
      expires_at: '2026-11-17T00:00:00.000Z',
      addresses: ['192.0.2.0/24'],
      project: project.id,
    },
    ...{
      rate: { requests: 5, per_seconds: 60, concurrent: 2 },
      platforms: ['demo'],
      operations: ['video.search'],
    },
    ...{ ...caps, max_call: '0.5' },
  };
  const { key } = await made(
    operate(keyCreate, { body: { account: 'alpha', name: 'of-operators', ...limits } }),
  );
  await operate(keyCreate, { body: { account: 'beta', name: 'wrong-project', project: project.id } });
  const one = { key: key.id };
  await everyOperator(keyRead, { params: one });
  await everyOperator(keyList, { query: { account: 'alpha', limit: 2 } });
  await operate(keyList, { query: { search: 'limit' } });
  await everyOperator(keyUpdate, {
    params: one,
    body: { name: 'new', status: 'disabled', daily_cap: null, max_call: '1' },
  });
  await operate(keyUpdate, { params: one, body: { expires_at: '2026-11-15T12:00:00.000Z' } });
  await everyOperator(keyRotate, { params: one, body: {} });
  await everyOperator(keyRevoke, { params: one });
  await operate(keyUpdate, { params: one, body: { status: 'active' } });
}

async function sessionsOfOperators({ world, everyOperator, operate }: Stage): Promise<void> {
  await everyOperator(sessionList);
  await operate(sessionList, { query: { account: 'beta' } });
  await everyOperator(sessionRevoke, { params: { session: 'ses_limited' } });
  await everyOperator(loginCodeCreate, { body: { name: 'Ann', role: 'viewer' } });
  await everyOperator(portalLinkCreate, { params: { account: 'alpha' }, body: {} });
  for (const key of ['key_limited', 'key_stranger'])
    await operate(portalLinkCreate, { params: { account: 'alpha' }, body: { key } });
  await operate(keyUpdate, { params: { key: 'key_stranger' }, body: { status: 'disabled' } });
  await operate(portalLinkCreate, { params: { account: 'beta' }, body: {} });
  await operate(keyUpdate, {
    ...{
      params: { key: 'key_stranger' },
      body: { status: 'active', expires_at: '2026-11-16T00:00:00.000Z' },
    },
  });
  world.advance(DAY);
  await operate(portalLinkCreate, { params: { account: 'beta' }, body: {} });
}

test('keys, projects and sessions: each caller gets what is kept, and no other row changes', async () => {
  const { story } = stage;
  await ownKeys(stage);
  await keysOfOperators(stage);
  await sessionsOfOperators(stage);
  expectTold({ by: import.meta.filename, name: 'keys', text: story.text(), begins: /^> / });
});

test('an account has as many keys as are allowed, and makes as many secrets in a day', async () => {
  const { ask, world, keyOf } = stage;
  const gamma = await world.storage.accounts.create({
    ...{ actor: 'test', id: 'acc_gamma', name: 'gamma', currency: 'USD', rate: null },
  });
  expect(gamma.kind).toBe('created');
  const first = await keyOf('gamma', 'acc_gamma');
  const make = async () => (await ask(ownKeyCreate, first, { body: { name: 'k' } })).code ?? 'made';
  const all = [];
  for (let i = 0; i < 5; i++) all.push(await make());
  expect(all).toEqual(['made', 'made', 'made', 'made', 'CONFLICT']);
  expect((await ask(ownKeyList, first)).may_create).toBe(false);
  const rotated = [];
  for (let i = 4; i <= KEYS_MADE_PER_DAY_MAX; i++)
    rotated.push((await ask(ownKeyRotate, first, { params: { key: 'key_gamma' }, body: {} })).code);
  expect(rotated.indexOf('RATE_LIMITED')).toBe(KEYS_MADE_PER_DAY_MAX - 4);
  world.advance(DAY);
  expect(await ask(ownKeyRotate, first, { params: { key: 'key_gamma' }, body: {} })).toHaveProperty('secret');
});
