// Exchanges of the Dailymotion connector, made up from the documents: their field names, our values.

import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, SearchInput, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'dailymotion',
  keyword: 'cat',
  count: 10,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

const answer = answersAs('application/json; charset=utf-8');

const page = (number: number, hasMore: boolean, records: string[]) =>
  answer(
    200,
    `{"page":${number},"limit":10,"explicit":false,"total":289487,"has_more":${hasMore},"list":[${records.join(',')}]}`,
  );

const RICH =
  '{"id":"x1abcde","title":"Tom &amp; the cat","description":"<b>First</b> line<br />Second line &lt;3","created_time":1422173451,' +
  '"duration":81,"url":"https://www.dailymotion.com/video/x1abcde","thumbnail_360_url":"https://s.example/x/360",' +
  '"thumbnail_720_url":"//s.example/x/720","allow_embed":true,"tags":["cat","indoors"],"language":"fr","country":"CA","width":1280,' +
  '"height":720,"views_total":20134,"likes_total":0,"comments_total":3,"explicit":false,"live_status":null,"onair":false,"channel":"animals","updated_time":1422173500,"private":false,"embed_url":' +
  '"https://geo.dailymotion.com/player.html?video=x1abcde","owner.id":"x9owner","owner.screenname":"Tom\'s films","owner.username":' +
  '"tomsfilms","owner.url":"https://www.dailymotion.com/tomsfilms","owner.avatar_720_url":"https://s.example/u/720","owner.verified":true}';
const SPARSE =
  '{"id":"x2","title":"Bare","description":"","created_time":0,"url":"https://www.dailymotion.com/video/x2","allow_embed":false,' +
  '"thumbnail_360_url":null,"tags":[],"language":null,"width":0,"views_total":null,"owner.id":null}';
const more = (length: number) => Array.from({ length }, (_, i) => `{"id":"y${i}","title":"More"}`);

const error = (code: number, type: string) =>
  `{"error":{"more_info":"https://d.example/errors","code":${code},"message":"No.","type":"${type}","error_data":{"reason":"x"}}}`;

const NO_SUCH_FIELD =
  '{"error":{"code":400,"message":"Invalid field","type":"invalid_parameter","error_data":{"param":"fields","reason":"x"}}}';

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: page(1, true, [RICH, SPARSE, ...more(8)]),
    expect: {
      items: 10,
      end: 'more',
      cursor: '2.10.0',
      total: { value: 289_487, relation: 'approx' },
      videos: [
        {
          id: 'x1abcde',
          url: 'https://www.dailymotion.com/video/x1abcde',
          embed_url: 'https://geo.dailymotion.com/player/option-player_id.html?video=x1abcde',
          nsfw: false,
          kind: 'video',
          title: 'Tom & the cat',
          text: 'First line\nSecond line <3',
          text_truncated: false,
          tags: ['cat', 'indoors'],
          language: 'fr',
          region: 'CA',
          published_at: '2015-01-25T08:10:51.000Z',
          published_precision: 's',
          duration_ms: 81_000,
          width: 1280,
          height: 720,
          author: {
            id: 'x9owner',
            handle: 'tomsfilms',
            name: "Tom's films",
            url: 'https://www.dailymotion.com/tomsfilms',
            avatar_url: 'https://s.example/u/720',
            verified: true,
            followers: null,
          },
          stats: {
            views: 20_134,
            likes: 0,
            comments: 3,
            shares: null,
            saves: null,
            reposts: null,
            downloads: null,
            danmaku: null,
          },
          thumbnails: [
            { url: 'https://s.example/x/720', width: null, height: 720 },
            { url: 'https://s.example/x/360', width: null, height: 360 },
          ],
          license: null,
        },
        {
          id: 'x2',
          embed_url: null,
          text: null,
          tags: [],
          language: null,
          published_at: null,
          published_precision: null,
          duration_ms: null,
          width: null,
          height: null,
          thumbnails: [],
        },
      ],
    },
  },
  {
    name: 'a small count takes a slice of the smallest page',
    input: { ...first, count: 3 },
    response: page(1, false, [RICH, SPARSE, ...more(8)]),
    expect: { items: 3, end: 'more', cursor: '1.10.3' },
  },
  {
    name: 'next page',
    input: { ...first, cursor: '2.10.0', position: 10, wantsRaw: true },
    response: page(2, true, more(10)),
    expect: { items: 10, end: 'more', cursor: '3.10.0' },
  },
  {
    name: 'last page',
    input: { ...first, cursor: '3.10.0', position: 20 },
    response: page(3, false, more(4)),
    expect: { items: 4, end: 'exhausted' },
  },
  {
    name: 'the 1,000th result is a cap, though more are announced',
    input: { ...first, cursor: '100.10.0', position: 990 },
    response: page(100, true, more(10)),
    expect: { items: 10, end: 'upstream_cap' },
  },
  {
    name: 'the 1,000th result is a cap, though no more are announced',
    input: { ...first, cursor: '100.10.0', position: 990 },
    response: page(100, false, more(10)),
    expect: { items: 10, end: 'upstream_cap' },
  },
  {
    name: 'the last page that could reach the cap and does not is a proved end',
    input: { ...first, cursor: '100.10.0', position: 990 },
    response: page(100, false, more(7)),
    expect: { items: 7, end: 'exhausted' },
  },
  {
    name: 'a total of 1,000 is where the platform stops counting',
    input: first,
    response: answer(200, '{"page":1,"limit":10,"total":1000,"has_more":false,"list":[{"id":"x3"}]}'),
    expect: { items: 1, end: 'exhausted', total: { value: 1_000, relation: 'capped' } },
  },
  {
    name: 'on the air, explicit, without an address to embed, and private',
    input: first,
    response: page(1, false, [
      '{"id":"x4","live_status":"live","onair":true,"audience":12,"duration":0,"explicit":true,"allow_embed":true,"owner":{"id":"x9","username":"tom"}}',
      '{"id":"x5","private":true}',
      '{"id":"k6","title":"By its id"}',
    ]),
    expect: {
      items: 1,
      end: 'exhausted',
      videos: [
        {
          id: 'x4',
          kind: 'live',
          live: { state: 'on_air', scheduled_at: null, viewers: 12 },
          duration_ms: null,
          nsfw: true,
          embed_url: 'https://geo.dailymotion.com/player/option-player_id.html?video=x4',
          author: {
            id: 'x9',
            handle: 'tom',
            name: 'tom',
            url: null,
            avatar_url: null,
            verified: null,
            followers: null,
          },
        },
      ],
    },
  },
  {
    name: 'a private video in an answer that goes out whole',
    input: { ...first, bodyIsAnswer: true },
    response: page(1, false, ['{"id":"x5","private":true}']),
    expect: { failure: 'refused' },
  },
  {
    name: 'a field that the platform no longer has: the search is made without it',
    input: first,
    response: answer(200, NO_SUCH_FIELD),
    followUps: [page(1, false, [SPARSE])],
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'fields that the platform rejects again',
    input: first,
    response: answer(400, NO_SUCH_FIELD),
    followUps: [answer(400, NO_SUCH_FIELD)],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'an empty page that announces more proves no end',
    input: { ...first, cursor: '2.10.0', position: 10 },
    response: page(2, true, []),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'a list without a word about more proves no end',
    input: first,
    response: answer(200, `{"page":1,"limit":10,"list":[${SPARSE}]}`),
    expect: { items: 1, end: 'unknown', total: null },
  },
  {
    name: 'a limit, said with status 200',
    input: first,
    response: answer(200, error(403, 'rate_limit_exceeded'), { 'retry-after': '20' }),
    expect: { failure: 'rate_limited', suspendMs: 20_000 },
  },
  {
    name: 'a parameter that it rejects',
    input: first,
    response: answer(400, error(400, 'invalid_parameter')),
    expect: { failure: 'input_rejected' },
  },
];

const ID = 'x1abcde';
const input: VideoInput = { platform: 'dailymotion', id: ID, wantsRaw: false };
const video = (changes: object = {}) =>
  JSON.stringify({
    id: ID,
    title: 'Cats &amp; dogs',
    description: '<p>One.</p>Two.',
    created_time: 1_422_173_451,
    duration: 81,
    url: `https://www.dailymotion.com/video/${ID}`,
    thumbnail_360_url: 'https://s.example/360',
    allow_embed: true,
    tags: ['cat'],
    language: 'fr',
    private: false,
    views_total: 12,
    'owner.id': 'xowner',
    'owner.screenname': 'Owner',
    ...changes,
  });

const refusal = (code: number, type: string, error_data: object, status = code) =>
  answer(status, JSON.stringify({ error: { code, message: 'No.', type, error_data } }));

/** Exchanges about one video of Dailymotion. */
export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a public video',
    input,
    response: answer(200, video()),
    expect: {
      record: { id: ID, title: 'Cats & dogs', text: 'One.\nTwo.', duration_ms: 81_000, tags: ['cat'] },
    },
  },
  {
    name: 'fields that the platform no longer knows',
    input,
    response: refusal(400, 'invalid_parameter', { param: 'fields' }),
    followUps: [answer(200, video())],
    expect: { record: { id: ID } },
  },
  {
    name: 'a private video, which opens to who knows its id',
    input: { ...input, id: 'k1secret' },
    response: answer(200, video({ id: 'k1secret', private: true })),
    expect: { absent: 'private' },
  },
  {
    name: 'something else that is not there',
    input,
    response: refusal(404, 'not_found', { object_type: 'user', object_id: 'x' }),
    expect: { failure: 'not_found' },
  },
  {
    name: 'a video behind a password',
    input,
    response: refusal(403, 'access_forbidden', { object_type: 'video', reason: 'password_required' }),
    expect: { absent: 'password' },
  },
  {
    name: 'a video that is kept from some countries',
    input,
    response: refusal(403, 'access_forbidden', { object_type: 'video', reason: 'geoblocked' }),
    expect: { absent: 'region' },
  },
  {
    name: 'a place where no such API is',
    input,
    response: answer(404, '{"message":"no"}'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: answer(200, video({ id: 'x9other' })),
    expect: { failure: 'bad_response' },
  },
];
