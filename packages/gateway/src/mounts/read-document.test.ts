import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { toMicros } from '../domain/money.ts';
import { addressOf } from './choose-operations.ts';
import { isProblem } from './document.ts';
import { createMount, type Mount, type MountSettings } from './mount.ts';
import { type ReadDocument, readDocument } from './read-document.ts';
import { readInput } from './read-input.ts';

const SETTINGS: MountSettings = {
  group: 'u2',
  name: 'm',
  provider: 'p',
  unitPriceMicros: toMicros(3_000),
  operations: {},
  gets: ['*'],
  credential: null,
  success: null,
};

const NAMED = { unitPriceMicros: null, enabled: true };

function documentOf(paths: object, more: object = {}): object {
  return { openapi: '3.1.0', info: { title: 'T' }, paths, ...more };
}

function read(document: object | string): ReadDocument {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const result = readDocument(text, { credential: null });
  if (isProblem(result)) throw new Error(result.problem);
  return result;
}

/** Serves everything by default. */
function mountOf(document: object, more: Partial<MountSettings> = {}): Mount {
  const operations = Object.fromEntries(read(document).operations.map((one) => [addressOf(one), NAMED]));
  const mount = createMount({ ...SETTINGS, gets: [], operations, ...more }, JSON.stringify(document), '');
  if (isProblem(mount)) throw new Error(mount.problem);
  return mount;
}

/** The fields of a body that are invalid; empty when it is valid. */
function wrongWith(document: object, body: unknown): string[] {
  const [route] = mountOf(document).routes;
  const result = readInput(route!, { segments: ['x'], query: [], body: JSON.stringify(body) });
  return 'kind' in result ? result.errors!.map(({ field }) => field) : [];
}

const posts = (schema: object, more: object = {}) =>
  documentOf({ '/x': { post: { requestBody: { content: { 'application/json': { schema } } } } } }, more);

describe('a document that cannot be used is refused as a whole', () => {
  test.each([
    ['{', 'the document is not valid JSON or YAML'],
    ['"text"', 'the document is not valid JSON or YAML'],
    ['{"swagger":"2.0","paths":{}}', 'Swagger 2.0 is not supported; convert it to OpenAPI 3'],
    ['{"openapi":"4.0.0","paths":{}}', 'only OpenAPI 3.0 and 3.1 are supported'],
    ['{"openapi":"3.1.0"}', 'the document has no paths'],
    [' '.repeat(16 * 1024 * 1024 + 1), 'the document is larger than 16 MiB'],
  ])('%#', (text, problem) => {
    expect(readDocument(text, { credential: null })).toEqual({ problem });
  });

  test('as is one with too many operations, or with no mountable one', () => {
    const many = Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`/p${i}`, { get: {} }]));
    expect(readDocument(JSON.stringify(documentOf(many)), { credential: null })).toEqual({
      problem: 'the document has more than 5000 operations',
    });
    const none = createMount(SETTINGS, JSON.stringify(documentOf({ '/a b': { get: {} } })), '');
    expect(none).toEqual({
      problem: 'the document has no operation that can be mounted; GET /a b: its path has unusual characters',
    });
  });
});

test('YAML gives the same as JSON', () => {
  const document = documentOf({ '/a/{id}': { get: { operationId: 'a', summary: 'A' } } });
  const [json, yaml] = [read(document), read(stringify(document))];
  expect(yaml.operations).toEqual(json.operations);
});

describe('an operation that cannot be passed on exactly is skipped with its reason', () => {
  const query = (more: object) => ({ get: { parameters: [{ name: 'a', in: 'query', ...more }] } });
  const body = (content: object) => ({ post: { requestBody: { required: true, content } } });
  test.each([
    ['/a', body({ 'multipart/form-data': {} }), 'its body is multipart/form-data, not JSON'],
    ['/a', { get: { requestBody: { content: { 'application/json': {} } } } }, 'it takes a body with GET'],
    ['/a', { get: { parameters: [{ name: 'c', in: 'cookie' }] } }, 'it takes the cookie c'],
    [
      '/a',
      { get: { parameters: [{ name: 'X-A', in: 'header', required: true }] } },
      'it needs the header X-A',
    ],
    [
      '/a',
      query({ style: 'deepObject', schema: { type: 'object' } }),
      'the parameter a is written in the style deepObject',
    ],
    ['/a', query({ schema: { type: 'object' } }), 'the parameter a is an object'],
    ['/a', query({ content: { 'application/json': {} } }), 'the parameter a is JSON in a text'],
    ['/a', { get: { callbacks: { done: {} } } }, 'it makes callbacks'],
    ['/a', { get: { servers: [{ url: 'https://other.org' }] } }, 'it has its own server'],
    ['/a.{x}', { get: {} }, 'a path parameter shares its segment with other text'],
    ['/a//b', { get: {} }, 'its path has unusual characters'],
    ['/../b', { get: {} }, 'its path has unusual characters'],
    ['/', { get: {} }, 'it has no path'],
    ['/a', query({ schema: { $ref: 'other.json#/A' } }), 'its schema refers to another document'],
    ['/a', query({ schema: { $ref: 'https://x.org/a' } }), 'its schema refers to another document'],
    ['/a', query({ schema: { $ref: '#/nowhere' } }), 'it refers to a schema that does not exist'],
    ['/a', { get: { parameters: [{ $ref: 'b.json' }] } }, 'it refers to another document'],
    ['/a', { get: { parameters: [{ $ref: '#/loop' }] } }, 'a reference leads back to itself'],
    ['/a', { get: { security: [{ k: [] }] } }, 'its security scheme is not in the document'],
  ])('%s %j', (path, item, reason) => {
    const { operations, skipped } = read(documentOf({ [path]: item }, { loop: { $ref: '#/loop' } }));
    expect(operations).toEqual([]);
    expect(skipped.map((one) => one.reason)).toEqual([reason]);
  });

  test('and the rest of the document is mounted', () => {
    const paths = { '/a': { get: {}, trace: {}, head: {} }, '/a/': { get: {} }, '/b': body({}) };
    const { operations, skipped } = read(documentOf(paths));
    expect(operations.map(({ id }) => id)).toEqual(['get_a']);
    expect(skipped).toEqual([
      { method: 'GET', path: '/a/', reason: 'another operation has the same path' },
      { method: 'POST', path: '/b', reason: 'its body is of no known type, not JSON' },
    ]);
  });
});

describe('schemas', () => {
  test('hold beside a reference in OpenAPI 3.1, and are ignored there in 3.0', () => {
    const components = { schemas: { Name: { type: 'string', minLength: 2 } } };
    const schema = {
      type: 'object',
      properties: { name: { $ref: '#/components/schemas/Name', maxLength: 3 } },
    };
    const wrongIn = (openapi: string) =>
      ['a', 'abc', 'abcd'].map((name) => wrongWith(posts(schema, { openapi, components }), { name }));
    expect(wrongIn('3.1.0')).toEqual([['body.name'], [], ['body.name']]);
    expect(wrongIn('3.0.3')).toEqual([['body.name'], [], []]);
  });

  test('may refer to themselves and to each other', () => {
    const schemas = {
      Tree: {
        type: 'object',
        properties: { v: { type: 'integer' }, kids: { $ref: '#/components/schemas/Kids' } },
      },
      Kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    };
    const document = posts({ $ref: '#/components/schemas/Tree' }, { components: { schemas } });
    expect(wrongWith(document, { v: 1, kids: [{ kids: [{ v: 2 }] }] })).toEqual([]);
    expect(wrongWith(document, { v: 1, kids: [{ kids: [{ v: 'x' }] }] })).toEqual(['body.kids.0.kids.0.v']);
  });

  test('of 3.0 are read in their own dialect', () => {
    const schema = {
      type: 'object',
      required: ['id', 'a'],
      properties: {
        id: { type: 'string', readOnly: true },
        a: { type: 'integer', nullable: true, minimum: 1, exclusiveMinimum: true },
        b: { nullable: true, allOf: [{ $ref: '#/components/schemas/B' }] },
      },
    };
    const components = { schemas: { B: { type: 'string', maxLength: 2, exclusiveMaximum: false } } };
    const document = { ...posts(schema, { components }), openapi: '3.0.3' };
    expect(wrongWith(document, { a: null, b: null })).toEqual([]);
    expect(wrongWith(document, { a: 2, b: 'ok' })).toEqual([]);
    expect(wrongWith(document, { a: 1, b: 'long' })).toEqual(['body.a', 'body.b']);
  });

  test('with patterns and words of other dialects check what they can', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '(?<', format: 'odd' }, b: { type: 'file' } },
    };
    expect(wrongWith(posts(schema), { a: 'x', b: 5 })).toEqual([]);
  });

  test('that YAML makes circular or endless are skipped', () => {
    const yaml = `openapi: 3.1.0
paths:
  /a: { post: { requestBody: { content: { application/json: { schema: &s { properties: { a: *s } } } } } } }
`;
    const { operations, skipped } = read(yaml);
    expect(operations).toEqual([]);
    expect(skipped[0]!.reason).toBe('its schema is nested too deeply');
  });

  test('cannot reach a prototype', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}',
    );
    expect(wrongWith(posts(schema), { constructor: 5 })).toEqual([]);
    expect(wrongWith(posts(schema), { constructor: 'x' })).toEqual(['body.constructor']);
    expect(Object.prototype).not.toHaveProperty('type');
  });
});

describe('the credential goes where the document says', () => {
  const schemes = {
    bearer: { type: 'http', scheme: 'Bearer' },
    basic: { type: 'http', scheme: 'basic' },
    header: { type: 'apiKey', in: 'header', name: 'X-Key' },
    query: { type: 'apiKey', in: 'query', name: 'token' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    oauth: { type: 'oauth2' },
  };
  const components = { securitySchemes: schemes };
  const credentialOf = (security: unknown, root: object = {}) =>
    read(
      documentOf({ '/a': { get: { ...(security !== undefined && { security }) } } }, { components, ...root }),
    ).operations[0]?.credential;

  test.each([
    [undefined, { kind: 'bearer' }],
    [[], { kind: 'none' }],
    [[{}], { kind: 'none' }],
    [[{}, { header: [] }], { kind: 'header', name: 'X-Key' }],
    [[{ query: [] }], { kind: 'query', name: 'token' }],
    [[{ basic: [] }], { kind: 'basic' }],
    [[{ oauth: ['read'] }], { kind: 'bearer' }],
    [[{ cookie: [] }, { bearer: [] }], { kind: 'bearer' }],
    [[{ cookie: [] }], undefined],
    [[{ header: [], query: [] }], undefined],
  ])('%j', (security, credential) => expect(credentialOf(security)).toEqual(credential));

  test('also when it says so once for all operations', () => {
    expect(credentialOf(undefined, { security: [{ query: [] }] })).toEqual({ kind: 'query', name: 'token' });
  });

  test('and is then not a parameter of the caller', () => {
    const parameters = [{ name: 'token', in: 'query', required: true }];
    const paths = { '/a': { get: { parameters, security: [{ query: [] }] } } };
    expect(read(documentOf(paths, { components })).operations[0]!.parameters).toEqual([]);
  });
});

describe('settings of single operations', () => {
  const paths = { '/a': { get: { operationId: 'one' }, post: {} }, '/b': { get: {} } };
  const price = (micros: number) => ({ unitPriceMicros: toMicros(micros), enabled: true });

  test('name operations by id or by method and path, and can leave them out', () => {
    const off = { unitPriceMicros: null, enabled: false };
    const operations = { one: price(5), 'POST /a': NAMED, 'GET /b': off };
    const mount = mountOf(documentOf(paths), { gets: ['*'], operations });
    expect(mount.routes.map(({ operation, ownPriceMicros }) => [operation, ownPriceMicros])).toEqual([
      ['mount.m.one', 5],
      ['mount.m.post_a', null],
    ]);
  });

  test('that name nothing, or give one path two prices, are refused', () => {
    const text = JSON.stringify(documentOf(paths));
    expect(createMount({ ...SETTINGS, operations: { two: price(1) } }, text, '')).toEqual({
      problem: 'no mountable operation is called two',
    });
    const twice = { one: price(1), 'POST /a': price(2) };
    expect(createMount({ ...SETTINGS, operations: twice }, text, '')).toEqual({
      problem: '/api/u2/v1/m/a has one price for all of its methods, but two are given',
    });
  });

  test('ids that a document uses twice are made unique, and name neither operation', () => {
    const same = { '/a': { get: { operationId: 'x' } }, '/b': { delete: { operationId: 'x' } } };
    const served = mountOf(documentOf(same)).routes;
    expect(served.map(({ operation }) => operation)).toEqual(['mount.m.x', 'mount.m.x_2']);
    const text = JSON.stringify(documentOf(same));
    expect(createMount({ ...SETTINGS, operations: { x: NAMED } }, text, '')).toEqual({
      problem: '2 operations are called x; name them by method and path, such as GET /a',
    });
  });
});

describe('what is served', () => {
  const paths = {
    '/clips': { get: { tags: ['Clips'] }, post: { operationId: 'addClip', tags: ['Clips'] } },
    '/clips/{id}': { get: { tags: ['Clips'] }, delete: {} },
    '/clipsters': { get: {} },
    '/plugins/install': { post: { operationId: 'installPlugin' }, get: {} },
    '/upload': { post: { requestBody: { content: { 'multipart/form-data': {} } } } },
  };
  const text = JSON.stringify(documentOf(paths));
  const serve = (choice: { gets?: string[]; operations?: string[] }) => {
    const operations = Object.fromEntries((choice.operations ?? []).map((name) => [name, NAMED]));
    const mount = createMount({ ...SETTINGS, gets: choice.gets ?? [], operations }, text, '');
    return isProblem(mount) ? mount.problem : mount.routes.map(({ of }) => addressOf(of));
  };

  test('is only what the settings name', () => {
    expect(serve({})).toContain('names neither operations nor gets');
    expect(serve({ operations: ['addClip', 'GET /clips/{id}'] })).toEqual(['POST /clips', 'GET /clips/{id}']);
  });

  test.each([
    ['/clips', ['GET /clips']],
    ['/clips*', ['GET /clips', 'GET /clips/{id}', 'GET /clipsters']],
    ['/clips/*', ['GET /clips/{id}']],
    ['tag:Clips', ['GET /clips', 'GET /clips/{id}']],
    ['*', ['GET /clips', 'GET /clips/{id}', 'GET /clipsters', 'GET /plugins/install']],
  ])('by %s is chosen among operations with GET alone', (pattern, served) => {
    expect(serve({ gets: [pattern] })).toEqual(served);
  });

  test.each([
    [{ gets: ['/nothing/*'] }, 'no mountable operation with GET matches /nothing/*'],
    [{ gets: ['tag:clips'] }, 'no mountable operation with GET matches tag:clips'],
    [{ gets: ['/upload'] }, 'no mountable operation with GET matches /upload'],
    [{ operations: ['adClip'] }, 'no mountable operation is called adClip; did you mean addClip?'],
    [
      { operations: ['POST /upload'] },
      'POST /upload cannot be mounted: its body is multipart/form-data, not JSON',
    ],
  ])('%j is refused with its reason', (choice, problem) => {
    expect(serve(choice)).toBe(problem);
  });
});
