// Uploaders of a MediaWiki: their profiles, and their files, of which the videos are kept. Files of all kinds come in one list, so a batch
// without a video is skipped as long as the attempt has exchanges left.
import type { ParsedAuthor } from '../../domain/author.ts';
import {
  type Absent,
  type AttemptFailure,
  type AuthorChoice,
  type AuthorInput,
  type AuthorVideosInput,
  type ConnectorOperations,
  FOLLOW_UPS_MAX,
  type FoundRecord,
  type Page,
  type Parsed,
  type Provider,
  type UpstreamRequest,
  type UpstreamResponse,
} from '../connector.ts';
import { blankAuthor, LEFT_OUT } from '../parsing/blank-records.ts';
import { badResponse, byStatus, unreadable } from '../parsing/failures.ts';
import { id, publishedIso, text } from '../parsing/fields.ts';
import { absent, listed } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { provedEmpty } from '../parsing/proved-empty.ts';
import { type Onward, readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { wikiFailure } from './wiki-errors.ts';
import { toWikiVideo } from './wiki-file.ts';

/** A wiki makes at most this many thumbnails for one answer. */
const BATCH_ITEMS = 50;

const AUTHOR_MISSING = [
  'avatar_url',
  'banner_url',
  'text',
  'verified',
  'verified_text',
  'country',
  'followers',
  'following',
  'stats.videos',
  'stats.views',
  'stats.likes',
  'links',
  'private',
  'live',
];

/** How a wiki is asked, and which properties of a file are requested: the same as for its search. */
export interface WikiFiles {
  get(provider: Provider, parameters: Record<string, string>): UpstreamRequest;
  properties: Record<string, string>;
  /** The default address of the wiki. */
  site: string;
  missing: readonly string[];
}

export function wikiAuthorVideos(files: WikiFiles): ConnectorOperations['author.videos'] {
  return {
    request: (input, provider) => filesRequest(files, input, provider, tokenOf(input)),
    parse: (response, input, provider) =>
      parseFiles({ files, response, input, provider, token: tokenOf(input), left: FOLLOW_UPS_MAX - 1 }),
    sorts: ['newest'],
    pageItemsMax: BATCH_ITEMS,
    missing: files.missing,
    cost: 1,
  };
}

export function wikiAuthor(get: WikiFiles['get']): ConnectorOperations['author.get'] {
  return {
    request: (input, provider) => userRequest(get, input, provider),
    parse: parseUser,
    missing: AUTHOR_MISSING,
    cost: 1,
  };
}

/** Accounts are known by name, which is both their id and their handle. */
const nameOf = ({ author_id, handle }: AuthorChoice): string => author_id ?? handle ?? '';

/** The wiki's own continuation; null on the first page. */
function tokenOf({ cursor }: AuthorVideosInput): string | null {
  return readSlicedPlace(cursor).parts[0] || null;
}

function filesRequest(
  { get, properties }: WikiFiles,
  input: AuthorVideosInput,
  provider: Provider,
  token: string | null,
): UpstreamRequest {
  return get(provider, {
    generator: 'allimages',
    gaisort: 'timestamp',
    gaidir: 'older',
    gaiuser: nameOf(input),
    gailimit: String(BATCH_ITEMS),
    ...(token !== null && { gaicontinue: token, continue: 'gaicontinue||' }),
    ...properties,
  });
}

interface Part {
  files: WikiFiles;
  response: UpstreamResponse;
  input: AuthorVideosInput;
  provider: Provider;
  token: string | null;
  /** How many more batches may be fetched for this page. */
  left: number;
  /** The platform's answer for the caller, when a later request replaced the first one. */
  body?: string;
}

function parseFiles(part: Part): Parsed<Page | Absent> {
  const { files, input, provider } = part;
  const said = bodyOf(part.response, input.wantsRaw);
  if ('kind' in said) return said;
  const batch = readBatch(said.body, part);
  if ('kind' in batch) return batch;
  const { items, onward } = batch;
  if (items.length === 0 && onward.end === 'more' && part.left > 0) return nextBatch(part, onward.next[0]!);
  const { skip } = part.body === undefined ? readSlicedPlace(input.cursor) : { skip: 0 };
  const stand = { skip, parts: part.token === null ? [] : [part.token] };
  const page = {
    ...slicePage(items, stand, input.count, onward),
    ...(part.body !== undefined && { body: part.body }),
  };
  if (part.body !== undefined) return page;
  return provedEmpty(page, input, {
    request: userRequest(files.get, input, provider),
    read: (answer) => parseUser(answer, input),
  });
}

function nextBatch(part: Part, token: string): Parsed<Page | Absent> {
  const { files, input, provider } = part;
  return {
    kind: 'follow_up',
    request: filesRequest(files, input, provider, token),
    parse: (answer) =>
      answer.kind === 'response'
        ? parseFiles({ ...part, response: answer, token, left: part.left - 1, body: answer.body })
        : answer,
  };
}

function bodyOf(response: UpstreamResponse, wantsRaw: boolean): { body: Json } | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  if (isObject(body) && body.error !== undefined) return wikiFailure(response, object(body.error));
  if (response.status !== 200) return byStatus(response);
  return isObject(body) ? { body } : unreadable(response);
}

function readBatch(
  body: Json,
  { files, provider, token }: Part,
): { items: Page['items']; onward: Onward } | AttemptFailure {
  const isComplete = body.batchcomplete !== undefined && body.batchcomplete !== false;
  if (!isObject(body.query) && !isComplete) return badResponse('the answer has no pages');
  const { pages } = object(body.query);
  const found = (Array.isArray(pages) ? pages : Object.values(object(pages))).map(object);
  const read = found.map((raw) => ({
    raw,
    record: toWikiVideo(raw, provider.baseUrl ?? files.site, files.missing),
  }));
  if (read.length > 0 && read.every(({ record }) => record === null))
    return badResponse('no file is readable');
  const items = read.flatMap(({ raw, record }) =>
    record === null || record === LEFT_OUT ? [] : [{ record, raw }],
  );
  const next = text(object(body.continue).gaicontinue);
  return { items: items.toSorted(byTime), onward: after(next, token, isComplete) };
}

/** The pages of an answer come in no order. */
function byTime(a: Page['items'][number], b: Page['items'][number]): number {
  return (b.record.published_at ?? '').localeCompare(a.record.published_at ?? '');
}

/** Only a complete batch without a continuation proves the end. */
function after(next: string | null, sent: string | null, isComplete: boolean): Onward {
  if (next === null) return { end: isComplete ? 'exhausted' : 'unknown' };
  return next === sent ? { end: 'unknown' } : { end: 'more', next: [next] };
}

function userRequest(get: WikiFiles['get'], input: AuthorChoice, provider: Provider): UpstreamRequest {
  return get(provider, {
    list: 'users',
    ususers: listed(nameOf(input), '|'),
    usprop: 'registration|editcount',
  });
}

function parseUser(
  response: UpstreamResponse,
  input: AuthorInput,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  const said = bodyOf(response, input.wantsRaw);
  if ('kind' in said) return said;
  const { users } = object(said.body.query);
  const [raw] = array(users).filter(isObject);
  if (raw === undefined) return badResponse('the answer has no account');
  const { missing, invalid } = raw;
  if ((missing !== undefined && missing !== false) || (invalid !== undefined && invalid !== false))
    return absent();
  const name = text(raw.name);
  return name === null
    ? badResponse('the answer has no account')
    : { kind: 'record', record: toAuthor(name, raw), raw };
}

function toAuthor(name: string, user: Json): ParsedAuthor {
  const number = id(user.userid);
  return {
    ...blankAuthor(name, AUTHOR_MISSING),
    alt_ids: number === null ? [] : [number],
    handle: name,
    name,
    kind: 'person',
    joined_at: publishedIso(user.registration).published_at,
  };
}
