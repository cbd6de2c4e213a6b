// The unified record `reelgate.playlist.v1`: a playlist by itself, without its videos, the same for all platforms. Albums, showcases,
// collections and mixes of platforms are playlists too.
import type { Static } from 'typebox';
import { Type } from './schema.ts';
import { Author, Thumbnail } from './video.ts';

const text = Type.Union([Type.String(), Type.Null()]);
const count = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

export const Playlist = Type.Object(
  {
    platform: Type.String(),
    id: Type.String({ description: 'The id as `playlist_id` accepts it on this platform.' }),
    alt_ids: Type.Array(Type.String(), { description: 'Other ids of the same playlist.' }),
    url: text,
    title: text,
    text: Type.Union([Type.String(), Type.Null()], { description: 'The description.' }),
    author: Author,
    video_count: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description:
        'Number of entries, as the platform counts them. It may include entries whose video is no longer there.',
    }),
    views: count,
    published_at: text,
    updated_at: text,
    thumbnails: Type.Array(Thumbnail),
    missing: Type.Array(Type.String()),
    source: Type.Object({
      connector: Type.String(),
      upstream_host: Type.String(),
      route: Type.String(),
      fetched_at: Type.String(),
      cache: Type.Union([Type.Literal('hit'), Type.Literal('miss'), Type.Literal('replay')]),
      schema: Type.Literal('reelgate.playlist.v1'),
    }),
    raw: Type.Optional(Type.Unknown({ description: "The platform's own record; only with `include=raw`." })),
  },
  { $id: 'Playlist', description: 'The unified playlist record, reelgate.playlist.v1.' },
);

export type Playlist = Static<typeof Playlist>;

/** What a connector reports about a playlist. The pipeline adds platform, source and the raw record as text. */
export type ParsedPlaylist = Omit<Playlist, 'platform' | 'source' | 'raw'>;
