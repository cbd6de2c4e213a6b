// Odysee's playlists. A playlist is a claim of the kind collection, which lists the ids of its claims. Those are asked for with a second
// exchange, as the site itself does; what is not in that answer was withdrawn or blocked.
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
  FoundRecord,
  Page,
  Parsed,
  PlaylistInput,
  PlaylistVideosInput,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankPlaylist, LEFT_OUT } from '../parsing/blank-records.ts';
import { cursorMistake } from '../parsing/cursor.ts';
import { badResponse } from '../parsing/failures.ts';
import { count, publishedUnix, segment, text, thumbnails } from '../parsing/fields.ts';
import { absent, otherPlaylist } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object } from '../parsing/json.ts';
import { type PlaylistEntry, playlistItems, UNAVAILABLE } from '../parsing/playlist-entries.ts';
import { joined, unixLines } from '../parsing/text.ts';
import {
  claimIn,
  isNoClaim,
  isUnlisted,
  leftOutTags,
  ODYSEE,
  readResult,
  toClaimAuthor,
  toClaimVideo,
} from './lbry-claim.ts';

/** The most claims that one exchange gives. */
const CLAIMS_MAX = 50;
const MISSING = ['views'];

type Call = (method: string, params: Json, provider: Provider) => UpstreamRequest;

function collectionRequest({ playlist_id }: PlaylistInput, provider: Provider, call: Call): UpstreamRequest {
  const params = { claim_ids: [playlist_id], claim_type: ['collection'], page: 1, page_size: 1 };
  return call('claim_search', params, provider);
}

export function lbryPlaylist(call: Call): ConnectorOperations['playlist.get'] {
  return {
    request: (input, provider) => collectionRequest(input, provider, call),
    parse: readCollection,
    missing: MISSING,
    cost: 1,
  };
}

export function lbryPlaylistVideos(
  call: Call,
  missing: readonly string[],
): ConnectorOperations['playlist.videos'] {
  return {
    request: (input, provider) => collectionRequest(input, provider, call),
    parse: (response, input, provider) => {
      const said = readCollection(response, input);
      return said.kind === 'record' ? claimsOf(object(said.raw), input, provider, call) : said;
    },
    pageItemsMax: CLAIMS_MAX,
    missing,
    cost: 1,
  };
}

function readCollection(
  response: UpstreamResponse,
  { playlist_id, wantsRaw }: PlaylistInput,
): FoundRecord<ParsedPlaylist> | Absent | AttemptFailure {
  const read = readResult(response, wantsRaw);
  if ('kind' in read) return isNoClaim(read, playlist_id) ? absent() : read;
  const raw = claimIn(read.result, null);
  if (raw === undefined) return badResponse('the answer has no claim');
  if (raw === null) return absent();
  const record = toPlaylist(raw);
  if (record === null) return badResponse('the claim is no collection');
  if (record.id !== playlist_id) return otherPlaylist(response);
  return isUnlisted(raw) ? absent('private') : { kind: 'record', record, raw };
}

function toPlaylist(claim: Json): ParsedPlaylist | null {
  const claimId = text(claim.claim_id);
  if (claimId === null || claim.value_type !== 'collection') return null;
  const value = object(claim.value);
  const words = text(value.description);
  return {
    ...blankPlaylist(claimId, MISSING),
    url: joined(ODYSEE, '/$/playlist/', segment(claimId)),
    title: text(value.title) ?? text(claim.name),
    text: words && unixLines(words),
    author: toClaimAuthor(object(claim.signing_channel)),
    video_count: idsIn(claim).length,
    published_at: publishedUnix(object(claim.meta).creation_timestamp ?? claim.timestamp).published_at,
    updated_at: publishedUnix(claim.timestamp).published_at,
    thumbnails: thumbnails([value.thumbnail]),
  };
}

/** An empty collection has no list. The chain limits a claim to 8 kB, which is about 340 ids. */
const idsIn = (claim: Json): string[] =>
  array(object(claim.value).claims).flatMap((claimId) => text(claimId) ?? []);

interface Part {
  /** All ids of the playlist. */
  ids: readonly string[];
  /** The part of them that this page is about, from the first id on that no page had before. */
  from: number;
  till: number;
}

function claimsOf(
  collection: Json,
  input: PlaylistVideosInput,
  provider: Provider,
  call: Call,
): Parsed<Page | Absent> {
  const ids = idsIn(collection);
  const from = startOf(input);
  const part = { ids, from, till: Math.min(ids.length, from + Math.min(input.count, CLAIMS_MAX)) };
  const asked = [...new Set(ids.slice(part.from, part.till))];
  if (asked.length === 0) return { ...onward(part), items: [], unavailable: 0 };
  const params = { claim_ids: asked, not_tags: leftOutTags(provider), page: 1, page_size: CLAIMS_MAX };
  return {
    kind: 'follow_up',
    request: call('claim_search', params, provider),
    parse: (answer) => (answer.kind === 'response' ? readClaims(answer, input, part) : answer),
  };
}

function startOf({ cursor }: PlaylistVideosInput): number {
  if (cursor === null) return 0;
  if (!/^\d{1,6}$/.test(cursor)) throw cursorMistake();
  return Number(cursor);
}

/** The collection lists every id, so its end is proved. */
function onward({ ids, till }: Part): Pick<Page, 'kind' | 'cursor' | 'end' | 'total'> {
  const total = { value: ids.length, relation: 'eq' as const };
  if (till < ids.length) return { kind: 'page', cursor: String(till), end: 'more', total };
  return { kind: 'page', cursor: null, end: 'exhausted', total };
}

function readClaims(
  response: UpstreamResponse,
  input: PlaylistVideosInput,
  part: Part,
): Page | AttemptFailure {
  const read = readResult(response, input.wantsRaw);
  if ('kind' in read) return read;
  const { items, total_items } = read.result;
  if (!Array.isArray(items) || count(total_items) !== items.length)
    return badResponse('the answer does not have all that was found');
  const claims = new Map(items.map((claim) => [text(object(claim).claim_id), claim]));
  const wanted = part.ids.slice(part.from, part.till);
  const entries = wanted.flatMap((id, i) => entryOf(claims.get(id), part.from + i + 1));
  const found = playlistItems(entries, input);
  return 'kind' in found ? found : { ...onward(part), ...found, body: response.body };
}

/** Posts, pictures and channels may be in a playlist too. They are no videos, so they are passed over. */
function entryOf(raw: unknown, position: number): PlaylistEntry[] {
  if (raw === undefined) return [{ position, video: UNAVAILABLE, raw: null }];
  const claim = isObject(raw) ? raw : {};
  const video = toClaimVideo(claim);
  return video === LEFT_OUT && !isUnlisted(claim) ? [] : [{ position, video, raw }];
}
