// Owns what a look-up of several ids makes of an answer: which of them it has, which it does not, and that it is about others. A platform
// answers in an order of its own, and says nothing of what is not there.
import type { Absent, AttemptFailure, FoundRecord, SeveralFound, UpstreamResponse } from '../connector.ts';
import { type Json, object } from './json.ts';
import { absent, isSameId, otherVideo } from './one-video.ts';
import { LEFT_OUT, type Readable } from './video.ts';

/** How one record of the answer is read: the ids that it gives, and the video. */
export interface OneOfSeveral {
  names: readonly (string | null)[];
  video: Readable;
}

/** Of an id whose record cannot be read nothing is said: it is neither there nor gone. */
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
