// Owns the reading of a MediaWiki's answer about one page, asked for by its number or its title. A title may lead to another one, by the
// wiki's own spelling or because the file was moved; the answer says so, and nothing else makes it the page that was asked for.
import type { Absent, AttemptFailure, FoundRecord, UpstreamResponse, VideoInput } from '../connector.ts';
import { badResponse, byStatus, unreadable } from './failures.ts';
import { id, text } from './fields.ts';
import { array, isObject, type Json, object, parseJson } from './json.ts';
import { absent, foundVideo, listed, otherVideo } from './one-video.ts';
import { LEFT_OUT, type Readable } from './video.ts';
import { wikiFailure } from './wiki-errors.ts';

/** A page's number is what search results have as the id; its title stands beside it. */
export function pageAsked(asked: string): Record<string, string> {
  return /^\d{1,15}$/.test(asked) ? { pageids: asked } : { titles: listed(asked, '|') };
}

export function parseWikiFile(
  response: UpstreamResponse,
  { id: asked, wantsRaw }: VideoInput,
  toVideo: (page: Json) => Readable,
): FoundRecord | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  if (isObject(body) && body.error !== undefined) return wikiFailure(response, object(body.error));
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  const query = object(body.query);
  const pages = array(query.pages).map(object);
  const [page] = pages;
  if (page === undefined) return badResponse('the answer has no page');
  if (pages.length > 1) return otherVideo(response);
  const names = namesOf(page, query, asked);
  if (isMissing(page))
    return names.includes(asked) || id(page.pageid) === null ? absent() : otherVideo(response);
  const video = toVideo(page);
  // A picture or a text: something is there, but no video.
  if (video === LEFT_OUT) return names.includes(asked) ? absent() : otherVideo(response);
  return foundVideo(response, asked, { raw: page, names }, video);
}

/** A number that leads on to another page is not said again: there was one question, and this is its answer. */
function namesOf(page: Json, query: Json, asked: string): (string | null)[] {
  const isMoved = 'pageids' in pageAsked(asked) && array(query.redirects).length === 1;
  const title = text(page.title);
  return [id(page.pageid), title, ...namesBefore(query, title), ...(isMoved ? [asked] : [])];
}

/** Deleted and never there look the same; a title that no page may have is `invalid`. */
function isMissing({ missing, invalid }: Json): boolean {
  return (missing !== undefined && missing !== false) || (invalid !== undefined && invalid !== false);
}

/** The titles that led to this one, from the last step to the first. */
function namesBefore({ redirects, normalized }: Json, title: string | null): (string | null)[] {
  const steps = [...array(redirects), ...array(normalized)].map(object);
  const found: (string | null)[] = [];
  let at = title;
  for (const { from, to } of steps) {
    if (at === null || text(to) !== at) continue;
    at = text(from);
    found.push(at);
  }
  return found;
}
