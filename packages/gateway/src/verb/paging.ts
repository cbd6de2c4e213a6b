// Cursors of lists. A cursor has a checksum over its list and position. Without it, a wrong position would read as an empty page, which
// means "end of the list". The checksum guards against mistakes, not attackers: a position grants no rights. It must have the form of the
// positions of its list, because anybody can compute a checksum.
import { crc32 } from 'node:zlib';
import { type Failure, invalid } from '../domain/failure.ts';
import { LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX } from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';
import type { Paging } from '../storage/storage.ts';
import { nullable } from './fields.ts';

const CURSOR_CHARS_MAX = 200; // Any backend's position: a number, a name or an id.

export const NextCursor = nullable(
  Type.String({ description: 'Give it back as `cursor` for the next page; null on the last one.' }),
);
export const pageQuery = {
  cursor: Type.Optional(
    Type.String({ maxLength: CURSOR_CHARS_MAX, description: 'The `next_cursor` of the page before.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_ITEMS_MAX, default: LIST_ITEMS_DEFAULT })),
};

export type ListName =
  | 'accounts'
  | 'entries'
  | 'keys'
  | 'projects'
  | 'complaints'
  | 'audit'
  | 'duties'
  | 'sessions'
  | 'calls'
  | 'newer calls'
  | 'requests'
  | 'holds'
  | 'statements'
  | 'topups'
  | 'disputes'
  | 'paybacks'
  | 'recharges'
  | 'invites'
  | 'grants'
  | 'collections'
  | 'watches';

/** Digits that are exact as a number, or the number that stands for the end. */
const AT_NUMBER = /^(?:-?\d{1,15}|9007199254740991)$/;
const AT_TIME_AND_ID = /^(?:-?\d{1,15}|9007199254740991)\/[^/]+$/;
/** Of several sequences that are merged. */
const AT_NUMBERS = /^(?:\d{1,15}|9007199254740991)(?:-(?:\d{1,15}|9007199254740991)){1,2}$/;
const AT_TEXT = /./s;

/** What a position of each list looks like. PostgreSQL fails on a text in place of a number. */
const POSITIONS: Readonly<Record<ListName, RegExp>> = {
  accounts: AT_TEXT,
  keys: AT_TEXT,
  projects: AT_TEXT,
  audit: AT_NUMBER,
  entries: AT_NUMBER,
  statements: AT_NUMBER,
  holds: AT_NUMBER,
  'newer calls': AT_NUMBER,
  calls: AT_NUMBERS,
  requests: AT_NUMBERS,
  collections: AT_TIME_AND_ID,
  complaints: AT_TIME_AND_ID,
  disputes: AT_TIME_AND_ID,
  duties: AT_TIME_AND_ID,
  grants: AT_TIME_AND_ID,
  invites: AT_TIME_AND_ID,
  paybacks: AT_TIME_AND_ID,
  recharges: AT_TIME_AND_ID,
  sessions: AT_TIME_AND_ID,
  topups: AT_TIME_AND_ID,
  watches: AT_TIME_AND_ID,
};

export function nextCursor(list: ListName, position: string | null): string | null {
  return position === null ? null : `${position}.${crc32(`${list} ${position}`).toString(36)}`;
}

/** An empty cursor is the first page, as in a search. */
export function readPage(list: ListName, query: { cursor?: string; limit?: number }): Paging | Failure {
  const limit = query.limit ?? LIST_ITEMS_DEFAULT;
  if (!query.cursor) return { limit, after: null };
  const after = query.cursor.slice(0, Math.max(0, query.cursor.lastIndexOf('.')));
  if (nextCursor(list, after) !== query.cursor || !POSITIONS[list].test(after))
    return invalid('cursor', 'was not given by this list');
  return { limit, after };
}
