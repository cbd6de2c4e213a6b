// The catalog document: the price list as people write it, in a request body or a YAML file. It checks everything that needs no look-up and
// reports the wrong field. It publishes nothing.
import type { Static } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import type { PriceOverride, PriceRule } from '../../domain/catalog.ts';
import { type Failure, type FieldError, failure, invalid, isFailure } from '../../domain/failure.ts';
import { formatMoney, type Micros, parseMoney, toMicros } from '../../domain/money.ts';
import { type PriceTier, TIER_FROM_MAX, TIERS_MAX, wrongTier } from '../../domain/prices/tiers.ts';
import { Type } from '../../domain/schema.ts';
import { schemaWords } from '../../domain/schema-words.ts';
import { AccountRef, nullable, readTime, TimeInput, Words } from '../../verb/fields.ts';
import type { CatalogMode } from './price-lists.ts';

/** A million for one call is a misplaced decimal point. */
const PRICE_MICROS_MAX = toMicros(1_000_000_000_000);
/** An effective time may be this far in the past, so that a document written a moment ago can still be published. */
const PAST_MS_MAX = 60_000;
export const ENDPOINTS_MAX = 1_000;
export const OVERRIDES_MAX = 10_000;
/** A million free calls a day is not an allowance but a free route. */
const FREE_PER_DAY_MAX = 1_000_000;
const ERRORS_SHOWN_MAX = 20;

const PathPattern = Type.String({
  maxLength: 255,
  pattern: '^/api(/([A-Za-z0-9._~-]+|\\*))+$',
  description: 'A path in which `*` stands for exactly one segment.',
  examples: ['/api/u1/v1/*/app/search_video_v2'],
});
const UnitPrice = Type.String({
  description: 'A decimal string with at most six places.',
  examples: ['0.012'],
});

const OneUnitPrice = Type.String({
  description:
    'A decimal string with at most six places. Required without `tiers`; with them it must equal the price of the first tier.',
  examples: ['0.012'],
});

const TierInput = Type.Object(
  {
    from: Type.Integer({
      minimum: 0,
      maximum: TIER_FROM_MAX,
      description: 'The tier applies after this many charged units in the month.',
      examples: [10_000],
    }),
    unit_price: UnitPrice,
  },
  { additionalProperties: false },
);

const extraFields = {
  tiers: Type.Optional(
    nullable(
      Type.Array(TierInput, {
        minItems: 1,
        maxItems: TIERS_MAX,
        description:
          'Prices by how many units an account was charged for in the UTC month, over all paths of the pattern. The first tier starts at 0, and prices may only fall.',
      }),
    ),
  ),
  minimum: Type.Optional(
    nullable(
      Type.String({
        description: 'The least that a call costs, where the unit is `item`.',
        examples: ['0.005'],
      }),
    ),
  ),
  free_per_day: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: FREE_PER_DAY_MAX,
        description: 'Number of free calls per account and UTC day.',
      }),
    ),
  ),
};

const EndpointInput = Type.Object(
  {
    path: PathPattern,
    unit: Type.Optional(
      Type.Enum(['call', 'item'], {
        default: 'call',
        description: 'What one unit is: a call, or an item of its answer.',
      }),
    ),
    unit_price: Type.Optional(OneUnitPrice),
    ...extraFields,
    summary: Type.Optional(nullable(Words)),
    deprecated: Type.Optional(Type.Boolean({ default: false })),
    sunset_at: Type.Optional(nullable(TimeInput)),
    successor: Type.Optional(nullable(PathPattern)),
  },
  { additionalProperties: false },
);
const OverrideInput = Type.Object(
  { account: AccountRef, path: PathPattern, unit_price: Type.Optional(OneUnitPrice), ...extraFields },
  { additionalProperties: false },
);

export const CatalogDocument = Type.Object(
  {
    currency: Type.Optional(Type.String({ description: 'Must be the currency of this deployment.' })),
    effective_from: Type.Optional(TimeInput),
    note: Type.Optional(nullable(Words)),
    endpoints: Type.Array(EndpointInput, { minItems: 1, maxItems: ENDPOINTS_MAX }),
    overrides: Type.Optional(
      Type.Array(OverrideInput, {
        maxItems: OVERRIDES_MAX,
        description: 'Agreed prices. Without this field those in force stay.',
      }),
    ),
    mode: Type.Optional(
      Type.Enum(['replace', 'merge', 'add'], {
        default: 'replace',
        description:
          '`replace`: this is the whole list. `merge`: only these rows change. `add`: only rows that are new are added.',
      }),
    ),
    scheduled: Type.Optional(
      Type.Enum(['keep', 'cancel'], {
        default: 'keep',
        description:
          'What happens to scheduled versions: `keep` publishes them again after this one, `cancel` drops them.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CatalogDocument = Static<typeof CatalogDocument>;

/** An agreed price whose account is still the name or id in the document. */
export interface NamedOverride extends Omit<PriceOverride, 'accountId'> {
  account: string;
}

interface ParsedCatalog {
  currency: string;
  effectiveFromMs: number;
  note: string | null;
  endpoints: PriceRule[];
  /** Null when the document has no overrides section. */
  overrides: NamedOverride[] | null;
  mode: CatalogMode;
  keepsScheduled: boolean;
}

type ShapeError = ReturnType<typeof Errors>[1][number];

/** `/endpoints/3` and `path` become `endpoints.3.path`. */
function fieldName(pointer: string, property?: string): string {
  const names = pointer.split('/').slice(1);
  if (property !== undefined) names.push(property);
  return names.join('.') || 'document';
}

function explain(error: ShapeError): FieldError[] {
  const at = error.instancePath;
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => ({
      field: fieldName(at, name),
      message: 'is required',
    }));
  }
  // The validator reports an unknown field twice; the other report names it.
  if (error.keyword === 'additionalProperties') return [];
  // A price without quotes is the most common YAML mistake, and the validator's message would not help.
  const isMoney = at.endsWith('/unit_price') || at.endsWith('/minimum');
  const message = isMoney ? 'must be a decimal in quotes, such as "0.012"' : schemaWords(error);
  return [{ field: fieldName(at), message }];
}

/** Reported together with other errors: the schema cannot say that one of two fields is required. */
function missingPrices(document: unknown): FieldError[] {
  const { endpoints } = (document ?? {}) as { endpoints?: unknown };
  if (!Array.isArray(endpoints)) return [];
  const isMissing = (one: Partial<GivenPrice> | null) =>
    typeof one === 'object' && one?.unit_price === undefined && one?.tiers == null;
  return endpoints.flatMap((one, i) =>
    isMissing(one) ? [{ field: `endpoints.${i}.unit_price`, message: 'is required' }] : [],
  );
}

function checkShape(document: unknown): Failure | null {
  if (Check(CatalogDocument, document)) return null;
  const found = [...Errors(CatalogDocument, document)[1].flatMap(explain), ...missingPrices(document)];
  const errors = found.slice(0, ERRORS_SHOWN_MAX);
  const first = errors[0] ?? { field: 'document', message: 'is not a catalog' };
  return failure('INVALID_REQUEST', `${first.field}: ${first.message}`, { errors });
}

function readPrice(field: string, text: string): Micros | Failure {
  const price = parseMoney(text);
  if (price === null) return invalid(field, 'must be a decimal with at most six places, such as "0.012"');
  if (price < 0) return invalid(field, 'must not be negative');
  return price > PRICE_MICROS_MAX
    ? invalid(field, `must be at most ${formatMoney(PRICE_MICROS_MAX)}`)
    : price;
}

type GivenPrice = Pick<
  CatalogDocument['endpoints'][number],
  'unit_price' | 'tiers' | 'minimum' | 'free_per_day'
>;

/** From `unit_price`, or from the first tier; when both are given, they must be equal. */
function readUnitPrice({ unit_price, tiers }: GivenPrice, at: string): UnitPrices | Failure {
  if (tiers == null) {
    if (unit_price === undefined) return invalid(`${at}.unit_price`, 'is required');
    const unitPriceMicros = readPrice(`${at}.unit_price`, unit_price);
    return isFailure(unitPriceMicros) ? unitPriceMicros : { unitPriceMicros };
  }
  const steps = readTiers(tiers, `${at}.tiers`);
  if (isFailure(steps)) return steps;
  const { unitPriceMicros } = steps[0]!;
  const said = unit_price === undefined ? unitPriceMicros : readPrice(`${at}.unit_price`, unit_price);
  if (isFailure(said)) return said;
  if (said !== unitPriceMicros)
    return invalid(`${at}.unit_price`, 'must be that of the first tier, or be left out');
  return { unitPriceMicros, tiers: steps };
}

type UnitPrices = Pick<PriceOverride, 'unitPriceMicros' | 'tiers'>;

function readTiers(inputs: Static<typeof TierInput>[], at: string): PriceTier[] | Failure {
  const tiers: PriceTier[] = [];
  for (const [i, { from, unit_price }] of inputs.entries()) {
    const unitPriceMicros = readPrice(`${at}.${i}.unit_price`, unit_price);
    if (isFailure(unitPriceMicros)) return unitPriceMicros;
    tiers.push({ from, unitPriceMicros });
  }
  const wrong = wrongTier(tiers);
  return wrong === null ? tiers : invalid(`${at}.${wrong.at}.${wrong.field}`, wrong.message);
}

/** Only the parts that are given; the others stay absent. */
function readExtras(
  { minimum, free_per_day }: GivenPrice,
  at: string,
): Pick<PriceOverride, 'minimumMicros' | 'freePerDay'> | Failure {
  const minimumMicros = minimum == null ? undefined : readPrice(`${at}.minimum`, minimum);
  if (isFailure(minimumMicros)) return minimumMicros;
  return {
    ...(minimumMicros !== undefined && { minimumMicros }),
    ...(free_per_day != null && { freePerDay: free_per_day }),
  };
}

function readRule(input: CatalogDocument['endpoints'][number], at: string): PriceRule | Failure {
  const price = readUnitPrice(input, at);
  if (isFailure(price)) return price;
  const extras = readExtras(input, at);
  if (isFailure(extras)) return extras;
  if (extras.minimumMicros !== undefined && input.unit !== 'item')
    return invalid(`${at}.minimum`, 'is only for the unit "item": a call costs its price');
  const sunsetAtMs = input.sunset_at ? readTime(`${at}.sunset_at`, input.sunset_at) : null;
  if (isFailure(sunsetAtMs)) return sunsetAtMs;
  return {
    path: input.path,
    ...(input.unit === 'item' && { unit: input.unit }),
    ...price,
    ...extras,
    summary: input.summary ?? null,
    deprecated: input.deprecated ?? false,
    sunsetAtMs,
    successor: input.successor ?? null,
  };
}

function readRules(inputs: CatalogDocument['endpoints']): PriceRule[] | Failure {
  const rules = new Map<string, PriceRule>();
  for (const [i, input] of inputs.entries()) {
    const rule = readRule(input, `endpoints.${i}`);
    if (isFailure(rule)) return rule;
    if (rules.has(rule.path)) return invalid(`endpoints.${i}.path`, 'is priced twice');
    rules.set(rule.path, rule);
  }
  return [...rules.values()];
}

/** True when some path matches both patterns. */
export function overlap(a: string, b: string): boolean {
  const left = a.split('/');
  const right = b.split('/');
  return (
    left.length === right.length &&
    left.every((part, i) => part === '*' || right[i] === '*' || part === right[i])
  );
}

function readOverrides(inputs: NonNullable<CatalogDocument['overrides']>): NamedOverride[] | Failure {
  const overrides: NamedOverride[] = [];
  for (const [i, input] of inputs.entries()) {
    const price = readUnitPrice(input, `overrides.${i}`);
    if (isFailure(price)) return price;
    const extras = readExtras(input, `overrides.${i}`);
    if (isFailure(extras)) return extras;
    overrides.push({ account: input.account, path: input.path, ...price, ...extras });
  }
  return overrides;
}

/** An override for a path that has no list price would never be used, so it is a mistake. */
export function uselessOverride(
  overrides: readonly { path: string }[],
  rules: readonly PriceRule[],
): Failure | null {
  const at = overrides.findIndex(({ path }) => !rules.some((rule) => overlap(rule.path, path)));
  return at === -1 ? null : invalid(`overrides.${at}.path`, 'fits no endpoint of this catalog');
}

function readEffectiveFrom(text: string | undefined, nowMs: number): number | Failure {
  if (text === undefined) return nowMs;
  const atMs = readTime('effective_from', text);
  if (isFailure(atMs)) return atMs;
  // The price of past calls never changes.
  return atMs < nowMs - PAST_MS_MAX ? invalid('effective_from', 'must not be in the past') : atMs;
}

export function parseCatalogDocument(
  document: unknown,
  context: { currency: string; nowMs: number },
): ParsedCatalog | Failure {
  const misshapen = checkShape(document);
  if (misshapen !== null) return misshapen;
  const input = document as CatalogDocument;
  if ((input.currency ?? context.currency) !== context.currency) {
    return invalid('currency', `must be ${context.currency}, the currency of this deployment`);
  }
  const effectiveFromMs = readEffectiveFrom(input.effective_from, context.nowMs);
  if (isFailure(effectiveFromMs)) return effectiveFromMs;
  const endpoints = readRules(input.endpoints);
  if (isFailure(endpoints)) return endpoints;
  const overrides = input.overrides === undefined ? null : readOverrides(input.overrides);
  if (isFailure(overrides)) return overrides;
  const mode = input.mode ?? 'replace';
  // In `merge` and `add` mode, an override may belong to a row of the other list.
  const useless = mode === 'replace' ? uselessOverride(overrides ?? [], endpoints) : null;
  if (useless !== null) return useless;
  return {
    currency: context.currency,
    effectiveFromMs,
    note: input.note ?? null,
    endpoints,
    overrides,
    mode,
    keepsScheduled: input.scheduled !== 'cancel',
  };
}
