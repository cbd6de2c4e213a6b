// The operation `video.related`: the videos that a platform shows beside one video, page by page. It reads and checks input and does nothing
// else.
import { type Failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { Video } from '../domain/video.ts';
import type { AskedPage, PageOperation } from './operation.ts';
import { nativePageOf, pageSchemaOf } from './page-answer.ts';
import {
  pageParameters,
  readPageChoices,
  readVideoId,
  VIDEO_BY_ADDRESS,
  videoParameters,
} from './parameters.ts';
import { videoRecord } from './video-record.ts';

const RelatedQuery = Type.Object({ ...videoParameters, ...pageParameters });

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(RelatedQuery.properties));

const ask = { id: Type.String() };

const NOT_CHARGED =
  'A video without related ones is a success; one that is not there is 404 `VIDEO_NOT_FOUND` and costs nothing.';

export const videoRelated: PageOperation = {
  name: 'video.related',
  actions: {
    list_related_videos_v2: {
      variant: 'stable',
      operationId: 'listRelatedVideos',
      summary: 'Videos related to a video (stable)',
      description: `When a provider of the platform fails, the next one is asked. ${NOT_CHARGED}`,
      firstPrice: '0.008',
    },
    list_related_videos: {
      variant: 'economy',
      operationId: 'listRelatedVideosEconomy',
      summary: 'Videos related to a video (economy)',
      description: `One provider, one attempt, at a lower price. ${NOT_CHARGED}`,
      firstPrice: '0.003',
    },
  },
  tag: 'Videos',
  unit: 'call',
  shape: 'page',
  query: RelatedQuery,
  byAddress: VIDEO_BY_ADDRESS,
  answers: {
    u1: pageSchemaOf(ask, Video, {
      $id: 'RelatedPage',
      description: 'One page of unified records (group u1).',
    }),
    u2: nativePageOf(ask, {
      $id: 'NativeRelatedPage',
      description: "One page in the platform's own shape (group u2).",
    }),
  },
  record: videoRecord,
  failures: ['INVALID_CURSOR', 'VIDEO_NOT_FOUND'],
  method: 'videos.related',
  sample: { id: 'sample-en-01' },
  tool: {
    name: 'list_related_videos',
    title: 'Related videos',
    description:
      'Videos that a platform shows beside one video. Gives one line per video and a cursor for more.',
  },
  playground: { about: 'video', labels: { en: 'Related', zh: '相关视频' } },
  command: {
    words: 'video related',
    summary: 'List the videos related to a video through a running gateway, as a customer',
    arguments: ['id'],
    notes: 'A video that is not there costs nothing.',
    examples: [
      'video related https://vimeo.com/76979871',
      'video related sample-en-01 --platform library --count 5',
    ],
  },
  read: readRelated,
  isSorted: false,
  absent: 'VIDEO_NOT_FOUND',
  finish: ({ items }) => ({ items, says: {}, mark: null }),
};

function readRelated(query: Record<string, string>): AskedPage | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const id = readVideoId(query.id);
  if (isFailure(id)) return id;
  const choices = readPageChoices(query);
  if (isFailure(choices)) return choices;
  return { ask: { id }, ...choices };
}
