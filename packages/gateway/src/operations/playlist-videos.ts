// The operation `playlist.videos`: the videos of one playlist in its own sequence, page by page. It reads and checks input and does nothing
// else. A video that stands twice in a playlist is delivered once, at its first place: docs/decisions/connectors.md#a-list-delivers-a-video-once has the reason.
import { type Failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { Video } from '../domain/video.ts';
import type { AskedPage, PageOperation } from './operation.ts';
import { nativePageOf, pageSchemaOf } from './page-answer.ts';
import {
  PLAYLIST_BY_ADDRESS,
  pageParameters,
  playlistParameters,
  readPageChoices,
  readPlaylistId,
} from './parameters.ts';
import { playlistVideoRecord } from './video-record.ts';

const PlaylistVideosQuery = Type.Object({ ...playlistParameters, ...pageParameters });

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(PlaylistVideosQuery.properties));

const ask = { playlist_id: Type.String() };
const says = {
  unavailable: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description:
      'Number of entries on this page whose video is deleted, private or otherwise not for everybody. They are not among the items. null when the platform does not say.',
  }),
};

const NOT_CHARGED =
  'An empty playlist is a success; one that is not there is 404 `PLAYLIST_NOT_FOUND` and costs nothing.';

export const playlistVideos: PageOperation = {
  name: 'playlist.videos',
  actions: {
    list_playlist_videos_v2: {
      variant: 'stable',
      operationId: 'listPlaylistVideos',
      summary: 'Videos of a playlist (stable)',
      description: `When a provider of the platform fails, the next one is asked. ${NOT_CHARGED}`,
      firstPrice: '0.008',
    },
    list_playlist_videos: {
      variant: 'economy',
      operationId: 'listPlaylistVideosEconomy',
      summary: 'Videos of a playlist (economy)',
      description: `One provider, one attempt, at a lower price. ${NOT_CHARGED}`,
      firstPrice: '0.003',
    },
  },
  tag: 'Playlists',
  unit: 'call',
  shape: 'page',
  query: PlaylistVideosQuery,
  byAddress: PLAYLIST_BY_ADDRESS,
  answers: {
    u1: pageSchemaOf(ask, Video, {
      $id: 'PlaylistVideosPage',
      description: 'One page of unified records (group u1).',
      says,
    }),
    u2: nativePageOf(ask, {
      $id: 'NativePlaylistVideosPage',
      description: "One page in the platform's own shape (group u2).",
      says,
    }),
  },
  record: playlistVideoRecord,
  failures: ['INVALID_CURSOR', 'PLAYLIST_NOT_FOUND'],
  method: 'playlists.videos',
  sample: { playlist_id: 'sample-playlist' },
  tool: {
    name: 'list_playlist_videos',
    title: 'Videos of a playlist',
    description:
      'The videos of one playlist in its own order, by its id or its web address. Gives one line per video and a cursor for more.',
  },
  playground: { about: 'playlist', labels: { en: 'Playlist videos', zh: '播放列表视频' } },
  command: {
    words: 'playlist videos',
    summary: 'List the videos of a playlist through a running gateway, as a customer',
    arguments: ['playlist_id'],
    notes: 'A playlist that is not there costs nothing.',
    examples: [
      'playlist videos "https://www.youtube.com/playlist?list=PLbpi6ZahtOH6Ar_3GPy3workM04FVkcN4" --pages 6',
      'playlist videos sample-playlist --platform library --json',
    ],
  },
  read: readPlaylistVideos,
  isSorted: false,
  absent: 'PLAYLIST_NOT_FOUND',
  finish: ({ items, unavailable = null }) => ({ items, says: { unavailable }, mark: null }),
};

function readPlaylistVideos(query: Record<string, string>): AskedPage | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const playlist_id = readPlaylistId(query.playlist_id);
  if (isFailure(playlist_id)) return playlist_id;
  const choices = readPageChoices(query);
  if (isFailure(choices)) return choices;
  return { ask: { playlist_id }, ...choices };
}
