// Proves which callers are let in: every reason to refuse a key gives the same answer, and a malformed key costs no look-up.
import { describe, expect, test } from 'vitest';
import { hashSecret, makeSecret } from '../domain/access/key.ts';
import { authorizeGroup } from '../domain/access/key-scope.ts';
import { systemRandom } from '../domain/clock.ts';
import { isFailure } from '../domain/failure.ts';
import type { KeyHolder } from '../storage/storage.ts';
import { authenticate, authenticateAdmin, unauthorized } from './authenticate.ts';

const NOW = 1_000_000;
const clock = { nowMs: () => NOW, monotonicMs: () => 0 };
const secret = makeSecret('rgk', systemRandom);

interface Changes {
  key?: object;
  account?: object;
  secretValidUntilMs?: number | null;
}

function holderOf({ key, account, secretValidUntilMs = null }: Changes): KeyHolder {
  const plain = { id: 'key_1', status: 'active', expiresAtMs: null, addresses: null, groups: ['u1'] };
  const made = {
    key: { ...plain, ...key },
    account: { status: 'active', closedAtMs: null, ...account },
    secretValidUntilMs,
  };
  return made as unknown as KeyHolder;
}

async function comes(authorization: string | null, changes: Changes = {}) {
  const lookUps: string[] = [];
  const find = async (hash: string) => {
    lookUps.push(hash);
    return hash === hashSecret(secret) ? holderOf(changes) : null;
  };
  const result = await authenticate({ find }, clock, { authorization, clientAddress: '192.0.2.1' });
  return { result, lookUps };
}

describe('a key', () => {
  test.each([
    ['that is active', {}],
    ['that expires later', { key: { expiresAtMs: NOW + 1 } }],
    ['whose old secret is still good', { secretValidUntilMs: NOW + 1 }],
    ['used from its address', { key: { addresses: ['192.0.2.0/24'] } }],
  ])('%s is let in', async (_, changes) => {
    const { result, lookUps } = await comes(`Bearer ${secret}`, changes);
    expect(isFailure(result)).toBe(false);
    expect(lookUps).toEqual([hashSecret(secret)]);
  });

  test.each([
    ['that is disabled', { key: { status: 'disabled' } }],
    ['that is revoked', { key: { status: 'revoked' } }],
    ['of a disabled account', { account: { status: 'disabled' } }],
    ['that expires now', { key: { expiresAtMs: NOW } }],
    ['whose old secret ends now', { secretValidUntilMs: NOW }],
  ])('%s gets the one answer', async (_, changes) => {
    expect((await comes(`Bearer ${secret}`, changes)).result).toBe(unauthorized);
  });

  const closed = { status: 'disabled', closedAtMs: NOW };

  test('of a closed account is reported as closed only to a caller with a valid key', async () => {
    const { result } = await comes(`Bearer ${secret}`, { account: closed });
    expect(result).toMatchObject({ code: 'FORBIDDEN', detail: expect.stringContaining('closed') });
    const revoked = await comes(`Bearer ${secret}`, { account: closed, key: { status: 'revoked' } });
    expect(revoked.result).toBe(unauthorized);
  });

  test.each([
    ['no header', null, 0],
    ['another scheme', `Basic ${secret}`, 0],
    ['no secret', 'Bearer ', 0],
    ['two secrets', `Bearer ${secret} ${secret}`, 0],
    ['a typing error', `Bearer ${secret.slice(0, -1)}`, 0],
    ['a token for operators', `Bearer ${makeSecret('rga', systemRandom)}`, 0],
    ['a secret that nobody has', `Bearer ${makeSecret('rgk', systemRandom)}`, 1],
  ])('sent as %s gets it too', async (_, authorization, count) => {
    const { result, lookUps } = await comes(authorization);
    expect(result).toBe(unauthorized);
    expect(lookUps).toHaveLength(count);
  });

  test('used from another address is reported as such, because it is a valid key', async () => {
    const { result } = await comes(`bearer  ${secret} `, { key: { addresses: ['198.51.100.7'] } });
    expect(result).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('that is cached is not looked up', async () => {
    const holder = holderOf({});
    const keys = { known: () => holder, find: () => Promise.reject(new Error('a look-up')) };
    const credentials = { authorization: `Bearer ${secret}`, clientAddress: '192.0.2.1' };
    expect(await authenticate(keys, clock, credentials)).toBe(holder);
  });

  test('calls its own groups only', () => {
    expect(authorizeGroup(holderOf({}), 'u1')).toBeNull();
    expect(authorizeGroup(holderOf({}), 'u2')).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('an admin token', () => {
  const token = makeSecret('rga', systemRandom);
  const enter = (authorization: string | null, revokedAtMs: number | null = null) => {
    const findByHash = async ({ hash }: { hash: string }) =>
      hash === hashSecret(token) ? ({ id: 'tok_1', revokedAtMs } as never) : null;
    return authenticateAdmin({ findByHash }, authorization);
  };

  test('is identified by its id', async () => {
    expect(await enter(`Bearer ${token}`)).toEqual({ actor: 'admin:tok_1' });
  });

  test.each([
    ['revoked', `Bearer ${token}`, 5],
    ['revoked long ago', `Bearer ${token}`, 0],
    ['missing', null, null],
    ["a caller's key", `Bearer ${secret}`, null],
    ['unknown', `Bearer ${makeSecret('rga', systemRandom)}`, null],
  ])('that is %s opens nothing', async (_, authorization, revokedAtMs) => {
    expect(await enter(authorization, revokedAtMs)).toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
