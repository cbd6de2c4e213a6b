// Owns the operation `video.get`: one video by its id, as it is now. It reads and checks input; it never reaches for a platform, a
// price or a clock.
import { type Failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { Video } from '../domain/video.ts';
import type { Asked, RecordOperation } from './operation.ts';
import {
  includeParameter,
  maxAgeParameter,
  readInclude,
  readMaxAge,
  readVideoId,
  VIDEO_BY_ADDRESS,
  videoParameters,
} from './parameters.ts';
import { nativeRecordOf, recordOf } from './record-answer.ts';
import { videoRecord } from './video-record.ts';

export const VideoQuery = Type.Object({
  ...videoParameters,
  include: includeParameter,
  max_age: maxAgeParameter,
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(VideoQuery.properties));

const NOT_CHARGED = 'A video that is not there is 404 `VIDEO_NOT_FOUND` and costs nothing.';

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
  record: videoRecord,
  failures: ['VIDEO_NOT_FOUND'],
  absent: 'VIDEO_NOT_FOUND',
  read: readVideoQuery,
};

export function readVideoQuery(query: Record<string, string>): Asked | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const id = readVideoId(query.id);
  if (isFailure(id)) return id;
  const includeRaw = readInclude(query.include);
  if (isFailure(includeRaw)) return includeRaw;
  const maxAgeSeconds = readMaxAge(query.max_age);
  if (isFailure(maxAgeSeconds)) return maxAgeSeconds;
  return { ask: { id }, includeRaw, maxAgeSeconds };
}
