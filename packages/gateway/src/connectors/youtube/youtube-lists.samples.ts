// Exchanges with the YouTube Data API about authors, their uploads, comments and replies, made up from the documents: their field names,
// our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type {
  AuthorInput,
  AuthorVideosInput,
  CommentsInput,
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  RepliesInput,
  Sample,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json; charset=UTF-8');
const list = (kind: string, items: object[], more: object = {}) =>
  answer(200, JSON.stringify({ kind: `youtube#${kind}ListResponse`, ...more, items }));
const refusal = (code: number, reason: string) =>
  answer(code, JSON.stringify({ error: { code, message: 'No.', errors: [{ domain: 'youtube', reason }] } }));

const CHANNEL = 'UCabcdefghijklmnopqrstuv';
const UPLOADS = 'UUabcdefghijklmnopqrstuv';
const NO_CHANNEL = answer(
  200,
  '{"kind":"youtube#channelListResponse","pageInfo":{"totalResults":0,"resultsPerPage":5}}',
);
const QUOTA = refusal(403, 'quotaExceeded');

const paging = { platform: 'youtube', count: 2, cursor: null, position: 0, wantsRaw: false };
const first: AuthorVideosInput = { ...paging, author_id: CHANNEL, sort: 'newest' };
const byHandle: AuthorVideosInput = { ...paging, handle: 'boxcats', sort: 'newest' };

const upload = (videoId: string) => ({
  kind: 'youtube#playlistItem',
  contentDetails: { videoId, videoPublishedAt: '2024-05-01T10:00:00Z' },
  snippet: {
    publishedAt: '2024-06-01T10:00:00Z',
    channelId: CHANNEL,
    channelTitle: 'Box Cats',
    title: `Cat ${videoId}`,
    description: 'From the list',
    resourceId: { kind: 'youtube#video', videoId },
  },
});
const video = (id: string, privacyStatus = 'public') => ({
  kind: 'youtube#video',
  id,
  snippet: {
    publishedAt: '2024-05-01T10:00:00Z',
    channelId: CHANNEL,
    channelTitle: 'Box Cats',
    title: `Cat & ${id}`,
    description: 'Whole',
    tags: ['cats'],
  },
  contentDetails: { duration: 'PT1M' },
  statistics: { viewCount: '12' },
  status: { privacyStatus },
});
const uploads = (ids: string[], more: object) =>
  list('playlistItem', ids.map(upload), { pageInfo: { totalResults: 3, resultsPerPage: 2 }, ...more });

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'uploads of a channel, with their details in another order',
    input: first,
    response: uploads(['aaaaaaaaaaa', 'bbbbbbbbbbb'], { nextPageToken: 'NEXT' }),
    followUps: [list('video', [video('bbbbbbbbbbb'), video('aaaaaaaaaaa')])],
    expect: {
      items: 2,
      end: 'more',
      cursor: `["${UPLOADS}","NEXT"]`,
      total: { value: 3, relation: 'approx' },
      records: [
        {
          id: 'aaaaaaaaaaa',
          title: 'Cat & aaaaaaaaaaa',
          text: 'Whole',
          tags: ['cats'],
          duration_ms: 60_000,
          published_at: '2024-05-01T10:00:00.000Z',
        },
        { id: 'bbbbbbbbbbb' },
      ],
    },
  },
  {
    name: 'the last page, of which one video is private and one is gone',
    input: { ...first, count: 3, cursor: `["${UPLOADS}","NEXT"]`, position: 2 },
    response: uploads(['ccccccccccc', 'ddddddddddd', 'eeeeeeeeeee'], {}),
    followUps: [list('video', [video('ccccccccccc', 'private'), video('eeeeeeeeeee')])],
    expect: { items: 1, end: 'exhausted', records: [{ id: 'eeeeeeeeeee' }] },
  },
  {
    name: 'a list without its details',
    input: first,
    response: uploads(['aaaaaaaaaaa'], {}),
    followUps: [{ kind: 'timeout', detail: 'no answer' }],
    expect: {
      items: 1,
      end: 'exhausted',
      records: [{ title: 'Cat aaaaaaaaaaa', published_at: '2024-05-01T10:00:00.000Z', duration_ms: null }],
    },
  },
  {
    name: 'a handle, which is looked up',
    input: byHandle,
    response: list('channel', [{ id: CHANNEL, contentDetails: { relatedPlaylists: { uploads: UPLOADS } } }]),
    followUps: [uploads(['aaaaaaaaaaa'], { nextPageToken: 'NEXT' }), list('video', [video('aaaaaaaaaaa')])],
    expect: { items: 1, end: 'more', cursor: `["${UPLOADS}","NEXT"]` },
  },
  {
    name: 'the newest 20,000 and no more',
    input: { ...first, cursor: `["${UPLOADS}","NEXT"]`, position: 19_998 },
    response: uploads(['aaaaaaaaaaa'], {}),
    followUps: [list('video', [video('aaaaaaaaaaa')])],
    expect: { items: 1, end: 'upstream_cap' },
  },
  { name: 'an unknown handle', input: byHandle, response: NO_CHANNEL, expect: { absent: 'unknown' } },
];

const VIDEO = 'aaaaaaaaaaa';
const VISIBLE = list('video', [{ id: VIDEO, status: { privacyStatus: 'public' } }]);
const comment = (id: string, changes: object = {}) => ({
  kind: 'youtube#comment',
  id,
  snippet: {
    videoId: VIDEO,
    channelId: CHANNEL,
    textDisplay: 'What a cat!',
    textOriginal: 'What a cat!\r\n<3',
    authorDisplayName: '@bo',
    authorProfileImageUrl: 'https://yt3.example/bo=s48',
    authorChannelUrl: 'http://www.youtube.com/@bo',
    authorChannelId: { value: 'UCbo' },
    likeCount: 7,
    publishedAt: '2024-05-01T10:00:00Z',
    updatedAt: '2024-05-01T10:00:00Z',
    ...changes,
  },
});
const thread = (id: string, totalReplyCount: number, changes: object = {}) => ({
  kind: 'youtube#commentThread',
  id,
  snippet: { videoId: VIDEO, channelId: CHANNEL, totalReplyCount, topLevelComment: comment(id, changes) },
});

const commentsOn: CommentsInput = { ...paging, id: VIDEO, sort: 'top' };
type ExpectedComments = ExpectedPage<ParsedComment> | ExpectedAbsence;

export const commentsSamples: Sample<CommentsInput, ExpectedComments>[] = [
  {
    name: 'the best, one by the channel itself and edited',
    input: commentsOn,
    response: list(
      'commentThread',
      [
        thread('c1', 2),
        thread('c2', 0, { authorChannelId: { value: CHANNEL }, updatedAt: '2024-05-02T10:00:00Z' }),
      ],
      { nextPageToken: 'NEXT', pageInfo: { totalResults: 2, resultsPerPage: 2 } },
    ),
    followUps: [VISIBLE],
    expect: {
      items: 2,
      end: 'more',
      cursor: 'NEXT',
      total: null,
      records: [
        {
          id: 'c1',
          video_id: VIDEO,
          level: 0,
          parent_id: null,
          url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa&lc=c1',
          text: 'What a cat!\n<3',
          published_at: '2024-05-01T10:00:00.000Z',
          edited_at: null,
          is_creator: false,
          likes: 7,
          replies: 2,
          author: {
            id: 'UCbo',
            handle: 'bo',
            name: '@bo',
            url: 'http://www.youtube.com/@bo',
            avatar_url: 'https://yt3.example/bo=s48',
            verified: null,
            followers: null,
          },
        },
        { id: 'c2', is_creator: true, edited_at: '2024-05-02T10:00:00.000Z', replies: 0 },
      ],
    },
  },
  {
    name: 'the last page of the newest',
    input: { ...commentsOn, sort: 'newest', cursor: 'NEXT', position: 2 },
    response: list('commentThread', [thread('c3', 0)]),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'comments that are switched off',
    input: commentsOn,
    response: refusal(403, 'commentsDisabled'),
    followUps: [VISIBLE],
    expect: { items: 0, end: 'exhausted', isDisabled: true },
  },
  ...['unlisted', 'private'].map((privacyStatus) => ({
    name: `comments on a video that is ${privacyStatus}`,
    input: commentsOn,
    response: list('commentThread', [thread('c3', 0)]),
    followUps: [list('video', [{ id: VIDEO, status: { privacyStatus } }])],
    expect: { absent: 'private' as const },
  })),
  {
    name: 'comments on a video that is gone since',
    input: commentsOn,
    response: list('commentThread', [thread('c3', 0)]),
    followUps: [list('video', [])],
    expect: { absent: 'unknown' },
  },
  {
    name: 'comments on a video of which nothing can be learnt',
    input: commentsOn,
    response: list('commentThread', [thread('c3', 0)]),
    followUps: [QUOTA],
    expect: { failure: 'rate_limited' },
  },
];

const repliesTo: RepliesInput = { ...paging, id: VIDEO, comment_id: 'c1' };

export const repliesSamples: Sample<RepliesInput, ExpectedComments>[] = [
  {
    name: 'two replies',
    input: repliesTo,
    response: list('comment', [comment('c1.r1', { parentId: 'c1' }), comment('c1.r2', { parentId: 'c1' })], {
      nextPageToken: 'NEXT',
    }),
    followUps: [VISIBLE],
    expect: {
      items: 2,
      end: 'more',
      cursor: 'NEXT',
      records: [{ id: 'c1.r1', parent_id: 'c1', root_id: 'c1', level: 1 }, { id: 'c1.r2' }],
    },
  },
  {
    name: 'replies on a video that is unlisted',
    input: repliesTo,
    response: list('comment', [comment('c1.r1', { parentId: 'c1' })]),
    followUps: [list('video', [{ id: VIDEO, status: { privacyStatus: 'unlisted' } }])],
    expect: { absent: 'private', what: 'video' },
  },
];

const asked: AuthorInput = { platform: 'youtube', author_id: CHANNEL, wantsRaw: false };
const profile = (statistics: object) =>
  list('channel', [
    {
      id: CHANNEL,
      snippet: {
        title: 'Box Cats',
        description: 'Cats\r\nin boxes',
        customUrl: '@boxcats',
        publishedAt: '2015-02-03T04:05:06Z',
        country: 'IE',
        thumbnails: {
          default: { url: 'https://yt3.example/s', width: 88 },
          high: { url: 'https://yt3.example/l', width: 800 },
        },
      },
      statistics,
      brandingSettings: { image: { bannerExternalUrl: 'https://yt3.example/banner' } },
    },
  ]);

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'a channel',
    input: asked,
    response: profile({
      viewCount: '1234',
      subscriberCount: '1230',
      hiddenSubscriberCount: false,
      videoCount: '45',
    }),
    expect: {
      record: {
        id: CHANNEL,
        alt_ids: ['boxcats'],
        handle: 'boxcats',
        name: 'Box Cats',
        url: `https://www.youtube.com/channel/${CHANNEL}`,
        avatar_url: 'https://yt3.example/l',
        banner_url: 'https://yt3.example/banner',
        text: 'Cats\nin boxes',
        kind: 'channel',
        country: 'IE',
        joined_at: '2015-02-03T04:05:06.000Z',
        followers: 1_230,
        stats: { videos: 45, views: 1_234, likes: null },
        approx: ['followers'],
      },
    },
  },
  {
    name: 'a channel that hides its followers, by its handle',
    input: { platform: 'youtube', handle: 'boxcats', wantsRaw: false },
    response: profile({ viewCount: '0', subscriberCount: '0', hiddenSubscriberCount: true, videoCount: '0' }),
    expect: { record: { followers: null, approx: [], stats: { videos: 0, views: 0, likes: null } } },
  },
  {
    name: 'another channel than was asked for',
    input: { ...asked, author_id: 'UCzzzzzzzzzzzzzzzzzzzzzz' },
    response: profile({}),
    expect: { failure: 'bad_response' },
  },
];
