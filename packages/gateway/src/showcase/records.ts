// The records of the showcase: made up, a few hundred, in ten languages. They follow from the vocabulary and from hashes of their ids, and
// their dates count back from a fixed day. So every gateway, process and test has the same records.
import { formatTime } from '../domain/clock.ts';
import { HOUR_MS } from '../domain/duration.ts';
import type { LibraryAuthor, LibraryComment, LibraryRecord } from '../library/index.ts';
import { LANGUAGES, type Language, TOPICS } from './vocabulary.ts';

/** The day on which the showcase was made; nothing in it is newer. */
export const EPOCH = Date.UTC(2026, 10, 1);

const DAYS_BACK = 700;
const COMMENTS_MAX = 24;
/** Every fifth record of a topic stands in the topic's playlist. */
const PLAYLIST_EVERY = 5;

export interface ShowcaseRecord extends LibraryRecord {
  title: string;
  tags: string[];
  language: string;
  published_at: string;
  author: LibraryAuthor & { id: string; handle: string; name: string };
  stats: { views: number; likes: number; comments: number; shares: number };
}

interface TopicList {
  id: string;
  title: string;
  videos: readonly ShowcaseRecord[];
}

/** FNV-1a with a last mixing step: the same text always gives the same number below `below`. */
export function drawn(text: string, below: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) % below;
}

function authorOf(language: Language, at: number): ShowcaseRecord['author'] {
  const id = `showcase-author-${language.tag}-${at + 1}`;
  const followers = 200 + drawn(`${id} followers`, 400_000);
  return {
    id,
    handle: `showcase.${language.tag}.${at + 1}`,
    name: language.authors[at]!,
    verified: at === 0,
    followers,
  };
}

function sizeOf(id: string): { width: number; height: number } {
  return drawn(`${id} size`, 4) === 0 ? { width: 1080, height: 1920 } : { width: 1920, height: 1080 };
}

function licenseOf(id: string): LibraryRecord['license'] {
  if (drawn(`${id} license`, 3) !== 0) return undefined;
  return { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' };
}

function tracksOf(id: string, { tag }: Language): LibraryRecord['tracks'] {
  if (drawn(`${id} captions`, 3) === 0) return undefined;
  const own = { language: tag, kind: 'human' as const, digest: `${id} ${tag}` };
  return tag === 'en' ? [own] : [own, { language: 'en', kind: 'automatic', digest: `${id} en` }];
}

function statsOf(id: string): ShowcaseRecord['stats'] {
  // A power of ten first, so that a few records are far ahead of the others, as on a real platform.
  const views = 40 + drawn(`${id} views`, 10 ** (3 + drawn(`${id} reach`, 4)));
  const likes = Math.floor(views / (12 + drawn(`${id} likes`, 60)));
  return { views, likes, comments: drawn(`${id} comments`, COMMENTS_MAX + 1), shares: Math.floor(likes / 9) };
}

function recordOf(language: Language, topic: number, phrase: number): ShowcaseRecord {
  const name = TOPICS[topic]!;
  const id = `showcase-${name}-${language.tag}-${phrase + 1}`;
  const word = language.topics[topic]!;
  const tracks = tracksOf(id, language);
  return {
    id,
    title: `${word}: ${language.phrases[phrase]}`,
    text: 'A record that was made up for the showcase. There is no such video.',
    tags: [...new Set([name, word.toLowerCase()])],
    language: language.tag,
    region: language.region,
    published_at: formatTime(EPOCH - (1 + drawn(`${id} age`, DAYS_BACK * 24)) * HOUR_MS),
    published_precision: 's',
    duration_ms: (20 + drawn(`${id} length`, 1_500)) * 1_000,
    ...sizeOf(id),
    author: authorOf(language, drawn(`${id} author`, language.authors.length)),
    stats: statsOf(id),
    license: licenseOf(id),
    nsfw: false,
    category: name,
    captions: tracks !== undefined,
    tracks,
    ...seldomOf(id, phrase, language),
  };
}

type Seldom = 'live' | 'location' | 'music' | 'updated_at' | 'original_published_at';

/** Fields that few records of a platform have: the first record of each topic, and a past broadcast as the last. */
function seldomOf(id: string, phrase: number, language: Language): Partial<Pick<LibraryRecord, Seldom>> {
  if (phrase === language.phrases.length - 1)
    return { live: { state: 'ended', viewers: drawn(`${id} viewers`, 900) } };
  if (phrase > 0) return {};
  return {
    location: language.authors[0]!,
    music: { id: `${id}-music`, title: language.phrases[1]!, author: language.authors[1]! },
    updated_at: formatTime(EPOCH),
    original_published_at: formatTime(EPOCH - DAYS_BACK * 24 * HOUR_MS),
  };
}

function makeRecords(): ShowcaseRecord[] {
  return LANGUAGES.flatMap((language) =>
    TOPICS.flatMap((_, topic) => language.phrases.map((_phrase, at) => recordOf(language, topic, at))),
  );
}

let made: { all: readonly ShowcaseRecord[]; byId: ReadonlyMap<string, ShowcaseRecord> } | null = null;

/** Made at the first question, so that a start does not wait for them. */
export function showcaseRecords(): NonNullable<typeof made> {
  if (made !== null) return made;
  const all = makeRecords();
  made = { all, byId: new Map(all.map((record) => [record.id, record])) };
  return made;
}

export function playlistOf(id: string): TopicList | null {
  const topic = TOPICS.find((name) => id === `showcase-playlist-${name}`);
  if (topic === undefined) return null;
  const videos = showcaseRecords().all.filter(({ category }) => category === topic);
  return { id, title: `Showcase: ${topic}`, videos: videos.filter((_, at) => at % PLAYLIST_EVERY === 0) };
}

/** The comments on a record with their replies; a top comment comes before its replies. */
export function commentsOn(record: ShowcaseRecord): LibraryComment[] {
  const language = LANGUAGES.find(({ tag }) => tag === record.language)!;
  const all = Array.from({ length: record.stats.comments }, (_, at) => commentAt(record, language, at));
  return all.map((one) =>
    one.root === undefined ? { ...one, replies: all.filter(({ root }) => root === one.id).length } : one,
  );
}

/** Every third comment is a reply to the one before it that is not a reply. */
function commentAt(record: ShowcaseRecord, language: Language, at: number): LibraryComment {
  const id = `${record.id}-comment-${at + 1}`;
  const root = at % 3 === 2 ? `${record.id}-comment-${at}` : undefined;
  const isCreator = drawn(`${id} creator`, 8) === 0;
  const writer = LANGUAGES[drawn(`${id} from`, LANGUAGES.length)]!;
  const laterMs = (1 + at) * (1 + drawn(`${id} later`, 20)) * HOUR_MS;
  return {
    id,
    ...(root !== undefined && { root, parent: root }),
    text: language.comments[drawn(`${id} text`, language.comments.length)]!,
    published_at: formatTime(Math.min(EPOCH, Date.parse(record.published_at) + laterMs)),
    published_precision: 's',
    author: isCreator
      ? record.author
      : { id: `${id}-author`, name: writer.authors[drawn(`${id} name`, writer.authors.length)]! },
    is_creator: isCreator,
    pinned: at === 0,
    likes: drawn(`${id} likes`, 400),
  };
}

const SECONDS_PER_LINE = 4;

/** WebVTT; null when the record has no such track. */
export function trackOf(record: ShowcaseRecord, place: number): string | null {
  const track = record.tracks?.[place];
  const language = LANGUAGES.find(({ tag }) => tag === track?.language);
  if (language === undefined) return null;
  const at = (line: number) => `00:00:${String(line * SECONDS_PER_LINE).padStart(2, '0')}.000`;
  const cues = language.spoken.map((text, line) => `${at(line)} --> ${at(line + 1)}\n${text}\n`);
  return ['WEBVTT\n', ...cues].join('\n');
}
