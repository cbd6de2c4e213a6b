// How a key is shown, and its limits: groups, platforms, operations, expiry, addresses, rate, project and spend caps. A limit that is
// absent in a request stays unchanged; null removes it. A view never contains the secret: the verbs that make one add it once.

import type { Static } from 'typebox';
import { GROUPS, KEY_FIELDS, type Key } from '../../domain/access/key.ts';
import { parseAddressRange } from '../../domain/address.ts';
import { type Failure, invalid, isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import type { KeyLimits } from '../../storage/storage.ts';
import {
  AmountInput,
  Currency,
  IdText,
  nullable,
  RateField,
  rateLimitOf,
  readTime,
  TimeInput,
  TimeText,
  timeOrNull,
} from '../../verb/fields.ts';
import { viewOf } from '../../verb/views.ts';
import { capFields, readCap, readCapFields } from '../caps/cap-views.ts';

export const GRACE_SECONDS_DEFAULT = 86_400;
export const GRACE_SECONDS_MAX = 2_592_000; // 30 days: longer would not be a change-over but a second key.

const shownKey = viewOf<Key, { lastUsedAtMs: number | null; currency: string }>()(KEY_FIELDS, (workOut) => ({
  last_used_at: workOut('expires_at', nullable(TimeText), (_, { lastUsedAtMs }) => timeOrNull(lastUsedAtMs)),
  currency: workOut('project_id', Currency, (_, { currency }) => currency),
}));
export const KeyView = Type.Object(shownKey.properties, {
  $id: 'Key',
  description: 'An API key, without its secret.',
});
export const keyView = shownKey.show;
export const KeyAnswer = Type.Object({ key: KeyView });
export const keyParams = Type.Object({ key: IdText });
export const SecretText = Type.String({ description: 'Shown this once; only its hash is stored.' });

const ADDRESSES_MAX = 100;
/** Platforms or operations in one list: more than any gateway serves. */
const NAMES_MAX = 200;
const ADDRESS_CHARS_MAX = 64; // The longest IPv6 spelling with its prefix length has 49.

/** The spelling of platforms, operations and mounted operations. */
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
  ...capFields,
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
