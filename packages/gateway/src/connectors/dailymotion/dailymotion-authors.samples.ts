// Exchanges with Dailymotion about authors and their videos, made up from the documents: their field names, our values.
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
const refusal = (code: number, type: string, error_data: object) =>
  answer(code, JSON.stringify({ error: { code, message: 'No.', type, error_data } }));
const BAD_FIELD = refusal(400, 'invalid_parameter', { param: 'fields' });

const video = (id: string, created_time: number) => ({
  id,
  title: `Cat ${id}`,
  created_time,
  url: `https://www.dailymotion.com/video/${id}`,
  'owner.id': 'xada',
  'owner.screenname': 'Ada',
});
const page = (number: number, has_more: boolean, ...list: object[]) =>
  answer(200, JSON.stringify({ page: number, limit: 10, total: 3, has_more, list }));

const first: AuthorVideosInput = {
  platform: 'dailymotion',
  author_id: 'xada',
  sort: 'newest',
  count: 10,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest',
    input: first,
    response: page(1, true, video('x2', 1_700_000_002), video('x1', 1_700_000_001)),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.10.0',
      records: [{ id: 'x2', published_at: '2023-11-14T22:13:22.000Z' }, { id: 'x1' }],
    },
  },
  {
    name: 'the cap of a list, from where another begins',
    input: { ...first, cursor: '100.10.0', position: 990 },
    response: page(100, false, ...Array.from({ length: 10 }, (_, n) => video(`x${n}`, 1_600_000_010 - n))),
    expect: { items: 10, end: 'more', cursor: '1600000002@' },
  },
  {
    name: 'the first page of the next list',
    input: { ...first, cursor: '1600000002@', position: 1_000 },
    response: page(1, true, video('xa', 1_600_000_000)),
    expect: { items: 1, end: 'more', cursor: '1600000002@2.10.0' },
  },
  {
    name: 'the cap of the most viewed, which has no next',
    input: { ...first, sort: 'views', cursor: '100.10.0', position: 990 },
    response: page(100, false, ...Array.from({ length: 10 }, (_, n) => video(`x${n}`, 1_600_000_010 - n))),
    expect: { items: 10, end: 'upstream_cap' },
  },
  {
    name: 'a field that the platform dropped',
    input: first,
    response: BAD_FIELD,
    followUps: [page(1, false, video('x1', 1_700_000_001))],
    expect: { items: 1, end: 'exhausted' },
  },
];

const asked: AuthorInput = { platform: 'dailymotion', author_id: 'xada', wantsRaw: false };

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'an author',
    input: asked,
    response: answer(
      200,
      JSON.stringify({
        id: 'xada',
        username: 'ada',
        screenname: 'Ada &amp; cats',
        description: '<p>Cats</p>',
        avatar_720_url: 'https://s1.dmcdn.net/u/1/720',
        cover_url: 'https://s1.dmcdn.net/u/1/cover',
        url: 'https://www.dailymotion.com/ada',
        country: 'FR',
        verified: true,
        created_time: 1_500_000_000,
        followers_total: 12,
        following_total: 3,
        videos_total: 45,
        views_total: 6_789,
      }),
    ),
    expect: {
      record: {
        id: 'xada',
        alt_ids: ['ada'],
        handle: 'ada',
        name: 'Ada & cats',
        url: 'https://www.dailymotion.com/ada',
        avatar_url: 'https://s1.dmcdn.net/u/1/720',
        banner_url: 'https://s1.dmcdn.net/u/1/cover',
        text: 'Cats',
        verified: true,
        country: 'FR',
        joined_at: '2017-07-14T02:40:00.000Z',
        followers: 12,
        following: 3,
        stats: { videos: 45, views: 6_789, likes: null },
      },
    },
  },
  {
    name: 'a field that the platform dropped',
    input: { platform: 'dailymotion', handle: 'ada', wantsRaw: false },
    response: BAD_FIELD,
    followUps: [answer(200, '{"id":"xada","username":"ada"}')],
    expect: { record: { id: 'xada', name: 'ada', followers: null } },
  },
];
