// The query parameters that operations share: their schemas, and how each is read. A reader returns a value or a failure that names the
// parameter; it never throws on a caller's input.
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import {
  ADDRESS_TEXT_CHARS_MAX,
  AUTHOR_ID_CHARS_MAX,
  CURSOR_BYTES_MAX,
  LEGS_MAX,
  PAGE_ITEMS_DEFAULT,
  PAGE_ITEMS_MAX,
  PLAYLIST_ID_CHARS_MAX,
  VIDEO_ID_CHARS_MAX,
} from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';

/** Which kind of record the address in `url` must be of, and which parameters it replaces. */
export interface ByAddress {
  kind: 'video' | 'author' | 'playlist';
  instead: readonly string[];
}

/** The part of the settings that reading a query needs. */
export interface QueryLimits {
  keywordCharsMax: number;
}

/** One day: no answer is kept longer. */
const MAX_AGE_SECONDS_MAX = 86_400;

export const pcursorParameter = Type.Optional(
  Type.String({
    maxLength: CURSOR_BYTES_MAX,
    description:
      'Empty or absent for the first page; otherwise the `pcursor` of the previous answer, unchanged.',
  }),
);

export const countParameter = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: PAGE_ITEMS_MAX,
    default: PAGE_ITEMS_DEFAULT,
    description: 'Items per page. A platform may give fewer.',
  }),
);

export const includeParameter = Type.Optional(
  Type.Literal('raw', { description: "Adds the platform's own record to each item, as `raw`." }),
);

export const maxAgeParameter = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: MAX_AGE_SECONDS_MAX,
    description: 'The maximum age of the answer in seconds. 0 asks for a live one.',
  }),
);

export const videoIdParameter = Type.String({
  minLength: 1,
  maxLength: VIDEO_ID_CHARS_MAX,
  description: 'Id of the video, as search results give it.',
  examples: ['sample-en-01'],
});

const urlParameter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: ADDRESS_TEXT_CHARS_MAX,
    description:
      'The web address to use instead of an id, or a shared text that contains it. With the platform `any` it also determines the platform.',
    examples: ['https://youtu.be/dQw4w9WgXcQ'],
  }),
);

/** The caller sends one of them. */
export const videoParameters = { id: Type.Optional(videoIdParameter), url: urlParameter };
export const VIDEO_BY_ADDRESS: ByAddress = { kind: 'video', instead: ['id'] };

/** The caller sends one of them. */
export const playlistParameters = {
  playlist_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: PLAYLIST_ID_CHARS_MAX,
      description: 'Id of the playlist, as the platform writes it.',
      examples: ['sample-playlist'],
    }),
  ),
  url: urlParameter,
};
export const PLAYLIST_BY_ADDRESS: ByAddress = { kind: 'playlist', instead: ['playlist_id'] };

/** The parameters that every page has, apart from what it lists. */
export const pageParameters = {
  pcursor: pcursorParameter,
  count: countParameter,
  include: includeParameter,
  max_age: maxAgeParameter,
};

export const keywordParameter = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'What to search for, in any script. Counted in characters after trimming.',
  examples: ['猫'],
});

/** Only for the platform `all`. */
export const platformsParameter = Type.Optional(
  Type.String({
    description: `With the platform \`all\`: which ones, by name, separated by commas; at most ${LEGS_MAX}. Without it: all platforms that have this operation.`,
    examples: ['library,youtube'],
  }),
);

/** A call of one platform must not send it. */
export function refusePlatforms(query: Record<string, string>): Failure | null {
  return query.platforms === undefined ? null : invalid('platforms', 'is for the platform "all" alone');
}

export const AUTHOR_BY_ADDRESS: ByAddress = { kind: 'author', instead: ['author_id', 'handle'] };
export const authorParameters = {
  author_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: AUTHOR_ID_CHARS_MAX,
      description: 'Id of the author, as `author.id` of a record gives it. Send this or `handle`.',
      examples: ['sample-author-01'],
    }),
  ),
  handle: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: AUTHOR_ID_CHARS_MAX,
      description:
        'Name of the author on the platform, with or without `@` before it. Send this or `author_id`.',
    }),
  ),
  url: urlParameter,
};

export function sortParameter<Sort extends string>(sorts: readonly Sort[], description: string) {
  return Type.Optional(Type.Enum([...sorts], { description }));
}

/** null when the caller does not choose an order. */
export function readSort(sort: string | undefined, sorts: readonly string[]): string | null | Failure {
  if (sort === undefined) return null;
  return sorts.includes(sort) ? sort : invalid('sort', `must be one of: ${sorts.join(', ')}`);
}

/** The id of the video, for a call without `url`. */
export function readVideoId(id: string | undefined): string | Failure {
  return id === undefined ? invalid('id', 'is required, or a url') : readText('id', id, VIDEO_ID_CHARS_MAX);
}

/** The id of the playlist, for a call without `url`. */
export function readPlaylistId(id: string | undefined): string | Failure {
  if (id === undefined) return invalid('playlist_id', 'is required, or a url');
  return readText('playlist_id', id, PLAYLIST_ID_CHARS_MAX);
}

/** The one of the two parameters that was sent. */
export function readAuthor(
  query: Record<string, string>,
): { author_id: string } | { handle: string } | Failure {
  const { author_id, handle } = query;
  if (author_id !== undefined && handle !== undefined)
    return invalid('handle', 'must not be sent together with author_id');
  if (handle !== undefined) return readHandle(handle);
  const id = readText('author_id', author_id, AUTHOR_ID_CHARS_MAX);
  if (!isFailure(id)) return { author_id: id };
  return author_id === undefined ? invalid('author_id', 'is required, or a handle or a url') : id;
}

function readHandle(given: string): { handle: string } | Failure {
  const handle = readText('handle', given.trim().replace(/^@/, ''), AUTHOR_ID_CHARS_MAX);
  return isFailure(handle) ? handle : { handle };
}

/** The parameters that every call for a page has, apart from what it searches for. */
export function readPageChoices(
  query: Record<string, string>,
): { pcursor: string | null; count: number; includeRaw: boolean; maxAgeSeconds: number | null } | Failure {
  const count = readCount(query.count);
  if (isFailure(count)) return count;
  const includeRaw = readInclude(query.include);
  if (isFailure(includeRaw)) return includeRaw;
  const maxAgeSeconds = readMaxAge(query.max_age);
  if (isFailure(maxAgeSeconds)) return maxAgeSeconds;
  return { pcursor: query.pcursor || null, count, includeRaw, maxAgeSeconds };
}

export function readCount(count = String(PAGE_ITEMS_DEFAULT)): number | Failure {
  if (/^\d{1,3}$/.test(count) && Number(count) >= 1 && Number(count) <= PAGE_ITEMS_MAX) return Number(count);
  return invalid('count', `must be a whole number from 1 to ${PAGE_ITEMS_MAX}`);
}

export function readInclude(include: string | undefined): boolean | Failure {
  if (include === undefined || include === 'raw') return include === 'raw';
  return invalid('include', 'must be "raw"');
}

export function readMaxAge(maxAge: string | undefined): number | null | Failure {
  if (maxAge === undefined) return null;
  if (/^\d{1,5}$/.test(maxAge) && Number(maxAge) <= MAX_AGE_SECONDS_MAX) return Number(maxAge);
  return invalid('max_age', `must be a whole number of seconds from 0 to ${MAX_AGE_SECONDS_MAX}`);
}

/** A required text, trimmed. */
export function readText(name: string, given: string | undefined, charsMax: number): string | Failure {
  const text = given?.trim();
  if (text === undefined) return invalid(name, 'is required');
  if (text === '') return invalid(name, 'must not be empty');
  // A code point takes at most two UTF-16 units, so a longer text need not be counted.
  if (text.length > 2 * charsMax || characters(text) > charsMax) {
    return invalid(name, `must have at most ${charsMax} characters`);
  }
  return text;
}

/** Counts code points, so that an emoji or a rare Han character is one. */
function characters(text: string): number {
  return [...text].length;
}
