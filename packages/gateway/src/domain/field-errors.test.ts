// The message for a wrong field, made from the errors of the schema validator.
import { Errors } from 'typebox/schema';
import { expect, test } from 'vitest';
import { fieldErrors } from './field-errors.ts';
import { Type } from './schema.ts';
import { AMOUNT_TEXT, VISIBLE_TEXT } from './text/text-patterns.ts';

const schema = Type.Object(
  {
    words: Type.Optional(Type.Union([Type.String({ pattern: VISIBLE_TEXT.pattern }), Type.Null()])),
    amount: Type.Optional(Type.String({ pattern: AMOUNT_TEXT.pattern })),
    code: Type.Optional(Type.String({ pattern: '^[A-Z]+$' })),
    side: Type.Optional(Type.Union([Type.Literal('left'), Type.Literal('right')])),
    decision: Type.Optional(Type.Enum(['refund', 'refuse'])),
    rate: Type.Optional(Type.Union([Type.Object({ requests: Type.Integer({ minimum: 1 }) }), Type.Null()])),
    count: Type.Optional(Type.Integer({ maximum: 7 })),
    ids: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 3 }), { minItems: 1, maxItems: 2 })),
    is: Type.Optional(Type.Boolean()),
    name: Type.String(),
  },
  { additionalProperties: false },
);

test.each<[object, string, string]>([
  [{}, 'name', 'is required'],
  [{ more: 1 }, 'more', 'is not a field here'],
  [{ words: ' x' }, 'words', `must be ${VISIBLE_TEXT.words}, or null`],
  [{ words: 5 }, 'words', 'must be a string, in quotes, or null'],
  [{ amount: '1,5' }, 'amount', `must be ${AMOUNT_TEXT.words}`],
  [{ code: 'a' }, 'code', 'must match pattern "^[A-Z]+$"'],
  [{ side: 'up' }, 'side', 'must be one of "left", "right"'],
  [{ decision: 'maybe' }, 'decision', 'must be one of "refund", "refuse"'],
  [{ rate: { requests: 0 } }, 'rate.requests', 'must be at least 1'],
  [{ count: 'x' }, 'count', 'must be a whole number'],
  [{ count: 8 }, 'count', 'must be at most 7'],
  [{ ids: 'a' }, 'ids', 'must be a list'],
  [{ ids: [] }, 'ids', 'must not be empty'],
  [{ ids: ['a', 'b', 'c'] }, 'ids', 'must have at most 2 values'],
  [{ ids: [''] }, 'ids.0', 'must not be empty'],
  [{ ids: ['abcd'] }, 'ids.0', 'must have at most 3 characters'],
  [{ is: 'yes' }, 'is', 'must be true or false'],
  [{ rate: 7 }, 'rate', 'must be an object, or null'],
])('%j: %s %s', (given, field, message) => {
  const whole = field === 'name' ? given : { name: 'x', ...given };
  expect(fieldErrors(Errors(schema, whole)[1])).toEqual([{ field, message }]);
});
