// Exchanges of the Invidious connector beside the search, made up from the documents: their field names, our values.
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
const NO_CHANNEL = said({ error: 'This channel does not exist.' }, 404);

const first = { platform: 'youtube', count: 2, cursor: null, position: 0, wantsRaw: false };
const ofChannel: AuthorVideosInput = { ...first, author_id: 'UCmaker', sort: 'newest' };
const { author_id: _, ...anyone } = ofChannel;
const byHandle: AuthorVideosInput = { ...anyone, handle: 'maker' };

const video = (n: number) => ({
  type: 'video',
  title: `Cat ${n}`,
  videoId: `aBcDeFgHiJ${n}`,
  author: 'Maker',
  authorId: 'UCmaker',
  authorUrl: '/channel/UCmaker',
  videoThumbnails: [],
  lengthSeconds: 60,
  viewCount: 10,
  publishedText: '2 days ago',
});

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest of a channel',
    input: ofChannel,
    response: said({ videos: [video(1), video(2)], continuation: '4qmF=' }),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"4qmF=","UCmaker"]',
      records: [{ id: 'aBcDeFgHiJ1', published_at: null, published_text: '2 days ago' }, { title: 'Cat 2' }],
    },
  },
  {
    name: 'the most viewed of a channel, last page',
    input: { ...ofChannel, sort: 'views', cursor: '[0,"4qmF=","UCmaker"]', position: 2 },
    response: said({ videos: [video(3)] }),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'a channel by its handle, which is looked up first',
    input: { ...byHandle, count: 1 },
    response: said({ ucid: 'UCmaker', pageType: 'WEB_PAGE_TYPE_CHANNEL' }),
    followUps: [said({ videos: [video(1), video(2)], continuation: '4qmF=' })],
    expect: { items: 1, end: 'more', cursor: '[1,"","UCmaker"]' },
  },
  { name: 'an unknown handle', input: byHandle, response: NO_CHANNEL, expect: { absent: 'unknown' } },
];

const profile = {
  author: 'Maker',
  authorId: 'UCmaker',
  authorUrl: '/channel/UCmaker',
  authorBanners: [{ url: 'https://y.example/banner.jpg', width: 2120, height: 351 }],
  authorThumbnails: [{ url: 'https://y.example/a.jpg', width: 176, height: 176 }],
  authorVerified: true,
  subCount: 123_000,
  totalViews: 4_500_000,
  joined: 1_300_000_000,
  description: 'One',
};
const PROFILE: Partial<ParsedAuthor> = {
  id: 'UCmaker',
  name: 'Maker',
  url: 'https://www.youtube.com/channel/UCmaker',
  avatar_url: 'https://y.example/a.jpg',
  banner_url: 'https://y.example/banner.jpg',
  text: 'One',
  kind: 'channel',
  verified: true,
  joined_at: '2011-03-13T07:06:40.000Z',
  followers: 123_000,
  approx: ['followers'],
  stats: { videos: null, views: 4_500_000, likes: null },
};
const author: AuthorInput = { platform: 'youtube', author_id: 'UCmaker', wantsRaw: false };
const named: AuthorInput = { platform: 'youtube', handle: '@maker', wantsRaw: false };

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  { name: 'a channel', input: author, response: said(profile), expect: { record: PROFILE } },
  {
    name: 'a channel by its handle',
    input: named,
    response: said({ ucid: 'UCmaker', pageType: 'WEB_PAGE_TYPE_CHANNEL' }),
    followUps: [said(profile)],
    expect: { record: PROFILE },
  },
  {
    name: 'an account that was ended',
    input: author,
    response: said({ error: 'This account has been terminated for a violation of the terms.' }, 500),
    expect: { absent: 'deleted' },
  },
];

const onVideo: CommentsInput = { ...first, id: 'aBcDeFgHiJk', sort: 'top' };
const replyTo: RepliesInput = { ...first, id: 'aBcDeFgHiJk', comment_id: 'Ugx1' };
const comment = (id: string, changes: object = {}) => ({
  author: '@bo',
  authorThumbnails: [{ url: 'https://y.example/bo.jpg', width: 48, height: 48 }],
  authorId: 'UCbo',
  authorUrl: '/channel/UCbo',
  isEdited: false,
  isPinned: false,
  content: 'What a cat!',
  contentHtml: 'What a cat!',
  published: 1_714_557_600,
  publishedText: '2 days ago',
  likeCount: 0,
  commentId: id,
  authorIsChannelOwner: false,
  ...changes,
});
const LISTED = said({ videoId: 'aBcDeFgHiJk', title: 'A cat', isListed: true });
const UNLISTED = said({ videoId: 'aBcDeFgHiJk', title: 'A cat', isListed: false });
const UNAVAILABLE = said({ error: 'Video unavailable' }, 404);

type Expected = ExpectedPage<ParsedComment> | ExpectedAbsence;

export const commentsSamples: Sample<CommentsInput, Expected>[] = [
  {
    name: 'the top ones',
    input: onVideo,
    response: said({
      commentCount: 3,
      videoId: 'aBcDeFgHiJk',
      comments: [
        comment('Ugx1', {
          isPinned: true,
          creatorHeart: {},
          likeCount: 7,
          replies: { replyCount: 2, continuation: 'Eg0R' },
        }),
        comment('Ugx2', { authorIsChannelOwner: true }),
      ],
      continuation: 'Eg0S',
    }),
    followUps: [LISTED],
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"Eg0S"]',
      total: { value: 3, relation: 'approx' },
      records: [
        {
          id: 'Ugx1',
          video_id: 'aBcDeFgHiJk',
          level: 0,
          text: 'What a cat!',
          published_at: null,
          published_precision: 'relative',
          published_text: '2 days ago',
          author: {
            id: 'UCbo',
            handle: 'bo',
            name: '@bo',
            url: 'https://www.youtube.com/channel/UCbo',
            avatar_url: 'https://y.example/bo.jpg',
            verified: null,
            followers: null,
          },
          is_creator: false,
          pinned: true,
          hearted: true,
          likes: 7,
          replies: 2,
        },
        { id: 'Ugx2', is_creator: true, pinned: false, hearted: false, replies: 0 },
      ],
    },
  },
  {
    name: 'figures of a newer instance, whose number of all comments is not to be believed',
    input: onVideo,
    response: said({
      commentCount: 0,
      videoId: 'aBcDeFgHiJk',
      comments: [comment('Ugx4', { replyCount: 42, verified: true, isSponsor: false, isSponsored: false })],
    }),
    followUps: [LISTED],
    expect: { items: 1, end: 'exhausted', total: null, records: [{ id: 'Ugx4', replies: 42 }] },
  },
  {
    name: 'a word for none, of a video that is there',
    input: onVideo,
    response: said({ error: 'Comments not found.' }, 404),
    followUps: [LISTED],
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'a word for none, of a video that is not there',
    input: onVideo,
    response: said({ error: 'Comments not found.' }, 404),
    followUps: [UNAVAILABLE],
    expect: { absent: 'unknown' },
  },
  {
    name: 'the last of the newest',
    input: { ...onVideo, sort: 'newest', cursor: '[0,"Eg0S"]', position: 2 },
    response: said({ comments: [comment('Ugx3')] }),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'comments that are switched off',
    input: onVideo,
    response: said({ error: 'Comments are turned off.' }, 500),
    followUps: [LISTED],
    expect: { items: 0, end: 'exhausted', isDisabled: true },
  },
  {
    name: 'comments on a video that is unlisted',
    input: onVideo,
    response: said({ comments: [comment('Ugx3')] }),
    followUps: [UNLISTED],
    expect: { absent: 'private' },
  },
];

const commentsPage = (continuation: string | null, ...comments: object[]) =>
  said({ comments, ...(continuation !== null && { continuation }) });
const withReplies = comment('Ugx1', { replies: { replyCount: 2, continuation: 'Eg0R' } });

export const repliesSamples: Sample<RepliesInput, Expected>[] = [
  {
    name: 'replies to a comment of the first page',
    input: { ...replyTo, count: 1 },
    response: commentsPage('Eg0S', comment('Ugx2'), withReplies),
    followUps: [commentsPage('Eg0T', comment('Ugx1.a'), comment('Ugx1.b')), LISTED],
    expect: {
      items: 1,
      end: 'more',
      cursor: '[1,"Eg0R"]',
      records: [{ id: 'Ugx1.a', parent_id: 'Ugx1', root_id: 'Ugx1', level: 1, replies: null }],
    },
  },
  {
    name: 'replies to a comment of the second page',
    input: replyTo,
    response: commentsPage('Eg0S', comment('Ugx2')),
    followUps: [commentsPage('Eg0U', withReplies), commentsPage(null, comment('Ugx1.a')), LISTED],
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'the rest of the replies',
    input: { ...replyTo, cursor: '[1,"Eg0R"]', position: 1 },
    response: commentsPage(null, comment('Ugx1.a'), comment('Ugx1.b')),
    expect: { items: 1, end: 'exhausted', records: [{ id: 'Ugx1.b' }] },
  },
  {
    name: 'a comment without replies',
    input: replyTo,
    response: commentsPage('Eg0S', comment('Ugx1')),
    followUps: [LISTED],
    expect: { items: 0, end: 'exhausted', total: { value: 0, relation: 'eq' } },
  },
  {
    name: 'a comment that is not among all of them',
    input: replyTo,
    response: commentsPage(null, comment('Ugx2')),
    expect: { absent: 'unknown' },
  },
  {
    name: 'replies on a video that is unlisted',
    input: replyTo,
    response: commentsPage('Eg0S', comment('Ugx2')),
    followUps: [commentsPage('Eg0U', withReplies), commentsPage(null, comment('Ugx1.a')), UNLISTED],
    expect: { absent: 'private', what: 'video' },
  },
];
