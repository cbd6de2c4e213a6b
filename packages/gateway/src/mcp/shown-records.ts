// How records are shown to a model: one line each, and the same facts as fields. It leaves out what a model does not
// need to choose; `detail` and `read_videos` show the rest.
import { formatLength } from '../domain/video.ts';
import type { RecordKind } from '../operations/operation.ts';
import { shown } from './platform-text.ts';

/** About 140 characters per line, so that ten videos stay short. */
const TITLE_CHARS_MAX = 80;
const NAME_CHARS_MAX = 40;
const ID_CHARS_MAX = 128;
const ADDRESS_CHARS_MAX = 300;
const COMMENT_CHARS_MAX = 280;
const FULL_TEXT_CHARS_MAX = 1_500;
const TAGS_MAX = 20;
/** `2026-01-31` */
const DAY_CHARS = 10;

type Fields = Record<string, unknown>;
/** `whole`: everything that a model can use, for chosen records. */
type Detail = 'brief' | 'full' | 'whole';

const part = (record: Fields, name: string): Fields => (record[name] ?? {}) as Fields;

function nameOf(author: Fields): string {
  return shown(author.name ?? author.handle ?? author.id, NAME_CHARS_MAX);
}

function day(record: Fields): string {
  const { published_at: time, published_text: text } = record;
  return typeof time === 'string' ? shown(time.slice(0, DAY_CHARS), DAY_CHARS) : shown(text, NAME_CHARS_MAX);
}

const count = (value: unknown, unit: string) => (typeof value === 'number' ? `${value} ${unit}` : '');

/** What of the keyword a result has, unless it has its very words. */
function foundBy({ match, matched }: Fields): string {
  const { position_ms: ms } = (matched ?? {}) as Fields;
  if (typeof ms === 'number') return `spoken at ${formatLength(ms)}`;
  return typeof match !== 'string' || match === 'exact' ? '' : `found by ${match.replace('_', ' ')}`;
}

/** The facts of a record, by its kind; empty texts and nulls are left out. */
const FACTS: Record<RecordKind, (record: Fields) => Fields> = {
  video: (record) => ({
    platform: record.platform,
    id: shown(record.id, ID_CHARS_MAX),
    title: shown(record.title ?? record.text, TITLE_CHARS_MAX),
    author: nameOf(part(record, 'author')),
    author_id: shown(part(record, 'author').id, ID_CHARS_MAX),
    date: day(record),
    length: typeof record.duration_ms === 'number' ? formatLength(record.duration_ms) : '',
    found: foundBy(record),
    views: part(record, 'stats').views,
    url: shown(record.url, ADDRESS_CHARS_MAX),
  }),
  comment: (record) => ({
    id: shown(record.id, ID_CHARS_MAX),
    author: nameOf(part(record, 'author')),
    date: day(record),
    likes: record.likes,
    replies: record.replies,
    text: shown(record.text, COMMENT_CHARS_MAX),
  }),
  author: (record) => ({
    platform: record.platform,
    id: shown(record.id, ID_CHARS_MAX),
    name: shown(record.name, NAME_CHARS_MAX),
    handle: shown(record.handle, NAME_CHARS_MAX),
    followers: record.followers,
    videos: part(record, 'stats').videos,
    text: shown(record.text, COMMENT_CHARS_MAX),
    url: shown(record.url, ADDRESS_CHARS_MAX),
  }),
  playlist: (record) => ({
    platform: record.platform,
    id: shown(record.id, ID_CHARS_MAX),
    title: shown(record.title, TITLE_CHARS_MAX),
    author: nameOf(part(record, 'author')),
    author_id: shown(part(record, 'author').id, ID_CHARS_MAX),
    videos: record.video_count,
    text: shown(record.text, COMMENT_CHARS_MAX),
    url: shown(record.url, ADDRESS_CHARS_MAX),
  }),
  // Its words are rows of their own: transcript-rows.ts.
  transcript: (record) => ({
    platform: record.platform,
    id: shown(record.video_id, ID_CHARS_MAX),
    language: record.language,
    text: shown(record.text, FULL_TEXT_CHARS_MAX),
  }),
};

/** Added with `detail: "full"`, and to whole records. */
function further(record: Fields): Fields {
  const tags = Array.isArray(record.tags) ? record.tags.slice(0, TAGS_MAX) : [];
  return {
    description: shown(record.text, FULL_TEXT_CHARS_MAX),
    tags: tags.map((tag) => shown(tag, NAME_CHARS_MAX)).join(', '),
    likes: part(record, 'stats').likes,
    comments: part(record, 'stats').comments,
    language: shown(record.language, NAME_CHARS_MAX),
    license: shown(part(record, 'license').name, NAME_CHARS_MAX),
  };
}

/** Added to whole records only. */
function rest(record: Fields): Fields {
  const { shares, saves } = part(record, 'stats');
  const [thumbnail] = (record.thumbnails ?? []) as Fields[];
  const { width, height } = record;
  return {
    kind: record.kind,
    shares,
    saves,
    region: shown(record.region, NAME_CHARS_MAX),
    size: typeof width === 'number' && typeof height === 'number' ? `${width}x${height}` : '',
    license_url: shown(part(record, 'license').url, ADDRESS_CHARS_MAX),
    embed_url: shown(record.embed_url, ADDRESS_CHARS_MAX),
    thumbnail_url: shown(thumbnail?.url, ADDRESS_CHARS_MAX),
  };
}

export interface ShownRecord {
  line: string;
  facts: Fields;
}

export function rowOf(kind: RecordKind, record: Fields, detail: Detail): ShownRecord {
  const more = kind === 'video' && detail !== 'brief';
  const all = {
    ...FACTS[kind](record),
    ...(more && further(record)),
    ...(more && detail === 'whole' && rest(record)),
  };
  const facts = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  );
  return { facts, line: detail === 'whole' ? namedLines(facts) : lineOf(facts) };
}

/** One line for each fact: among many, a figure without its name means nothing. */
function namedLines(facts: Fields): string {
  return `${Object.entries(facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`;
}

/** Figures are shown with their name. */
const FIGURES = ['views', 'likes', 'comments', 'replies', 'followers', 'videos'];

/** A model that sees only the text needs the id to ask for more of this author. */
function withAuthorId({ author, author_id: id }: Fields): Fields {
  return author === undefined || id === undefined || author === id ? {} : { author: `${author} (${id})` };
}

/** The facts in their order. The platform is left out: it is part of the call and of the address. */
function lineOf(facts: Fields): string {
  const { platform: _, author_id: __, url, ...rest } = { ...facts, ...withAuthorId(facts) };
  const texts = Object.entries(rest).flatMap(([name, value]) => (FIGURES.includes(name) ? [] : [value]));
  const figures = FIGURES.map((name) => count(facts[name], name));
  return [...texts, ...figures, url].filter((one) => one !== '' && one !== undefined).join(' · ');
}
