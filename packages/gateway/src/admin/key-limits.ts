// Owns what bounds a key: groups, expiry, addresses, rate and spend caps, as an operator writes them. A field that is
// absent leaves things as they are; null takes the bound away.
import type { Static } from 'typebox';
import { nullable } from '../account/fields.ts';
import { parseAddressRange } from '../domain/address.ts';
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { GROUPS } from '../domain/key.ts';
import { Type } from '../domain/schema.ts';
import type { KeyLimits } from '../storage/storage.ts';
import { AmountInput, RateField, rateLimitOf, readAmount, readTime, TimeInput } from './fields.ts';

const ADDRESSES_MAX = 100;
const ADDRESS_CHARS_MAX = 64; // The longest IPv6 spelling with its prefix has 49.

export const limitFields = {
  groups: Type.Optional(
    Type.Array(Type.Enum([...GROUPS]), { minItems: 1, maxItems: GROUPS.length, uniqueItems: true }),
  ),
  expires_at: Type.Optional(nullable(TimeInput)),
  addresses: Type.Optional(
    nullable(
      Type.Array(Type.String({ maxLength: ADDRESS_CHARS_MAX }), { minItems: 1, maxItems: ADDRESSES_MAX }),
    ),
  ),
  rate: RateField,
  daily_cap: Type.Optional(nullable(AmountInput)),
  monthly_cap: Type.Optional(nullable(AmountInput)),
};
const LimitFields = Type.Object(limitFields);
type LimitFields = Static<typeof LimitFields>;

function readExpiry(text: string | null, nowMs: number): number | null | Failure {
  if (text === null) return null;
  const atMs = readTime('expires_at', text);
  if (isFailure(atMs)) return atMs;
  return atMs > nowMs
    ? atMs
    : invalid('expires_at', 'must be in the future; disable or revoke a key to stop it now');
}

function readAddresses(addresses: string[] | null): string[] | null | Failure {
  const bad = addresses?.findIndex((text) => parseAddressRange(text) === null) ?? -1;
  return bad < 0 ? addresses : invalid(`addresses.${bad}`, 'must be an IP address or a CIDR range');
}

function readCap(field: string, text: string | null): number | null | Failure {
  return text === null ? null : readAmount(field, text, 'cap');
}

/** Only the limits that were given. */
export function readLimits(body: LimitFields, nowMs: number): Partial<KeyLimits> | Failure {
  const limits: Partial<KeyLimits> = {};
  if (body.groups !== undefined) limits.groups = body.groups;
  if (body.rate !== undefined) limits.rate = rateLimitOf(body.rate);
  const read = {
    ...(body.expires_at !== undefined && { expiresAtMs: readExpiry(body.expires_at, nowMs) }),
    ...(body.addresses !== undefined && { addresses: readAddresses(body.addresses) }),
    ...(body.daily_cap !== undefined && { dailyCapMicros: readCap('daily_cap', body.daily_cap) }),
    ...(body.monthly_cap !== undefined && { monthlyCapMicros: readCap('monthly_cap', body.monthly_cap) }),
  };
  const bad = Object.values(read).find(isFailure);
  return bad ?? Object.assign(limits, read as Partial<KeyLimits>);
}

export const NO_LIMITS: KeyLimits = {
  groups: [...GROUPS],
  expiresAtMs: null,
  addresses: null,
  rate: null,
  dailyCapMicros: null,
  monthlyCapMicros: null,
  totalCapMicros: null,
  maxCallMicros: null,
  platforms: null,
  operations: null,
  projectId: null,
};
