// Exchanges about comments on Odysee, made up from what its clients read: their field names, our values.
import type { ParsedComment } from '../../domain/comment.ts';
import type { CommentsInput, ExpectedAbsence, ExpectedPage, RepliesInput, Sample } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const VIDEO = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567';
const CHANNEL = 'ffee00112233445566778899aabbccddeeff0011';
const first: CommentsInput = {
  platform: 'odysee',
  id: VIDEO,
  sort: 'top',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const { sort: _, ...any } = first;
const replies: RepliesInput = { ...any, comment_id: 'a1' };

const answer = answersAs('application/json; charset=utf-8');
const result = (body: object) => answer(200, JSON.stringify({ jsonrpc: '2.0', result: body, id: 1 }));
const error = (message: string, code = -32_000) =>
  answer(200, JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: 1 }));

const comment = (id: string, changes: object = {}) => ({
  comment: 'What a cat!\r\nTwice',
  comment_id: id,
  claim_id: VIDEO,
  timestamp: 1_714_557_600,
  signature: 'bc',
  channel_id: CHANNEL,
  channel_name: '@bo',
  channel_url: `lbry://@bo#${CHANNEL}`,
  support_amount: 0,
  is_hidden: false,
  is_pinned: false,
  ...changes,
});
const list = (total: number, ...items: object[]) =>
  result({ page: 1, page_size: 2, total_pages: 2, total_items: total, items });
/** The total with replies, and without. */
const counted = (total_items: number, total_filtered_items: number) => ({
  page: 1,
  page_size: 2,
  total_items,
  total_filtered_items,
});
const reactions = (others: object) => result({ others_reactions: others });

const FIRST: Partial<ParsedComment> = {
  id: 'a1',
  video_id: VIDEO,
  parent_id: null,
  root_id: null,
  level: 0,
  text: 'What a cat!\nTwice',
  published_at: '2024-05-01T10:00:00.000Z',
  published_precision: 's',
  author: {
    id: CHANNEL,
    handle: 'bo',
    name: '@bo',
    url: `https://odysee.com/@bo:${CHANNEL}`,
    avatar_url: null,
    verified: null,
    followers: null,
  },
  pinned: true,
  hearted: true,
  likes: 3,
  replies: 2,
};

type Expected = ExpectedPage<ParsedComment> | ExpectedAbsence;

export const commentsSamples: Sample<CommentsInput, Expected>[] = [
  {
    name: 'the top ones, with their likes',
    input: first,
    response: list(3, comment('a1', { is_pinned: true, replies: 2 }), comment('a2')),
    followUps: [reactions({ a1: { like: 3, dislike: 0, creator_like: 1 }, a2: { like: 0 } })],
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.2.0',
      total: { value: 3, relation: 'approx' },
      records: [FIRST, { id: 'a2', likes: 0, hearted: null, replies: 0, pinned: false }],
    },
  },
  {
    name: 'the last of the newest, without likes and with a hidden one',
    input: { ...first, sort: 'newest', cursor: '2.2.0', position: 2 },
    response: list(4, comment('a3'), comment('a4', { is_hidden: true })),
    followUps: [{ kind: 'timeout', detail: 'no answer' }],
    expect: { items: 1, end: 'exhausted', records: [{ id: 'a3', likes: null }] },
  },
  {
    name: 'a list without replies, whose total counts them and whose page lacks a blocked one',
    input: first,
    response: result({ ...counted(9, 2), total_pages: 1, items: [comment('a1')] }),
    followUps: [reactions({})],
    expect: { items: 1, end: 'more', cursor: '2.2.0', total: { value: 2, relation: 'approx' } },
  },
  {
    name: 'the last page of such a list',
    input: { ...first, cursor: '2.2.0', position: 1 },
    response: result({ ...counted(9, 3), page: 2, total_pages: 2, items: [comment('a3')] }),
    followUps: [reactions({})],
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a page after the last, of an answer that counts replies alone',
    input: { ...first, cursor: '2.2.0', position: 2 },
    response: result({ page: 2, page_size: 2, total_pages: 1, total_items: 9, has_hidden_comments: false }),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'all writers blocked',
    input: first,
    response: result({ ...counted(2, 0), total_pages: 0 }),
    expect: { items: 0, end: 'exhausted' },
  },
  {
    name: 'a first page without its list',
    input: first,
    response: result({ ...counted(9, 3), total_pages: 2 }),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'comments that the maker switched off',
    input: first,
    response: error('comments are disabled by the creator'),
    expect: { items: 0, end: 'exhausted', isDisabled: true },
  },
  {
    name: 'comments of another shape',
    input: first,
    response: list(1, { id: 7 }),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'too many requests',
    input: first,
    response: answer(429, '', { 'retry-after': '2' }),
    expect: { failure: 'rate_limited', suspendMs: 2_000 },
  },
];

export const repliesSamples: Sample<RepliesInput, Expected>[] = [
  {
    name: 'replies, one of them to another',
    input: replies,
    response: list(2, comment('b1', { parent_id: 'a1' }), comment('b2', { parent_id: 'b1' })),
    followUps: [reactions({ b1: { like: 1 } })],
    expect: {
      items: 2,
      end: 'exhausted',
      records: [
        { id: 'b1', parent_id: 'a1', root_id: 'a1', level: 1, likes: 1 },
        { id: 'b2', parent_id: 'b1', root_id: 'a1', level: 1, likes: null },
      ],
    },
  },
  {
    name: 'a video that there is not',
    input: replies,
    response: error('could not find claim'),
    expect: { absent: 'unknown', what: 'video' },
  },
  {
    name: 'too many requests',
    input: replies,
    response: answer(429, '', { 'retry-after': '7' }),
    expect: { failure: 'rate_limited', suspendMs: 7_000 },
  },
];
