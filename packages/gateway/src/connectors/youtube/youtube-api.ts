// What all requests to the YouTube Data API share, apart from the search: whose list is asked for, how a missing list is reported, and
// where a list continues.
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorChoice,
  End,
  Page,
  PageInput,
  Provider,
  Total,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import type { Readable } from '../parsing/blank-records.ts';
import { badResponse, byStatus, unreadable } from '../parsing/failures.ts';
import { count, id, text, texts } from '../parsing/fields.ts';
import { absent, listed } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';

/** A key has 100 searches a day and 10,000 units for everything else, so a look-up costs a hundredth of a search. */
export const LOOK_UP_COST = 0.01;

/** YouTube lists the newest 20,000 uploads. A walk that ends near that was cut off, not finished. No other playlist is that long. */
export const CUT_UPLOADS_MIN = 19_900;
export const UPLOADS_MAX = 20_000;

/** The parts of the connector that these operations use. */
export interface YoutubeApi {
  get(provider: Provider, resource: string, parameters: Record<string, string>): UpstreamRequest;
  /** The meaning of an error object that is not about the requested record. */
  classify(response: UpstreamResponse, error: Json): AttemptFailure;
  /** A complete record; null or left out as in every connector. */
  wholeVideo(item: Json): Readable;
  /** The record of a playlist entry, with the fields that the playlist gives. */
  listedVideo(videoId: string, snippet: Json): ParsedVideo;
  parts: string;
  missing: readonly string[];
}

/** States of uploads that YouTube never shows. */
const FAILED_UPLOADS = ['deleted', 'failed', 'rejected'];

/** Not public, by the part `status` of a record. A record without that part proves nothing. */
export function isWithheldVideo({ status }: Json): boolean {
  const { privacyStatus, uploadStatus } = object(status);
  const privacy = text(privacyStatus) ?? 'public';
  return privacy !== 'public' || FAILED_UPLOADS.includes(text(uploadStatus) ?? '');
}

/** The details of a page's videos by id; null when the look-up failed. */
export type Details = ReadonlyMap<string, Json> | null;

export function detailsOf(answer: UpstreamResponse | AttemptFailure): Details {
  const { items } = answer.kind === 'response' ? object(parseJson(answer.body, false)) : {};
  if (!Array.isArray(items)) return null;
  return new Map(items.map(object).map((item) => [id(item.id) ?? '', item]));
}

/** A video that the look-up does not have is deleted or private. */
export function isListed(details: Details, videoId: string): boolean {
  if (details === null) return true;
  const found = details.get(videoId);
  return found !== undefined && !isWithheldVideo(found);
}

export function isAnyWithheld(details: Details): boolean {
  return [...(details?.values() ?? [])].some(isWithheldVideo);
}

export function authorQuery({ author_id, handle }: AuthorChoice): Record<string, string> {
  return author_id === undefined ? { forHandle: `@${handle ?? ''}` } : { id: listed(author_id, ',') };
}

/** A list, whatever it is of. */
interface YoutubeList {
  kind: 'list';
  body: Json;
}

/** The body of a list, or the meaning of an error. `absences` are error reasons that are about the requested record. */
export function youtubeList(
  { classify }: YoutubeApi,
  response: UpstreamResponse,
  wantsRaw: boolean,
  absences: readonly string[],
): YoutubeList | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  if (isObject(body) && body.error !== undefined) {
    const error = object(body.error);
    return reasonsOf(error).some((reason) => absences.includes(reason))
      ? absent()
      : classify(response, error);
  }
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  // An answer without any channels has no `items`, but it states its kind.
  if (Array.isArray(body.items)) return { kind: 'list', body };
  return body.items === undefined && body.kind === 'youtube#channelListResponse'
    ? { kind: 'list', body: { ...body, items: [] } }
    : badResponse('the answer has no list of items');
}

export function reasonsOf(error: Json): string[] {
  return [...array(error.errors), ...array(error.details)].flatMap((part) => texts(object(part).reason));
}

/** A missing token is the end of the list. An empty page with a token is not. A repeated token would loop. */
export function nextToken(
  body: Json,
  length: number,
  { cursor }: Pick<PageInput, 'cursor'>,
): { token: string | null; end: End } {
  const token = text(body.nextPageToken);
  if (token === null) return { token, end: 'exhausted' };
  return length === 0 || token === cursor ? { token: null, end: 'unknown' } : { token, end: 'more' };
}

/** Every search stops at about 500 results, some a little earlier. A walk that ends here was cut off, not finished. */
const CUT_RESULTS_MIN = 450;
export const RESULTS_ABOUT = 500;

/** Where a search goes on. `isSifted`: results are left out of its pages, so nobody knows how many came before. */
export function searchOnward(
  body: Json,
  length: number,
  { cursor, position }: Pick<PageInput, 'cursor' | 'position'>,
  isSifted = false,
): Pick<Page, 'cursor' | 'end'> {
  const { token, end } = nextToken(body, length, { cursor });
  if (end !== 'exhausted') return { cursor: token, end };
  if (isSifted) return { cursor: null, end: 'unknown' };
  return { cursor: null, end: position + length >= CUT_RESULTS_MIN ? 'upstream_cap' : end };
}

/** `totalResults` of a search is an estimate, and never more than this. */
const TOTAL_MAX = 1_000_000;

export function searchTotal(value: unknown): Total | null {
  const total = count(value);
  if (total === null) return null;
  return { value: total, relation: total >= TOTAL_MAX ? 'capped' : 'approx' };
}
