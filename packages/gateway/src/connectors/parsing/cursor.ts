// What connectors share about cursors: the bug of a cursor that no page gave, and a cursor that carries an author.
import type { Absent, AttemptFailure, PageInput } from '../connector.ts';
import { text } from './fields.ts';
import { array, parseJson } from './json.ts';

/**
 * The error for a cursor in a form that no page gave. Cursors are sealed, so only a bug of ours can cause it. It throws instead of starting
 * over: page 1 again would be sold twice.
 */
export function cursorMistake(): Error {
  return new Error('a cursor that no page of this walk gave');
}

/** The input with the list's own cursor, and with the id of the video's author; null until the video was looked up. */
export type WithCreator<Input> = Input & { creator: string | null };

/**
 * A cursor of comments that also carries the author of the video. Later pages mark the author's own comments by it, without another
 * look-up of the video.
 */
export function readCreator<Input extends PageInput>(input: Input): WithCreator<Input> {
  if (input.cursor === null) return { ...input, creator: null };
  const [cursor, creator] = array(parseJson(input.cursor, false));
  if (typeof cursor !== 'string') throw cursorMistake();
  return { ...input, cursor, creator: text(creator) };
}

export function keepCreator<Said extends { kind: 'page'; cursor: string | null } | Absent | AttemptFailure>(
  said: Said,
  creator: string | null,
): Said {
  if (said.kind !== 'page' || said.cursor === null) return said;
  return { ...said, cursor: JSON.stringify([said.cursor, creator]) };
}
