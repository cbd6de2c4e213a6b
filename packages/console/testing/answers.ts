// Answers of a gateway for every route of openapi.json, in which each field has a value of its own: a page that shows one field in place
// of another shows another text. Lists have a row for each word that one of their fields may be, and the last row has null wherever it may.
import { readDocument } from '../../client/generate/document.ts';

// biome-ignore lint/suspicious/noExplicitAny: schemas and answers of every shape
type Json = any;

export const NOW_MS = Date.parse('2026-11-18T10:20:30.400Z');
const DAY_MS = 86_400_000;

export interface Mood {
  /** Lists are empty, and what may be null is. */
  isBare?: boolean;
  /** Texts, times and amounts that may be null are, while lists have rows. */
  isSparse?: boolean;
  /** Every count and amount is another one, and every state the next one. */
  isLater?: boolean;
}

const document = readDocument() as Json;

/** A number that depends on the text (FNV-1a, 32 bits). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}

interface Place {
  /** Names of fields from the answer on, with rows as numbers. */
  trail: string;
  name: string;
  /** The schema that the object has a name for, such as `Account`. */
  of: string;
  row: number;
  isLast: boolean;
  mood: Mood;
}

const resolved = (schema: Json): [Json, string | null] => {
  if (schema.$ref === undefined) return [schema, null];
  const [, , kind, name] = schema.$ref.split('/');
  return [document.components[kind][name], name];
};

const isNull = (schema: Json) => schema.type === 'null';

/** `account_2` of the second row of `Account`s and `AdminAccount`s. */
function idOf(kind: string, row: number): string {
  const last = kind.match(/[A-Z]?[a-z]+$/)?.[0] ?? kind;
  return `${last.toLowerCase()}_${row + 1}`;
}

const SEARCH = '/api/u1/v1/library/app/search_video_v2';

/** Texts that pages read, and not only show. */
function wordOf({ name, row, trail }: Place): string | null {
  const isEven = row % 2 === 0;
  if (name === 'month' && !/(?:spent|budget|left)\/month$/.test(trail))
    return `2026-${String(10 - (row % 9)).padStart(2, '0')}`;
  if (name === 'path') return isEven ? SEARCH : '/api/u1/v1/tube/app/get_video_v2';
  if (name === 'operation') return isEven ? 'video.search' : 'video.get';
  if (name === 'platform' || name === 'provider') return isEven ? 'library' : 'tube';
  if (name === 'every') return ['6h', 'auto', '15m', '2d'][row % 4]!;
  if (name === 'public_url') return 'http://public.test';
  return null;
}

const AMOUNT = /six places|(?:^|\s)-?\d+\.\d{3,6}$/;
/** Amounts that the document does not describe. */
const AMOUNTS = new RegExp(
  `^(?:${[
    ...[
      'spent',
      'limit',
      'margin',
      'cost',
      'charged',
      'refunded',
      'available',
      'balance',
      'budget',
      'credit',
      'held',
    ],
    ...[
      'minimum',
      'price',
      'remaining',
      'earned',
      'amount',
      'balance_after',
      'owed',
      'most',
      'spent_per_day',
      'month',
    ],
    ...[
      'month_used',
      'month_max',
      'would_earn',
      'difference',
      'opening',
      'closing',
      'movements',
      'low_balance',
    ],
    ...[
      'run_most_cost',
      'most_cost',
      'unit_price',
      'max_call',
      'refundable',
      'asked',
      'threshold',
      'last_month',
      'this_month',
    ],
  ].join('|')})$`,
);

/** `key` of `/api/account/v1/keys/keys/0/id`. */
const listName = (trail: string) =>
  trail
    .split('/')
    .findLast((part) => /^[a-z_]+s$/.test(part))
    ?.slice(0, -1) ?? 'one';

function textOf(schema: Json, place: Place): string {
  const { trail, name, of, row } = place;
  const worded = wordOf(place);
  if (worded !== null) return worded;
  const about = `${schema.description ?? ''} ${schema.examples?.[0] ?? ''}`;
  const number = numberOf(trail);
  if (AMOUNT.test(about) || AMOUNTS.test(name)) return amountOf(number);
  const future = /expir|until|next|ends|due|valid|effective/.test(name) ? 1 : -1;
  const at = new Date(NOW_MS + future * (60_000 + (number % (40 * DAY_MS)))).toISOString();
  if (/RFC 3339|\d\d:\d\d\.\d{3}Z/.test(about) || /_at$|^at$|_from$|^from$|_to$|^to$|^now$/.test(name))
    return at;
  if (/\b\d{4}-\d\d-\d\d\b/.test(about) || name === 'day') return at.slice(0, 10);
  if (/\b\d{4}-\d\d\b/.test(about) || name === 'month') return at.slice(0, 7);
  if (name === 'id') return idOf(of || listName(trail), row);
  if (name.endsWith('_id') && !/request|catalog|tax/.test(name)) return idOf(name.slice(0, -3), row);
  if (name === 'currency') return row % 2 === 0 ? 'USD' : 'EUR';
  if (/url|address$|link|avatar|cover/.test(name))
    return `https://${name.replaceAll('_', '-')}.test/${number % 1_000}`;
  return `${name} ${trail.split('/').slice(-3, -1).join(' ')} ${number % 1_000}`.replaceAll(/\s+/g, ' ');
}

function amountOf(number: number): string {
  const micros = 1_000_000 + (number % 999_000_000);
  return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`;
}

function countOf({ minimum = 0, maximum = 9_000 }: Json, { trail: at, mood }: Place): number {
  const trail = mood.isLater ? `${at} later` : at;
  const least = Math.max(minimum, Math.min(2, maximum));
  return least + (numberOf(trail) % Math.max(1, Math.min(maximum, 9_000) - least + 1));
}

const ROWS_MIN = 3;
const ROWS_MAX = 40;

/** As many rows as a field of theirs has words, and one with null. */
function rowsOf(item: Json): number {
  const [schema] = resolved(item);
  const alternatives = schema.anyOf?.length ?? 0;
  const words = Object.values(schema.properties ?? {}).map(
    (field: Json) => resolved(field)[0].enum?.length ?? 0,
  );
  const most = Math.max(alternatives, ...words.filter((count) => count <= 8));
  return schema.properties === undefined && schema.anyOf === undefined
    ? 2
    : Math.min(ROWS_MAX, Math.max(ROWS_MIN, most + 1));
}

/** Fields in fields: a record that has records in it ends here. */
const DEPTH_MAX = 18;
const isDeep = ({ trail }: Place) => trail.split('/').length > DEPTH_MAX;

function listOf(schema: Json, place: Place): Json[] {
  if (isDeep(place)) return [];
  if (place.mood.isBare && !/endpoints$/.test(place.trail)) return [];
  const count = schema.items === undefined ? 0 : rowsOf(schema.items);
  return Array.from({ length: count }, (_, row) =>
    answerOf(schema.items, { ...place, trail: `${place.trail}/${row}`, row, isLast: row === count - 1 }),
  );
}

function objectOf(schema: Json, place: Place): Json {
  const entries = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    answerOf(field, { ...place, name, trail: `${place.trail}/${name}` }),
  ]);
  const patterns = Object.values(schema.patternProperties ?? {}) as Json[];
  const more =
    patterns[0] ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : null);
  if (place.name === 'record' && place.of !== 'Video')
    return answerOf({ $ref: '#/components/schemas/Video' }, place);
  if (more !== null && entries.length === 0 && !place.mood.isBare && !isDeep(place))
    for (const name of ['first', 'second'])
      entries.push([name, answerOf(more, { ...place, name, trail: `${place.trail}/${name}` })]);
  return Object.fromEntries(entries);
}

function pickOf(choices: readonly Json[], place: Place): Json {
  const real = choices.filter((one) => !isNull(resolved(one)[0]));
  return answerOf(real[place.row % real.length], place);
}

const mayBeNull = (schema: Json) =>
  (Array.isArray(schema.type) && schema.type.includes('null')) ||
  schema.anyOf?.some((one: Json) => isNull(resolved(one)[0]));

function answerOf(given: Json, before: Place): Json {
  const [schema, named] = resolved(given);
  const place = named === null ? before : { ...before, of: named };
  const type = Array.isArray(schema.type) ? schema.type.find((one: string) => one !== 'null') : schema.type;
  const isSparse = place.mood.isSparse && Array.isArray(schema.type) && place.name !== 'next_cursor';
  if (mayBeNull(schema) && (place.mood.isBare || place.isLast || isSparse)) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) {
    const words = schema.enum.filter((word: unknown) => word !== null);
    return words[(place.row + (place.mood.isLater ? 1 : 0)) % words.length];
  }
  if (schema.anyOf !== undefined) return pickOf(schema.anyOf, place);
  if (type === 'array') return listOf(schema, place);
  if (type === 'object' || schema.properties !== undefined) return objectOf(schema, place);
  if (type === 'boolean') return place.row % 2 === 0;
  if (type === 'integer' || type === 'number') return countOf(schema, place);
  return type === 'string' ? textOf(schema, place) : null;
}

const routes = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
}

/** The group of a row of usage: a time or an id, as a gateway answers for that dimension. */
function groupOf(dimension: string, row: number): string {
  const at = new Date(NOW_MS - (row + 1) * (dimension === 'hour' ? 3_600_000 : DAY_MS)).toISOString();
  if (dimension === 'hour') return `${at.slice(0, 13)}:00:00.000Z`;
  return dimension === 'day' ? at.slice(0, 10) : idOf(dimension, row);
}

function groupUsage(body: Json, query: URLSearchParams): void {
  const by = (query.get('by') ?? 'day').split(',');
  for (const [row, slice] of (body.rows as Json[]).entries())
    slice.groups = by.map((dimension, at) => groupOf(dimension, at === 0 ? row : (row + 1) % 2));
}

/** Each operation on a platform, and searches on a second platform, of another variant and of the other group. */
function sellOperations(body: Json): void {
  const sold = (Object.entries(document.paths) as [string, Json][]).flatMap(([path, { get }]) => {
    const operation = get?.['x-operation']?.name;
    if (operation === undefined || !path.endsWith('_v2')) return [];
    const at = (group: string, platform: string, variant = 'stable', purpose?: string) => ({
      ...{ operation, group, platform, variant, purpose },
      path: path
        .replace('{group}', group)
        .replace('{platform}', platform)
        .replace('/app/', variant === 'stable' ? '/app/' : '/web/'),
    });
    if (operation !== 'video.search') return [at('u1', 'library')];
    return [
      ...[at('u1', 'library'), at('u1', 'tube'), at('u1', 'library', 'economy'), at('u2', 'library')],
      ...[at('u1', 'library', 'stable', 'collect'), at('u1', 'library', 'stable', 'watch')],
    ];
  });
  const { endpoints } = body as { endpoints: Json[] };
  body.endpoints = sold.map(({ purpose, ...place }, at) => {
    const { purpose: _, ...rest } = structuredClone(endpoints[at % endpoints.length]);
    const priced = { ...rest, ...place, unit_price: amountOf(numberOf(`${place.path} ${purpose}`)) };
    return purpose === undefined ? priced : { ...priced, purpose };
  });
}

/** What openapi.json does not say of an answer. */
const made: Record<string, (body: Json, query: URLSearchParams) => void> = {
  '/api/account/v1/usage/by': groupUsage,
  '/admin/v1/usage/by': groupUsage,
  '/api/pricing/v1/endpoints': sellOperations,
};

interface Answered {
  status: number;
  body: Json;
}

/** Events come in full pages: whether there are older ones, a page says by nothing else. */
function fillPage(body: Json, query: URLSearchParams): void {
  const events = body.events as Json[] | undefined;
  if (events === undefined || events.length === 0) return;
  const newest = 1_000;
  body.events = Array.from({ length: Number(query.get('limit') ?? events.length) }, (_, at) => ({
    ...events[at % events.length],
    ...{ id: `event_${at + 1}`, sequence: newest - at },
  }));
}

/** Pages ask for the same again and again. */
const answered = new Map<string, Answered | null>();

/** The answer that openapi.json promises; null for a route that it does not have. */
export function answerTo(asked: Asked, mood: Mood = {}): Answered | null {
  const key = `${asked.method} ${asked.path}?${asked.query} ${JSON.stringify(mood)}`;
  if (!answered.has(key)) answered.set(key, newAnswerTo(asked, mood));
  return answered.get(key)!;
}

function newAnswerTo({ method, path, query }: Asked, mood: Mood): Answered | null {
  const found = routes
    .filter(({ pattern }) => pattern.test(path))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
  const operation = found && document.paths[found.path][method.toLowerCase()];
  if (operation === undefined) return null;
  const [status, response] = Object.entries(operation.responses as Json).find(([code]) =>
    code.startsWith('2'),
  )!;
  const schema = (resolved(response)[0] as Json).content?.['application/json']?.schema;
  if (schema === undefined) return { status: Number(status), body: '' };
  const asked = Object.values(path.match(found!.pattern)?.groups ?? {}).at(-1);
  const row = Math.max(0, Number(/_(\d+)$/.exec(asked ?? '')?.[1] ?? 1) - 1);
  const body = answerOf(schema, { trail: found!.path, name: '', of: '', row, isLast: false, mood });
  made[found!.path]?.(body, query);
  fillPage(body, query);
  return { status: Number(status), body };
}
