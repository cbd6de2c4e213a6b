// Exchanges of the Piped connector beside the search, made up from its response classes: their field names, our values.
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

const answer = answersAs('application/json');
const said = (body: unknown, status = 200) => answer(status, JSON.stringify(body));

const first = { platform: 'youtube', count: 2, cursor: null, position: 0, wantsRaw: false };
const ofChannel: AuthorVideosInput = { ...first, author_id: 'UCmaker', sort: 'newest' };
const { author_id: _, ...anyone } = ofChannel;

const stream = (n: number) => ({
  url: `/watch?v=aBcDeFgHiJ${n}`,
  type: 'stream',
  title: `Cat ${n}`,
  thumbnail: 'https://p.example/t.jpg',
  uploaderName: 'Maker',
  uploaderUrl: '/channel/UCmaker',
  uploadedDate: '2 days ago',
  duration: 60,
  views: 10,
  uploaded: -1,
});
const channel = {
  id: 'UCmaker',
  name: 'Maker',
  avatarUrl: 'https://p.example/a.jpg',
  bannerUrl: null,
  description: 'One',
  subscriberCount: 123_000,
  verified: true,
};
const page = (nextpage: string | null, ...relatedStreams: object[]) =>
  said({ ...channel, relatedStreams, nextpage });

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest of a channel',
    input: ofChannel,
    response: page('{"url":"x"}', stream(1), stream(2)),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"{\\"url\\":\\"x\\"}","UCmaker"]',
      records: [{ id: 'aBcDeFgHiJ1', published_text: '2 days ago' }, { title: 'Cat 2' }],
    },
  },
  {
    name: 'a channel by its handle, cut',
    input: { ...anyone, handle: 'maker', count: 1 },
    response: page('{"url":"x"}', stream(1), stream(2)),
    expect: { items: 1, end: 'more', cursor: '[1,"","UCmaker"]' },
  },
  {
    name: 'last page, which tells nothing of the channel',
    input: { ...ofChannel, cursor: '[0,"{\\"url\\":\\"x\\"}","UCmaker"]', position: 2 },
    response: said({ relatedStreams: [stream(3)], nextpage: 'null' }),
    expect: { items: 1, end: 'unknown' },
  },
];

const author: AuthorInput = { platform: 'youtube', author_id: 'UCmaker', wantsRaw: false };

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'a channel',
    input: author,
    response: page(null, stream(1)),
    expect: {
      record: {
        id: 'UCmaker',
        name: 'Maker',
        url: 'https://www.youtube.com/channel/UCmaker',
        avatar_url: 'https://p.example/a.jpg',
        banner_url: null,
        text: 'One',
        kind: 'channel',
        verified: true,
        followers: 123_000,
        approx: ['followers'],
      },
    },
  },
  {
    name: 'a channel that hides its followers, by its handle',
    input: { platform: 'youtube', handle: 'maker', wantsRaw: false },
    response: said({ ...channel, subscriberCount: -1, relatedStreams: [], nextpage: null }),
    expect: { record: { id: 'UCmaker', followers: null, approx: [] } },
  },
];

const onVideo: CommentsInput = { ...first, id: 'aBcDeFgHiJk', sort: 'top' };
const replyTo: RepliesInput = { ...first, id: 'aBcDeFgHiJk', comment_id: 'Ugx1' };
const comment = (commentId: string, changes: object = {}) => ({
  author: '@bo',
  thumbnail: 'https://p.example/bo.jpg',
  commentId,
  commentText: 'What a cat!<br>Twice',
  commentedTime: '2 days ago',
  commentorUrl: '/channel/UCbo',
  repliesPage: null,
  likeCount: 0,
  replyCount: -1,
  hearted: false,
  pinned: false,
  verified: false,
  channelOwner: false,
  ...changes,
});
const list = (nextpage: string | null, ...comments: object[]) =>
  said({ comments, nextpage, disabled: false, commentCount: 3 });
const watched = (visibility: string) =>
  said({ title: 'A cat', thumbnailUrl: 'https://p.example/vi/aBcDeFgHiJk/hq.jpg', visibility });
const PUBLIC = watched('public');
const UNAVAILABLE = said({ error: 'a trace', message: 'This video is unavailable' }, 500);
const withReplies = comment('Ugx1', {
  repliesPage: '{"id":"r"}',
  replyCount: 2,
  hearted: true,
  pinned: true,
});

type Expected = ExpectedPage<ParsedComment> | ExpectedAbsence;

export const commentsSamples: Sample<CommentsInput, Expected>[] = [
  {
    name: 'first page',
    input: onVideo,
    response: list('{"id":"n"}', withReplies, comment('Ugx2', { likeCount: -1, channelOwner: true })),
    followUps: [PUBLIC],
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"{\\"id\\":\\"n\\"}"]',
      total: { value: 3, relation: 'approx' },
      records: [
        {
          id: 'Ugx1',
          text: 'What a cat!\nTwice',
          published_text: '2 days ago',
          author: {
            id: 'UCbo',
            handle: 'bo',
            name: '@bo',
            url: 'https://www.youtube.com/channel/UCbo',
            avatar_url: 'https://p.example/bo.jpg',
            verified: false,
            followers: null,
          },
          pinned: true,
          hearted: true,
          likes: 0,
          replies: 2,
        },
        { id: 'Ugx2', likes: null, replies: null, is_creator: true },
      ],
    },
  },
  {
    name: 'last page',
    input: { ...onVideo, cursor: '[0,"{\\"id\\":\\"n\\"}"]', position: 2 },
    response: list(null, comment('Ugx3')),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'comments that are switched off',
    input: onVideo,
    response: said({ comments: [], nextpage: null, disabled: true, commentCount: 0 }),
    followUps: [PUBLIC],
    expect: { items: 0, end: 'exhausted', isDisabled: true },
  },
  {
    name: 'comments on a video that is unlisted',
    input: onVideo,
    response: list(null, comment('Ugx3')),
    followUps: [watched('unlisted')],
    expect: { absent: 'private' },
  },
  { name: 'no such video', input: onVideo, response: UNAVAILABLE, expect: { absent: 'unknown' } },
];

export const repliesSamples: Sample<RepliesInput, Expected>[] = [
  {
    name: 'replies to a comment of the first page',
    input: replyTo,
    response: list('{"id":"n"}', withReplies),
    followUps: [list('null', comment('Ugx1.a')), PUBLIC],
    expect: { items: 1, end: 'exhausted', records: [{ id: 'Ugx1.a', parent_id: 'Ugx1', level: 1 }] },
  },
  {
    name: 'the second page of replies',
    input: { ...replyTo, cursor: '[0,"{\\"id\\":\\"r2\\"}"]', position: 2 },
    response: list(null, comment('Ugx1.c')),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a comment that is not among all of them',
    input: replyTo,
    response: list(null, comment('Ugx2')),
    expect: { absent: 'unknown' },
  },
  {
    name: 'replies on a video that is unlisted',
    input: replyTo,
    response: list('{"id":"n"}', withReplies),
    followUps: [list('null', comment('Ugx1.a')), watched('unlisted')],
    expect: { absent: 'private', what: 'video' },
  },
];
