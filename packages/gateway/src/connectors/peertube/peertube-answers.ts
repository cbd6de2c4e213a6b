// What all requests to a PeerTube instance share: how they are built, how a list is walked by offset, and how an instance refuses. Its
// error texts repeat the query and inner addresses, so they are never passed on.
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  End,
  Page,
  PageInput,
  ParsedRecord,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import type { Readable } from '../parsing/blank-records.ts';
import {
  badResponse,
  byStatus,
  failed,
  resetMs,
  retryAfterMs,
  unreadable,
  withoutReason,
} from '../parsing/failures.ts';
import { count, segment } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { type AskedRange, askAt, readOffset, takeNew, writeOffset } from '../parsing/offset-pages.ts';
import { isPublic, listedVideo } from './peertube-record.ts';

export const PEERTUBE_PAGE_MAX = 100;
/** An instance answers 500 to an offset beyond 64 bits. No walk comes near this limit. */
const START_MAX = 1_000_000_000;
const NSFW_CHOICES = ['true', 'false', 'both'];

/** Sends no credential and each parameter once: a repeated parameter crashes an instance. Only parameters that take a list may repeat. */
export function peertubeRequest(
  { baseUrl, userAgent }: Provider,
  path: string,
  query: Record<string, string | number | readonly string[]> = {},
): UpstreamRequest {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, String(each)]),
  );
  const search = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
  return {
    method: 'GET',
    url: `${baseUrl}/api/v1${path}${search}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  };
}

export function videoPath(id: string): string {
  return `/videos/${segment(id)}`;
}

export function nsfwChoice({ options: { nsfw = '' } }: Provider): Record<string, string> {
  return NSFW_CHOICES.includes(nsfw) ? { nsfw } : {};
}

export function askedRange(input: PageInput): AskedRange {
  const place = readOffset(input);
  return askAt(input, PEERTUBE_PAGE_MAX, { ...place, next: Math.min(place.next, START_MAX) });
}

export function videoPage(
  response: UpstreamResponse,
  input: PageInput,
  provider: Provider,
): Page<ParsedVideo> | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return classifyPage(response, body, input);
  const { data } = object(body);
  const isAnyHidden = Array.isArray(data) && data.some((record) => !isPublic(object(record)));
  if (input.bodyIsAnswer === true && isAnyHidden)
    return failed('refused', 'the answer holds videos that are not public');
  return listPage(response, body, input, (record) => listedVideo(record, provider));
}

/** A page of `{total, data}`. */
export function listPage<Parsed extends ParsedRecord>(
  response: UpstreamResponse,
  body: unknown,
  input: PageInput,
  read: (record: Json) => Readable<Parsed>,
): Page<Parsed> | AttemptFailure {
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.data)) return badResponse('the answer has no list');
  const total = count(body.total);
  const asked = askedRange(input);
  const taken = takeNew(body.data, asked, input.count, read);
  if ('kind' in taken) return taken;
  // By offset, not by the number of records: an instance omits records from a page without filling it up.
  const next = asked.start + (taken.cut ?? asked.count);
  const end = endOf({ next, total, isEmpty: taken.isEmpty });
  return {
    kind: 'page',
    items: taken.items,
    cursor: end === 'more' ? writeOffset({ next, mark: taken.mark }) : null,
    end,
    total: total === null ? null : { value: total, relation: 'eq' },
  };
}

/** Only the total proves the end. */
function endOf({ next, total, isEmpty }: { next: number; total: number | null; isEmpty: boolean }): End {
  if (total !== null && next >= total) return 'exhausted';
  if (isEmpty) return 'unknown';
  return next > START_MAX ? 'upstream_cap' : 'more';
}

export function classifyPage(
  response: UpstreamResponse,
  body: unknown,
  input: PageInput,
): Page<never> | AttemptFailure {
  const isBeyond = response.status === 400 && input.cursor !== null && rejectedOf(body).start !== undefined;
  if (isBeyond) return { kind: 'page', items: [], cursor: null, end: 'upstream_cap', total: null };
  return classify(response, body);
}

export function classify(response: UpstreamResponse, body: unknown): AttemptFailure {
  const { status } = response;
  if (status === 429) {
    const waitMs = retryAfterMs(response) ?? resetMs(response, 'x-ratelimit-reset');
    return failed('rate_limited', 'status 429', waitMs);
  }
  if (status !== 400) return byStatus(response);
  // An unknown API path gives an empty body: there is no PeerTube at this address, and other input would not help.
  if (!isObject(body)) return badResponse('status 400 without a reason');
  return failed('input_rejected', `status 400 for ${Object.keys(rejectedOf(body)).join(', ').slice(0, 100)}`);
}

/** The parameters that the instance rejects. */
export function rejectedOf(body: unknown): Json {
  const { 'invalid-params': invalid, errors } = object(body);
  return object(invalid ?? errors);
}

/** The forms of an id that are the same on every instance: long and short. A number is valid on one instance only. */
const SHARED_ID = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[1-9A-Za-z]{22})$/i;

/** Reads an answer about one video that is not the video. */
export function classifyVideo(
  response: UpstreamResponse,
  body: unknown,
  { id }: { id: string },
): Absent | AttemptFailure {
  const { status } = response;
  // A 404 without JSON comes from a proxy in between and proves nothing about the video.
  if (status === 404) return isObject(body) ? absent() : withoutReason(response);
  // An instance answers 500 to a number beyond 32 bits. That is not a fault of the instance.
  if (status === 500 && !SHARED_ID.test(id)) return absent();
  if ((status === 401 || status === 403) && isObject(body)) return keptBack(body);
  return classify(response, body);
}

/** We send no token, so an error about an invalid token comes from something between us and the instance. */
function keptBack(body: Json): Absent | AttemptFailure {
  const { code } = body;
  if (code === 'invalid_token') return failed('refused', 'a token is called invalid, and none was sent');
  const isBehindPassword = code === 'video_requires_password' || code === 'incorrect_video_password';
  return absent(isBehindPassword ? 'password' : 'private');
}

/** An address with any scheme, or an id in its long or short form. */
const LOOKED_UP = [
  /^[a-z][a-z0-9+.-]*:\S/i,
  /^\/\//,
  /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i,
  /^[1-9A-Za-z]{22}$/,
];

/** Keywords that an instance looks up, or might in another version. Handles are single words: `@name@host`, `name@host`, `@name`. */
function isLookedUp(keyword: string): boolean {
  const isHandle = keyword.includes('@') && !/\s/.test(keyword);
  return isHandle || LOOKED_UP.some((form) => form.test(keyword));
}

/** The keyword of any search, of videos or of channels: a leading space makes an instance search instead of look up (seen on 8.2.3). */
export function asText(keyword: string): string {
  const words = keyword.trim();
  return isLookedUp(words) ? ` ${words}` : keyword;
}
