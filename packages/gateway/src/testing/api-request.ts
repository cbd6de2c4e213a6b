// Random requests to the documented operations, valid and invalid, and how they are sent. Names are often taken from existing records, so
// that many requests pass every check.
import { Agent, request as httpRequest } from 'node:http';
import fc from 'fast-check';
import type { JsonSchema } from '../http/requests/schema.ts';
import type { Operation } from './documented-operations.ts';
import { type Draw, drawFrom, hostileText, hostileValue } from './schema-arbitrary.ts';

export type Credential = 'good' | 'poor' | 'narrow' | 'none' | 'unknown' | 'misplaced' | 'basic';

export interface ApiRequest {
  operation: Operation;
  credential: Credential;
  /** Percent-encoded path with its query. */
  target: string;
  requestId: string | null;
  /** Sent a second time, as by a client that missed the answer. */
  isRepeated: boolean;
  /** null without a body. */
  body: { type: string; text: string } | null;
}

/** Existing records, by the name of the field that identifies them. */
export type Known = Record<string, readonly string[]>;

const oftenGood = <T>(good: fc.Arbitrary<T>, hostile: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: hostile });

function drawKnown(known: Known): Draw {
  const draw: Draw = (schema, name) => {
    const existing = Object.hasOwn(known, name) ? known[name]! : [];
    const drawn = drawFrom(schema, draw);
    if (existing.length === 0) return drawn;
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...existing) }, { weight: 1, arbitrary: drawn });
  };
  return draw;
}

/** Lone surrogates cannot be encoded; they are sent as the bytes that some clients make of them. */
function encode(value: unknown): string {
  return [...String(value)]
    .map((char) => (char.isWellFormed() ? encodeURIComponent(char) : '%ED%A0%80'))
    .join('');
}

/** Extra parameters that people and programs append to a query. */
const FURTHER = [
  '',
  '',
  '',
  '&',
  'x=1',
  '__proto__=1',
  'keyword=twice',
  '%',
  'a=%ff',
  'a[]=1',
  'limit=',
  'constructor',
];

function targets(operation: Operation, draw: Draw): fc.Arbitrary<string> {
  const value = ({ schema, name }: Operation['parameters'][number]) =>
    oftenGood<unknown>(draw(schema, name), hostileText);
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const record = (list: Operation['parameters'], requiredKeys: string[]) =>
    fc.record(Object.fromEntries(list.map((one) => [one.name, value(one)])), { requiredKeys });
  const required = inQuery.filter((one) => one.required).map(({ name }) => name);
  const names = inPath.map(({ name }) => name);
  return fc
    .tuple(record(inPath, names), record(inQuery, required), fc.constantFrom(...FURTHER))
    .map(([named, query, further]) => {
      const filled = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => encode(named[name]));
      const pairs = Object.entries(query).map(([name, given]) => `${name}=${encode(given)}`);
      const text = [...pairs, ...(further === '' ? [] : [further])].join('&');
      return text === '' ? filled : `${filled}?${text}`;
    });
}

const RAW_BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1}{"b":2}',
  '{"__proto__":{"a":1}}',
  `"${'x'.repeat(70_000)}"`,
];
const TYPES = ['text/plain', 'application/json; charset=utf-16', 'multipart/form-data; boundary=x', ''];

/** A good body with one field replaced by a hostile value, or with one more field. */
function spoiled(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(good, fc.nat({ max: 9 }), hostileValue).map(([value, at, hostile]) => {
    const fields = Object.entries((value ?? {}) as Record<string, unknown>);
    const name = fields[at]?.[0] ?? 'further';
    return { ...Object.fromEntries(fields), [name]: hostile };
  });
}

function bodies(operation: Operation, draw: Draw): fc.Arbitrary<ApiRequest['body']> {
  if (operation.method === 'GET') return fc.constant(null);
  const schema: JsonSchema = operation.body ?? { type: 'object', properties: {} };
  const good = draw(schema, '');
  const json = (value: fc.Arbitrary<unknown>) =>
    value.map((one) => ({ type: 'application/json', text: JSON.stringify(one) }));
  const odd = fc.record({
    type: fc.constantFrom('application/json', ...TYPES),
    text: fc.oneof(fc.constantFrom(...RAW_BODIES), fc.string()),
  });
  return fc.oneof(
    { weight: 14, arbitrary: json(good) },
    { weight: 4, arbitrary: json(spoiled(good)) },
    { weight: 1, arbitrary: json(hostileValue) },
    { weight: 1, arbitrary: odd },
    { weight: operation.body === null ? 10 : 1, arbitrary: fc.constant(null) },
  );
}

/** Few ids, so that many are reused; and some that are not valid. */
const requestIds = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.nat({ max: 200 }).map((n) => `drawn-${n}`) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', 'a b', 'x'.repeat(256), 'é', '__proto__') },
);

const credentials = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Credential>('good') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Credential>('poor', 'narrow', 'none', 'unknown', 'misplaced', 'basic'),
  },
);

/** Searches move money but are only two of forty operations, so they are drawn more often. */
const weightOf = ({ id }: Operation) => (id.startsWith('searchVideos') ? 8 : 1);

export function apiRequests(operations: readonly Operation[], known: Known): fc.Arbitrary<ApiRequest> {
  const draw = drawKnown(known);
  const requestsOf = (operation: Operation) =>
    fc.record<ApiRequest>({
      operation: fc.constant(operation),
      credential: credentials,
      target: targets(operation, draw),
      requestId: requestIds,
      isRepeated: fc.boolean(),
      body: bodies(operation, draw),
    });
  return fc
    .oneof(...operations.map((one) => ({ weight: weightOf(one), arbitrary: requestsOf(one) })))
    .map((request) => Object.assign(request, { [fc.toStringMethod]: () => describeRequest(request) }));
}

export interface ApiAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

/** One connection: requests are sent one after the other, and each must leave it usable or close it. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends the request unchanged: unlike fetch, it neither normalises the path nor refuses a header. */
export function sendRequest(
  url: string,
  request: ApiRequest,
  authorization: string | null,
): Promise<ApiAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ApiAnswer>();
  const { hostname, port } = new URL(url);
  const headers = {
    ...(authorization !== null && { authorization }),
    ...(request.requestId !== null && {
      'x-reelgate-request-id': Buffer.from(request.requestId).toString('latin1'),
    }),
    ...(request.body !== null && {
      'content-type': request.body.type,
      'content-length': String(Buffer.byteLength(request.body.text)),
    }),
  };
  const sent = httpRequest({
    agent,
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    method: request.operation.method,
    path: request.target,
    headers,
  });
  sent.on('error', reject);
  sent.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers as ApiAnswer['headers'],
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    );
  });
  sent.end(request.body?.text);
  return promise;
}

/** Everything that is needed to send a failing request again by hand. */
export function describeRequest({
  operation,
  credential,
  target,
  requestId,
  isRepeated,
  body,
}: ApiRequest): string {
  const notes = [credential, ...(requestId === null ? [] : [`id ${JSON.stringify(requestId)}`])];
  const head = `${operation.method} ${target} [${[...notes, ...(isRepeated ? ['twice'] : [])].join(', ')}]`;
  return body === null ? head : `${head} ${body.type} ${body.text.slice(0, 300)}`;
}
