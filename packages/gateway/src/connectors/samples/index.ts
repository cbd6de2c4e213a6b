// The samples of each operation of each connector, from the folders of the upstreams; the contract suite runs them all. Only tests read them: no connector imports its
// samples, and the published package does not contain them. All are made up from documents. A recording, of what a server really sent,
// would name its source.
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import { simulatedSituations } from '../../testing/platforms/situations.ts';
import { samples as archive } from '../archive/archive.samples.ts';
import {
  authorVideosSamples as archiveAuthorVideos,
  commentsSamples as archiveComments,
  popularSamples as archivePopular,
} from '../archive/archive-lists.samples.ts';
import {
  transcriptSamples as archiveTranscript,
  samples as archiveVideo,
} from '../archive/archive-video.samples.ts';
import { samples as commons } from '../commons/commons.samples.ts';
import {
  authorSamples as commonsAuthor,
  authorVideosSamples as commonsAuthorVideos,
} from '../commons/commons-authors.samples.ts';
import {
  transcriptSamples as commonsTranscript,
  samples as commonsVideo,
} from '../commons/commons-video.samples.ts';
import type {
  ConnectorOperations,
  ExpectedAbsence,
  ExpectedNoTranscript,
  ExpectedPage,
  ExpectedRecord,
  Listing,
  Lookup,
  OperationName,
  OwnedListing,
  Sample,
  Transcribing,
  TranscriptInput,
} from '../connector.ts';
import {
  samples as coub,
  authorSamples as coubAuthor,
  authorVideosSamples as coubAuthorVideos,
  videoSamples as coubVideo,
} from '../coub/coub.samples.ts';
import { samples as dailymotion } from '../dailymotion/dailymotion.samples.ts';
import {
  authorSamples as dailymotionAuthor,
  authorVideosSamples as dailymotionAuthorVideos,
} from '../dailymotion/dailymotion-authors.samples.ts';
import {
  authorSearchSamples as dailymotionAuthorSearch,
  playlistSamples as dailymotionPlaylist,
  playlistVideosSamples as dailymotionPlaylistVideos,
  popularSamples as dailymotionPopular,
  relatedSamples as dailymotionRelated,
} from '../dailymotion/dailymotion-lists.samples.ts';
import { transcriptSamples as dailymotionTranscript } from '../dailymotion/dailymotion-transcript.samples.ts';
import { samples as dailymotionVideo } from '../dailymotion/dailymotion-video.samples.ts';
import { samples as invidious } from '../invidious/invidious.samples.ts';
import {
  authorSamples as invidiousAuthor,
  authorVideosSamples as invidiousAuthorVideos,
  commentsSamples as invidiousComments,
  repliesSamples as invidiousReplies,
} from '../invidious/invidious-lists.samples.ts';
import {
  authorSearchSamples as invidiousAuthorSearch,
  playlistSamples as invidiousPlaylist,
  playlistVideosSamples as invidiousPlaylistVideos,
  popularSamples as invidiousPopular,
  relatedSamples as invidiousRelated,
} from '../invidious/invidious-more-lists.samples.ts';
import { transcriptSamples as invidiousTranscript } from '../invidious/invidious-transcript.samples.ts';
import { samples as invidiousVideo } from '../invidious/invidious-video.samples.ts';
import { samples as justoneapi } from '../justoneapi/justoneapi.samples.ts';
import { authorSearchSamples as justoneapiAuthorSearch } from '../justoneapi/justoneapi-author-search.samples.ts';
import {
  authorSamples as justoneapiAuthor,
  authorVideosSamples as justoneapiAuthorVideos,
  commentsSamples as justoneapiComments,
  repliesSamples as justoneapiReplies,
} from '../justoneapi/justoneapi-lists.samples.ts';
import {
  transcriptSamples as justoneapiTranscript,
  samples as justoneapiVideo,
} from '../justoneapi/justoneapi-video.samples.ts';
import { samples as library, videoSamples as libraryVideo } from '../library/library.samples.ts';
import {
  authorSamples as libraryAuthor,
  authorVideosSamples as libraryAuthorVideos,
  commentsSamples as libraryComments,
  repliesSamples as libraryReplies,
} from '../library/library-lists.samples.ts';
import {
  authorSearchSamples as libraryAuthorSearch,
  playlistSamples as libraryPlaylist,
  playlistVideosSamples as libraryPlaylistVideos,
  popularSamples as libraryPopular,
  relatedSamples as libraryRelated,
} from '../library/library-more-lists.samples.ts';
import { transcriptSamples as libraryTranscript } from '../library/library-transcript.samples.ts';
import {
  samples as showcase,
  authorSamples as showcaseAuthor,
  authorSearchSamples as showcaseAuthorSearch,
  authorVideosSamples as showcaseAuthorVideos,
  commentsSamples as showcaseComments,
  playlistSamples as showcasePlaylist,
  playlistVideosSamples as showcasePlaylistVideos,
  popularSamples as showcasePopular,
  relatedSamples as showcaseRelated,
  repliesSamples as showcaseReplies,
  transcriptSamples as showcaseTranscript,
  videoSamples as showcaseVideo,
} from '../library/showcase.samples.ts';
import { samples as niconico } from '../niconico/niconico.samples.ts';
import { samples as niconicoAuthorVideos } from '../niconico/niconico-author.samples.ts';
import { samples as niconicoVideo } from '../niconico/niconico-video.samples.ts';
import {
  samples as odysee,
  authorSamples as odyseeAuthor,
  authorVideosSamples as odyseeAuthorVideos,
  videoSamples as odyseeVideo,
} from '../odysee/odysee.samples.ts';
import {
  commentsSamples as odyseeComments,
  repliesSamples as odyseeReplies,
} from '../odysee/odysee-comments.samples.ts';
import {
  authorSearchSamples as odyseeAuthorSearch,
  playlistSamples as odyseePlaylist,
  playlistVideosSamples as odyseePlaylistVideos,
  popularSamples as odyseePopular,
} from '../odysee/odysee-lists.samples.ts';
import {
  samples as odyseeSearch,
  authorSearchSamples as odyseeSearchAuthors,
} from '../odysee/odysee-search.samples.ts';
import { samples as peertube } from '../peertube/peertube.samples.ts';
import {
  authorSamples as peertubeAuthor,
  authorVideosSamples as peertubeAuthorVideos,
} from '../peertube/peertube-authors.samples.ts';
import {
  commentsSamples as peertubeComments,
  repliesSamples as peertubeReplies,
} from '../peertube/peertube-comments.samples.ts';
import {
  playlistSamples as peertubePlaylist,
  playlistVideosSamples as peertubePlaylistVideos,
} from '../peertube/peertube-playlists.samples.ts';
import {
  authorSearchSamples as peertubeAuthorSearch,
  popularSamples as peertubePopular,
} from '../peertube/peertube-popular.samples.ts';
import { transcriptSamples as peertubeTranscript } from '../peertube/peertube-transcript.samples.ts';
import { samples as peertubeVideo } from '../peertube/peertube-video.samples.ts';
import { samples as pexels, popularSamples as pexelsPopular } from '../pexels/pexels.samples.ts';
import { samples as pexelsVideo } from '../pexels/pexels-video.samples.ts';
import { samples as piped } from '../piped/piped.samples.ts';
import {
  authorSamples as pipedAuthor,
  authorVideosSamples as pipedAuthorVideos,
  commentsSamples as pipedComments,
  repliesSamples as pipedReplies,
} from '../piped/piped-lists.samples.ts';
import {
  authorSearchSamples as pipedAuthorSearch,
  playlistSamples as pipedPlaylist,
  playlistVideosSamples as pipedPlaylistVideos,
  popularSamples as pipedPopular,
  relatedSamples as pipedRelated,
} from '../piped/piped-more-lists.samples.ts';
import { transcriptSamples as pipedTranscript } from '../piped/piped-transcript.samples.ts';
import { samples as pipedVideo } from '../piped/piped-video.samples.ts';
import { samples as pixabay, popularSamples as pixabayPopular } from '../pixabay/pixabay.samples.ts';
import { samples as pixabayVideo } from '../pixabay/pixabay-video.samples.ts';
import {
  samples as rutube,
  authorSamples as rutubeAuthor,
  authorVideosSamples as rutubeAuthorVideos,
  playlistSamples as rutubePlaylist,
  playlistVideosSamples as rutubePlaylistVideos,
  videoSamples as rutubeVideo,
} from '../rutube/rutube.samples.ts';
import { samples as tikhub } from '../tikhub/tikhub.samples.ts';
import { authorSearchSamples as tikhubAuthorSearch } from '../tikhub/tikhub-author-search.samples.ts';
import {
  authorSamples as tikhubAuthor,
  authorVideosSamples as tikhubAuthorVideos,
  commentsSamples as tikhubComments,
  repliesSamples as tikhubReplies,
} from '../tikhub/tikhub-lists.samples.ts';
import {
  playlistSamples as tikhubPlaylist,
  playlistVideosSamples as tikhubPlaylistVideos,
  popularSamples as tikhubPopular,
  relatedSamples as tikhubRelated,
} from '../tikhub/tikhub-more-lists.samples.ts';
import {
  transcriptSamples as tikhubTranscript,
  samples as tikhubVideo,
} from '../tikhub/tikhub-video.samples.ts';
import { samples as tiktokResearch } from '../tiktok-research/tiktok-research.samples.ts';
import {
  authorSamples as tiktokResearchAuthor,
  authorVideosSamples as tiktokResearchAuthorVideos,
  commentsSamples as tiktokResearchComments,
  repliesSamples as tiktokResearchReplies,
} from '../tiktok-research/tiktok-research-lists.samples.ts';
import { transcriptSamples as tiktokResearchTranscript } from '../tiktok-research/tiktok-research-transcript.samples.ts';
import { samples as tiktokResearchVideo } from '../tiktok-research/tiktok-research-video.samples.ts';
import { samples as vimeo } from '../vimeo/vimeo.samples.ts';
import {
  authorSamples as vimeoAuthor,
  authorVideosSamples as vimeoAuthorVideos,
  commentsSamples as vimeoComments,
  repliesSamples as vimeoReplies,
} from '../vimeo/vimeo-lists.samples.ts';
import {
  authorSearchSamples as vimeoAuthorSearch,
  playlistSamples as vimeoPlaylist,
  playlistVideosSamples as vimeoPlaylistVideos,
  popularSamples as vimeoPopular,
  relatedSamples as vimeoRelated,
} from '../vimeo/vimeo-more-lists.samples.ts';
import { transcriptSamples as vimeoTranscript } from '../vimeo/vimeo-transcript.samples.ts';
import { samples as vimeoVideo } from '../vimeo/vimeo-video.samples.ts';
import { samples as youtube } from '../youtube/youtube.samples.ts';
import {
  authorSamples as youtubeAuthor,
  authorVideosSamples as youtubeAuthorVideos,
  commentsSamples as youtubeComments,
  repliesSamples as youtubeReplies,
} from '../youtube/youtube-lists.samples.ts';
import {
  authorSearchSamples as youtubeAuthorSearch,
  popularSamples as youtubePopular,
} from '../youtube/youtube-more-lists.samples.ts';
import {
  playlistSamples as youtubePlaylist,
  playlistVideosSamples as youtubePlaylistVideos,
} from '../youtube/youtube-playlists.samples.ts';
import { samples as youtubeVideo } from '../youtube/youtube-video.samples.ts';
import { withFilters } from './filtered.ts';

type SamplesFor<Operation> =
  Operation extends Listing<infer Input, infer Parsed>
    ? readonly Sample<Input, ExpectedPage<Parsed>>[]
    : Operation extends OwnedListing<infer Input, infer Parsed>
      ? readonly Sample<Input, ExpectedPage<Parsed> | ExpectedAbsence>[]
      : Operation extends Lookup<infer Input, infer Parsed>
        ? readonly Sample<Input, ExpectedRecord<Parsed>>[]
        : Operation extends Transcribing
          ? readonly Sample<
              TranscriptInput,
              ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript | ExpectedAbsence
            >[]
          : never;

/** By connector, then by operation. */
type AllSamples = Record<string, { [Name in OperationName]?: SamplesFor<ConnectorOperations[Name]> }>;

const unfiltered: AllSamples = {
  archive: {
    'video.search': archive,
    'video.popular': archivePopular,
    'video.get': archiveVideo,
    'author.videos': archiveAuthorVideos,
    'video.comments': archiveComments,
    'transcript.get': archiveTranscript,
  },
  commons: {
    'video.search': commons,
    'video.get': commonsVideo,
    'author.videos': commonsAuthorVideos,
    'author.get': commonsAuthor,
    'transcript.get': commonsTranscript,
  },
  coub: {
    'video.search': coub,
    'video.get': coubVideo,
    'author.videos': coubAuthorVideos,
    'author.get': coubAuthor,
  },
  dailymotion: {
    'video.search': dailymotion,
    'video.get': dailymotionVideo,
    'author.videos': dailymotionAuthorVideos,
    'author.get': dailymotionAuthor,
    'author.search': dailymotionAuthorSearch,
    'video.popular': dailymotionPopular,
    'video.related': dailymotionRelated,
    'playlist.get': dailymotionPlaylist,
    'playlist.videos': dailymotionPlaylistVideos,
    'transcript.get': dailymotionTranscript,
  },
  invidious: {
    'video.search': invidious,
    'video.get': invidiousVideo,
    'author.videos': invidiousAuthorVideos,
    'video.comments': invidiousComments,
    'comment.replies': invidiousReplies,
    'author.get': invidiousAuthor,
    'author.search': invidiousAuthorSearch,
    'video.popular': invidiousPopular,
    'video.related': invidiousRelated,
    'playlist.get': invidiousPlaylist,
    'playlist.videos': invidiousPlaylistVideos,
    'transcript.get': invidiousTranscript,
  },
  justoneapi: {
    'video.search': justoneapi,
    'video.get': justoneapiVideo,
    'author.videos': justoneapiAuthorVideos,
    'video.comments': justoneapiComments,
    'comment.replies': justoneapiReplies,
    'author.get': justoneapiAuthor,
    'author.search': justoneapiAuthorSearch,
    'transcript.get': justoneapiTranscript,
  },
  library: {
    'video.search': library,
    'video.get': libraryVideo,
    'author.videos': libraryAuthorVideos,
    'video.comments': libraryComments,
    'comment.replies': libraryReplies,
    'author.get': libraryAuthor,
    'author.search': libraryAuthorSearch,
    'video.popular': libraryPopular,
    'video.related': libraryRelated,
    'playlist.get': libraryPlaylist,
    'playlist.videos': libraryPlaylistVideos,
    'transcript.get': libraryTranscript,
  },
  showcase: {
    'video.search': showcase,
    'video.get': showcaseVideo,
    'author.videos': showcaseAuthorVideos,
    'video.comments': showcaseComments,
    'comment.replies': showcaseReplies,
    'author.get': showcaseAuthor,
    'author.search': showcaseAuthorSearch,
    'video.popular': showcasePopular,
    'video.related': showcaseRelated,
    'playlist.get': showcasePlaylist,
    'playlist.videos': showcasePlaylistVideos,
    'transcript.get': showcaseTranscript,
  },
  niconico: {
    'video.search': niconico,
    'video.get': niconicoVideo,
    'author.videos': niconicoAuthorVideos,
  },
  odysee: {
    'video.search': odysee,
    'video.get': odyseeVideo,
    'author.videos': odyseeAuthorVideos,
    'author.get': odyseeAuthor,
    'author.search': odyseeAuthorSearch,
    'video.popular': odyseePopular,
    'playlist.get': odyseePlaylist,
    'playlist.videos': odyseePlaylistVideos,
  },
  'odysee-comments': { 'video.comments': odyseeComments, 'comment.replies': odyseeReplies },
  'odysee-search': { 'video.search': odyseeSearch, 'author.search': odyseeSearchAuthors },
  peertube: {
    'video.search': peertube,
    'video.get': peertubeVideo,
    'author.videos': peertubeAuthorVideos,
    'video.comments': peertubeComments,
    'comment.replies': peertubeReplies,
    'author.get': peertubeAuthor,
    'author.search': peertubeAuthorSearch,
    'video.popular': peertubePopular,
    'playlist.get': peertubePlaylist,
    'playlist.videos': peertubePlaylistVideos,
    'transcript.get': peertubeTranscript,
  },
  pexels: { 'video.search': pexels, 'video.popular': pexelsPopular, 'video.get': pexelsVideo },
  piped: {
    'video.search': piped,
    'video.get': pipedVideo,
    'author.videos': pipedAuthorVideos,
    'video.comments': pipedComments,
    'comment.replies': pipedReplies,
    'author.get': pipedAuthor,
    'author.search': pipedAuthorSearch,
    'video.popular': pipedPopular,
    'video.related': pipedRelated,
    'playlist.get': pipedPlaylist,
    'playlist.videos': pipedPlaylistVideos,
    'transcript.get': pipedTranscript,
  },
  pixabay: { 'video.search': pixabay, 'video.popular': pixabayPopular, 'video.get': pixabayVideo },
  rutube: {
    'video.search': rutube,
    'video.get': rutubeVideo,
    'author.videos': rutubeAuthorVideos,
    'author.get': rutubeAuthor,
    'playlist.get': rutubePlaylist,
    'playlist.videos': rutubePlaylistVideos,
  },
  tikhub: {
    'video.search': tikhub,
    'video.get': tikhubVideo,
    'author.videos': tikhubAuthorVideos,
    'video.comments': tikhubComments,
    'comment.replies': tikhubReplies,
    'author.get': tikhubAuthor,
    'author.search': tikhubAuthorSearch,
    'video.popular': tikhubPopular,
    'video.related': tikhubRelated,
    'playlist.get': tikhubPlaylist,
    'playlist.videos': tikhubPlaylistVideos,
    'transcript.get': tikhubTranscript,
  },
  'tiktok-research': {
    'video.search': tiktokResearch,
    'video.get': tiktokResearchVideo,
    'author.videos': tiktokResearchAuthorVideos,
    'video.comments': tiktokResearchComments,
    'comment.replies': tiktokResearchReplies,
    'author.get': tiktokResearchAuthor,
    'transcript.get': tiktokResearchTranscript,
  },
  vimeo: {
    'video.search': vimeo,
    'video.get': vimeoVideo,
    'author.videos': vimeoAuthorVideos,
    'video.comments': vimeoComments,
    'comment.replies': vimeoReplies,
    'author.get': vimeoAuthor,
    'author.search': vimeoAuthorSearch,
    'video.popular': vimeoPopular,
    'video.related': vimeoRelated,
    'playlist.get': vimeoPlaylist,
    'playlist.videos': vimeoPlaylistVideos,
    'transcript.get': vimeoTranscript,
  },
  youtube: {
    'video.search': youtube,
    'video.get': youtubeVideo,
    'author.videos': youtubeAuthorVideos,
    'video.comments': youtubeComments,
    'comment.replies': youtubeReplies,
    'author.get': youtubeAuthor,
    'author.search': youtubeAuthorSearch,
    'video.popular': youtubePopular,
    'playlist.get': youtubePlaylist,
    'playlist.videos': youtubePlaylistVideos,
  },
};

/** Searches are added a second time with filters, where the connector supports some; and what its simulation can be in. */
export const connectorSamples: AllSamples = Object.fromEntries(
  Object.entries(unfiltered).map(([connector, operations]) => [
    connector,
    Object.fromEntries(
      Object.entries(operations).map(([name, samples]) => [
        name,
        [
          ...(name === 'video.search' ? withFilters(connector, samples as Sample[]) : samples),
          ...simulatedSituations(connector, name as OperationName),
        ],
      ]),
    ),
  ]),
);
