// Exchanges with Vimeo about authors, their videos, comments and replies, made up from the documents: their field names, our values.
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

const answer = answersAs('application/vnd.vimeo.video+json');
const said = (body: object, status = 200) => answer(status, JSON.stringify(body));
const UNKNOWN = answer(404, '{"error":"The requested user could not be found","error_code":5460}');
const BUSY = answer(429, '{"error":"Too many API requests."}', { 'retry-after': '7' });

const paging = { platform: 'vimeo', count: 2, cursor: null, position: 0, wantsRaw: false };
const page = (data: object[], total: number, next: string | null) =>
  said({ total, page: 1, per_page: 2, paging: { next, previous: null }, data });

const video = (n: number) => ({
  uri: `/videos/${n}`,
  name: `Cat ${n}`,
  created_time: '2024-05-01T10:00:00+00:00',
  link: `https://vimeo.com/${n}`,
  privacy: { view: 'anybody' },
  user: { uri: '/users/9', name: 'Ada' },
});
const first: AuthorVideosInput = { ...paging, author_id: '9', sort: 'newest' };

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest',
    input: first,
    response: page([video(12), video(11)], 3, '/users/9/videos?page=2'),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.2.0',
      records: [{ id: '12', title: 'Cat 12' }, { id: '11' }],
    },
  },
  {
    name: 'by name and views',
    input: { ...paging, handle: 'adasample', sort: 'views' },
    response: page([video(12)], 1, null),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'too many requests',
    input: first,
    response: BUSY,
    expect: { failure: 'rate_limited', suspendMs: 7_000 },
  },
];

const comment = (n: number, user: object | null, replies = 0) => ({
  uri: `/videos/12/comments/${n}`,
  text: 'What a cat!\r\n<3',
  created_on: '2024-05-02T10:00:00+00:00',
  user,
  metadata: { connections: { replies: { total: replies } } },
});
const BO = { uri: '/users/10', name: 'Bo', link: 'https://vimeo.com/bo' };
const ADA = { uri: '/users/9', name: 'Ada' };
const about = (view: string, comments = 'anybody') =>
  said({ uri: '/videos/12', privacy: { view, comments }, user: { uri: '/users/9' } });

const commentsOn: CommentsInput = { ...paging, id: '12', sort: 'newest' };
type ExpectedComments = ExpectedPage<ParsedComment> | ExpectedAbsence;

export const commentsSamples: Sample<CommentsInput, ExpectedComments>[] = [
  {
    name: 'the newest, of which one is by the author of the video',
    input: commentsOn,
    response: page([comment(3, BO, 2), comment(2, ADA)], 3, '/videos/12/comments?page=2'),
    followUps: [about('anybody')],
    expect: {
      items: 2,
      end: 'more',
      cursor: '["2.2.0","9"]',
      total: { value: 3, relation: 'eq' },
      records: [
        {
          id: '3',
          video_id: '12',
          level: 0,
          text: 'What a cat!\n<3',
          published_at: '2024-05-02T10:00:00.000Z',
          is_creator: false,
          replies: 2,
          likes: null,
          author: {
            id: '10',
            handle: null,
            name: 'Bo',
            url: 'https://vimeo.com/bo',
            avatar_url: null,
            verified: null,
            followers: null,
          },
        },
        { id: '2', is_creator: true, replies: 0 },
      ],
    },
  },
  {
    name: 'the last page, by a deleted user',
    input: { ...commentsOn, cursor: '["2.2.0","9"]', position: 2 },
    response: said({
      total: 3,
      page: 2,
      per_page: 2,
      paging: { next: null },
      data: [comment(1, null)],
    }),
    expect: { items: 1, end: 'exhausted', records: [{ id: '1', is_creator: null }] },
  },
  {
    name: 'comments that are switched off',
    input: commentsOn,
    response: page([], 0, null),
    followUps: [about('anybody', 'nobody')],
    expect: { items: 0, end: 'exhausted', isDisabled: true },
  },
  {
    name: 'comments that are switched off, as a refusal',
    input: commentsOn,
    response: said({ error: 'You are not allowed to see these comments' }, 403),
    followUps: [about('anybody', 'nobody')],
    expect: { items: 0, end: 'exhausted', isDisabled: true },
  },
  {
    name: 'a video that is not for everybody',
    input: commentsOn,
    response: page([comment(3, BO)], 1, null),
    followUps: [about('unlisted')],
    expect: { absent: 'private' },
  },
];

const repliesTo: RepliesInput = { ...paging, id: '12', comment_id: '3' };

export const repliesSamples: Sample<RepliesInput, ExpectedComments>[] = [
  {
    name: 'two replies',
    input: repliesTo,
    response: page([comment(4, ADA), comment(5, BO)], 2, null),
    followUps: [about('anybody')],
    expect: {
      items: 2,
      end: 'exhausted',
      records: [{ id: '4', parent_id: '3', root_id: '3', level: 1, is_creator: true }, { id: '5' }],
    },
  },
  {
    name: 'a video that is not there',
    input: repliesTo,
    response: UNKNOWN,
    followUps: [UNKNOWN],
    expect: { absent: 'unknown', what: 'video' },
  },
];

const asked: AuthorInput = { platform: 'vimeo', handle: 'adasample', wantsRaw: false };

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'an author',
    input: asked,
    response: said({
      uri: '/users/9',
      name: 'Ada Sample',
      link: 'https://vimeo.com/adasample',
      bio: 'Cats\r\nand pianos',
      created_time: '2012-02-03T04:05:06+00:00',
      pictures: { sizes: [{ link: 'https://i.vimeocdn.com/u_300', width: 300, height: 300 }] },
      websites: [
        { name: 'Home', link: 'https://ada.example' },
        { name: 'Shop', link: 'www.ada.example/shop' },
        { name: 'none', link: null },
        { name: 'words', link: 'ask me' },
      ],
      metadata: { connections: { followers: { total: 41 }, following: { total: 2 }, videos: { total: 7 } } },
    }),
    expect: {
      record: {
        id: '9',
        alt_ids: ['adasample'],
        handle: 'adasample',
        name: 'Ada Sample',
        url: 'https://vimeo.com/adasample',
        avatar_url: 'https://i.vimeocdn.com/u_300',
        text: 'Cats\nand pianos',
        joined_at: '2012-02-03T04:05:06.000Z',
        followers: 41,
        following: 2,
        stats: { videos: 7, views: null, likes: null },
        links: [
          { title: 'Home', url: 'https://ada.example' },
          { title: 'Shop', url: 'https://www.ada.example/shop' },
        ],
      },
    },
  },
  {
    name: 'an author without a name of their own',
    input: { platform: 'vimeo', author_id: '10', wantsRaw: false },
    response: said({ uri: '/users/10', name: 'Bo', link: 'https://vimeo.com/user10' }),
    expect: { record: { id: '10', alt_ids: [], handle: null, followers: null } },
  },
];
