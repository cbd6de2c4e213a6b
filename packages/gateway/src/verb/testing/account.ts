// A funded account with one key, and calls on it, for tests of verbs.

import { base62, hashSecret, makeSecret } from '../../domain/access/key.ts';
import type { Account } from '../../domain/account.ts';
import type { Attempt } from '../../domain/call.ts';
import { systemRandom } from '../../domain/clock.ts';
import { writeQuestion } from '../../domain/gathering/question.ts';
import { parseMoney, ZERO } from '../../domain/money.ts';
import type { KeyHolder, KeyLimits, Storage } from '../../storage/storage.ts';
import { UNBOUND } from '../../storage/testing/payer.ts';

const LIMITS: KeyLimits = { groups: ['u1', 'u2'], ...UNBOUND };

export function micros(text: string) {
  const amount = parseMoney(text);
  if (amount === null) throw new Error(`not an amount: ${text}`);
  return amount;
}

export async function makeAccount(storage: Storage, amount = '10'): Promise<Account> {
  const id = `acc_${base62(systemRandom, 16)}`;
  const made = { actor: 'test', id, name: `n-${id.slice(4)}`, currency: 'USD', rate: null };
  await storage.accounts.create(made);
  const topUp = { actor: 'test', accountId: id, amountMicros: micros(amount), reference: id, reason: null };
  await storage.accounts.topUp(topUp);
  return (await storage.accounts.find({ idOrName: id }))!;
}

export async function makeKey(storage: Storage, accountId: string, limits: Partial<KeyLimits> = {}) {
  const secret = makeSecret('rgk', systemRandom);
  const id = `key_${base62(systemRandom, 16)}`;
  const shown = { id, accountId, name: 'laptop', prefix: secret.slice(0, 12), hash: hashSecret(secret) };
  await storage.keys.create({ actor: 'test', ...LIMITS, ...limits, ...shown });
  const holder = await storage.keys.findByHash({ hash: shown.hash });
  return { secret, holder: holder! };
}

/** One settled call at this price. */
export async function makeCall(
  storage: Storage,
  { account, key }: KeyHolder,
  requestId: string,
  price: string,
  attempts: Attempt[] = [
    { provider: 'demo', startedMs: 1, durationMs: 20, outcome: 'ok', bytes: 900, costMicros: ZERO },
  ],
) {
  const priceMicros = micros(price);
  const opened = await storage.calls.open({
    accountId: account.id,
    keyId: key.id,
    requestId,
    fingerprint: 'f'.repeat(64),
    path: '/api/u1/v1/demo/app/search_video_v2',
    group: 'u1',
    platform: 'demo',
    operation: 'video.search',
    variant: 'stable',
    catalogVersion: 1,
    priceMicros,
    defaultRate: { requests: 1000, perSeconds: 60, concurrent: 100 },
    keysMax: 10,
    question: writeQuestion([['keyword', requestId]]),
  });
  if (opened.kind !== 'opened') throw new Error(`the call was not opened: ${opened.kind}`);
  const { hold } = opened;
  await storage.calls.settle({ hold, chargedMicros: priceMicros, source: 'live', attempts, answer: null });
}
