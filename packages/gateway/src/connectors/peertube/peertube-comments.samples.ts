// Exchanges about comments on a PeerTube instance, made up from the documents: their field names, our values.
import type { ParsedComment } from '../../domain/comment.ts';
import type { CommentsInput, ExpectedAbsence, ExpectedPage, RepliesInput, Sample } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = '3f0a7c52-1111-4222-8333-444455556666';
const answer = answersAs('application/json; charset=utf-8');
const problem = answersAs('application/problem+json; charset=utf-8');

const UNKNOWN = problem(404, '{"type":"about:blank","title":"Not Found","status":404}');

const video = (changes: object = {}) =>
  answer(
    200,
    JSON.stringify({
      id: 42,
      uuid: ID,
      privacy: { id: 1, label: 'Public' },
      blacklisted: false,
      commentsPolicy: { id: 1, label: 'Enabled' },
      account: { id: 5, name: 'ada', displayName: 'Ada', host: 'upstream.example' },
      ...changes,
    }),
  );

const person = (name: string) => ({
  id: 7,
  name,
  displayName: name.toUpperCase(),
  host: 'upstream.example',
  url: `https://upstream.example/accounts/${name}`,
  avatars: [],
});

const comment = (id: number, changes: object = {}) => ({
  id,
  url: `https://upstream.example/videos/watch/${ID};threadId=${id}`,
  text: 'What a cat!\r\nTwice <3',
  threadId: id,
  inReplyToCommentId: null,
  videoId: 42,
  createdAt: '2025-02-03T09:05:00.250Z',
  updatedAt: '2025-02-03T09:05:00.250Z',
  deletedAt: null,
  isDeleted: false,
  heldForReview: false,
  totalReplies: 2,
  totalRepliesFromVideoAuthor: 1,
  account: person('bo'),
  ...changes,
});

const page = (total: number, ...data: object[]): string =>
  JSON.stringify({ total, totalNotDeletedComments: total, data });

const first: CommentsInput = {
  platform: 'peertube',
  id: ID,
  sort: 'newest',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

export const commentsSamples: Sample<CommentsInput, ExpectedPage<ParsedComment> | ExpectedAbsence>[] = [
  {
    name: 'the newest, one by the author of the video',
    input: first,
    response: answer(200, page(4, comment(91), comment(90, { account: person('ada'), totalReplies: 0 }))),
    followUps: [video()],
    expect: {
      items: 2,
      end: 'more',
      cursor: '["2.90","ada@upstream.example"]',
      total: { value: 4, relation: 'eq' },
      records: [
        {
          id: '91',
          video_id: ID,
          parent_id: null,
          root_id: null,
          level: 0,
          url: `https://upstream.example/videos/watch/${ID};threadId=91`,
          text: 'What a cat!\nTwice <3',
          published_at: '2025-02-03T09:05:00.250Z',
          published_precision: 'ms',
          author: {
            id: 'bo@upstream.example',
            handle: 'bo@upstream.example',
            name: 'BO',
            url: 'https://upstream.example/accounts/bo',
            avatar_url: null,
            verified: null,
            followers: null,
          },
          is_creator: false,
          likes: null,
          replies: 2,
          deleted: false,
        },
        { id: '90', is_creator: true, replies: 0 },
      ],
    },
  },
  {
    name: 'the second page: from elsewhere, deleted, and not yet approved',
    input: { ...first, sort: 'top', count: 3, cursor: '["2.90","ada@upstream.example"]', position: 2 },
    response: answer(
      200,
      page(
        4,
        comment(90),
        comment(89, { text: '<p>From <span>afar</span> &amp; back</p>', account: person('ada') }),
        comment(88, { text: '', account: null, isDeleted: true, deletedAt: '2025-02-04T09:05:00.250Z' }),
        comment(87, { heldForReview: true }),
      ),
    ),
    expect: {
      items: 2,
      end: 'exhausted',
      records: [
        { id: '89', text: 'From afar & back', is_creator: true },
        { id: '88', text: null, deleted: true, is_creator: null },
      ],
    },
  },
  {
    name: 'comments that are switched off, in version 8',
    input: first,
    response: UNKNOWN,
    followUps: [video({ commentsPolicy: { id: 2, label: 'Disabled' } })],
    expect: { items: 0, end: 'exhausted', isDisabled: true },
  },
  {
    name: 'comments that are switched off, in version 5',
    input: first,
    response: answer(200, page(0)),
    followUps: [video({ commentsPolicy: undefined, commentsEnabled: false })],
    expect: { items: 0, end: 'exhausted', isDisabled: true },
  },
  {
    name: 'an unlisted video, whose comments open to who knows its id',
    input: first,
    response: answer(200, page(1, comment(91))),
    followUps: [video({ privacy: { id: 2, label: 'Unlisted' } })],
    expect: { absent: 'private' },
  },
  {
    name: 'a video behind a password',
    input: first,
    response: problem(401, '{"status":401,"code":"video_requires_password"}'),
    followUps: [problem(401, '{"status":401,"code":"video_requires_password"}')],
    expect: { absent: 'password' },
  },
  {
    name: 'a video of which nothing is heard',
    input: first,
    response: answer(200, page(1, comment(91))),
    followUps: [{ kind: 'timeout', detail: 'no answer' }],
    expect: { failure: 'timeout' },
  },
];

const reply = (id: number, inReplyToCommentId: number, changes: object = {}) =>
  comment(id, { threadId: 91, inReplyToCommentId, totalReplies: 0, ...changes });

const THREAD = JSON.stringify({
  comment: comment(91),
  children: [
    {
      comment: reply(92, 91),
      children: [{ comment: reply(95, 92, { account: person('ada') }), children: [] }],
    },
    { comment: reply(93, 91), children: [] },
  ],
});

const asked: RepliesInput = {
  platform: 'peertube',
  id: ID,
  comment_id: '91',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

export const repliesSamples: Sample<RepliesInput, ExpectedPage<ParsedComment> | ExpectedAbsence>[] = [
  {
    name: 'two answers to one reply, in their sequence',
    input: { ...asked, count: 5 },
    response: answer(
      200,
      JSON.stringify({
        comment: comment(91),
        children: [
          {
            comment: reply(92, 91),
            children: [95, 96].map((number) => ({ comment: reply(number, 92), children: [] })),
          },
        ],
      }),
    ),
    followUps: [video()],
    expect: { items: 3, end: 'exhausted', records: [{ id: '92' }, { id: '95' }, { id: '96' }] },
  },
  {
    name: 'the first two of a thread, flat and in order',
    input: asked,
    response: answer(200, THREAD),
    followUps: [video()],
    expect: {
      items: 2,
      end: 'more',
      cursor: '["2","ada@upstream.example"]',
      total: { value: 3, relation: 'eq' },
      records: [
        { id: '92', parent_id: '91', root_id: '91', level: 1, is_creator: false },
        { id: '95', parent_id: '92', root_id: '91', level: 1, is_creator: true },
      ],
    },
  },
  {
    name: 'the rest of it',
    input: { ...asked, cursor: '["2","ada@upstream.example"]', position: 2 },
    response: answer(200, THREAD),
    expect: { items: 1, end: 'exhausted', records: [{ id: '93', parent_id: '91' }] },
  },
  {
    name: 'the whole tree, for who takes it as it is',
    input: { ...asked, bodyIsAnswer: true },
    response: answer(200, THREAD),
    followUps: [video()],
    expect: { items: 3, end: 'exhausted' },
  },
  {
    name: 'a reply, which is no thread',
    input: { ...asked, comment_id: '95' },
    response: problem(400, '{"status":400,"invalid-params":{"threadId":{"msg":"Not a thread"}}}'),
    followUps: [video()],
    expect: { absent: 'unknown' },
  },
  ...[
    ['a reply, as 8.2.3 says it', { detail: 'Video comment is not a thread.' }] as const,
    [
      'a comment on another video',
      { code: 'comment_not_associated_to_video', detail: 'Video comment is not associated to this video.' },
    ] as const,
  ].map(([name, said]) => ({
    name,
    input: { ...asked, comment_id: '95' },
    response: problem(400, JSON.stringify({ status: 400, ...said })),
    followUps: [video()],
    expect: { absent: 'unknown' as const },
  })),
  {
    name: 'a video that is not there',
    input: asked,
    response: UNKNOWN,
    followUps: [UNKNOWN],
    expect: { absent: 'unknown', what: 'video' },
  },
];
