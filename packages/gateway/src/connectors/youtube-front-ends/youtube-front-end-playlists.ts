// What the free front-ends to YouTube have in common for playlists: how they report a missing one, and how an entry looks whose video is
// not there any more. A video that is unlisted cannot be told from others in a playlist: YouTube shows both alike.
import type { Absent, AttemptFailure, UpstreamResponse } from '../connector.ts';
import { unreadable, withoutReason } from '../parsing/failures.ts';
import { text } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { isObject, type Json, parseJson } from '../parsing/json.ts';
import { OF_THE_CALLER, wordsOf, youtubeRefusal } from './youtube-front-end.ts';

/** The titles that YouTube gives to places without a video. Such a place has no author either. */
const GONE = /^\[(?:private|deleted) video\]$/i;

export function isGone(title: unknown, author: unknown): boolean {
  return text(author) === null && GONE.test(text(title) ?? '');
}

export function playlistAddress(id: string): string {
  return `https://www.youtube.com/playlist?list=${id}`;
}

/**
 * Words of YouTube, and those of an Invidious that gets no such playlist from YouTube. An Invidious answers 404 to any trouble with a
 * playlist, a limit of YouTube included, so the status alone proves nothing.
 */
const NONE =
  /playlist (?:does not|doesn.t) exist|playlist type is unviewable|extract playlistSidebarRenderer/i;

function playlistAbsence({ status }: UpstreamResponse, body: unknown): Absent | null {
  const said = wordsOf(body);
  if (status === 401 || status === 403 || status === 429 || OF_THE_CALLER.test(said)) return null;
  if (/playlist is private|private playlist/i.test(said)) return absent('private');
  return NONE.test(said) ? absent() : null;
}

/** The body of an answer about a playlist. */
export function playlistBody(
  response: UpstreamResponse,
  wantsRaw: boolean,
): { body: Json } | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const said = playlistAbsence(response, body) ?? youtubeRefusal(response, body);
  if (said !== null) return said.kind === 'not_found' ? withoutReason(response) : said;
  return isObject(body) ? { body } : unreadable(response);
}
