// What collections and watches have found: pages of items in the order of delivery, and the ids that each has seen. `owner` is the id of a
// collection or a watch. Items are numbered 1, 2, 3 … within their owner. A page is written once, in the commit that charges for it.

import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';
import { partsOf } from '../../domain/text/parts-of.ts';
import type { Reading, Row } from '../steps/reading.ts';
import type { Writing } from '../steps/writing.ts';

export interface FoundPage {
  owner: string;
  firstNumber: number;
  items: number;
  requestId: string;
  foundAtMs: number;
  /** Links in the records work until then; null when they do not lapse. */
  linksUntilMs: number | null;
  /** The length of the lines, uncompressed. */
  bytes: number;
  /** The lines as gzip: they are unpacked where they are read, so that threads and connections pass on a few kilobytes. */
  body: Uint8Array;
}

const unpack = promisify(gunzip);

/**
 * The records as they were sold, one JSON text per line, each with its line end. Another thread unpacks. The result has the only buffer that
 * is made for it: with a buffer of another size, zlib makes several and copies them into one.
 */
export function unpackLines({ body, bytes }: Pick<FoundPage, 'body' | 'bytes'>): Promise<Buffer> {
  // One byte more: zlib makes a further buffer when the first is full.
  return unpack(body, { chunkSize: Math.max(constants.Z_MIN_CHUNK, bytes + 1) });
}

/** Pages of one read: enough for the largest list of items, and a few hundred kilobytes. */
const PAGES_PER_READ_MAX = 50;

function readPage(row: Row): FoundPage {
  return {
    owner: row.owner as string,
    firstNumber: row.first_number as number,
    items: row.items as number,
    requestId: row.request_id as string,
    foundAtMs: row.found_at_ms as number,
    linksUntilMs: row.links_until_ms as number | null,
    bytes: row.bytes as number,
    body: row.body as Uint8Array,
  };
}

export function* keepFound(page: FoundPage): Writing<void> {
  yield {
    sql: `INSERT INTO found_pages (owner, first_number, items, request_id, found_at_ms, links_until_ms, bytes, body)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      page.owner,
      page.firstNumber,
      page.items,
      page.requestId,
      page.foundAtMs,
      page.linksUntilMs,
      page.bytes,
      page.body,
    ],
  };
}

/** Whole pages that contain items after this number, in their sequence, at most `limit` items beyond the first page. */
export function* readFound({
  owner,
  after,
  limit,
}: {
  owner: string;
  after: number;
  limit: number;
}): Reading<FoundPage[]> {
  const rows = yield {
    sql: `SELECT * FROM found_pages
           WHERE owner = $1 AND first_number <= $3
             AND first_number >= coalesce((SELECT max(first_number) FROM found_pages WHERE owner = $1 AND first_number <= $2), 0)
           ORDER BY first_number LIMIT ${PAGES_PER_READ_MAX}`,
    values: [owner, after + 1, after + limit],
  };
  return rows.map(readPage);
}

type FoundPart = Pick<FoundPage, 'firstNumber' | 'items' | 'linksUntilMs' | 'bytes'>;

/** The pages of an owner that contain items after this number, without their records, in their sequence. */
export function* readFoundIndex({
  owner,
  after = 0,
}: {
  owner: string;
  after?: number;
}): Reading<FoundPart[]> {
  const rows = yield {
    sql: `SELECT first_number, items, links_until_ms, bytes FROM found_pages
           WHERE owner = $1
             AND first_number >= coalesce((SELECT max(first_number) FROM found_pages WHERE owner = $1 AND first_number <= $2), 0)
           ORDER BY first_number`,
    values: [owner, after + 1],
  };
  return rows.map((row) => ({
    firstNumber: row.first_number as number,
    items: row.items as number,
    linksUntilMs: row.links_until_ms as number | null,
    bytes: row.bytes as number,
  }));
}

/** Ids of one statement: a page has at most fifty, and a statement of each length is prepared once. */
const SEEN_PER_WRITE = 50;

/** Notes that these items were seen now; `seenAt` orders what is forgotten first. */
export function* noteSeen({
  owner,
  items,
  seenAt,
}: {
  owner: string;
  items: readonly string[];
  seenAt: number;
}): Writing<void> {
  for (const part of partsOf([...new Set(items)], SEEN_PER_WRITE)) {
    yield {
      sql: `INSERT INTO seen_items (owner, item, seen_at) VALUES ${part.map((_, i) => `($1, $${i + 3}, $2)`).join(', ')}
            ON CONFLICT (owner, item) DO UPDATE SET seen_at = excluded.seen_at`,
      values: [owner, seenAt, ...part],
    };
  }
}

/** Which of these items the owner has seen. */
export function* findSeen({ owner, items }: { owner: string; items: readonly string[] }): Reading<string[]> {
  if (items.length === 0) return [];
  const places = items.map((_, i) => `$${i + 2}`).join(', ');
  const rows = yield {
    sql: `SELECT item FROM seen_items WHERE owner = $1 AND item IN (${places})`,
    values: [owner, ...items],
  };
  return rows.map(({ item }) => item as string);
}
