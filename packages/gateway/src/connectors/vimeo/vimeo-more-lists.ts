// How Vimeo is asked for popular videos, which are those that its staff picks, and for videos related to one.
import type { ConnectorOperations, Provider, RelatedInput, UpstreamResponse } from '../connector.ts';
import { LEFT_OUT } from '../parsing/blank-video.ts';
import { numberedPage } from '../parsing/numbered-pages.ts';
import { absent } from '../parsing/one-video.ts';
import { ofPublicVideo } from '../parsing/proved-empty.ts';
import { isUnknown, paged, VIMEO_PAGE_MAX, type VimeoApi, vimeoPath } from './vimeo-lists.ts';

type MoreLists = Pick<ConnectorOperations, 'video.popular' | 'video.related'>;

export function vimeoMoreLists(api: VimeoApi): MoreLists {
  const parts = { pageItemsMax: VIMEO_PAGE_MAX, missing: api.missing, cost: 1 };
  return {
    'video.popular': {
      request: (input, provider) => {
        const newest = { sort: 'added', direction: 'desc', fields: api.fields };
        return api.get(provider, '/channels/staffpicks/videos', paged(input, newest));
      },
      parse: api.parsePage,
      filters: () => ({}),
      ...parts,
    },
    'video.related': {
      request: (input, provider) => {
        const query = paged(input, { filter: 'related', fields: api.fields });
        return api.get(provider, `${vimeoPath(input.id)}/videos`, query);
      },
      parse: (response, input, provider) => parseRelated(api, response, input, provider),
      ...parts,
    },
  };
}

/** The first page looks at the video: a token opens videos that only its owner may see. */
function parseRelated(api: VimeoApi, response: UpstreamResponse, input: RelatedInput, provider: Provider) {
  if (isUnknown(response)) return absent();
  const read = api.readPage(response, input);
  if ('kind' in read) return read;
  const page = numberedPage(read.upstream, read.place, input.count, (record) =>
    api.namesOf(record).includes(input.id) ? LEFT_OUT : api.toVideo(record),
  );
  return ofPublicVideo(page, input, {
    request: api.videoRequest(input.id, provider),
    read: (answer) => api.parseVideo(answer, input),
  });
}
