// What an Invidious shows unasked: popular videos, and those beside a video.
import type { PopularTable } from '../../domain/search-filters.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
  FoundRecord,
  Page,
  Provider,
  RelatedInput,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { missingFrom } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { roundedCount, segment } from '../parsing/fields.ts';
import { valued } from '../parsing/filters.ts';
import { type Json, object } from '../parsing/json.ts';
import { FRONT_END_MISSING } from '../youtube-front-ends/youtube-front-end.ts';
import { FRONT_END_SHOWN_MAX, shownVideos } from '../youtube-front-ends/youtube-front-end-lists.ts';
import { invidiousRecords, invidiousRequest } from './invidious-api.ts';

type ToVideo = (record: Json, provider: Provider) => ParsedVideo | null;
type ReadVideo = (
  response: UpstreamResponse,
  input: VideoInput,
  provider: Provider,
) => FoundRecord | Absent | AttemptFailure;

/** The two lists that are left of YouTube's trends. For another name the instance gives broadcasts. It passes the region on to YouTube. */
const POPULAR_FILTERS: PopularTable = {
  region: 'preferred',
  'category=gaming': 'exact',
  'category=livestreams': 'exact',
};

const RELATED_MISSING = [...FRONT_END_MISSING, 'text', 'author.handle'];

export function invidiousPopular(toVideo: ToVideo): ConnectorOperations['video.popular'] {
  return {
    request: ({ region, category }, provider) =>
      invidiousRequest(provider, 'trending', valued({ region, type: category })),
    parse(response, input, provider) {
      const records = invidiousRecords(response, input.wantsRaw, 'video');
      return 'kind' in records ? records : shownVideos(records, input, (record) => toVideo(record, provider));
    },
    filters: () => POPULAR_FILTERS,
    pageItemsMax: FRONT_END_SHOWN_MAX,
    missing: FRONT_END_MISSING,
    cost: 1,
  };
}

/** `readVideo` is that of `video.get`: it tells whether the video is public. */
export function invidiousRelated(
  readVideo: ReadVideo,
  toVideo: ToVideo,
): ConnectorOperations['video.related'] {
  return {
    request: ({ id }, provider) => invidiousRequest(provider, `videos/${segment(id)}`),
    parse: (response, input, provider) =>
      parseRelated(readVideo(response, input, provider), input, (record) =>
        related(record, toVideo(record, provider)),
      ),
    pageItemsMax: FRONT_END_SHOWN_MAX,
    missing: RELATED_MISSING,
    cost: 1,
  };
}

function parseRelated(
  said: FoundRecord | Absent | AttemptFailure,
  input: RelatedInput,
  read: (record: Json) => ParsedVideo | null,
): Page | Absent | AttemptFailure {
  if (said.kind !== 'record') return said;
  const { recommendedVideos } = object(said.raw);
  if (!Array.isArray(recommendedVideos)) return badResponse('the answer has no related videos');
  const others = recommendedVideos.map(object).filter(({ videoId }) => videoId !== input.id);
  return shownVideos(others, input, read);
}

/** Views come as a rounded text such as `1.1K`, and 0 stands for none known. A broadcast has no length here, like a video whose length is not known. */
function related(record: Json, video: ParsedVideo | null): ParsedVideo | null {
  if (video === null) return null;
  const { value } = roundedCount(record.viewCountText);
  const views = video.stats.views ?? (value || null);
  return {
    ...video,
    kind: video.duration_ms === null ? 'unknown' : 'video',
    stats: { ...video.stats, views },
    approx: views === null ? [] : ['views'],
    missing: missingFrom(RELATED_MISSING),
  };
}
