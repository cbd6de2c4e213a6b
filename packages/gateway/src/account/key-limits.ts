// Owns what bounds a key: groups, platforms, operations, expiry, addresses, rate, project and spend caps, as an operator writes them. A field that is
// absent leaves things as they are; null takes the bound away.
import type { Static } from 'typebox';
import { parseAddressRange } from '../domain/address.ts';
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { GROUPS } from '../domain/key.ts';
import { Type } from '../domain/schema.ts';
import type { SpendCaps } from '../domain/spend-cap.ts';
import type { KeyLimits } from '../storage/storage.ts';
import { nullable } from './fields.ts';
import {
  AmountInput,
  IdText,
  RateField,
  rateLimitOf,
  readAmount,
  readTime,
  TimeInput,
} from './input-fields.ts';

const ADDRESSES_MAX = 100;
/** Platforms or operations in one list: more than any gateway serves. */
const NAMES_MAX = 200;
const ADDRESS_CHARS_MAX = 64; // The longest IPv6 spelling with its prefix has 49.

/** As platforms, operations and mounted operations are spelled. */
const nameList = (example: string) =>
  Type.Array(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$' }), {
    minItems: 1,
    maxItems: NAMES_MAX,
    uniqueItems: true,
    examples: [[example]],
  });

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
  total_cap: Type.Optional(nullable(AmountInput)),
  max_call: Type.Optional(nullable(AmountInput)),
  platforms: Type.Optional(nullable(nameList('library'))),
  operations: Type.Optional(nullable(nameList('video.search'))),
  project: Type.Optional(nullable(IdText)),
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

interface CapFields {
  daily_cap?: string | null;
  monthly_cap?: string | null;
  total_cap?: string | null;
}

/** Only the caps that were given, each read or found bad. */
export function readCapFields(body: CapFields): { [cap in keyof SpendCaps]?: number | null | Failure } {
  return {
    ...(body.daily_cap !== undefined && { dailyCapMicros: readCap('daily_cap', body.daily_cap) }),
    ...(body.monthly_cap !== undefined && { monthlyCapMicros: readCap('monthly_cap', body.monthly_cap) }),
    ...(body.total_cap !== undefined && { totalCapMicros: readCap('total_cap', body.total_cap) }),
  };
}

/** Only the limits that were given. */
export function readLimits(body: LimitFields, nowMs: number): Partial<KeyLimits> | Failure {
  const limits: Partial<KeyLimits> = {};
  if (body.groups !== undefined) limits.groups = body.groups;
  if (body.rate !== undefined) limits.rate = rateLimitOf(body.rate);
  if (body.platforms !== undefined) limits.platforms = body.platforms;
  if (body.operations !== undefined) limits.operations = body.operations;
  if (body.project !== undefined) limits.projectId = body.project;
  const read = {
    ...(body.expires_at !== undefined && { expiresAtMs: readExpiry(body.expires_at, nowMs) }),
    ...(body.addresses !== undefined && { addresses: readAddresses(body.addresses) }),
    ...readCapFields(body),
    ...(body.max_call !== undefined && { maxCallMicros: readCap('max_call', body.max_call) }),
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
