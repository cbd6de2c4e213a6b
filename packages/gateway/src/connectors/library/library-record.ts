// Reads the embedded library's records, and its answer when there is no such record.
import { languageTag, listedTracks, TRACK_KINDS } from '../../domain/transcript/tracks.ts';
import { LIVE_STATES, type ParsedVideo } from '../../domain/video.ts';
import type { AttemptFailure, Provider, UpstreamResponse } from '../connector.ts';
import { broadcast } from '../parsing/broadcast.ts';
import { count, flag, segment, text, texts, thumbnails, url } from '../parsing/fields.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { joined } from '../parsing/text.ts';
import type { ListedTrack } from '../parsing/transcripts.ts';

/** The size of a generated picture; see library/thumbnail.ts. */
const PICTURE = { width: 640, height: 360 };

/** Fields that the library never gives. */
export const LIBRARY_MISSING = ['published_text', 'approx', 'mentions'];

/** Where a platform inside the gateway is asked: the scheme is the connector's name, and the transport of that scheme answers. */
export function embeddedAddress({ connector }: Provider, path: string, query: URLSearchParams): string {
  return `${connector}://local/${path}?${query}`;
}

export function classifyLibrary(response: UpstreamResponse): AttemptFailure {
  const { error: said, closed, busy } = object(parseJson(response.body, false));
  const detail = `status ${response.status}: ${typeof said === 'string' ? said.slice(0, 200) : 'no reason given'}`;
  if (response.status === 400) return { kind: 'input_rejected', detail };
  if (response.status === 403) return { kind: 'refused', detail };
  if (response.status === 404) return { kind: 'not_found', detail };
  if (response.status === 504) return { kind: 'timeout', detail };
  if (busy === true) return { kind: 'unavailable', detail, isLocal: true };
  if (closed === true) return { kind: 'unavailable', detail, isLocal: true, isClosed: true };
  return { kind: response.status === 503 ? 'unavailable' : 'bad_response', detail };
}

export function libraryVideo(record: Json, id: string, provider: Provider): ParsedVideo {
  return {
    id,
    alt_ids: texts(record.alt_ids),
    url: url(record.url),
    embed_url: url(record.embed_url),
    kind: record.kind === 'images' || record.kind === 'live' ? record.kind : 'video',
    title: text(record.title),
    text: text(record.text),
    text_truncated: record.text_truncated === true,
    tags: texts(record.tags),
    language: text(record.language),
    region: text(record.region),
    published_at: text(record.published_at),
    published_precision: readPrecision(record.published_precision),
    published_text: null,
    original_published_at: text(record.original_published_at),
    duration_ms: count(record.duration_ms),
    width: count(record.width),
    height: count(record.height),
    author: libraryAuthor(object(record.author)),
    stats: toStats(object(record.stats)),
    approx: [],
    thumbnails: toThumbnails(record, id, provider),
    license: isObject(record.license)
      ? { name: text(record.license.name), url: url(record.license.url) }
      : null,
    nsfw: flag(record.nsfw),
    category: text(record.category),
    music: isObject(record.music)
      ? { id: text(record.music.id), title: text(record.music.title), author: text(record.music.author) }
      : null,
    captions: flag(record.captions),
    live: toLive(object(record.live)),
    location: text(record.location),
    mentions: NO_MENTIONS,
    updated_at: text(record.updated_at),
    orientation: null,
    missing: LIBRARY_MISSING,
    tracks: listedTracks(tracksInRecord(record, provider)),
  };
}

const NO_MENTIONS: string[] = [];

function toLive({ state, scheduled_at, viewers }: Json): ParsedVideo['live'] {
  const known = LIVE_STATES.find((one) => one === state);
  return known === undefined
    ? null
    : broadcast(known, { scheduled_at: text(scheduled_at), viewers: count(viewers) });
}

/** The transcripts that the record lists, in the sequence of their places. */
export function tracksInRecord(record: Json, provider: Provider): ListedTrack[] {
  const query = (place: number) => new URLSearchParams({ id: text(record.id) ?? '', place: String(place) });
  return array(record.tracks).map((given, place) => {
    const raw = object(given);
    const kind = TRACK_KINDS.find((one) => one === raw.kind) ?? null;
    const translated = raw.translated === true;
    const url = embeddedAddress(provider, 'track', query(place));
    return { language: languageTag(text(raw.language)), kind, translated, url, raw };
  });
}

export function libraryAuthor(author: Json): ParsedVideo['author'] {
  return {
    id: text(author.id),
    handle: text(author.handle),
    name: text(author.name),
    url: url(author.url),
    avatar_url: url(author.avatar_url),
    verified: flag(author.verified),
    followers: count(author.followers),
  };
}

function toStats(stats: Json): ParsedVideo['stats'] {
  return {
    views: count(stats.views),
    likes: count(stats.likes),
    comments: count(stats.comments),
    shares: count(stats.shares),
    saves: count(stats.saves),
    reposts: count(stats.reposts),
    downloads: count(stats.downloads),
    danmaku: count(stats.danmaku),
  };
}

function drawnPicture({ publicUrl, connector }: Provider, id: string): string {
  return joined(publicUrl, `/api/${connector}/v1/thumbnails/`, segment(id), '.svg');
}

/** A record without pictures gets the one that the gateway draws for it. */
function toThumbnails(record: Json, id: string, provider: Provider): ParsedVideo['thumbnails'] {
  const given = thumbnails(array(record.thumbnails));
  if (given.length > 0) return given;
  return [{ url: drawnPicture(provider, id), ...PICTURE }];
}

export function readPrecision(value: unknown): ParsedVideo['published_precision'] {
  return value === 'ms' || value === 's' || value === 'day' ? value : null;
}
