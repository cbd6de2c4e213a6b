// The public items of a list that a seller passed on. An item that is marked as private, deleted or under review is left out. Where the
// platform's own body is the answer nothing can be left out of it, so such a body is refused as a whole.
import type { AttemptFailure, Page, PageInput } from '../connector.ts';
import { LEFT_OUT, type Readable } from './blank-records.ts';
import { badResponse, notPublic } from './failures.ts';
import type { Json } from './json.ts';

export interface ReadVideo {
  record: Readable;
  raw: Json;
}

/** A list in which nothing can be read has an unknown format; an empty page would hide that. */
export function publicItems(
  read: readonly ReadVideo[],
  bodyIsAnswer: PageInput['bodyIsAnswer'],
): Page['items'] | AttemptFailure {
  if (read.length > 0 && read.every(({ record }) => record === null))
    return badResponse('no item of the list is readable');
  if (bodyIsAnswer === true && read.some(({ record }) => record === LEFT_OUT)) return notPublic();
  return read.flatMap(({ record, raw }) => (record === null || record === LEFT_OUT ? [] : [{ record, raw }]));
}
