// The records of an answer as they are sold, and how they are kept: one JSON text per line, compressed. Each record has a key, by which
// collections and watches know what they have seen.
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { formatTime } from '../../domain/clock.ts';
import { readableText } from '../../operations/byte-text.ts';
import { pick } from '../../operations/record-fields.ts';
import type { ReadItem, ReadResults } from '../../operations/results.ts';
import type { FoundItems } from '../../storage/storage.ts';
import type { ReadCall } from '../reading/read-call.ts';
import type { Obtained } from '../task.ts';

type Good = Extract<Obtained, { kind: 'good' }>;

export interface GatheredRecord {
  /** `platform:id`, with a hash in place of an id that a database cannot store. */
  key: string;
  line: string;
}

export interface GatheredAnswer {
  records: GatheredRecord[];
  after: ReadResults['after'];
}

export function gatheredRecords(
  { platform, fields }: Pick<ReadCall, 'platform' | 'fields'>,
  { good, source, fetchedAtMs }: Good,
): GatheredAnswer {
  if (good.read === undefined) throw new Error('a gathered answer is no list');
  const fetchedAt = fetchedAtMs === undefined ? undefined : formatTime(fetchedAtMs);
  const { items, after } = good.read(source === 'live' ? 'miss' : 'hit', fetchedAt);
  const wanted = fields === undefined ? null : new Set(fields);
  return { records: items.map((item) => recordOf(platform, item, wanted)), after };
}

function recordOf(
  platform: string,
  { bytes, raw }: ReadItem,
  wanted: ReadonlySet<string> | null,
): GatheredRecord {
  const text = readableText(bytes);
  const record = JSON.parse(text) as { id: string };
  const key = keyOf(platform, record.id);
  if (wanted !== null) return { key, line: JSON.stringify(pick(record, wanted)) };
  return { key, line: raw === null ? text : `${text.slice(0, -1)},"raw":${readableText(raw)}}` };
}

export const keyOf = (platform: string, id: string): string => `${platform}:${storableId(id)}`;

/** Characters. Ids of platforms have a few dozen; an index of PostgreSQL takes some 2,700 bytes. */
const ID_CHARS_MAX = 300;

/**
 * Databases store no NUL and no half of a surrogate pair, or store another character in its place, so that such an id would never be found
 * again. An id with one of them, or of any length, counts by its hash.
 */
export function storableId(id: string): string {
  if (id.length <= ID_CHARS_MAX && id.isWellFormed() && !id.includes('\0')) return id;
  // JSON writes each such character in a form of its own.
  return `sha256 ${hash('sha256', JSON.stringify(id), 'base64url')}`;
}

/** Those that the owner has never seen, each once. */
export async function unseenOf(
  records: readonly GatheredRecord[],
  seen: (items: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<GatheredRecord[]> {
  const byKey = new Map(records.toReversed().map((record) => [record.key, record]));
  if (byKey.size === 0) return [];
  const known = await seen([...byKey.keys()]);
  const firsts = records.filter((record) => byKey.get(record.key) === record);
  return firsts.filter(({ key }) => !known.has(key));
}

const compress = promisify(gzip);

/** Another thread compresses. */
export async function packRecords(
  records: readonly GatheredRecord[],
): Promise<Pick<FoundItems, 'items' | 'body' | 'bytes'>> {
  if (records.length === 0) return { items: 0, body: null, bytes: 0 };
  const lines = Buffer.from(records.map(({ line }) => `${line}\n`).join(''));
  return { items: records.length, body: await compress(lines), bytes: lines.length };
}
