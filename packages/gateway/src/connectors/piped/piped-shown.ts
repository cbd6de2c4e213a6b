// What a Piped shows unasked: popular videos, and those beside a video.
import type { PopularTable } from '../../domain/search-filters.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
  Page,
  PopularInput,
  RelatedInput,
  UpstreamResponse,
} from '../connector.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import { segment } from '../parsing/fields.ts';
import { type Json, object, parseJson } from '../parsing/json.ts';
import { youtubeRefusal } from '../youtube-front-ends/youtube-front-end.ts';
import { FRONT_END_SHOWN_MAX, shownVideos } from '../youtube-front-ends/youtube-front-end-lists.ts';
import { pipedItems, pipedRequest } from './piped-api.ts';
import { readPipedVideo } from './piped-video.ts';

/** An instance wants a region. It passes it on to YouTube. */
const POPULAR_FILTERS: PopularTable = { region: 'preferred' };
/** As Invidious does without a region, so that both give the same list. */
const REGION_DEFAULT = 'US';

type ToVideo = (item: Json) => ParsedVideo | null;

export function pipedPopular(
  toVideo: ToVideo,
  missing: readonly string[],
): ConnectorOperations['video.popular'] {
  return {
    request: ({ region = REGION_DEFAULT }, provider) => pipedRequest(provider, '/trending', { region }),
    parse: (response, input) => parsePopular(response, input, toVideo),
    filters: () => POPULAR_FILTERS,
    pageItemsMax: FRONT_END_SHOWN_MAX,
    missing,
    cost: 1,
  };
}

export function pipedRelated(
  toVideo: ToVideo,
  missing: readonly string[],
): ConnectorOperations['video.related'] {
  return {
    request: ({ id }, provider) => pipedRequest(provider, `/streams/${segment(id)}`),
    parse: (response, input) => parseRelated(response, input, toVideo),
    pageItemsMax: FRONT_END_SHOWN_MAX,
    missing,
    cost: 1,
  };
}

function parsePopular(
  response: UpstreamResponse,
  input: PopularInput,
  toVideo: ToVideo,
): Page | AttemptFailure {
  const list = parseJson(response.body, input.wantsRaw);
  const refused = youtubeRefusal(response, list);
  if (refused !== null) return refused;
  if (!Array.isArray(list)) return unreadable(response);
  const items = pipedItems(list, 'stream');
  return 'kind' in items ? items : shownVideos(items, input, toVideo);
}

function parseRelated(
  response: UpstreamResponse,
  input: RelatedInput,
  toVideo: ToVideo,
): Page | Absent | AttemptFailure {
  const said = readPipedVideo(response, input);
  if (said.kind !== 'record') return said;
  const { relatedStreams } = object(said.raw);
  if (!Array.isArray(relatedStreams)) return badResponse('the answer has no related videos');
  const items = pipedItems(relatedStreams, 'stream');
  if ('kind' in items) return items;
  return shownVideos(items, input, (item) => {
    const video = toVideo(item);
    return video?.id === input.id ? null : video;
  });
}
