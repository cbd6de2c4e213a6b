// The unified record `reelgate.author.v1`: the shape of an author that was looked up by itself, the same for all platforms. The short form
// of an author inside a video or a comment is in video.ts.
import type { Static } from 'typebox';
import { Type } from './schema.ts';

/**
 * Links to pictures in records. On some platforms they are signed and lapse after hours; the address of a page does not. A record schema
 * marks such a field by using one of these two, and `withoutLinks` finds the fields by them.
 */
export const PictureLink = Type.String();

export const PictureLinkOrNull = Type.Union([Type.String(), Type.Null()]);

const text = Type.Union([Type.String(), Type.Null()]);
const count = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);
const flag = Type.Union([Type.Boolean(), Type.Null()]);

export const AuthorProfile = Type.Object(
  {
    platform: Type.String(),
    id: Type.String({ description: 'The id as `author_id` accepts it on this platform.' }),
    alt_ids: Type.Array(Type.String(), { description: 'Other ids of the same author.' }),
    handle: Type.Union([Type.String(), Type.Null()], { description: 'Without the leading `@`.' }),
    name: text,
    url: text,
    avatar_url: PictureLinkOrNull,
    banner_url: PictureLinkOrNull,
    text,
    kind: Type.Union([
      Type.Literal('person'),
      Type.Literal('channel'),
      Type.Literal('brand'),
      Type.Literal('unknown'),
    ]),
    verified: flag,
    verified_text: text,
    country: text,
    joined_at: text,
    followers: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description: 'null when hidden.' }),
    following: count,
    stats: Type.Object({ videos: count, views: count, likes: count }),
    approx: Type.Array(Type.String()),
    links: Type.Array(Type.Object({ title: text, url: Type.String() })),
    private: flag,
    live: flag,
    rank: Type.Optional(
      Type.Integer({ minimum: 1, description: 'In a list of authors: its place in the whole walk.' }),
    ),
    also_in: Type.Optional(
      Type.Array(Type.Object({ platform: Type.String(), id: Type.String(), url: text }), {
        description: 'In a search over all platforms: the same author on other platforms.',
      }),
    ),
    source: Type.Object({
      connector: Type.String(),
      upstream_host: Type.String(),
      route: Type.String(),
      fetched_at: Type.String(),
      cache: Type.Union([Type.Literal('hit'), Type.Literal('miss'), Type.Literal('replay')]),
      schema: Type.Literal('reelgate.author.v1'),
    }),
    missing: Type.Array(Type.String()),
    raw: Type.Optional(Type.Unknown({ description: "The platform's own record; only with `include=raw`." })),
  },
  { $id: 'AuthorProfile', description: 'The unified author record, reelgate.author.v1.' },
);

export type AuthorProfile = Static<typeof AuthorProfile>;

/** What a connector reports about an author. The pipeline adds platform, source and the raw record as text. */
export type ParsedAuthor = Omit<AuthorProfile, 'platform' | 'rank' | 'also_in' | 'source' | 'raw'>;
