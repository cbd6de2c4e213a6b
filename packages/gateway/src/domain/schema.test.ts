import { type Static, Type as TypeBox } from 'typebox';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { Type } from './schema.ts';

/** The same schema, made with the given builders. */
function built(type: typeof Type) {
  const name = type.String({ pattern: '^[a-z]+$', description: 'A name.' });
  return type.Object(
    {
      name,
      nick: type.Optional(name),
      size: type.Union([type.Integer({ minimum: 0 }), type.Null()], { description: 'Of what.' }),
      share: type.Number(),
      kind: type.Literal('video'),
      version: type.Literal(2),
      is: type.Literal(true),
      state: type.Enum(['on', 'off'], { default: 'on' }),
      all: type.Array(type.Boolean(), { maxItems: 3 }),
      more: type.Record(type.String(), type.Unknown(), { maxProperties: 2 }),
      named: type.Optional(type.Record(type.String({ pattern: '^x' }), type.Object({}))),
      none: type.Object({ a: type.Optional(type.Null()) }, { additionalProperties: false }),
    },
    { additionalProperties: false },
  );
}

test('a schema is, to the letter and in the same order, what TypeBox would have made', () => {
  expect(JSON.stringify(built(Type))).toBe(JSON.stringify(built(TypeBox)));
});

test('making a field optional leaves the schema that it was made of as it was', () => {
  const name = Type.String();
  Type.Optional(name);
  expect(Type.Object({ name }).required).toEqual(['name']);
});

test('TypeBox takes our schemas for its own', () => {
  const schema = built(Type);
  const value: Static<typeof schema> = {
    name: 'a',
    size: null,
    share: 0.5,
    kind: 'video',
    version: 2,
    is: true,
    state: 'off',
    all: [true],
    more: { any: 1 },
    none: {},
  };
  expect(Value.Check(schema, value)).toBe(true);
  expect(Value.Check(schema, { ...value, size: -1 })).toBe(false);
  expect(Object.keys(TypeBox.Omit(schema, ['size', 'share']).properties)).not.toContain('share');
});
