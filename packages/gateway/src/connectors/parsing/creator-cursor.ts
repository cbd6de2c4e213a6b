// A cursor of comments that also carries the author of the video. Later pages mark the author's own comments by it, without another
// look-up of the video.
import type { Absent, AttemptFailure, PageInput } from '../connector.ts';
import { cursorMistake } from './cursor-mistake.ts';
import { text } from './fields.ts';
import { array, parseJson } from './json.ts';

/** The input with the list's own cursor, and with the id of the video's author; null until the video was looked up. */
export type WithCreator<Input> = Input & { creator: string | null };

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
