// The unified record `reelgate.video.v1`: the shape of videos, the same for all platforms. Null always means "the platform did not say"; 0
// means that it said 0.
import type { Static } from 'typebox';
import { PictureLink, PictureLinkOrNull } from './author.ts';
import { Type } from './schema.ts';
import { ORIENTATIONS } from './search-filters.ts';
import { TrackView } from './transcript/record.ts';

/** What of the keyword a result of a search has, the best first. */
export const MATCHES = ['exact', 'words', 'prefix', 'most_words', 'similar', 'pieces', 'spoken'] as const;
export type Match = (typeof MATCHES)[number];

const text = Type.Union([Type.String(), Type.Null()]);
const count = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);
const flag = Type.Union([Type.Boolean(), Type.Null()]);

export const Thumbnail = Type.Object({ url: PictureLink, width: count, height: count });

export const Author = Type.Object({
  id: text,
  handle: text,
  name: text,
  url: text,
  avatar_url: PictureLinkOrNull,
  verified: flag,
  followers: count,
});

const Stats = Type.Object({
  views: count,
  likes: count,
  comments: count,
  shares: count,
  saves: count,
  reposts: count,
  downloads: count,
  danmaku: count,
});

export const LIVE_STATES = ['upcoming', 'on_air', 'ended'] as const;
export type LiveState = (typeof LIVE_STATES)[number];

const Music = Type.Object({ id: text, title: text, author: text });

const Live = Type.Object({
  state: Type.Enum([...LIVE_STATES], { type: 'string' }),
  scheduled_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When it was announced to begin.',
  }),
  viewers: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'Watching at the moment.',
  }),
});

export const Video = Type.Object(
  {
    platform: Type.String(),
    id: Type.String(),
    alt_ids: Type.Array(Type.String()),
    url: text,
    embed_url: text,
    kind: Type.Union([
      Type.Literal('video'),
      Type.Literal('images'),
      Type.Literal('live'),
      Type.Literal('unknown'),
    ]),
    title: text,
    text,
    text_truncated: Type.Boolean(),
    tags: Type.Array(Type.String()),
    language: text,
    region: text,
    published_at: text,
    published_precision: Type.Union([
      Type.Literal('ms'),
      Type.Literal('s'),
      Type.Literal('day'),
      Type.Literal('relative'),
      Type.Null(),
    ]),
    published_text: text,
    original_published_at: Type.Union([Type.String(), Type.Null()], {
      description:
        'When it was first published elsewhere, according to its author. Filters and sorting use `published_at`.',
    }),
    duration_ms: count,
    width: count,
    height: count,
    author: Author,
    stats: Stats,
    approx: Type.Array(Type.String()),
    thumbnails: Type.Array(Thumbnail),
    license: Type.Union([Type.Object({ name: text, url: text }), Type.Null()]),
    nsfw: flag,
    category: Type.Union([Type.String(), Type.Null()], { description: "The platform's own word for it." }),
    music: Type.Union([Music, Type.Null()], { description: 'The sound that plays in it.' }),
    captions: Type.Union([Type.Boolean(), Type.Null()], { description: 'Whether it has captions.' }),
    live: Type.Union([Live, Type.Null()], {
      description:
        'Set for a broadcast; null for a video that was never one, and where the platform does not say.',
    }),
    location: Type.Union([Type.String(), Type.Null()], {
      description: 'The place that it is said to be from, by name.',
    }),
    mentions: Type.Array(Type.String(), {
      description: 'Handles of the authors that its text names, without `@`.',
    }),
    updated_at: Type.Union([Type.String(), Type.Null()], {
      description: 'When the video or what is said about it was last changed.',
    }),
    orientation: Type.Union([Type.Enum([...ORIENTATIONS], { type: 'string' }), Type.Null()], {
      description: 'By width and height, or as the platform says it.',
    }),
    pinned: Type.Optional(
      Type.Literal(true, {
        description: "In a list of an author's videos: pinned to the top by its author, whatever its date.",
      }),
    ),
    match: Type.Optional(
      Type.Enum([...MATCHES], {
        type: 'string',
        description:
          'In a search of the library: what of the keyword it has. `exact`: its words in title, description or tags. `words`: its words in any field. `prefix`: its words in another form, or begun. `most_words`: those that say most. `similar`: words with a slip. `pieces`: parts of a script without spaces. `spoken`: words of its transcripts.',
      }),
    ),
    matched: Type.Optional(
      Type.Object(
        { field: Type.Literal('transcript'), position_ms: Type.Integer({ minimum: 0 }) },
        { description: 'With the match `spoken`: where in the video most words of the keyword are spoken.' },
      ),
    ),
    position: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'In a playlist: its place, from 1, as the platform counts. Entries that are not there any more keep their places.',
      }),
    ),
    also_in: Type.Optional(
      Type.Array(Type.Object({ platform: Type.String(), id: Type.String(), url: text }), {
        description: 'In a search over all platforms: the same video on other platforms.',
      }),
    ),
    maybe_also_in: Type.Optional(
      Type.Array(Type.Object({ platform: Type.String(), id: Type.String(), url: text }), {
        description:
          'In a search over all platforms: videos of other platforms with the same title and nearly the same length, which may be the same video.',
      }),
    ),
    tracks: Type.Optional(
      Type.Union([Type.Array(TrackView), Type.Null()], {
        description:
          'Only in `get_video`: the transcripts that exist. null when the platform does not say it there; `get_transcript` may still find one.',
      }),
    ),
    rank: Type.Integer({ minimum: 1 }),
    source: Type.Object({
      connector: Type.String(),
      upstream_host: Type.String(),
      route: Type.String(),
      fetched_at: Type.String(),
      cache: Type.Union([Type.Literal('hit'), Type.Literal('miss'), Type.Literal('replay')]),
      schema: Type.Literal('reelgate.video.v1'),
    }),
    missing: Type.Array(Type.String()),
    raw: Type.Optional(Type.Unknown({ description: "The platform's own record; only with `include=raw`." })),
  },
  { $id: 'Video', description: 'The unified video record, reelgate.video.v1.' },
);

export type Video = Static<typeof Video>;

/** What a connector reports about a video. The pipeline adds platform, rank, source and the raw record as text. */
export type ParsedVideo = Omit<Video, 'platform' | 'rank' | 'source' | 'raw' | 'also_in' | 'maybe_also_in'>;

/** Formats the length of a video as players do: `0:59`, `12:05`, `1:02:03`. */
const two = (figure: number) => String(figure).padStart(2, '0');

export function formatLength(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`;
}
