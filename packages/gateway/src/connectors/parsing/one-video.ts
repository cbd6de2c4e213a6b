// Owns what a look-up by id makes of an answer: the video that was asked for, that there is none, or that the answer is about another one.
// An answer is taken for an id only where it names that id itself.
import type { AbsenceReason } from '../../domain/failure.ts';
import type { Absent, AttemptFailure, FoundRecord, UpstreamResponse } from '../connector.ts';
import { badResponse } from './failures.ts';
import { LEFT_OUT, type Readable } from './video.ts';

export const absent = (reason: AbsenceReason = 'unknown'): Absent => ({ kind: 'absent', reason });

/** The platform's own record, and every id that it gives for it. */
export interface Named {
  raw: unknown;
  names: readonly (string | null)[];
}

/** What is not public counts as private: that somebody knows its id does not make it everybody's. */
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
export const otherAuthor = (response: UpstreamResponse) => another('author', response);

/** Some platforms take an id in any case. No platform has two ids that differ in case alone often enough to meet both. */
export function isSameId(name: string | null, asked: string): boolean {
  return name === asked || name?.toLowerCase() === asked.toLowerCase();
}

/**
 * On a connection that was used before it may be a late copy of another answer. Otherwise the platform knows what was asked for by another name:
 * a caller must not be able to spoil the provider's health by such names.
 */
function another(what: string, { isReused }: UpstreamResponse): AttemptFailure {
  const failure = { ...badResponse(`the answer is about another ${what}`), isOfInput: true };
  return isReused === true ? { ...failure, isForeign: true } : failure;
}

/** One id where the platform takes a list of them: a separator in it is written so that it is an id that nobody has. */
export function listed(id: string, separator: ',' | '|'): string {
  return id.toWellFormed().replaceAll(separator, encodeURIComponent(separator));
}
