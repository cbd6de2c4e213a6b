// The entries of a playlist: videos that everybody may see become items with their places, the others are counted.
import type { ParsedVideo } from '../../domain/video.ts';
import type { AttemptFailure, Page, PageInput } from '../connector.ts';
import { LEFT_OUT, type Readable } from './blank-records.ts';
import { badResponse, notPublic } from './failures.ts';

/** The platform keeps the place, and says nothing of the video there but that it is deleted, private or blocked. */
export const UNAVAILABLE = Symbol('unavailable');

export interface PlaylistEntry {
  /** Its place in the whole playlist, from 1; null when the platform does not say. */
  position: number | null;
  /** `LEFT_OUT` for a whole record of a video that is not public; null for an entry that cannot be read. */
  video: Readable | typeof UNAVAILABLE;
  raw: unknown;
}

/**
 * Only entries that no earlier page of the walk has counted may be given. A list in which nothing can be read has an unknown format; an
 * empty page would hide that. Where the platform's own body is the answer, a body with a whole record that is not public is refused.
 */
export function playlistItems(
  entries: readonly PlaylistEntry[],
  { bodyIsAnswer }: Pick<PageInput, 'bodyIsAnswer'>,
): Required<Pick<Page, 'items' | 'unavailable'>> | AttemptFailure {
  if (entries.length > 0 && entries.every(({ video }) => video === null))
    return badResponse('no entry of the playlist is readable');
  if (bodyIsAnswer === true && entries.some(({ video }) => video === LEFT_OUT)) return notPublic();
  const items = entries.flatMap(({ position, video, raw }) =>
    isVideo(video) ? [{ record: position === null ? video : { ...video, position }, raw }] : [],
  );
  const unavailable = entries.filter(({ video }) => video === UNAVAILABLE || video === LEFT_OUT).length;
  return { items, unavailable };
}

function isVideo(video: PlaylistEntry['video']): video is ParsedVideo {
  return video !== null && video !== UNAVAILABLE && video !== LEFT_OUT;
}
