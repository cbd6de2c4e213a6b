// Owns the export form of a stored record. An import of it gives the same record again, with the name of its site, days, cut texts and
// comments. Pure.
import { RECORD_TEXT_CHARS_MAX } from './limits.ts';
import type { LibraryComment, LibraryRecord, PublishedPrecision } from './record.ts';

/** `comments` is null where nothing of them was saved. */
export function importableLine(record: LibraryRecord, comments: readonly LibraryComment[] | null): string {
  const {
    id,
    alt_ids: altIds = [],
    origin,
    published_precision: precision,
    text_truncated: isCut,
    ...rest
  } = record;
  const [ownId, displayed] = origin === undefined ? [id, altIds[0]] : [altIds[0] ?? id, altIds[1]];
  // What is undefined is left out of the text.
  return JSON.stringify({
    id: ownId,
    extractor: origin,
    display_id: displayed,
    ...rest,
    published_at: writtenTime(rest.published_at, precision),
    // One character more than is kept.
    text: isCut === true ? `${rest.text}…`.padEnd(RECORD_TEXT_CHARS_MAX + 1, '…') : rest.text,
    comments: comments?.map(importableComment),
  });
}

function importableComment(comment: LibraryComment): object {
  const { author, root: _root, replies: _replies, published_precision: precision, ...rest } = comment;
  return {
    ...rest,
    published_at: writtenTime(rest.published_at, precision),
    author_id: author?.id,
    author: author?.name,
    author_url: author?.url,
    author_thumbnail: author?.avatar_url,
    author_is_verified: author?.verified,
  };
}

/** As precise as it was: a day has no hour, and a second no fraction. */
function writtenTime(at: string | undefined, precision: PublishedPrecision | undefined): string | undefined {
  if (precision === 'day') return at?.slice(0, at.indexOf('T'));
  return precision === 's' ? at?.replace(/\.\d{3}Z$/, 'Z') : at;
}
