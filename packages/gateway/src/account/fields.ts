// Owns the schemas of single fields that many verbs share. They carry no `$id`: only whole answers are named in the
// OpenAPI document.
import type { TSchema } from 'typebox';
import { REQUEST_ID_BYTES_MAX } from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';
import { DAY_TEXT } from '../domain/text-patterns.ts';

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

export const MoneyText = Type.String({
  description: 'A decimal in the currency of the account, with six places.',
  examples: ['0.012000'],
});
export const TimeText = Type.String({
  description: 'RFC 3339, UTC, with milliseconds.',
  examples: ['2026-11-15T00:00:00.000Z'],
});
export const Currency = Type.String({ examples: ['USD'] });
export const Count = Type.Integer({ minimum: 0 });

export const RequestIdText = Type.String({ minLength: 1, maxLength: REQUEST_ID_BYTES_MAX });

export const dayQuery = {
  from: Type.Optional(Type.String({ pattern: DAY_TEXT.pattern, description: 'First UTC day, included.' })),
  to: Type.Optional(Type.String({ pattern: DAY_TEXT.pattern, description: 'Last UTC day, included.' })),
};
