// Owns what all questions to the YouTube Data API have in common beside the search: whose list is asked for, how a list says that it
// has none, and where it goes on.
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorChoice,
  End,
  PageInput,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { badResponse, byStatus, unreadable } from './failures.ts';
import { id, text, texts } from './fields.ts';
import { array, isObject, type Json, object, parseJson } from './json.ts';
import { absent, listed } from './one-video.ts';
import type { Readable } from './video.ts';

/** Of the units that a key has in a day: 100 searches, and 10,000 of everything else. */
export const LOOK_UP_COST = 0.01;

/** What the connector knows of its API, whatever is asked. */
export interface YoutubeApi {
  get(provider: Provider, resource: string, parameters: Record<string, string>): UpstreamRequest;
  /** What an error object means when it speaks of nothing that was asked for. */
  classify(response: UpstreamResponse, error: Json): AttemptFailure;
  /** A record with all its parts; null or left out as everywhere. */
  wholeVideo(item: Json): Readable;
  /** A record of a playlist, as far as the playlist tells. */
  listedVideo(videoId: string, snippet: Json): ParsedVideo;
  parts: string;
  missing: readonly string[];
}

/** Uploads that YouTube keeps a record of and shows to nobody. */
const FAILED_UPLOADS = ['deleted', 'failed', 'rejected'];

/** Not for everybody, as a record with the part `status` says. One without it says nothing. */
export function isWithheldVideo({ status }: Json): boolean {
  const { privacyStatus, uploadStatus } = object(status);
  const privacy = text(privacyStatus) ?? 'public';
  return privacy !== 'public' || FAILED_UPLOADS.includes(text(uploadStatus) ?? '');
}

/** What the look-up of a page knows of its videos, by their ids; null when there was no answer to it. */
export type Details = ReadonlyMap<string, Json> | null;

export function detailsOf(answer: UpstreamResponse | AttemptFailure): Details {
  const { items } = answer.kind === 'response' ? object(parseJson(answer.body, false)) : {};
  if (!Array.isArray(items)) return null;
  return new Map(items.map(object).map((item) => [id(item.id) ?? '', item]));
}

/** What the look-up does not know is deleted or private. */
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

/** The body of a list, or what the answer says instead. `absences` are reasons that speak of what was asked for. */
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
  // A list of channels that has none has no items at all, but says what it is.
  if (Array.isArray(body.items)) return { kind: 'list', body };
  return body.items === undefined && body.kind === 'youtube#channelListResponse'
    ? { kind: 'list', body: { ...body, items: [] } }
    : badResponse('the answer has no list of items');
}

export function reasonsOf(error: Json): string[] {
  return [...array(error.errors), ...array(error.details)].flatMap((part) => texts(object(part).reason));
}

/** A missing token is the end, an empty page before it is none; a token that was just used would go in a circle. */
export function nextToken(
  body: Json,
  length: number,
  { cursor }: Pick<PageInput, 'cursor'>,
): { token: string | null; end: End } {
  const token = text(body.nextPageToken);
  if (token === null) return { token, end: 'exhausted' };
  return length === 0 || token === cursor ? { token: null, end: 'unknown' } : { token, end: 'more' };
}
