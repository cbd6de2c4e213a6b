// What the YouTube Data API offers besides the search and the look-up of a video: authors, their uploads, comments, replies, playlists and
// the chart. Each exchange costs one of 10,000 daily units, not one of the 100 searches; only the search for authors is a search.
import type { ConnectorOperations } from '../connector.ts';
import { LOOK_UP_COST, type YoutubeApi } from './youtube-api.ts';
import { youtubeAuthors } from './youtube-authors.ts';
import { youtubeComments, youtubeReplies } from './youtube-comments.ts';
import { youtubePlaylists } from './youtube-playlists.ts';
import { youtubePopular } from './youtube-popular.ts';
import { UPLOADS_PAGE_MAX, Uploads, uploadsRequest } from './youtube-uploads.ts';

type YoutubeLists = Pick<
  ConnectorOperations,
  | 'author.videos'
  | 'video.comments'
  | 'comment.replies'
  | 'author.get'
  | 'author.search'
  | 'playlist.get'
  | 'playlist.videos'
  | 'video.popular'
>;

export function youtubeLists(api: YoutubeApi): YoutubeLists {
  return {
    'author.videos': {
      request: (input, provider) => uploadsRequest(api, input, provider),
      parse: (response, input, provider) => new Uploads(api, input, provider).parse(response),
      looksUpHandles: true,
      sorts: ['newest'],
      pageItemsMax: UPLOADS_PAGE_MAX,
      missing: api.missing,
      cost: LOOK_UP_COST,
    },
    'video.comments': youtubeComments(api),
    'comment.replies': youtubeReplies(api),
    ...youtubeAuthors(api),
    ...youtubePlaylists(api),
    'video.popular': youtubePopular(api),
  };
}
