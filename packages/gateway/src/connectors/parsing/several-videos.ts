// The result of a look-up of several ids: which were found and which are absent, or a failure because the answer is about other videos. A
// platform answers in its own order, and omits what it does not have.
import type { Absent, AttemptFailure, FoundRecord, SeveralFound, UpstreamResponse } from '../connector.ts';
import { LEFT_OUT, type Readable } from './blank-video.ts';
import { type Json, object } from './json.ts';
import { absent, isSameId, otherVideo } from './one-video.ts';

/** How one record of the answer is read: its ids, and the video. */
export interface OneOfSeveral {
  names: readonly (string | null)[];
  video: Readable;
}

/** If the record of an id cannot be read, the id gets no result: it is neither found nor absent. */
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
