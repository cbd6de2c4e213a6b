// Tests that the client follows openapi.json: every schema shape has a TypeScript type, and every route has a method.
import { expect, test } from 'vitest';
import { Reelgate } from '../src/index.ts';
import { json, scriptedFetch } from '../src/testing/scripted-fetch.ts';
import { readDocument } from './document.ts';
import { freeMethods } from './free-methods.ts';
import { type Schema, typeOf } from './schema-types.ts';
import { dataRoutes, keyedRoutes, typesText } from './write-types.ts';

/** Of the parameters of paths; all others are `x`. */
const VALUES: Record<string, string> = { group: 'u1', platform: 'library', statement: '1' };

type DataMethod = (input: object) => PromiseLike<unknown>;

/** Calls every data method with the sample input of its operation. */
const DATA_USES = dataRoutes(readDocument()).map(({ data }) => {
  const [noun = '', verb = ''] = data.method.split('.');
  return (reelgate: Reelgate, variant: string) => {
    const methods = reelgate as unknown as Record<string, Record<string, DataMethod>>;
    return methods[noun]![verb]!({ platform: 'library', ...data.sample, variant });
  };
});

/** Calls every method that is made from a verb, with as many inputs as its path and its query or body take. */
const VERB_USES = freeMethods(readDocument()).map(({ noun, name, params, query, body }) => {
  const given = [
    ...Object.keys(params.properties ?? {}).map((one) => VALUES[one] ?? 'x'),
    ...(query || body ? [{}] : []),
  ];
  return (reelgate: Reelgate) =>
    (reelgate as unknown as Record<string, Record<string, (...all: unknown[]) => PromiseLike<unknown>>>)[
      noun
    ]![name]!(...given);
});

/** Calls every other method once. */
const FREE_USES: ((reelgate: Reelgate) => PromiseLike<unknown>)[] = [
  ...VERB_USES,
  (reelgate) => reelgate.account.entries(),
  (reelgate) => reelgate.complain('x', 'why'),
  (reelgate) => reelgate.receipt('x'),
  (reelgate) => reelgate.records('x'),
  (reelgate) => reelgate.pictures('x'),
  (reelgate) => reelgate.complaint('x'),
  (reelgate) => reelgate.resolve('https://x.example'),
  (reelgate) => reelgate.status(),
  ({ collections }) => collections.create({ budget: '1' }),
  ({ collections }) => collections.list(),
  ({ collections }) => collections.get('x'),
  ({ collections }) => collections.update('x', { budget: '2' }),
  ({ collections }) => collections.cancel('x'),
  ({ collections }) => collections.remove('x'),
  ({ collections }) => collections.exportLink('x'),
  ({ collections }) =>
    collections
      .items('x')
      .next()
      .catch(() => {}),
  ({ collections }) => collections.export('x').getReader().read(),
  ({ collections }) => collections.pictures('x'),
  ({ watches }) => watches.pictures('x'),
  ({ watches }) => watches.create({ path: '/x', query: {}, every: '1d' }),
  ({ watches }) => watches.list(),
  ({ watches }) => watches.get('x'),
  ({ watches }) => watches.update('x', { every: '2d' }),
  ({ watches }) => watches.run('x'),
  ({ watches }) => watches.runs('x'),
  ({ watches }) => watches.remove('x'),
  ({ watches }) => watches.feed('x'),
  ({ watches }) => watches.removeFeed('x'),
  ({ watches }) =>
    watches
      .items('x')
      .next()
      .catch(() => {}),
];

test('every route of the client has a method, and no method asks for another', async () => {
  const { fetch, asked } = scriptedFetch(() => json({}));
  const reelgate = new Reelgate({ apiKey: 'k', baseUrl: 'http://gateway.example', fetch });
  for (const use of FREE_USES) await use(reelgate);
  for (const variant of ['stable', 'economy'] as const) {
    for (const use of DATA_USES) await use(reelgate, variant);
  }
  const routes = keyedRoutes(readDocument()).map(
    ({ method, path }) =>
      `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, (_, name) => VALUES[name] ?? 'x')}`,
  );
  const sent = asked.map(({ url, sent }) => `${sent.split(' ')[0]} ${url.pathname}`);
  expect(sent.sort()).toEqual(routes.sort());
});

test.each<[Schema, string]>([
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', null] }, "'a' | null"],
  [{ const: "it's" }, "'it\\'s'"],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Video' } }, 'Video[]'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [
    { type: 'object', required: ['a'], properties: { a: {}, 'b-c': { type: 'boolean' } } },
    "{\n  a: unknown;\n  'b-c'?: boolean;\n}",
  ],
])('%j reads as %s', (schema, type) => {
  expect(typeOf(schema)).toBe(type);
});

test('an unknown schema type is an error', () => {
  expect(() => typeOf({ type: 'tuple' })).toThrow('no TypeScript type for "tuple"');
});

test('a description cannot end its comment', () => {
  const document = readDocument();
  const schemas = {
    ...document.components.schemas,
    Problem: { type: 'object', description: 'a */ b', properties: {} },
  };
  expect(typesText({ ...document, components: { schemas } })).toContain('/** a * / b */');
});
