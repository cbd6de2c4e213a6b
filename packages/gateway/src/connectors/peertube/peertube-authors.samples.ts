// Exchanges about authors of a PeerTube instance, channels and accounts, made up from the documents: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type {
  AuthorInput,
  AuthorVideosInput,
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  Sample,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json; charset=utf-8');
const problem = answersAs('application/problem+json; charset=utf-8');

const UNKNOWN = problem(404, '{"type":"about:blank","title":"Not Found","status":404}');
const BUSY = {
  ...answer(429, 'Too many requests'),
  headers: { 'content-type': 'text/html', 'retry-after': '3' },
};

const video = (n: number, publishedAt: string) => ({
  id: n,
  uuid: `3f0a7c52-1111-4222-8333-44445555000${n}`,
  shortUUID: `9xKq2LmZ7rTfW${n}`,
  publishedAt,
  originallyPublishedAt: null,
  licence: { id: null, label: 'Unknown' },
  language: { id: 'fr', label: 'French' },
  privacy: { id: 1, label: 'Public' },
  name: `Le chat ${n}`,
  description: null,
  duration: 95,
  isLocal: true,
  thumbnailPath: '/lazy-static/thumbnails/a1.jpg',
  embedPath: `/videos/embed/9xKq2LmZ7rTfW${n}`,
  url: `https://upstream.example/videos/watch/3f0a7c52-1111-4222-8333-44445555000${n}`,
  views: 12,
  likes: 1,
  dislikes: 0,
  comments: 0,
  isLive: false,
  nsfw: false,
  account: { id: 5, name: 'ada', displayName: 'Ada', host: 'upstream.example', avatars: [] },
  channel: { id: 8, name: 'ada_cats', displayName: "Ada's cats", host: 'upstream.example', avatars: [] },
});

const page = (total: number, ...data: object[]): string => JSON.stringify({ total, data });

const first: AuthorVideosInput = {
  platform: 'peertube',
  author_id: 'ada_cats@upstream.example',
  sort: 'newest',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const { author_id: _, ...anyone } = first;
const byHandle: AuthorVideosInput = { ...anyone, handle: 'ada' };

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest of a channel',
    input: first,
    response: answer(
      200,
      page(3, video(3, '2025-02-03T09:05:00.250Z'), video(2, '2025-01-03T09:05:00.250Z')),
    ),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.444455550002',
      total: { value: 3, relation: 'eq' },
      records: [
        {
          id: '3f0a7c52-1111-4222-8333-444455550003',
          published_at: '2025-02-03T09:05:00.250Z',
          author: {
            id: 'ada_cats@upstream.example',
            handle: 'ada_cats@upstream.example',
            name: "Ada's cats",
            url: null,
            avatar_url: null,
            verified: null,
            followers: null,
          },
        },
        { title: 'Le chat 2' },
      ],
    },
  },
  {
    name: 'the last one of a channel, by views',
    input: { ...first, sort: 'views', cursor: '2.444455550002', position: 2 },
    response: answer(
      200,
      page(3, video(2, '2025-01-03T09:05:00.250Z'), video(1, '2024-01-03T09:05:00.250Z')),
    ),
    expect: { items: 1, end: 'exhausted', records: [{ title: 'Le chat 1' }] },
  },
  {
    name: 'an account, which is no channel',
    input: byHandle,
    response: UNKNOWN,
    followUps: [answer(200, page(3, video(3, '2025-02-03T09:05:00.250Z'), video(2, '2025-01-03T09:05:00Z')))],
    expect: { items: 2, end: 'more', cursor: 'a:2.444455550002', total: { value: 3, relation: 'eq' } },
  },
  {
    name: 'the second page of an account',
    input: { ...byHandle, cursor: 'a:2.444455550002', position: 2 },
    response: answer(200, page(3, video(2, '2025-01-03T09:05:00Z'), video(1, '2024-01-03T09:05:00Z'))),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a record that is not public',
    input: { ...first, bodyIsAnswer: true },
    response: answer(200, page(1, { ...video(1, '2025-01-03T09:05:00Z'), privacy: { id: 3 } })),
    expect: { failure: 'refused' },
  },
];

const channel = (changes: object = {}): string =>
  JSON.stringify({
    id: 8,
    name: 'ada_cats',
    displayName: "Ada's cats",
    host: 'upstream.example',
    url: 'https://upstream.example/video-channels/ada_cats',
    description: 'Cats\r\nand pianos.',
    support: null,
    followersCount: 311,
    followingCount: 7,
    createdAt: '2020-05-01T10:00:00.000Z',
    isLocal: true,
    avatars: [
      { path: '/lazy-static/avatars/s.png', width: 48 },
      { path: '/lazy-static/avatars/l.png', width: 600 },
    ],
    banners: [{ path: '/lazy-static/banners/b.jpg', width: 1920 }],
    ownerAccount: { id: 5, name: 'ada', displayName: 'Ada', host: 'upstream.example' },
    ...changes,
  });

const input: AuthorInput = { platform: 'peertube', author_id: 'ada_cats@upstream.example', wantsRaw: false };

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'a channel',
    input,
    response: answer(200, channel()),
    expect: {
      record: {
        id: 'ada_cats@upstream.example',
        alt_ids: [],
        handle: 'ada_cats@upstream.example',
        name: "Ada's cats",
        url: 'https://upstream.example/video-channels/ada_cats',
        avatar_url: 'https://upstream.example/lazy-static/avatars/l.png',
        banner_url: 'https://upstream.example/lazy-static/banners/b.jpg',
        text: 'Cats\nand pianos.',
        kind: 'channel',
        joined_at: '2020-05-01T10:00:00.000Z',
        followers: 311,
        following: 7,
        approx: [],
      },
    },
  },
  {
    name: 'a channel of another instance, whose followers are known in part',
    input: { platform: 'peertube', handle: '@ada_cats@far.example', wantsRaw: false },
    response: answer(
      200,
      channel({ host: 'far.example', url: 'https://far.example/video-channels/ada_cats', isLocal: false }),
    ),
    expect: { record: { id: 'ada_cats@far.example', followers: 311, approx: ['followers'] } },
  },
  {
    name: 'a channel of an instance before version 4.2, which has one picture in place of a list',
    input,
    response: answer(
      200,
      channel({
        avatars: undefined,
        banners: undefined,
        avatar: { path: '/lazy-static/avatars/one.png', createdAt: '2020-05-01T10:00:00.000Z' },
        banner: null,
      }),
    ),
    expect: {
      record: { avatar_url: 'https://upstream.example/lazy-static/avatars/one.png', banner_url: null },
    },
  },
  {
    name: 'an account, which is no channel',
    input: { platform: 'peertube', handle: 'ada', wantsRaw: false },
    response: UNKNOWN,
    followUps: [
      answer(200, '{"id":5,"name":"ada","displayName":"Ada","host":"upstream.example","followersCount":2}'),
    ],
    expect: { record: { id: 'ada@upstream.example', alt_ids: [], kind: 'person', followers: 2 } },
  },
  { name: 'too many requests', input, response: BUSY, expect: { failure: 'rate_limited', suspendMs: 3_000 } },
];
