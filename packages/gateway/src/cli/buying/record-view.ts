// How records are printed: several as a table, one as a list of fields, by the name of their schema. A record without an entry here is
// printed as received. Titles and names come from platforms; the table removes characters that could control the terminal.
import type { AuthorProfile } from '../../domain/author.ts';
import type { Comment } from '../../domain/comment.ts';
import type { Playlist } from '../../domain/playlist.ts';
import type { Transcript } from '../../domain/transcript/record.ts';
import { formatLength, type Video } from '../../domain/video.ts';
import { type Cell, type Column, renderFields, renderTable } from '../../terminal/table.ts';
import { plainText } from '../../terminal/text-width.ts';

/** `2026-01-31` */
const DAY_CHARS = 10;
/** Per record: enough to see what it is about. */
const TEXT_CHARS_MAX = 500;

interface RecordView {
  columns: readonly Column[];
  row(record: never): Cell[];
  /** Fields that do not fit into a row; absent for records that never come alone. */
  fields?(record: never): [string, Cell][];
}

type Named = Pick<Video['author'], 'name' | 'handle'>;

const nameOf = ({ name, handle }: Named) => name ?? handle;
const dayOf = (time: string | null) => time?.slice(0, DAY_CHARS) ?? null;
const lengthOf = ({ duration_ms: ms }: Video) => (ms === null ? null : formatLength(ms));
const yesNo = (flag: boolean | null) => (flag === null ? null : flag ? 'yes' : 'no');

function shortened(text: string | null): string | null {
  if (text === null) return null;
  const chars = Array.from(plainText(text));
  return chars.length <= TEXT_CHARS_MAX ? chars.join('') : `${chars.slice(0, TEXT_CHARS_MAX).join('')}…`;
}

const video: RecordView = {
  columns: [
    { title: '#', align: 'right' },
    { title: 'title', canShrink: true, isMain: true },
    { title: 'author', canShrink: true },
    { title: 'published' },
    { title: 'length', align: 'right' },
    { title: 'views', align: 'right', isExtra: true },
    { title: 'url or id', goesBelow: true },
  ],
  row(one: Video) {
    const published = dayOf(one.published_at) ?? one.published_text;
    // Short videos often have a text but no title.
    const title = one.title ?? one.text ?? null;
    // Both lead back to the video.
    const name = one.url ?? one.id;
    return [one.rank, title, nameOf(one.author), published, lengthOf(one), one.stats.views, name];
  },
  fields: (one: Video) => [
    ['platform', one.platform],
    ['id', one.id],
    ['title', one.title],
    ['author', nameOf(one.author)],
    ['author id', one.author.id],
    ['published', dayOf(one.published_at) ?? one.published_text],
    ['duration', lengthOf(one)],
    ['views', one.stats.views],
    ['likes', one.stats.likes],
    ['comments', one.stats.comments],
    ['tags', one.tags.join(', ')],
    [
      'transcripts',
      one.tracks?.map(({ language, kind }) => `${language ?? '?'} (${kind ?? '?'})`).join(', ') ?? null,
    ],
    ['text', shortened(one.text)],
    ['url', one.url],
  ],
};

const comment: RecordView = {
  columns: [
    { title: '#', align: 'right' },
    { title: 'id', goesBelow: true },
    { title: 'author', canShrink: true },
    { title: 'published', isExtra: true },
    { title: 'likes', align: 'right', isExtra: true },
    { title: 'replies', align: 'right' },
    { title: 'text', canShrink: true, isMain: true },
  ],
  row(one: Comment) {
    const published = dayOf(one.published_at) ?? one.published_text;
    const text = one.deleted ? '(deleted)' : one.text;
    return [one.rank, one.id, nameOf(one.author), published, one.likes, one.replies, text];
  },
};

const author: RecordView = {
  columns: [
    { title: 'id' },
    { title: 'name', canShrink: true, isMain: true },
    { title: 'followers', align: 'right' },
    { title: 'videos', align: 'right' },
    { title: 'url', goesBelow: true },
  ],
  row: (one: AuthorProfile) => [one.id, nameOf(one), one.followers, one.stats.videos, one.url],
  fields: (one: AuthorProfile) => [
    ['platform', one.platform],
    ['id', one.id],
    ['handle', one.handle],
    ['name', one.name],
    ['kind', one.kind],
    ['verified', yesNo(one.verified)],
    ['followers', one.followers],
    ['following', one.following],
    ['videos', one.stats.videos],
    ['views', one.stats.views],
    ['likes', one.stats.likes],
    ['country', one.country],
    ['joined', dayOf(one.joined_at)],
    ['text', shortened(one.text)],
    ['url', one.url],
  ],
};

const playlist: RecordView = {
  columns: [],
  row: () => [],
  fields: (one: Playlist) => [
    ['platform', one.platform],
    ['id', one.id],
    ['title', one.title],
    ['author', nameOf(one.author)],
    ['author id', one.author.id],
    ['videos', one.video_count],
    ['views', one.views],
    ['published', dayOf(one.published_at)],
    ['updated', dayOf(one.updated_at)],
    ['text', shortened(one.text)],
    ['url', one.url],
  ],
};

const transcript: RecordView = {
  columns: [],
  row: () => [],
  fields: (one: Transcript) => [
    ['platform', one.platform],
    ['video', one.video_id],
    ['language', one.language],
    ['kind', one.kind],
    ['tracks', one.tracks.map(({ language, kind }) => `${language ?? '?'} (${kind ?? '?'})`).join(', ')],
    ['cues', one.cues.length],
    ['text', plainText(one.text)],
  ],
};

/** By `source.schema` of a record, which its operation names too. */
const VIEWS: Record<string, RecordView | undefined> = {
  'reelgate.video.v1': video,
  'reelgate.comment.v1': comment,
  'reelgate.author.v1': author,
  'reelgate.playlist.v1': playlist,
  'reelgate.transcript.v1': transcript,
};

/** Titles and texts give way to the other columns. */
const SHRINKING: readonly string[] = ['title', 'text', 'author'];

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}

/** Records with the fields that `--fields` names: a column for each. */
function chosenText(fields: readonly string[], records: readonly object[], columns: number | null): string {
  const cells = (one: object) => fields.map((name) => cellOf((one as Record<string, unknown>)[name]));
  const heads = fields.map((title) => ({
    title,
    canShrink: SHRINKING.includes(title),
    isMain: title === fields.find((name) => SHRINKING.includes(name)),
    goesBelow: title === 'url' && fields.length > 1,
  }));
  return renderTable(heads, records.map(cells), columns);
}

interface ItemFact {
  column: Column;
  of(item: { platform?: unknown; match?: unknown }): Cell;
  isShown(cells: readonly Cell[]): boolean;
}

/** What items are shown with only where it tells them apart: of many platforms their own, and of the library what they have of the keyword. */
const ITEM_FACTS: readonly ItemFact[] = [
  {
    column: { title: 'platform' },
    of: ({ platform }) => String(platform),
    isShown: (cells) => new Set(cells).size > 1,
  },
  {
    column: { title: 'match', isExtra: true },
    of: ({ match }) => (match === undefined ? null : String(match)),
    isShown: (cells) => cells.some((cell) => cell !== null),
  },
];

/** Prints a page, one record or several. An answer of the native group has neither `items` nor `item` and is printed as received. */
export function answerText(
  schema: string,
  { items, item, fields }: { items?: unknown; item?: unknown; fields?: readonly string[] },
  raw: string,
  columns: number | null,
): string {
  const view = VIEWS[schema];
  if (fields !== undefined)
    return chosenText(fields, (items as object[] | undefined) ?? [item as object], columns);
  if (view?.fields !== undefined && typeof item === 'object')
    return renderFields(view.fields(item as never), columns);
  if (view === undefined || !Array.isArray(items)) return `${plainText(raw)}\n`;
  if (items.length === 0) return 'No items.\n';
  const rows = items.map((one) => view.row(one as never));
  const [number, ...others] = view.columns;
  const said = ITEM_FACTS.flatMap(({ column, of, isShown }) => {
    const cells = items.map(of);
    return isShown(cells) ? [{ column, cells }] : [];
  });
  const named = rows.map(([first = null, ...rest], at): Cell[] => [
    first,
    ...said.map(({ cells }) => cells[at]!),
    ...rest,
  ]);
  return renderTable([number!, ...said.map(({ column }) => column), ...others], named, columns);
}
