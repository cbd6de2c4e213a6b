// The operation `playlist.get`: one playlist by id, without its videos. It reads and checks input and does nothing else.
import { type Failure, isFailure } from '../domain/failure.ts';
import { type ParsedPlaylist, Playlist } from '../domain/playlist.ts';
import { Type } from '../domain/schema.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import type { Asked, RecordForm, RecordOperation } from './operation.ts';
import {
  includeParameter,
  maxAgeParameter,
  PLAYLIST_BY_ADDRESS,
  playlistParameters,
  readInclude,
  readMaxAge,
  readPlaylistId,
} from './parameters.ts';
import { nativeRecordOf, recordOf } from './record-answer.ts';

const PlaylistQuery = Type.Object({
  ...playlistParameters,
  include: includeParameter,
  max_age: maxAgeParameter,
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(PlaylistQuery.properties));

const NOT_CHARGED = 'A playlist that is not there is 404 `PLAYLIST_NOT_FOUND` and costs nothing.';

const ask = { playlist_id: Type.String() };

const playlistRecord: RecordForm = {
  kind: 'playlist',
  schema: 'reelgate.playlist.v1',
  item({ platform, source }, parsed): Playlist {
    return { platform, ...(parsed as ParsedPlaylist), source: source as Playlist['source'] };
  },
  things(parsed) {
    const { id, alt_ids, author } = parsed as ParsedPlaylist;
    return [
      ['playlist', id, ...alt_ids],
      ['author', author.id, author.handle],
    ];
  },
};

export const playlistGet: RecordOperation = {
  name: 'playlist.get',
  actions: {
    get_playlist_v2: {
      variant: 'stable',
      operationId: 'getPlaylist',
      summary: 'One playlist (stable)',
      description: `When a provider of the platform fails, the next one is asked. ${NOT_CHARGED}`,
      firstPrice: '0.004',
    },
    get_playlist: {
      variant: 'economy',
      operationId: 'getPlaylistEconomy',
      summary: 'One playlist (economy)',
      description: `One provider, one attempt, at a lower price. ${NOT_CHARGED}`,
      firstPrice: '0.002',
    },
  },
  tag: 'Playlists',
  unit: 'call',
  shape: 'record',
  query: PlaylistQuery,
  byAddress: PLAYLIST_BY_ADDRESS,
  answers: {
    u1: recordOf(ask, Playlist, {
      $id: 'PlaylistAnswer',
      description: 'One unified record (group u1).',
    }),
    u2: nativeRecordOf(ask, {
      $id: 'NativePlaylistAnswer',
      description: "One playlist in the platform's own shape (group u2).",
    }),
  },
  record: playlistRecord,
  failures: ['PLAYLIST_NOT_FOUND'],
  method: 'playlists.get',
  sample: { playlist_id: 'sample-playlist' },
  tool: {
    name: 'get_playlist',
    title: 'One playlist',
    description: 'Title, author and number of videos of one playlist, by its id or its web address.',
  },
  playground: { about: 'playlist', labels: { en: 'Playlist', zh: '播放列表' } },
  command: {
    words: 'playlist get',
    summary: 'Get a playlist through a running gateway, as a customer',
    arguments: ['playlist_id'],
    notes: 'A playlist that is not there costs nothing.',
    examples: [
      'playlist get "https://www.youtube.com/playlist?list=PLbpi6ZahtOH6Ar_3GPy3workM04FVkcN4"',
      'playlist get sample-playlist --platform library --json',
    ],
  },
  absent: 'PLAYLIST_NOT_FOUND',
  read: readPlaylistQuery,
};

function readPlaylistQuery(query: Record<string, string>): Asked | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const playlist_id = readPlaylistId(query.playlist_id);
  if (isFailure(playlist_id)) return playlist_id;
  const includeRaw = readInclude(query.include);
  if (isFailure(includeRaw)) return includeRaw;
  const maxAgeSeconds = readMaxAge(query.max_age);
  if (isFailure(maxAgeSeconds)) return maxAgeSeconds;
  return { ask: { playlist_id }, includeRaw, maxAgeSeconds };
}
