// What a stranger's document must not be able to do to the gateway.
import { describe, expect, test } from 'vitest';
import { readDocument } from './read-document.ts';
import { isSafePattern } from './safe-pattern.ts';

describe('a pattern', () => {
  test.each([
    '(a+)+$',
    '(a|a)*b',
    'a*a*b',
    '^a+b+c',
    'x+$',
    '(.*)\\1',
    '^(?=a+)b',
    '^(a{1,10}){1,10}$',
    'a{1,9999}',
    '(',
  ])('%s, which can be made to run long or means nothing, is left to the upstream', (pattern) => {
    expect(isSafePattern(pattern)).toBe(false);
  });

  test.each([
    '^[A-Z]{2}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^[a-z0-9_-]+$',
    '^x[+*]{1,3}$',
    'abc',
    '^\\p{L}+$',
    '^(a|b)$',
  ])('%s is checked', (pattern) => {
    expect(isSafePattern(pattern)).toBe(true);
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

  test('of a tree, whose children are trees, is mounted', () => {
    const tree = { type: 'object', properties: { children: { type: 'array', items: ref('A') } } };
    expect(document({ A: tree })).toMatchObject({ skipped: [] });
  });
});
