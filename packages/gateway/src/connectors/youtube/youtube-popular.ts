// The chart of popular videos of the YouTube Data API. Its records are whole, so that one unit pays for a page.
import type {
  AttemptFailure,
  ConnectorOperations,
  Page,
  PopularInput,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { badResponse, failed } from '../parsing/failures.ts';
import { count } from '../parsing/fields.ts';
import { valued } from '../parsing/filters.ts';
import { array, object } from '../parsing/json.ts';
import { publicItems } from '../parsing/public-items.ts';
import { LOOK_UP_COST, nextToken, type YoutubeApi, youtubeList } from './youtube-api.ts';
import { categoryId } from './youtube-categories.ts';

const PAGE_MAX = 50;

export function youtubePopular(api: YoutubeApi): ConnectorOperations['video.popular'] {
  return {
    request: (input, provider) => chartRequest(api, input, provider),
    parse: (response, input) => parseChart(api, response, input),
    pageItemsMax: PAGE_MAX,
    missing: api.missing,
    cost: LOOK_UP_COST,
    filters: () => ({ region: 'exact', category: 'exact' }),
  };
}

function chartRequest({ get, parts }: YoutubeApi, input: PopularInput, provider: Provider): UpstreamRequest {
  return get(provider, 'videos', {
    part: parts,
    chart: 'mostPopular',
    maxResults: String(Math.min(input.count, PAGE_MAX)),
    ...valued({
      regionCode: input.region ?? provider.options.region,
      videoCategoryId: input.category && categoryId(input.category),
      pageToken: input.cursor ?? undefined,
    }),
  });
}

function parseChart(api: YoutubeApi, response: UpstreamResponse, input: PopularInput): Page | AttemptFailure {
  const said = youtubeList(api, response, input.wantsRaw, ['videoChartNotFound']);
  if (said.kind === 'absent') return withoutChart(input);
  if (said.kind !== 'list') return said;
  const { body } = said;
  const read = array(body.items)
    .map(object)
    .map((raw) => ({ record: api.wholeVideo(raw), raw }));
  const items = publicItems(read, input.bodyIsAnswer);
  if ('kind' in items) return items;
  const { token, end } = nextToken(body, read.length, input);
  const total = count(object(body.pageInfo).totalResults);
  return {
    kind: 'page',
    items,
    cursor: token,
    end,
    total: total === null ? null : { value: total, relation: 'approx' },
  };
}

/** YouTube has no chart for most categories, nor for every country. */
function withoutChart({ region, category }: PopularInput): AttemptFailure {
  return region === undefined && category === undefined
    ? badResponse('there is no chart')
    : failed('input_rejected', 'there is no chart for this region and category');
}
