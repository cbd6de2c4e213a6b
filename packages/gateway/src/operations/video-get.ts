// The operation `video.get`: one video by its id, or several by their ids, as they are now. It reads and checks input and does nothing
// else.
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { VIDEO_ID_CHARS_MAX, VIDEO_IDS_MAX } from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { Video } from '../domain/video.ts';
import { recordsOf } from './batch-answer.ts';
import type { Asked, RecordOperation } from './operation.ts';
import {
  includeParameter,
  maxAgeParameter,
  readInclude,
  readMaxAge,
  readText,
  readVideoId,
  VIDEO_BY_ADDRESS,
  videoParameters,
} from './parameters.ts';
import { nativeRecordOf, recordOf } from './record-answer.ts';
import { wholeVideoRecord } from './video-record.ts';

const VideoQuery = Type.Object({
  ...videoParameters,
  ids: Type.Optional(
    Type.String({
      minLength: 1,
      description: `Ids of several videos, separated by commas: at most ${VIDEO_IDS_MAX}, without repeats; only in group u1. The price is charged for each video found.`,
      examples: ['sample-0001,sample-0002'],
    }),
  ),
  include: includeParameter,
  max_age: maxAgeParameter,
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(VideoQuery.properties));

const NOT_CHARGED =
  'A video that is not there is 404 `VIDEO_NOT_FOUND` and costs nothing. With `ids` several are asked for: the answer has those found, each ' +
  'at the price of one, and names those that are not there, which cost nothing.';

export const videoGet: RecordOperation = {
  name: 'video.get',
  actions: {
    get_video_v2: {
      variant: 'stable',
      operationId: 'getVideo',
      summary: 'One video (stable)',
      description: `When a provider of the platform fails, the next one is asked. ${NOT_CHARGED}`,
      firstPrice: '0.004',
    },
    get_video: {
      variant: 'economy',
      operationId: 'getVideoEconomy',
      summary: 'One video (economy)',
      description: `One provider, one attempt, at a lower price. ${NOT_CHARGED}`,
      firstPrice: '0.002',
    },
  },
  tag: 'Videos',
  unit: 'call',
  shape: 'record',
  query: VideoQuery,
  byAddress: VIDEO_BY_ADDRESS,
  answers: {
    u1: recordOf({ id: Type.String() }, Video, {
      $id: 'VideoAnswer',
      description: 'One unified record (group u1).',
    }),
    u2: nativeRecordOf(
      { id: Type.String() },
      { $id: 'NativeVideoAnswer', description: "One video in the platform's own shape (group u2)." },
    ),
  },
  record: wholeVideoRecord,
  failures: ['VIDEO_NOT_FOUND'],
  method: 'videos.get',
  sample: { id: 'sample-en-01' },
  tool: {
    name: 'get_video',
    title: 'One video',
    description: 'One video by its id or its address, as it is now. One that is not there costs nothing.',
  },
  playground: { about: 'video', labels: { en: 'Video', zh: '视频' } },
  command: {
    words: 'video get',
    summary: 'Get videos by address or id through a running gateway, as a customer',
    arguments: ['id'],
    notes:
      'Each address is a call of its own; ids go together, at the price of each one found. What is not there costs nothing.',
    examples: [
      'video get https://youtu.be/dQw4w9WgXcQ',
      'video get sample-en-01 sample-en-02 --platform library --json',
    ],
  },
  absent: 'VIDEO_NOT_FOUND',
  several: recordsOf(Video, {
    $id: 'VideosAnswer',
    description: 'Several unified records, asked for by `ids` (group u1).',
  }),
  read: readVideoQuery,
};

export function readVideoQuery(query: Record<string, string>): Asked | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const named = readNamed(query);
  if (isFailure(named)) return named;
  const includeRaw = readInclude(query.include);
  if (isFailure(includeRaw)) return includeRaw;
  const maxAgeSeconds = readMaxAge(query.max_age);
  if (isFailure(maxAgeSeconds)) return maxAgeSeconds;
  return { ...named, includeRaw, maxAgeSeconds };
}

function readNamed(query: Record<string, string>): Pick<Asked, 'ask' | 'ids'> | Failure {
  if (query.ids !== undefined && query.id !== undefined)
    return invalid('ids', 'cannot stand beside `id` or `url`');
  if (query.ids !== undefined) return readIds(query.ids);
  const id = readVideoId(query.id);
  return isFailure(id) ? id : { ask: { id } };
}

function readIds(given: string): Pick<Asked, 'ask' | 'ids'> | Failure {
  // One more than allowed is enough to see that a list is too long.
  const parts = given.split(',', VIDEO_IDS_MAX + 1);
  if (parts.length > VIDEO_IDS_MAX) return invalid('ids', `must name at most ${VIDEO_IDS_MAX} videos`);
  const ids: string[] = [];
  for (const part of parts) {
    const id = readText('ids', part, VIDEO_ID_CHARS_MAX);
    if (isFailure(id)) return id;
    if (ids.includes(id)) return invalid('ids', 'must not name a video twice');
    ids.push(id);
  }
  return { ask: { ids: ids.join(',') }, ids };
}
