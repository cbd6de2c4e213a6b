// What an untrusted document must not be able to do to the gateway.
import { describe, expect, test } from 'vitest';
import { toMicros } from '../domain/money.ts';
import { isProblem } from './document.ts';
import { createMount, type Mount } from './mount.ts';
import { readDocument } from './read-document.ts';
import { readInput } from './read-input.ts';

describe('a pattern', () => {
  const mountOf = (schema: object): Mount => {
    const body = { content: { 'application/json': { schema } } };
    const mount = createMount(
      {
        group: 'u2',
        name: 'shop',
        provider: 'shop',
        unitPriceMicros: toMicros(1),
        operations: { x: { unitPriceMicros: null, enabled: true } },
        gets: [],
        credential: null,
        success: null,
      },
      JSON.stringify({
        openapi: '3.1.0',
        paths: { '/x': { post: { operationId: 'x', requestBody: body } } },
      }),
      '',
    );
    if (isProblem(mount)) throw new Error(mount.problem);
    return mount;
  };
  const send = (mount: Mount, body: unknown) =>
    readInput(mount.routes[0]!, { segments: ['x'], query: [], body: JSON.stringify(body) });
  const texts = (pattern: string) => ({ type: 'array', items: { type: 'string', pattern } });

  test('that a caller could make run for hours is checked, and the field is named', () => {
    const mount = mountOf(texts('a{0,256}a{0,256}a{0,256}b'));
    expect(send(mount, ['aab', 'a'.repeat(500)])).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [{ field: 'body.1', message: 'must match pattern "a{0,256}a{0,256}a{0,256}b"' }],
    });
    expect(send(mount, ['aab'])).toMatchObject({ body: '["aab"]' });
  });

  test('is not run on more text than one call may use, and the next call starts anew', () => {
    const mount = mountOf(texts('(a|b)*a(a|b){300}c'));
    const long = Array.from({ length: 100 }, () => `c${'ab'.repeat(250)}`);
    expect(send(mount, long)).toMatchObject({ code: 'INVALID_REQUEST', detail: /too long to be checked/ });
    expect(send(mount, [`${'a'.repeat(302)}c`])).toHaveProperty('body');
  });

  test.each([
    [
      'a look-ahead',
      { type: 'string', pattern: '^(?=a)' },
      'the pattern ^(?=a) cannot be checked in linear time',
      'b',
    ],
    [
      'names by pattern',
      { patternProperties: { '^(a+)+$': {} } },
      'patternProperties are not checked',
      { aaa: 1 },
    ],
  ])('with %s is left to the upstream, and the operation says so', (_name, schema, text, good) => {
    const mount = mountOf({ type: ['string', 'object'], additionalProperties: false, ...schema });
    expect(mount.routes[0]!.of.unchecked).toEqual([text]);
    expect(send(mount, good)).toHaveProperty('canonical');
  });
});

describe('a schema', () => {
  const document = (schemas: object) =>
    readDocument(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 't', version: '1' },
        paths: {
          '/x': {
            post: {
              requestBody: {
                content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } },
              },
              responses: {},
            },
          },
        },
        components: { schemas },
      }),
      { credential: null },
    );
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  test.each([
    ['that stands for itself', { A: ref('A') }],
    [
      'that stands for another that stands for it',
      { A: { allOf: [ref('B')] }, B: { anyOf: [{ type: 'null' }, ref('A')] } },
    ],
  ])('%s is skipped with its reason', (_name, schemas) => {
    const read = document(schemas);
    expect(read).toMatchObject({ operations: [], skipped: [{ path: '/x' }] });
    expect(JSON.stringify(read)).toContain('without end');
  });

  test('of a tree whose children are trees is mounted', () => {
    const tree = { type: 'object', properties: { children: { type: 'array', items: ref('A') } } };
    expect(document({ A: tree })).toMatchObject({ skipped: [] });
  });
});
