// Maps foreign field names: turns an object from a yt-dlp .info.json, a JSON line or a CSV row into a library record. It never throws on
// the content of a file. A record needs its id and one text that finds it; any other fact that cannot be used is left out with its reason.
import { LIVE_STATES as LIVE_WORDS, type LiveState } from '../../domain/video.ts';
import { Fields, isSourceRecord, type SourceRecord } from '../fields.ts';
import {
  ID_CHARS_MAX,
  NAME_CHARS_MAX,
  PLAYLISTS_MAX,
  RECORD_TEXT_CHARS_MAX,
  TAG_CHARS_MAX,
  TAGS_MAX,
  THUMBNAILS_MAX,
  TITLE_CHARS_MAX,
  URL_CHARS_MAX,
} from '../limits.ts';
import type {
  LibraryAuthor,
  LibraryComment,
  LibraryLive,
  LibraryRecord,
  LibraryThumbnail,
  PlaylistPlace,
  StatName,
} from '../record.ts';
import { readComments } from './comments.ts';
import { type ReadTracks, readTracks, type SubtitleFile } from './tracks.ts';

type ReadRecord =
  | {
      kind: 'record';
      record: LibraryRecord;
      comments?: LibraryComment[] | undefined;
      tracks: ReadTracks;
      /** Facts that the source gives in a form that no record has, each with its reason. The record is without them. */
      leftOut: string[];
    }
  | { kind: 'bad'; reason: string };

const STAT_FIELDS: Record<StatName, string[]> = {
  views: ['views', 'view_count', 'play_count'],
  likes: ['likes', 'like_count'],
  comments: ['comment_count'],
  shares: ['shares', 'share_count'],
  saves: ['saves', 'save_count', 'favorite_count'],
  reposts: ['reposts', 'repost_count'],
  downloads: ['downloads', 'download_count'],
  danmaku: ['danmaku', 'danmaku_count'],
};

export function readRecord(source: unknown, subtitles: readonly SubtitleFile[] = []): ReadRecord {
  if (!isSourceRecord(source)) return { kind: 'bad', reason: 'the record is not an object' };
  if (source._type === 'playlist' || source._type === 'multi_video')
    return { kind: 'bad', reason: 'a playlist, not a video' };
  const fields = new Fields(source);
  const id = readId(fields);
  if (id === undefined && fields.problems.length === 0) fields.fail('id is missing');
  const tracks = readTracks(source, subtitles);
  const record = readFields(fields, source, id ?? '', tracks);
  const isFound = record.title !== undefined || record.text !== undefined || record.tags !== undefined;
  if (!isFound) fields.fail('title, description and tags are all missing, so nothing could find it');
  if (id === undefined || !isFound) return { kind: 'bad', reason: fields.problems.join('; ') };
  const leftOut = [...fields.problems, ...tracks.problems.map(ofTranscript)];
  const { comments, unused } = readComments(source);
  if (unused > 0) leftOut.push(`${unused} comments that have no id or a value of another kind`);
  return { kind: 'record', record, comments, tracks, leftOut };
}

export const ofTranscript = (problem: string) => `a transcript: ${problem}`;

/** A whole playlist in one document, as a downloader prints it: its videos, each with its place. Any other value is itself. */
export function videosIn(value: unknown): unknown[] {
  if (!isSourceRecord(value) || value._type !== 'playlist' || !Array.isArray(value.entries)) return [value];
  const { id, title, entries, playlist_count, webpage_url, uploader, uploader_id, channel_id } = value;
  const about = {
    playlist_id: id,
    playlist_title: title,
    playlist_count: playlist_count ?? entries.length,
    playlist_webpage_url: webpage_url,
    playlist_uploader: uploader,
    playlist_uploader_id: channel_id ?? uploader_id,
  };
  // An entry that is not there any more is null, and keeps its place.
  return entries.flatMap((entry, i) => {
    if (entry === null) return [];
    return [isSourceRecord(entry) ? { ...about, playlist_index: i + 1, ...entry } : entry];
  });
}

/** Ids are unique only within a site, so records of a downloader are prefixed with the site's name: `youtube:abc`. */
function readId(fields: Fields): string | undefined {
  const id = fields.id(ID_CHARS_MAX, 'id', 'video_id');
  const site = readOrigin(fields);
  return id === undefined || site === undefined ? id : `${site}:${id}`;
}

function readOrigin(fields: Fields): string | undefined {
  return fields.text(NAME_CHARS_MAX, 'extractor_key', 'ie_key', 'extractor')?.toLowerCase();
}

/** One object literal with every field in its place: objects of one shape are read and written fastest. */
function readFields(fields: Fields, source: SourceRecord, id: string, { listed }: ReadTracks): LibraryRecord {
  // Marked as cut in the record itself.
  const text = fields.text(Number.POSITIVE_INFINITY, 'description', 'text', 'caption');
  const published = fields.published('published_at', 'timestamp', 'release_timestamp', 'upload_date', 'date');
  return {
    id,
    alt_ids: readAltIds(fields),
    kind: readKind(fields),
    title: fields.text(TITLE_CHARS_MAX, 'title', 'fulltitle', 'name'),
    text: text?.slice(0, RECORD_TEXT_CHARS_MAX).toWellFormed(),
    text_truncated: text !== undefined && text.length > RECORD_TEXT_CHARS_MAX ? true : undefined,
    tags: readTags(fields),
    language: fields.text(NAME_CHARS_MAX, 'language', 'lang'),
    region: fields.text(NAME_CHARS_MAX, 'region', 'country'),
    // A downloader's `url` is the media file; the watch page is `webpage_url`.
    url: fields.url(URL_CHARS_MAX, 'webpage_url', 'url'),
    embed_url: fields.url(URL_CHARS_MAX, 'embed_url'),
    published_at: published?.at,
    published_precision: published?.precision,
    duration_ms: fields.count('duration_ms') ?? fields.seconds('duration', 'duration_seconds'),
    width: fields.count('width'),
    height: fields.count('height'),
    author: orNothing(readAuthor(fields)),
    stats: orNothing(readStats(fields)),
    thumbnails: readThumbnails(fields),
    license: readLicense(fields),
    nsfw: fields.flag('nsfw') ?? isForAdults(fields),
    category: readCategory(fields),
    music: orNothing(readMusic(fields)),
    captions: fields.flag('captions') ?? (listed.length > 0 ? true : hasSubtitles(fields)),
    live: readLive(fields),
    location: fields.text(NAME_CHARS_MAX, 'location'),
    updated_at: fields.published('updated_at', 'modified_timestamp', 'modified_date')?.at,
    original_published_at: fields.published('original_published_at')?.at,
    playlists: readPlaces(fields),
    tracks: listed.length === 0 ? undefined : listed,
    origin: readOrigin(fields),
    sample: source.sample === true ? true : undefined,
  };
}

/** A downloader lists categories; the first one is the most general. All of them are among the tags, too. */
function readCategory(fields: Fields): string | undefined {
  const list = fields.find('categories')?.value;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return fields.text(NAME_CHARS_MAX, 'category') ?? new Fields({ first }).text(NAME_CHARS_MAX, 'first');
}

function readMusic(fields: Fields): NonNullable<LibraryRecord['music']> {
  const music = fields.object('music');
  const read = {
    id: music?.id(ID_CHARS_MAX, 'id') ?? fields.id(ID_CHARS_MAX, 'track_id'),
    title: music?.text(NAME_CHARS_MAX, 'title') ?? fields.text(NAME_CHARS_MAX, 'track'),
    author: music?.text(NAME_CHARS_MAX, 'author') ?? fields.text(NAME_CHARS_MAX, 'artist'),
  };
  fields.failWith('music', music);
  return read;
}

/** Subtitles by language. A downloader also lists a live chat there. */
function hasSubtitles(fields: Fields): boolean | undefined {
  const lists = [fields.find('subtitles')?.value, fields.find('automatic_captions')?.value].filter(
    isSourceRecord,
  );
  if (lists.length === 0) return undefined;
  return lists.some((list) => Object.keys(list).some((language) => language !== 'live_chat'));
}

/** The words of a downloader for the states of a broadcast. */
const LIVE_STATES: Record<string, LiveState | null> = {
  not_live: null,
  is_upcoming: 'upcoming',
  is_live: 'on_air',
  was_live: 'ended',
  post_live: 'ended',
};

function readLive(fields: Fields): LibraryLive | undefined {
  const live = fields.object('live');
  const word = fields.word('live_status', Object.keys(LIVE_STATES));
  const state = live?.word('state', LIVE_WORDS) ?? LIVE_STATES[word ?? 'not_live'] ?? undefined;
  const scheduled =
    live?.published('scheduled_at') ??
    (state === 'upcoming' ? fields.published('release_timestamp') : undefined);
  const viewers =
    live?.count('viewers') ?? (state === 'on_air' ? fields.count('concurrent_view_count') : undefined);
  fields.failWith('live', live);
  return state === undefined ? undefined : { state, scheduled_at: scheduled?.at, viewers };
}

function isForAdults(fields: Fields): boolean | undefined {
  const ageLimit = fields.count('age_limit');
  return ageLimit === undefined ? undefined : ageLimit >= 18;
}

function readAltIds(fields: Fields): string[] | undefined {
  const id = fields.id(ID_CHARS_MAX, 'id', 'video_id');
  const displayed = fields.id(ID_CHARS_MAX, 'display_id');
  // The site's own id, without the prefix of our id.
  const own = readOrigin(fields) === undefined ? undefined : id;
  const altIds = [own, displayed === id ? undefined : displayed].filter((alt) => alt !== undefined);
  return altIds.length === 0 ? undefined : altIds;
}

/** A video is what a record is unless it says otherwise. */
const KINDS = ['images', 'live', 'video'] as const;

function readKind(fields: Fields): LibraryRecord['kind'] {
  const kind = fields.word('kind', KINDS);
  if (kind === 'images' || kind === 'live') return kind;
  return fields.find('live_status')?.value === 'is_live' ? 'live' : undefined;
}

/** Tags are a list, or one text separated by commas, semicolons, bars or hash signs. */
function readTags(fields: Fields): string[] | undefined {
  const tags = new Set<string>();
  for (const name of ['tags', 'hashtags', 'categories']) {
    const found = fields.find(name);
    const given =
      typeof found?.value === 'string' ? found.value.split(/[,;|#，、；]/u) : (found?.value ?? []);
    const list: unknown[] = Array.isArray(given) ? given : [given];
    const usable = list.filter((tag) => typeof tag === 'string' && !tag.includes('\0')) as string[];
    if (usable.length < list.length) fields.fail(`${name} must be texts without NUL characters`);
    for (const tag of usable) addTag(fields, tags, tag);
  }
  if (tags.size > TAGS_MAX) fields.fail(`of the tags, the first ${TAGS_MAX} are kept`);
  return tags.size === 0 ? undefined : [...tags].slice(0, TAGS_MAX);
}

function addTag(fields: Fields, tags: Set<string>, tag: string): void {
  const words = (tag.includes('#') ? tag.replaceAll('#', '') : tag).trim();
  if (words.length > TAG_CHARS_MAX) fields.fail(`a tag is cut after ${TAG_CHARS_MAX} characters`);
  const name = words.slice(0, TAG_CHARS_MAX).toWellFormed();
  if (name !== '') tags.add(name);
}

/** A downloader names the playlist that it was asked for in the file of each video; an export lists all playlists. */
function readPlaces(fields: Fields): PlaylistPlace[] | undefined {
  const listed = readList(fields, 'playlists');
  if (listed !== null) {
    if (listed.length > PLAYLISTS_MAX) fields.fail(`of the playlists, the first ${PLAYLISTS_MAX} are kept`);
    const places = listed.slice(0, PLAYLISTS_MAX).flatMap((one) => readListedPlace(fields, one) ?? []);
    return places.length === 0 ? undefined : places;
  }
  const id = fields.id(ID_CHARS_MAX, 'playlist_id');
  const position = fields.count('playlist_index', 'playlist_autonumber');
  if (id === undefined) return undefined;
  if (position === undefined || position < 1) return fields.fail('playlist_index must be 1 or more');
  const site = readOrigin(fields);
  return [
    {
      id: site === undefined ? id : `${site}:${id}`,
      position,
      title: fields.text(TITLE_CHARS_MAX, 'playlist_title', 'playlist'),
      url: fields.url(URL_CHARS_MAX, 'playlist_webpage_url'),
      author: orNothing({
        id: fields.id(NAME_CHARS_MAX, 'playlist_channel_id', 'playlist_uploader_id'),
        name: fields.text(NAME_CHARS_MAX, 'playlist_channel', 'playlist_uploader'),
      }),
      video_count: fields.count('playlist_count', 'n_entries'),
    },
  ];
}

/** null when no list is given. */
function readList(fields: Fields, name: string): unknown[] | null {
  const found = fields.find(name);
  if (found === null) return null;
  if (Array.isArray(found.value)) return found.value;
  fields.fail(`${name} must be a list`);
  return null;
}

/** As an export writes it. One that cannot be used is left out. */
function readListedPlace(of: Fields, value: unknown): PlaylistPlace | null {
  if (!isSourceRecord(value)) return of.fail('playlists must be a list of objects') ?? null;
  const fields = new Fields(value);
  const given = fields.object('author');
  const author = given === null ? {} : readAuthorObject(fields, given);
  const place = {
    id: fields.id(ID_CHARS_MAX, 'id'),
    position: fields.count('position'),
    title: fields.text(TITLE_CHARS_MAX, 'title'),
    url: fields.url(URL_CHARS_MAX, 'url'),
    author: orNothing({ id: author.id, name: author.name }),
    video_count: fields.count('video_count'),
  };
  const { id, position } = place;
  if (id === undefined) fields.fail('id is missing');
  if (position === undefined || position < 1) fields.fail('position must be 1 or more');
  of.failWith('playlists', fields);
  return id === undefined || position === undefined || position < 1 ? null : { ...place, id, position };
}

function readAuthor(fields: Fields): LibraryAuthor {
  const given = fields.find('author');
  if (isSourceRecord(given?.value)) return readAuthorObject(fields, new Fields(given.value));
  const uploader = fields.id(NAME_CHARS_MAX, 'uploader_id');
  const isHandle = uploader?.startsWith('@') === true;
  return {
    id: fields.id(NAME_CHARS_MAX, 'author_id', 'channel_id') ?? (isHandle ? undefined : uploader),
    handle: fields.text(NAME_CHARS_MAX, 'author_handle') ?? (isHandle ? uploader : undefined),
    name: fields.text(NAME_CHARS_MAX, 'author', 'channel', 'uploader', 'author_name'),
    url: fields.url(URL_CHARS_MAX, 'author_url', 'channel_url', 'uploader_url'),
    avatar_url: fields.url(URL_CHARS_MAX, 'author_avatar_url'),
    verified: fields.flag('author_verified', 'channel_is_verified'),
    followers: fields.count('author_followers', 'channel_follower_count'),
  };
}

function readAuthorObject(fields: Fields, author: Fields): LibraryAuthor {
  const read = {
    id: author.id(NAME_CHARS_MAX, 'id'),
    handle: author.text(NAME_CHARS_MAX, 'handle'),
    name: author.text(NAME_CHARS_MAX, 'name'),
    url: author.url(URL_CHARS_MAX, 'url'),
    avatar_url: author.url(URL_CHARS_MAX, 'avatar_url'),
    verified: author.flag('verified'),
    followers: author.count('followers'),
  };
  fields.failWith('author', author);
  return read;
}

function readStats(fields: Fields): NonNullable<LibraryRecord['stats']> {
  const inner = fields.object('stats');
  const stats: NonNullable<LibraryRecord['stats']> = {};
  for (const [name, names] of Object.entries(STAT_FIELDS) as [StatName, string[]][]) {
    const count =
      inner?.count(name) ??
      fields.count(...names) ??
      (name === 'comments' ? commentCount(fields) : undefined);
    if (count !== undefined) stats[name] = count;
  }
  inner?.failOthers(Object.keys(STAT_FIELDS));
  fields.failWith('stats', inner);
  return stats;
}

/** `comments` is a number in a table, but a list of comments in a downloader's file. */
function commentCount(fields: Fields): number | undefined {
  return Array.isArray(fields.find('comments')?.value) ? undefined : fields.count('comments');
}

/** Largest first. One without a web address, such as a downloader's local file, is left out. */
function readThumbnails(fields: Fields): LibraryThumbnail[] | undefined {
  const list = readList(fields, 'thumbnails') ?? [];
  const found = list.map((one) => toThumbnail(fields, one)).filter((thumbnail) => thumbnail !== null);
  const single = fields.url(URL_CHARS_MAX, 'thumbnail', 'thumbnail_url');
  if (found.length === 0 && single !== undefined) found.push({ url: single });
  found.sort((a, b) => (b.width ?? 0) - (a.width ?? 0));
  return found.length === 0 ? undefined : found.slice(0, THUMBNAILS_MAX);
}

function toThumbnail(of: Fields, value: unknown): LibraryThumbnail | null {
  if (!isSourceRecord(value)) return of.fail('thumbnails must be a list of objects') ?? null;
  const fields = new Fields(value);
  if (fields.find('url') === null) fields.fail('url is missing');
  const url = fields.url(URL_CHARS_MAX, 'url');
  const size = { width: fields.count('width'), height: fields.count('height') };
  of.failWith('thumbnails', fields);
  return url === undefined ? null : { url, ...size };
}

function readLicense(fields: Fields): LibraryRecord['license'] {
  const given = fields.find('license', 'licence');
  if (isSourceRecord(given?.value)) {
    const license = new Fields(given.value);
    const read = orNothing({
      name: license.text(NAME_CHARS_MAX, 'name'),
      url: license.url(URL_CHARS_MAX, 'url'),
    });
    fields.failWith('license', license);
    return read;
  }
  const name = fields.text(NAME_CHARS_MAX, 'license', 'licence');
  return name === undefined ? undefined : { name };
}

function orNothing<T extends object>(value: T): T | undefined {
  for (const name in value) if (value[name] !== undefined) return value;
  return undefined;
}
