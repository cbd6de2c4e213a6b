// Owns the schemas of single fields that many verbs share, and how a list query becomes a page request. Input schemas
// here carry no `$id`: only answers are named in the OpenAPI document.
import { type TSchema, Type } from 'typebox';
import { LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX, REQUEST_ID_BYTES_MAX } from '../domain/limits.ts';
import type { Paging } from '../storage/storage.ts';

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

const CURSOR_CHARS_MAX = 200; // Any backend's position: a few numbers or one id.
export const NextCursor = nullable(
  Type.String({ description: 'Give it back as `cursor` for the next page; null on the last one.' }),
);
export const pageQuery = {
  cursor: Type.Optional(
    Type.String({ maxLength: CURSOR_CHARS_MAX, description: 'The `next_cursor` of the page before.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_ITEMS_MAX, default: LIST_ITEMS_DEFAULT })),
};

/** An empty cursor is the first page, as in a search. */
export function pageOf(query: { cursor?: string; limit?: number }): Paging {
  return { limit: query.limit ?? LIST_ITEMS_DEFAULT, after: query.cursor || null };
}

export const RequestIdText = Type.String({ minLength: 1, maxLength: REQUEST_ID_BYTES_MAX });

const DAY_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
export const dayQuery = {
  from: Type.Optional(Type.String({ pattern: DAY_PATTERN, description: 'First UTC day, included.' })),
  to: Type.Optional(Type.String({ pattern: DAY_PATTERN, description: 'Last UTC day, included.' })),
};
