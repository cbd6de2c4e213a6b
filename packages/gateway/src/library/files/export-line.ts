// The export form of a stored record. Importing it gives the same record again, with the name of its site, dates, cut texts and comments.
// Pure.
import { RECORD_TEXT_CHARS_MAX } from '../limits.ts';
import type { LibraryComment, LibraryRecord, PublishedPrecision } from '../record.ts';

/** `comments` is null when no comments were saved. */
export function exportLine(
  record: LibraryRecord,
  comments: readonly LibraryComment[] | null,
  transcripts: readonly string[],
): string {
  const {
    id,
    alt_ids: altIds = [],
    origin,
    published_precision: precision,
    text_truncated: isCut,
    tracks = [],
    ...rest
  } = record;
  const [ownId, displayed] = origin === undefined ? [id, altIds[0]] : [altIds[0] ?? id, altIds[1]];
  // JSON.stringify omits undefined fields.
  return JSON.stringify({
    id: ownId,
    extractor: origin,
    display_id: displayed,
    ...rest,
    published_at: writtenTime(rest.published_at, precision),
    // One character more than is kept, so that the import marks the text as cut again.
    text: isCut === true ? `${rest.text}…`.padEnd(RECORD_TEXT_CHARS_MAX + 1, '…') : rest.text,
    comments: comments?.map(importableComment),
    transcripts:
      transcripts.length === 0
        ? undefined
        : transcripts.map((content, i) => ({ ...tracks[i], digest: undefined, text: content })),
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

/** With its original precision: a date has no hour, and a time in seconds no fraction. */
function writtenTime(at: string | undefined, precision: PublishedPrecision | undefined): string | undefined {
  if (precision === 'day') return at?.slice(0, at.indexOf('T'));
  return precision === 's' ? at?.replace(/\.\d{3}Z$/, 'Z') : at;
}
