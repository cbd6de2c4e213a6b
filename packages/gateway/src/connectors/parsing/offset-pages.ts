// Walks over upstreams that are asked by offset: "ten items from the 20th on". When a video is withdrawn during a walk, all videos after it
// move up by one, and a page that began where the last one ended would miss one. So every page but the first begins one item early: at the
// item that was delivered last, or at the one that moved up.
import type { ParsedVideo } from '../../domain/video.ts';
import type { AttemptFailure, Page, PageInput, ParsedRecord } from '../connector.ts';
import { LEFT_OUT, type Readable } from './blank-records.ts';
import { cursorMistake } from './cursor.ts';
import { badResponse } from './failures.ts';
import { type Json, object } from './json.ts';

/** Enough of an id to recognise an item within one page. It is short, because the cursor carries it. */
const MARK_CHARS = 12;

export interface Offset {
  /** Offset of the first item that is new to the walk, from 0. */
  next: number;
  /** The end of the id of the item before it; null when there is none. */
  mark: string | null;
}

export function readOffset({ cursor }: Pick<PageInput, 'cursor'>): Offset {
  if (cursor === null) return { next: 0, mark: null };
  const match = /^(\d{1,12})(?:\.(.+))?$/s.exec(cursor);
  if (match === null) throw cursorMistake();
  return { next: Number(match[1]), mark: match[2] ?? null };
}

export function writeOffset({ next, mark }: Offset): string {
  return mark === null || mark === '' ? String(next) : `${next}.${mark}`;
}

export interface AskedRange {
  start: number;
  count: number;
  /** The mark of the item that is requested again; null when none is. */
  mark: string | null;
}

/** What to request, at most `most` items at once. Where the platform's own body is the answer, no item is requested twice. */
export function askAt(input: PageInput, most: number, offset: Offset = readOffset(input)): AskedRange {
  const { next, mark } = offset;
  if (mark === null || next === 0 || input.bodyIsAnswer === true)
    return { start: next, count: Math.min(input.count, most), mark: null };
  return { start: next - 1, count: Math.min(input.count + 1, most), mark };
}

export interface Taken<Parsed extends ParsedRecord = ParsedVideo> {
  items: Page<Parsed>['items'];
  /** Nothing new came: going on could loop for ever. */
  isEmpty: boolean;
  /** Index of the first record that is left for the next page; null when all were used. */
  cut: number | null;
  /** For the cursor: the mark of the last item that was delivered. */
  mark: string | null;
}

/**
 * The new items of a page. A record that cannot be read is left out. If none can be read, the platform has changed its format, and an empty
 * page would hide that.
 */
export function takeNew<Parsed extends ParsedRecord>(
  records: readonly unknown[],
  asked: AskedRange,
  count: number,
  read: (record: Json) => Readable<Parsed>,
): Taken<Parsed> | AttemptFailure {
  const all = records.map((record) => ({ record, parsed: read(object(record)) }));
  const others = all.filter(({ parsed }) => !isAgain(parsed, asked));
  const fresh = others.flatMap(({ record, parsed }) =>
    parsed === null || parsed === LEFT_OUT ? [] : [{ record: parsed, raw: record }],
  );
  if (others.length > 0 && others.every(({ parsed }) => parsed === null))
    return badResponse('no record is readable');
  const items = fresh.slice(0, count);
  const left = fresh[count]?.raw;
  return {
    items,
    isEmpty: others.length === 0,
    cut: left === undefined ? null : records.indexOf(left),
    mark: items.length === 0 ? asked.mark : markOf(items.at(-1)!.record),
  };
}

function isAgain(parsed: Readable<ParsedRecord>, { mark }: AskedRange): boolean {
  return parsed !== null && parsed !== LEFT_OUT && markOf(parsed) === mark;
}

/** Ids of one host end alike, `name@host`: their mark has a part of both. */
function markOf({ id }: ParsedRecord): string {
  const at = id.indexOf('@');
  return at < 0 ? id.slice(-MARK_CHARS) : id.slice(Math.max(0, at - MARK_CHARS), at + MARK_CHARS);
}
