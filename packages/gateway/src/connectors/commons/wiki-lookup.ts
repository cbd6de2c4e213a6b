// Reads a MediaWiki's answer about one page, asked for by its number or its title. A title may lead to another one, through the wiki's own
// spelling or because the file was moved. Only if the answer states that is it the requested page.
import type {
  Absent,
  AttemptFailure,
  FoundRecord,
  SeveralFound,
  SeveralInput,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { LEFT_OUT, type Readable } from '../parsing/blank-records.ts';
import { badResponse, byStatus, unreadable } from '../parsing/failures.ts';
import { id, text } from '../parsing/fields.ts';
import { absent, foundVideo, foundVideos, listed, otherVideo } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { wikiFailure } from './wiki-errors.ts';
import { hasFile } from './wiki-file.ts';

export function isPageNumber(asked: string): boolean {
  return /^[1-9]\d{0,14}$/.test(asked);
}

/** Search results give a page's number as the id, with its title beside it. */
export function pageAsked(asked: string): Record<string, string> {
  return isPageNumber(asked) ? { pageids: asked } : { titles: listed(asked, '|') };
}

export function parseWikiFile(
  response: UpstreamResponse,
  { id: asked, wantsRaw }: VideoInput,
  toVideo: (page: Json) => Readable,
): FoundRecord | Absent | AttemptFailure {
  const answer = readPages(response, wantsRaw);
  if ('kind' in answer) return answer;
  const { query, pages } = answer;
  const [page] = pages;
  if (page === undefined) return badResponse('the answer has no page');
  if (pages.length > 1) return otherVideo(response);
  const names = namesOf(page, query, asked);
  if (isMissing(page))
    return names.includes(asked) || id(page.pageid) === null ? absent() : otherVideo(response);
  const video = toVideo(page);
  // The page exists, but it is a picture or a text.
  if (video === LEFT_OUT) return names.includes(asked) ? absent() : otherVideo(response);
  return foundVideo(response, asked, { raw: page, names }, video);
}

/** Looks up pages by number. A wiki that would need several exchanges has given only a part of the answer. */
export function parseWikiFiles(
  response: UpstreamResponse,
  { ids, wantsRaw }: SeveralInput,
  toVideo: (page: Json) => Readable,
): SeveralFound | AttemptFailure {
  const answer = readPages(response, wantsRaw);
  if ('kind' in answer) return answer;
  const { pages } = answer;
  const named = new Set(pages.map(({ pageid }) => id(pageid)));
  if (ids.some((asked) => !named.has(asked))) return badResponse('the answer leaves out a page');
  // The page exists, but it is a picture or a text.
  const there = pages.filter((page) => !isMissing(page) && toVideo(page) !== LEFT_OUT);
  return foundVideos(response, ids, there, (page) => ({
    names: [id(page.pageid)],
    video: videoOf(page, toVideo),
  }));
}

/** If the properties of a file are missing, because there were too many pages, it can be looked up alone. */
function videoOf(page: Json, toVideo: (page: Json) => Readable): Readable {
  return hasFile(page) ? toVideo(page) : null;
}

function readPages(
  response: UpstreamResponse,
  wantsRaw: boolean,
): { query: Json; pages: Json[] } | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  if (isObject(body) && body.error !== undefined) return wikiFailure(response, object(body.error));
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  const query = object(body.query);
  return { query, pages: array(query.pages).map(object) };
}

/** When a number redirects to another page, the answer does not repeat the number. Only one page was asked for, so this is its answer. */
function namesOf(page: Json, query: Json, asked: string): (string | null)[] {
  const isMoved = 'pageids' in pageAsked(asked) && array(query.redirects).length === 1;
  const title = text(page.title);
  return [id(page.pageid), title, ...namesBefore(query, title), ...(isMoved ? [asked] : [])];
}

/** A deleted page and one that never existed look the same; a title that no page may have is `invalid`. */
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
