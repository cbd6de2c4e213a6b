import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { BODY_VALUES_MAX } from '../../domain/limits.ts';
import { verbOf } from '../../verb/verb.ts';
import { createInputReader } from './input.ts';

const read = createInputReader(
  verbOf<never, never>()({
    name: 'try',
    method: 'POST',
    path: '/things/{id}',
    summary: '',
    tag: '',
    params: Type.Object({ id: Type.String({ maxLength: 5 }) }),
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, default: 3 })),
      by: Type.Optional(Type.Enum(['day', 'path'])),
      deep: Type.Optional(Type.Boolean()),
    }),
    body: Type.Object({
      name: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
      rate: Type.Optional(Type.Union([Type.Object({ requests: Type.Integer() }), Type.Null()])),
      kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()])),
    }),
    result: Type.Object({}),
    run: async () => ({}),
  }),
);

const fieldsOf = (result: object) =>
  isFailure(result) ? (result as Failure).errors!.map(({ field }) => field) : [];

test('texts become values of their types, and defaults are filled in', () => {
  expect(read({ id: 'x' }, { limit: '7', deep: 'true' }, undefined)).toEqual({
    params: { id: 'x' },
    query: { limit: 7, deep: true },
    body: {},
  });
  expect(read({ id: 'x' }, {}, {})).toMatchObject({ query: { limit: 3 } });
});

test('a body with more values than can be checked in a moment is refused before its schema is checked', () => {
  const most = Array.from({ length: BODY_VALUES_MAX - 1 }, () => 0);
  expect(fieldsOf(read({ id: 'x' }, {}, most))).toEqual(['body']);
  const refusal = (body: unknown) => read({ id: 'x' }, {}, body) as Failure;
  const tooMany = `body: must not have more than ${BODY_VALUES_MAX} values`;
  expect(refusal(most).detail).not.toBe(tooMany);
  expect(refusal([...most, 0]).detail).toBe(tooMany);
  expect(refusal({ name: most.map(() => []), rate: [[]] }).detail).toBe(tooMany);
  expect(refusal(JSON.parse('['.repeat(BODY_VALUES_MAX + 1) + ']'.repeat(BODY_VALUES_MAX + 1))).detail).toBe(
    tooMany,
  );
});

describe('refused, naming the field', () => {
  test.each([
    ['a long parameter', { id: 'xxxxxx' }, {}, {}, 'id'],
    ['an unknown parameter', { id: 'x' }, { limti: '7' }, {}, 'limti'],
    ['no number', { id: 'x' }, { limit: '7x' }, {}, 'limit'],
    ['an empty number', { id: 'x' }, { limit: '' }, {}, 'limit'],
    ['a fraction', { id: 'x' }, { limit: '1.5' }, {}, 'limit'],
    ['hex', { id: 'x' }, { limit: '0x1' }, {}, 'limit'],
    ['too large', { id: 'x' }, { limit: '10' }, {}, 'limit'],
    ['not a choice', { id: 'x' }, { by: 'year' }, {}, 'by'],
    ['no boolean', { id: 'x' }, { deep: 'yes' }, {}, 'deep'],
    ['an unknown field', { id: 'x' }, {}, { nmae: 'a' }, 'nmae'],
    ['an unknown field inside', { id: 'x' }, {}, { rate: { requests: 1, x: 1 } }, 'rate.x'],
    ['a number as text', { id: 'x' }, {}, { rate: { requests: '1' } }, 'rate.requests'],
    ['a missing field inside', { id: 'x' }, {}, { rate: {} }, 'rate.requests'],
    ['not of the pattern', { id: 'x' }, {}, { name: 'A' }, 'name'],
    ['a list as body', { id: 'x' }, {}, [], 'body'],
    ['a text as body', { id: 'x' }, {}, 'name', 'body'],
    ['NUL', { id: 'x' }, {}, { name: 'a\0' }, 'name'],
    ['half a surrogate pair', { id: 'x' }, {}, { name: '\ud800' }, 'name'],
    ['neither choice nor null', { id: 'x' }, {}, { kind: 'c' }, 'kind'],
  ])('%s', (_name, params, query, body, field) => {
    expect(fieldsOf(read(params, query as Record<string, string>, body))).toContain(field);
  });
});

test('a refused choice lists the options, and values are never repeated', () => {
  const refusal = read({ id: 'x' }, { by: 'rgk_live_secret' }, {}) as Failure;
  expect(refusal.errors).toEqual([{ field: 'by', message: 'must be one of "day", "path"' }]);
});

test('a body of ten thousand nested lists is refused and does not crash', () => {
  expect(isFailure(read({ id: 'x' }, {}, JSON.parse('['.repeat(10_000) + ']'.repeat(10_000))))).toBe(true);
});

test('the list of errors is limited', () => {
  const body = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, 1]));
  const { errors = [] } = read({ id: 'x' }, {}, body) as Failure;
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.length).toBeLessThanOrEqual(20);
});
