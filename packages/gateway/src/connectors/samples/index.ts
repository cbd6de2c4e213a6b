// The samples of each operation of each connector, from the folders of the upstreams; the contract suite runs them all. Only tests read them: no connector imports its
// samples, and the published package does not contain them. Those of the files are made up from documents; recordings stand in files of
// their own (recorded.ts).
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import { simulatedSituations } from '../../testing/platforms/situations.ts';
import * as archive from '../archive/archive.samples.ts';
import * as archiveLists from '../archive/archive-lists.samples.ts';
import * as commons from '../commons/commons.samples.ts';
import * as commonsAuthors from '../commons/commons-authors.samples.ts';
import * as commonsVideo from '../commons/commons-video.samples.ts';
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
import * as coub from '../coub/coub.samples.ts';
import * as dailymotion from '../dailymotion/dailymotion.samples.ts';
import * as dailymotionLists from '../dailymotion/dailymotion-lists.samples.ts';
import * as dailymotionTranscript from '../dailymotion/dailymotion-transcript.samples.ts';
import * as invidious from '../invidious/invidious.samples.ts';
import * as invidiousLists from '../invidious/invidious-lists.samples.ts';
import * as invidiousMoreLists from '../invidious/invidious-more-lists.samples.ts';
import * as invidiousTranscript from '../invidious/invidious-transcript.samples.ts';
import * as justoneapi from '../justoneapi/justoneapi.samples.ts';
import * as justoneapiLists from '../justoneapi/justoneapi-lists.samples.ts';
import * as library from '../library/library.samples.ts';
import * as libraryLists from '../library/library-lists.samples.ts';
import * as showcase from '../library/showcase.samples.ts';
import * as nasa from '../nasa/nasa.samples.ts';
import * as niconico from '../niconico/niconico.samples.ts';
import * as odysee from '../odysee/odysee.samples.ts';
import * as odyseeComments from '../odysee/odysee-comments.samples.ts';
import * as odyseeLists from '../odysee/odysee-lists.samples.ts';
import * as odyseeSearch from '../odysee/odysee-search.samples.ts';
import * as peertube from '../peertube/peertube.samples.ts';
import * as peertubeAuthors from '../peertube/peertube-authors.samples.ts';
import * as peertubeComments from '../peertube/peertube-comments.samples.ts';
import * as peertubePlaylists from '../peertube/peertube-playlists.samples.ts';
import * as peertubePopular from '../peertube/peertube-popular.samples.ts';
import * as peertubeTranscript from '../peertube/peertube-transcript.samples.ts';
import * as peertubeVideo from '../peertube/peertube-video.samples.ts';
import * as pexels from '../pexels/pexels.samples.ts';
import * as piped from '../piped/piped.samples.ts';
import * as pipedLists from '../piped/piped-lists.samples.ts';
import * as pipedMoreLists from '../piped/piped-more-lists.samples.ts';
import * as pipedTranscript from '../piped/piped-transcript.samples.ts';
import * as pixabay from '../pixabay/pixabay.samples.ts';
import * as rutube from '../rutube/rutube.samples.ts';
import * as tikhub from '../tikhub/tikhub.samples.ts';
import * as tikhubBilibili from '../tikhub/tikhub-bilibili.samples.ts';
import * as tikhubInstagram from '../tikhub/tikhub-instagram.samples.ts';
import * as tikhubLists from '../tikhub/tikhub-lists.samples.ts';
import * as tikhubMoreLists from '../tikhub/tikhub-more-lists.samples.ts';
import * as tikhubVideo from '../tikhub/tikhub-video.samples.ts';
import * as tikhubXiaohongshu from '../tikhub/tikhub-xiaohongshu.samples.ts';
import * as tiktokResearch from '../tiktok-research/tiktok-research.samples.ts';
import * as tiktokResearchLists from '../tiktok-research/tiktok-research-lists.samples.ts';
import * as vimeo from '../vimeo/vimeo.samples.ts';
import * as vimeoLists from '../vimeo/vimeo-lists.samples.ts';
import * as vimeoMoreLists from '../vimeo/vimeo-more-lists.samples.ts';
import * as vimeoTranscript from '../vimeo/vimeo-transcript.samples.ts';
import * as youtube from '../youtube/youtube.samples.ts';
import * as youtubeLists from '../youtube/youtube-lists.samples.ts';
import * as youtubeMoreLists from '../youtube/youtube-more-lists.samples.ts';
import * as youtubePlaylists from '../youtube/youtube-playlists.samples.ts';
import * as youtubeVideo from '../youtube/youtube-video.samples.ts';
import { withFilters } from './filtered.ts';
import { recordedSamples } from './recorded.ts';

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

/** Of which operation the samples are that a file exports by this name. */
const EXPORTED = {
  samples: 'video.search',
  videoSamples: 'video.get',
  authorVideosSamples: 'author.videos',
  commentsSamples: 'video.comments',
  repliesSamples: 'comment.replies',
  authorSamples: 'author.get',
  authorSearchSamples: 'author.search',
  popularSamples: 'video.popular',
  relatedSamples: 'video.related',
  playlistSamples: 'playlist.get',
  playlistVideosSamples: 'playlist.videos',
  transcriptSamples: 'transcript.get',
} as const satisfies Record<string, OperationName>;
type Exported = keyof typeof EXPORTED;
type SamplesFile = { readonly [Name in Exported]?: SamplesFor<ConnectorOperations[(typeof EXPORTED)[Name]]> };

/** By connector, the files of its samples. */
const FILES: Record<string, readonly SamplesFile[]> = {
  archive: [archive, archiveLists],
  commons: [commons, commonsVideo, commonsAuthors],
  coub: [coub],
  dailymotion: [dailymotion, dailymotionLists, dailymotionTranscript],
  invidious: [invidious, invidiousLists, invidiousMoreLists, invidiousTranscript],
  justoneapi: [justoneapi, justoneapiLists],
  library: [library, libraryLists],
  showcase: [showcase],
  nasa: [nasa],
  niconico: [niconico],
  odysee: [odysee, odyseeLists],
  'odysee-comments': [odyseeComments],
  'odysee-search': [odyseeSearch],
  peertube: [
    peertube,
    peertubeVideo,
    peertubeAuthors,
    peertubeComments,
    peertubePopular,
    peertubePlaylists,
    peertubeTranscript,
  ],
  pexels: [pexels],
  piped: [piped, pipedLists, pipedMoreLists, pipedTranscript],
  pixabay: [pixabay],
  rutube: [rutube],
  tikhub: [tikhub, tikhubVideo, tikhubLists, tikhubMoreLists],
  'tikhub-bilibili': [tikhubBilibili],
  'tikhub-instagram': [tikhubInstagram],
  'tikhub-xiaohongshu': [tikhubXiaohongshu],
  'tiktok-research': [tiktokResearch, tiktokResearchLists],
  vimeo: [vimeo, vimeoLists, vimeoMoreLists, vimeoTranscript],
  youtube: [youtube, youtubeVideo, youtubeLists, youtubeMoreLists, youtubePlaylists],
};

/** By connector, then by operation. */
type AllSamples = Record<string, { [Name in OperationName]?: SamplesFor<ConnectorOperations[Name]> }>;

/** Searches are added a second time with filters, where the connector supports some; and what its simulation can be in. */
function samplesOf(connector: string, exported: Exported, samples: readonly unknown[]) {
  const name = EXPORTED[exported];
  const own = name === 'video.search' ? withFilters(connector, samples as Sample[]) : samples;
  return [
    name,
    [...own, ...recordedSamples(connector, name), ...simulatedSituations(connector, name)],
  ] as const;
}

export const connectorSamples: AllSamples = Object.fromEntries(
  Object.entries(FILES).map(([connector, files]) => [
    connector,
    Object.fromEntries(
      files.flatMap((file) =>
        Object.entries(file)
          .filter(([exported]) => exported in EXPORTED)
          .map(([exported, samples]) => samplesOf(connector, exported as Exported, samples)),
      ),
    ),
  ]),
);
