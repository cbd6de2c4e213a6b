// The result of a look-up by one id or several: the requested video, its absence, or a failure because the answer is about another video. An
// answer counts for an id only if it contains that id.
import type { AbsenceReason } from '../../domain/failure.ts';
import type { Absent, AttemptFailure, FoundRecord, SeveralFound, UpstreamResponse } from '../connector.ts';
import { LEFT_OUT, type Readable } from './blank-records.ts';
import { badResponse } from './failures.ts';
import { type Json, object } from './json.ts';

export const absent = (reason: AbsenceReason = 'unknown'): Absent => ({ kind: 'absent', reason });

/** The platform's own record, and every id that it gives for the video. */
export interface Named {
  raw: unknown;
  names: readonly (string | null)[];
}

/** A video that is not public counts as private: knowing its id does not make it public. */
export function foundVideo(
  response: UpstreamResponse,
  asked: string,
  { raw, names }: Named,
  video: Readable,
): FoundRecord | Absent | AttemptFailure {
  if (names.every((name) => name === null)) return badResponse('the answer is no video');
  if (!names.some((name) => isSameId(name, asked))) return otherVideo(response);
  if (video === LEFT_OUT) return absent('private');
  return video === null ? badResponse('the answer is no video') : { kind: 'record', record: video, raw };
}

export const otherVideo = (response: UpstreamResponse) => another('video', response);
export const otherPlaylist = (response: UpstreamResponse) => another('playlist', response);
export const otherAuthor = (response: UpstreamResponse) => another('author', response);

/** Some platforms accept an id in any case. Ids that differ only in case practically never occur. */
export function isSameId(name: string | null, asked: string): boolean {
  return name === asked || name?.toLowerCase() === asked.toLowerCase();
}

/**
 * On a reused connection it may be a late copy of another answer. Otherwise the platform knows the requested video by another id; a caller
 * must not be able to harm the provider's health with such ids.
 */
function another(what: string, { isReused }: UpstreamResponse): AttemptFailure {
  const failure = { ...badResponse(`the answer is about another ${what}`), isOfInput: true };
  return isReused === true ? { ...failure, isForeign: true } : failure;
}

/** One id where the platform takes a list of ids. A separator in it is percent-encoded, which makes it an id that nobody has. */
export function listed(id: string, separator: ',' | '|'): string {
  return id.toWellFormed().replaceAll(separator, encodeURIComponent(separator));
}

/** How one record of the answer is read: its ids, and the video. */
interface OneOfSeveral {
  names: readonly (string | null)[];
  video: Readable;
}

/**
 * The result of a look-up of several ids: which were found and which are absent, or a failure because the answer is about other videos. A
 * platform answers in its own order, and omits what it does not have. If the record of an id cannot be read, the id gets no result: it is
 * neither found nor absent.
 */
export function foundVideos(
  response: UpstreamResponse,
  ids: readonly string[],
  records: readonly unknown[],
  read: (record: Json) => OneOfSeveral,
): SeveralFound | AttemptFailure {
  const found = new Map<string, FoundRecord | Absent>(ids.map((id) => [id, absent()]));
  for (const raw of records) {
    const { names, video } = read(object(raw));
    const asked = ids.filter((id) => names.some((name) => isSameId(name, id)));
    if (asked.length === 0) return otherVideo(response);
    for (const id of asked) {
      if (video === null) found.delete(id);
      else found.set(id, video === LEFT_OUT ? absent('private') : { kind: 'record', record: video, raw });
    }
  }
  return { kind: 'records', found };
}
