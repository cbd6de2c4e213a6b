// Whether a key works, and its account if it does. Every input costs one hash and one look-up, so response times reveal nothing about a
// key. An answer never repeats the key.

import { GROUPS, hashSecret, isExpired, isUsable, isWellFormed } from '../../domain/access/key.ts';
import { available } from '../../domain/account.ts';
import { formatTime } from '../../domain/clock.ts';
import { formatMoney } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { Currency, MoneyText, nullable, TimeText, timeOrNull } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';

const KEY_CHARS_MAX = 512; // Ten times a real key: anything longer is not a typing error.

const REASONS = ['UNKNOWN', 'REVOKED', 'EXPIRED', 'CLOSED', 'DISABLED'] as const;
type Reason = (typeof REASONS)[number];

const ValidKey = Type.Object({
  valid: Type.Literal(true),
  key: Type.Object({
    id: Type.String(),
    name: Type.String(),
    prefix: Type.String(),
    groups: Type.Array(Type.Enum([...GROUPS])),
    status: Type.Enum(['active']),
    created_at: TimeText,
    expires_at: nullable(TimeText),
  }),
  account: Type.Object({
    id: Type.String(),
    name: Type.String(),
    balance: MoneyText,
    available: MoneyText,
    currency: Currency,
  }),
});

const InvalidKey = Type.Object({
  valid: Type.Literal(false),
  reason: Type.Enum([...REASONS]),
});

/** Why the key does not work, the most permanent reason first; null when it works. */
function refusalOf(holder: KeyHolder, nowMs: number): Reason | null {
  if (isUsable(holder, nowMs)) return null;
  const { key, account, secretValidUntilMs } = holder;
  if (key.status === 'revoked') return 'REVOKED';
  const outlived = secretValidUntilMs !== null && secretValidUntilMs <= nowMs;
  if (outlived || isExpired(key, nowMs)) return 'EXPIRED';
  return account.closedAtMs === null ? 'DISABLED' : 'CLOSED';
}

function validAnswer({ key, account }: KeyHolder) {
  return {
    valid: true as const,
    key: {
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      groups: key.groups,
      // Every other key has a reason not to work.
      status: 'active' as const,
      created_at: formatTime(key.createdAtMs),
      expires_at: timeOrNull(key.expiresAtMs),
    },
    account: {
      id: account.id,
      name: account.name,
      balance: formatMoney(account.balanceMicros),
      available: formatMoney(available(account)),
      currency: account.currency,
    },
  };
}

export const keyCheck = verbOf<AccountDeps, AccountCaller>()({
  name: 'checkKey',
  method: 'POST',
  path: '/api/test/apikey',
  summary: 'Check whether an API key works',
  tag: 'Keys',
  params: Nothing,
  takesUnknownQuery: true,
  query: Nothing,
  body: Type.Object({ key: Type.String({ maxLength: KEY_CHARS_MAX }) }, { additionalProperties: false }),
  result: Type.Union([ValidKey, InvalidKey]),
  async run({ storage, clock }, { body }) {
    // Both run for every input, even when its format is already invalid.
    const wellFormed = isWellFormed(body.key, 'rgk');
    const holder = await storage.keys.findByHash({ hash: hashSecret(body.key) });
    if (!wellFormed || holder === null) return { valid: false as const, reason: 'UNKNOWN' as const };
    const reason = refusalOf(holder, clock.nowMs());
    return reason === null ? validAnswer(holder) : { valid: false as const, reason };
  },
});
