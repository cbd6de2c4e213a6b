// Owns how a key looks to an operator. The secret is never part of it; the two verbs that make one add it once.
import type { Static } from 'typebox';
import { formatTime } from '../domain/clock.ts';
import { GROUPS, type Key } from '../domain/key.ts';
import { formatMoney, toMicros } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Currency, MoneyText, nullable, TimeText } from './fields.ts';
import { IdText, RateInput, rateView } from './input-fields.ts';

export const KeyView = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    name: Type.String(),
    prefix: Type.String(),
    groups: Type.Array(Type.Enum([...GROUPS])),
    status: Type.Enum(['active', 'disabled', 'revoked']),
    created_at: TimeText,
    expires_at: nullable(TimeText),
    last_used_at: nullable(TimeText),
    addresses: nullable(Type.Array(Type.String())),
    rate: nullable(RateInput),
    daily_cap: nullable(MoneyText),
    monthly_cap: nullable(MoneyText),
    total_cap: nullable(MoneyText),
    max_call: nullable(MoneyText),
    platforms: nullable(Type.Array(Type.String())),
    operations: nullable(Type.Array(Type.String())),
    project_id: nullable(Type.String()),
    currency: Currency,
  },
  { $id: 'Key', description: 'An API key, without its secret.' },
);
export const KeyAnswer = Type.Object({ key: KeyView });
export const keyParams = Type.Object({ key: IdText });
export const SecretText = Type.String({ description: 'Shown this once; only its hash is stored.' });

function timeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : formatTime(atMs);
}

export function capOrNull(micros: number | null): string | null {
  return micros === null ? null : formatMoney(toMicros(micros));
}

export function keyView(
  key: Key,
  more: { lastUsedAtMs: number | null; currency: string },
): Static<typeof KeyView> {
  return {
    id: key.id,
    account_id: key.accountId,
    name: key.name,
    prefix: key.prefix,
    groups: key.groups,
    status: key.status,
    created_at: formatTime(key.createdAtMs),
    expires_at: timeOrNull(key.expiresAtMs),
    last_used_at: timeOrNull(more.lastUsedAtMs),
    addresses: key.addresses,
    rate: rateView(key.rate),
    daily_cap: capOrNull(key.dailyCapMicros),
    monthly_cap: capOrNull(key.monthlyCapMicros),
    total_cap: capOrNull(key.totalCapMicros),
    max_call: capOrNull(key.maxCallMicros),
    platforms: key.platforms,
    operations: key.operations,
    project_id: key.projectId,
    currency: more.currency,
  };
}
