// Sample values for the examples of the reference: what a real answer looks like, field by field. Deterministic, so
// that the committed document changes only when a schema does.
import { actionPath, operationActions } from '../../operations/index.ts';
import type { JsonSchema } from '../requests/schema.ts';

/** The first operation of the list is the example wherever a value names one. */
const [EXAMPLE, CHEAPER] = operationActions;
const PATH = actionPath('u1', 'library', EXAMPLE!.name);

/**
 * Sample values by field name, or by the name of the object and the field. Used only where the schema allows the
 * value.
 */
const KNOWN: Record<string, unknown> = {
  request_id: 'req_01KA3M5Z9Q8T7W6V5X4Y3Z2A1B',
  call_request_id: 'order-1842',
  account: 'acme',
  account_id: 'acc_7Hq2LmN8pQr6StUv',
  actor: 'admin:adm_2LmN8pQr6StUv7Hq',
  addresses: ['203.0.113.0/24'],
  alternatives: [actionPath('u1', 'library', CHEAPER!.name)],
  approx: [],
  alt_ids: [],
  balance: '9.988000',
  available: '9.988000',
  catalog_version: 1,
  concurrent: 50,
  connector: 'library',
  currency: 'USD',
  cursor: '',
  duration_ms: 15_200,
  end: 'exhausted',
  expires_at: null,
  followers: 5120,
  group: 'u1',
  groups: ['u1', 'u2'],
  has_more: false,
  height: 1920,
  keyword: '猫',
  kind: 'video',
  language: 'ja',
  license: null,
  likes: 98,
  missing: [],
  name: 'acme',
  next_cursor: null,
  operation: EXAMPLE!.operation.name,
  path: PATH,
  pcursor: 'no_more',
  per_seconds: 60,
  platform: 'library',
  prefix: 'rgk_live_4fG',
  provider: 'library',
  published_precision: 's',
  reason: 'invoice 1842',
  reference: 'invoice-1842',
  requests: 600,
  route: PATH,
  secret: 'rgk_live_…',
  source: 'live',
  sunset_at: null,
  tags: ['cat'],
  title: 'Sleeping cat',
  upstream_host: 'library',
  variant: 'stable',
  views: 1204,
  width: 1080,
  'account.id': 'acc_7Hq2LmN8pQr6StUv',
  'accounts.id': 'acc_7Hq2LmN8pQr6StUv',
  cache: 'miss',
  published_at: '2026-11-14T09:30:00.000Z',
  'author.name': 'Hana',
  'author.url': null,
  'entries.id': '42',
  'entry.id': '42',
  'items.id': 'v1',
  'items.url': 'https://example.org/videos/v1',
  'key.id': 'key_8pQr6StUv7Hq2LmN',
  'key.name': 'laptop',
  'keys.id': 'key_8pQr6StUv7Hq2LmN',
  'keys.name': 'laptop',
  'source.fetched_at': '2026-11-15T00:00:00.000Z',
  'thumbnails.url': 'http://127.0.0.1:8080/api/library/v1/thumbnails/v1.svg',
  'total.value': 1,
};

const typesOf = (schema: JsonSchema): string[] => [schema.type ?? []].flat();

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** True when the value has the right type and is one of the choices, where there are any. */
function allows(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((branch) => allows(branch, value));
  if (schema.enum) return schema.enum.includes(value);
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return false;
  return typesOf(schema).some(
    (type) => type === typeName(value) || (type === 'number' && typeName(value) === 'integer'),
  );
}

function knownValue(schema: JsonSchema, name: string, owner: string): { value: unknown } | null {
  for (const key of [`${owner}.${name}`, name]) {
    if (Object.hasOwn(KNOWN, key) && allows(schema, KNOWN[key])) return { value: KNOWN[key] };
  }
  return null;
}

/** The simplest value of a type: null where allowed, else an empty or zero value. */
function plainest(schema: JsonSchema): unknown {
  const types = typesOf(schema);
  if (types.includes('null')) return null;
  const empty: Record<string, unknown> = { boolean: false, string: 'text', object: {}, array: [] };
  const type = types[0] ?? 'null';
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  return empty[type] ?? null;
}

/** `owner` is the name of the object that contains the field. */
export function sampleOf(schema: JsonSchema, name = '', owner = ''): unknown {
  const known = knownValue(schema, name, owner);
  if (known !== null) return known.value;
  const given = schema.examples?.[0] ?? schema.enum?.[0] ?? schema.const ?? schema.default;
  if (given !== undefined) return given;
  const branch = (schema.oneOf ?? schema.anyOf)?.[0];
  if (branch !== undefined) return sampleOf(branch, name, owner);
  const isListOfThings = schema.items?.properties !== undefined || schema.items?.enum !== undefined;
  if (schema.items && (isListOfThings || schema.minItems !== undefined))
    return [sampleOf(schema.items, name, owner)];
  if (!schema.properties) return plainest(schema);
  // An optional field of any type has no example and is left out.
  const shown = Object.entries(schema.properties).filter(
    ([field, property]) =>
      typesOf(property).length > 0 || 'anyOf' in property || schema.required?.includes(field),
  );
  return Object.fromEntries(shown.map(([field, property]) => [field, sampleOf(property, field, name)]));
}
