// Lists of Dailymotion that belong to no author: what is popular, and the videos related to one.
import type { PopularTable } from '../../domain/search-filters.ts';
import type {
  Absent,
  ConnectorOperations,
  Page,
  Parsed,
  PopularInput,
  Provider,
  RelatedInput,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { LEFT_OUT } from '../parsing/blank-records.ts';
import { segment } from '../parsing/fields.ts';
import { valued } from '../parsing/filters.ts';
import { isSameId } from '../parsing/found-videos.ts';
import { parseJson } from '../parsing/json.ts';
import { placeOf } from '../parsing/numbered-pages.ts';
import { ofPublicOwner } from '../parsing/proved-empty.ts';
import { askedAgain, type DailymotionApi } from './dailymotion-authors.ts';
import { absentVideo, dailymotionVideo } from './dailymotion-record.ts';

const FILTERS: PopularTable = {
  // The country that the owner states.
  region: 'preferred',
  category: 'exact',
  'period=day': 'exact',
  'period=week': 'exact',
  'period=month': 'exact',
  'period=all': 'exact',
};
/** By the views of that time. It has no such order for a year. */
const ORDERS: Partial<Record<NonNullable<PopularInput['period']>, string>> = {
  day: 'visited-today',
  week: 'visited-week',
  month: 'visited-month',
  all: 'visited',
};

export function dailymotionLists(
  api: DailymotionApi,
): Pick<ConnectorOperations, 'video.popular' | 'video.related'> {
  const whole = [...api.coreFields, ...api.moreFields];
  const shared = { pageItemsMax: api.pageSizes.max, missing: api.missing, cost: 1 };
  return {
    'video.popular': {
      ...shared,
      request: (input, provider) => popularRequest(api, input, provider, whole),
      parse: (response, input, provider) =>
        askedAgain(api, response, popularRequest(api, input, provider, api.coreFields), (answer) =>
          api.parsePage(answer, parseJson(answer.body, input.wantsRaw), input, provider),
        ),
      filters: () => FILTERS,
    },
    'video.related': {
      ...shared,
      request: (input, provider) => relatedRequest(api, input, provider, whole),
      parse: (response, input, provider) =>
        askedAgain(api, response, relatedRequest(api, input, provider, api.coreFields), (answer) =>
          parseRelated(api, answer, input, provider),
        ),
    },
  };
}

/** The parameters that every list of videos takes. */
function listQuery(
  { pageSizes }: DailymotionApi,
  input: PopularInput | RelatedInput,
  { options }: Provider,
  fields: readonly string[],
): Record<string, string> {
  const { size, page } = placeOf(input, pageSizes);
  return valued({
    fields: fields.join(','),
    limit: String(size),
    page: String(page),
    family_filter: options.family_filter === 'false' && 'false',
  });
}

function popularRequest(
  api: DailymotionApi,
  input: PopularInput,
  provider: Provider,
  fields: readonly string[],
): UpstreamRequest {
  return api.get(provider, '/videos', {
    sort: (input.period && ORDERS[input.period]) ?? 'trending',
    ...valued({ country: input.region?.toLowerCase(), channel: input.category }),
    ...listQuery(api, input, provider, fields),
  });
}

function relatedRequest(
  api: DailymotionApi,
  input: RelatedInput,
  provider: Provider,
  fields: readonly string[],
): UpstreamRequest {
  return api.get(provider, `/video/${segment(input.id)}/related`, listQuery(api, input, provider, fields));
}

/** The list does not say whether the video exists or is public, so the first page looks it up. */
function parseRelated(
  api: DailymotionApi,
  response: UpstreamResponse,
  input: RelatedInput,
  provider: Provider,
): Parsed<Page | Absent> {
  const body = parseJson(response.body, input.wantsRaw);
  const missing = absentVideo(body);
  if (missing !== null) return missing;
  const page = api.parseList(response, body, input, (record) => {
    const video = dailymotionVideo(record, provider);
    return video !== null && video !== LEFT_OUT && isSameId(video.id, input.id) ? LEFT_OUT : video;
  });
  return ofPublicOwner(page, input, {
    request: api.videoRequest(input, provider, api.coreFields),
    read: (answer) => api.readVideo(answer, parseJson(answer.body, input.wantsRaw), input, provider),
  });
}
