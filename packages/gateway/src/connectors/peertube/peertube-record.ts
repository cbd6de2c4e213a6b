// Reads PeerTube's records, as a search and the answer about one video give them, from an instance and from Sepia Search.
import type { ParsedVideo } from '../../domain/video.ts';
import type { Provider } from '../connector.ts';
import {
  blankVideo,
  LEFT_OUT,
  type Readable,
  type SeldomGiven,
  unknownAuthor,
  unknownStats,
} from '../parsing/blank-records.ts';
import { broadcast, orientationByRatio } from '../parsing/broadcast.ts';
import {
  count,
  flag,
  id,
  publishedIso,
  secondsToMs,
  size,
  text,
  texts,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { array, type Json, object } from '../parsing/json.ts';
import { joined, unixLines } from '../parsing/text.ts';
import { originOf } from '../parsing/url.ts';

/**
 * A search gives at most 250 characters of a description, the last three being dots. PeerTube first counts an emoji as one character, and
 * then removes one more character for each UTF-16 unit that it is longer: a text of emoji alone is cut down to its dots. So dots after a
 * text with such characters mean that it was cut, however short it is.
 */
const CUT_TEXT_CHARS_MIN = 240;
const DOTS = '...';
/** Characters of more than one UTF-16 unit, and combining marks. */
const LONG_CHARACTER = /[\u{10000}-\u{10ffff}\p{M}\u200d]/u;

function isCut(given: string): boolean {
  if (!given.endsWith(DOTS)) return false;
  return given.length >= CUT_TEXT_CHARS_MIN || given === DOTS || LONG_CHARACTER.test(given);
}

const PUBLIC = 1;

/**
 * A search lists only public videos. A record that states otherwise was not checked by the instance: it is unlisted (2), private (3),
 * internal (4), behind a password (5) or blocked. Sepia omits the field in some records.
 */
export function isPublic({ privacy, blacklisted }: Json): boolean {
  const level = count(object(privacy).id ?? privacy);
  return (level === null || level === PUBLIC) && blacklisted !== true;
}

/** Fields that neither an instance nor Sepia gives in a list. */
export const LISTED_MISSING = [
  'region',
  'published_text',
  'width',
  'height',
  'license.url',
  'author.verified',
  'author.followers',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.danmaku',
];
/** An instance gives tags only in the answer about one video. */
const MISSING_WITH_TAGS = [...LISTED_MISSING, 'tags'];
/** Fields that a list lacks and the answer about one video has. */
const WHOLE_FIELDS = ['author.followers', 'width', 'height', 'published_text'];
export const WHOLE_MISSING = [...LISTED_MISSING.filter((field) => !WHOLE_FIELDS.includes(field)), 'tracks'];

/** Instances give the ratio of the picture; Sepia does not. */
const GIVES: SeldomGiven = ['original_published_at', 'category', 'live', 'updated_at', 'orientation'];

/** A record of a list: the text may be cut, and only Sepia gives tags. */
export function listedVideo(record: Json, provider: Provider): Readable {
  const video = toVideo(record, provider, Array.isArray(record.tags) ? LISTED_MISSING : MISSING_WITH_TAGS);
  if (video === null || video === LEFT_OUT) return video;
  return { ...video, text_truncated: video.text !== null && isCut(video.text) };
}

/** The record of one video: complete, with the followers of its channel. */
export function wholeVideo(record: Json, provider: Provider): Readable {
  const video = toVideo(record, provider, WHOLE_MISSING);
  if (video === null || video === LEFT_OUT) return video;
  const followers = count(object(record.channel).followersCount);
  return { ...video, ...sizeOf(record), ...stateOf(record), author: { ...video.author, followers } };
}

/** The size of the largest file. An instance that only has streams lists the files of those. */
function sizeOf(record: Json): Pick<ParsedVideo, 'width' | 'height'> {
  const streams = array(record.streamingPlaylists).flatMap((list) => array(object(list).files));
  const sizes = [...array(record.files), ...streams].map(size);
  const [largestOne] = sizes.toSorted(
    (a, b) => (b.height ?? 0) * (b.width ?? 0) - (a.height ?? 0) * (a.width ?? 0),
  );
  return largestOne ?? { width: null, height: null };
}

const WAITING_FOR_LIVE = 4;
const LIVE_ENDED = 5;

/** A broadcast that has not started states so in the instance's own words. Neither that nor one that has ended is live. */
function stateOf(record: Json): Partial<Pick<ParsedVideo, 'kind' | 'published_text' | 'live'>> {
  const state = object(record.state);
  const is = count(state.id);
  if (record.isLive !== true || (is !== WAITING_FOR_LIVE && is !== LIVE_ENDED)) return {};
  if (is === LIVE_ENDED) return { kind: 'video', live: broadcast('ended') };
  const live = broadcast('upcoming', { scheduled_at: scheduledAt(record) });
  return { kind: 'video', published_text: text(state.label), live };
}

function scheduledAt({ liveSchedules }: Json): string | null {
  return publishedIso(object(array(liveSchedules)[0]).startAt).published_at;
}

function toVideo(record: Json, provider: Provider, missing: readonly string[]): Readable {
  const uuid = id(record.uuid);
  if (uuid === null) return null;
  if (!isPublic(record)) return LEFT_OUT;
  const home = url(record.url);
  const host = hostOf(record, home, provider);
  // A list may have only the shorter of the two fields.
  const description = text(record.description) ?? text(record.truncatedDescription);
  return {
    ...blankVideo(uuid, missing, GIVES),
    alt_ids: texts(record.shortUUID),
    url: home,
    embed_url: url(record.embedUrl) ?? url(record.embedPath, host),
    kind: record.isLive === true ? 'live' : 'video',
    title: text(record.name),
    text: description === null ? null : unixLines(description),
    tags: texts(record.tags),
    language: text(object(record.language).id),
    // The date that an instance filters and sorts by.
    ...publishedIso(record.publishedAt),
    original_published_at: publishedIso(record.originallyPublishedAt).published_at,
    duration_ms: record.isLive === true ? null : secondsToMs(record.duration),
    author: toAuthor(record, host),
    stats: toStats(record),
    thumbnails: peertubeThumbnails(record, host),
    license: toLicense(object(record.licence)),
    nsfw: flag(record.nsfw),
    // The word for a video without a category comes without a number.
    category: object(record.category).id == null ? null : text(object(record.category).label),
    live:
      record.isLive === true
        ? broadcast('on_air', { scheduled_at: scheduledAt(record), viewers: count(record.viewers) })
        : null,
    updated_at: publishedIso(record.updatedAt).published_at,
    orientation: orientationByRatio(record.aspectRatio),
  };
}

/**
 * Only instances give `isLocal`, and their paths are relative to themselves. For its own videos an instance states its public address,
 * because `base_url` may be an inner one. Sepia's paths belong to the video's home instance.
 */
export function hostOf(record: Json, home: string | null, provider: Provider): string | null {
  if (home === null || record.isLocal === false) return publicHost(provider);
  return originOf(home);
}

/** The public address of the instance. */
export function publicHost({ baseUrl, options }: Provider): string | null {
  const address = url(options.public_url);
  return address === null ? baseUrl : originOf(address);
}

function toAuthor(record: Json, host: string | null): ParsedVideo['author'] {
  const account = object(record.account);
  const channel = object(record.channel);
  const by = text(channel.name) === null ? account : channel;
  return actor({ ...by, host: by.host ?? account.host }, host);
}

/** An account or a channel. Its handle is its id: each instance numbers authors in its own way, and finds none by that number. */
export function actor(by: Json, host: string | null): ParsedVideo['author'] {
  const name = text(by.name);
  const handle = actorHandle(by);
  return {
    ...unknownAuthor,
    id: handle,
    handle,
    name: text(by.displayName) ?? name,
    url: url(by.url),
    avatar_url: largest(by.avatars ?? by.avatar, host),
  };
}

/** `name@host`, which is the same on every instance. */
export function actorHandle(by: Json): string | null {
  const name = text(by.name);
  const at = text(by.host);
  return name === null || at === null ? name : joined(name, '@', at);
}

/** The address of the largest picture. */
export function largest(pictures: unknown, host: string | null): string | null {
  // Instances before version 4.2 give one picture instead of a list.
  const known = (Array.isArray(pictures) ? pictures : [pictures]).map(object);
  const sized = known.map((picture) => ({
    ...picture,
    url: picture.fileUrl ?? picture.url ?? picture.path,
  }));
  return thumbnails(sized, host)[0]?.url ?? null;
}

function toStats(record: Json): ParsedVideo['stats'] {
  return {
    ...unknownStats,
    views: count(record.views),
    likes: count(record.likes),
    comments: count(record.comments),
    downloads: count(record.downloads),
  };
}

export function peertubeThumbnails(record: Json, host: string | null): ParsedVideo['thumbnails'] {
  const sized = array(record.thumbnails).map(object);
  // Since version 8.1 an instance lists them, and repeats two of them in the older fields.
  if (sized.length > 0)
    return thumbnails(
      sized.map((picture) => ({ ...picture, url: picture.fileUrl })),
      host,
    );
  const older = [record.previewUrl ?? record.previewPath, record.thumbnailUrl ?? record.thumbnailPath];
  return thumbnails(older, host);
}

/** An unset licence is `{id: null, label: "Unknown"}`. */
function toLicense(licence: Json): ParsedVideo['license'] {
  const name = text(licence.label);
  return id(licence.id) === null || name === null ? null : { name, url: null };
}
