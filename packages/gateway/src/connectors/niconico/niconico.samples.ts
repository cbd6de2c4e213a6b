// Exchanges of the NicoNico connector, made up from the documents: their field names, our values.

import type { ParsedVideo } from '../../domain/video.ts';
import type {
  AuthorVideosInput,
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  Sample,
  SearchInput,
  VideoInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'niconico',
  keyword: '猫 OR cat',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

const answer = answersAs('application/json; charset=utf-8');

const page = (total: number, records: string[]) =>
  answer(200, `{"meta":{"status":200,"totalCount":${total},"id":"0554268c-0000"},"data":[${records}]}`);

const RICH =
  '{"contentId":"sm4000001","title":"猫 &amp; 箱","description":"箱に入る<br>猫です","userId":123456,"channelId":null,' +
  '"viewCounter":12345,"mylistCounter":67,"likeCounter":89,"lengthSeconds":90,' +
  '"thumbnailUrl":"https://nicovideo.cdn.example/thumbnails/4000001/4000001.1","startTime":"2024-05-01T19:00:00+09:00",' +
  '"commentCounter":0,"tags":"猫 箱 cat","genre":"動物"}';
const SPARSE =
  '{"contentId":"so4000002","title":null,"description":null,"userId":null,"channelId":2600001,"viewCounter":null,' +
  '"mylistCounter":null,"likeCounter":null,"lengthSeconds":null,"thumbnailUrl":null,"startTime":null,' +
  '"commentCounter":null,"tags":null,"genre":null}';

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: page(12_673, [RICH, SPARSE]),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.so4000002',
      total: { value: 12_673, relation: 'eq' },
      videos: [
        {
          id: 'sm4000001',
          url: 'https://nico.ms/sm4000001',
          kind: 'video',
          title: '猫 & 箱',
          text: '箱に入る\n猫です',
          tags: ['猫', '箱', 'cat'],
          category: '動物',
          published_at: '2024-05-01T10:00:00.000Z',
          published_precision: 's',
          duration_ms: 90_000,
          author: {
            id: '123456',
            handle: null,
            name: null,
            url: null,
            avatar_url: null,
            verified: null,
            followers: null,
          },
          stats: {
            views: 12_345,
            likes: 89,
            comments: 0,
            shares: null,
            saves: 67,
            reposts: null,
            downloads: null,
            danmaku: null,
          },
          thumbnails: [
            {
              url: 'https://nicovideo.cdn.example/thumbnails/4000001/4000001.1',
              width: null,
              height: null,
            },
          ],
        },
        {
          id: 'so4000002',
          title: null,
          text: null,
          tags: [],
          published_at: null,
          published_precision: null,
          duration_ms: null,
          thumbnails: [],
        },
      ],
    },
  },
  {
    name: 'next page, with raw records',
    input: { ...first, cursor: '2', position: 2, wantsRaw: true },
    response: page(5, [RICH, SPARSE]),
    expect: { items: 2, end: 'more', cursor: '4.so4000002' },
  },
  {
    name: 'last page',
    input: { ...first, cursor: '4', position: 4 },
    response: page(5, [RICH]),
    expect: { items: 1, end: 'exhausted', total: { value: 5, relation: 'eq' } },
  },
  {
    name: 'the last page that may be asked for',
    input: { ...first, cursor: '100000', position: 100_000 },
    response: page(250_000, [RICH, SPARSE]),
    expect: { items: 2, end: 'upstream_cap' },
  },
  {
    name: 'an empty page before the end',
    input: { ...first, cursor: '4', position: 4 },
    response: page(9, []),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'maintenance',
    input: first,
    response: answer(503, '{"meta":{"status":503,"errorCode":"MAINTENANCE","errorMessage":"e"}}'),
    expect: { failure: 'unavailable', suspendMs: 300_000 },
  },
  {
    name: 'too many requests, as a page',
    input: first,
    response: answer(429, '<html></html>', { 'content-type': 'text/html', 'retry-after': '60' }),
    expect: { failure: 'rate_limited', suspendMs: 60_000 },
  },
  {
    name: 'records without an id',
    input: first,
    response: page(1, ['{"title":"no id"}']),
    expect: { failure: 'bad_response' },
  },
];

const input: VideoInput = { platform: 'niconico', id: 'sm9', wantsRaw: false };
const videoAnswer = answersAs('application/json');

const video = (changes: object = {}) => ({
  contentId: 'sm9',
  title: 'A cat &amp; a box',
  description: 'One<br>Two',
  userId: 4,
  channelId: null,
  viewCounter: 12_673,
  mylistCounter: 3,
  likeCounter: null,
  lengthSeconds: 320,
  thumbnailUrl: 'https://n.example/9.jpg',
  startTime: '2007-03-06T00:33:00+09:00',
  commentCounter: 5,
  tags: 'cat box',
  genre: null,
  ...changes,
});

const found = (...data: object[]) =>
  videoAnswer(
    200,
    JSON.stringify({ meta: { status: 200, totalCount: data.length, id: '0554268c-0001' }, data }),
  );

/** Exchanges about one video of the NicoNico snapshot. */
export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a video',
    input,
    response: found(video()),
    expect: {
      record: {
        id: 'sm9',
        title: 'A cat & a box',
        text: 'One\nTwo',
        tags: ['cat', 'box'],
        published_at: '2007-03-05T15:33:00.000Z',
      },
    },
  },
  {
    name: 'a video that is counted and not there',
    input,
    response: videoAnswer(200, '{"meta":{"status":200,"totalCount":1},"data":[]}'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: found(video({ contentId: 'sm10' })),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'maintenance',
    input,
    response: videoAnswer(503, '{"meta":{"status":503,"errorCode":"MAINTENANCE","errorMessage":"later"}}'),
    expect: { failure: 'unavailable', suspendMs: 300_000 },
  },
];

const authorFirst: AuthorVideosInput = {
  platform: 'niconico',
  author_id: '12345',
  sort: 'newest',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const authorVideo = (n: number, author: object) => ({
  contentId: `sm${n}`,
  title: `T ${n}`,
  viewCounter: 10,
  startTime: '2024-05-01T19:00:00+09:00',
  tags: 'a b',
  lengthSeconds: 90,
  ...author,
});
const authorPage = (totalCount: number, ...data: object[]) =>
  answer(200, JSON.stringify({ meta: { status: 200, totalCount, id: '0554268c-0000' }, data }));

/** Exchanges about an author's videos on NicoNico. */
export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest of a user',
    input: authorFirst,
    response: authorPage(3, authorVideo(3, { userId: 12_345 }), authorVideo(2, { userId: 12_345 })),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.sm2',
      total: { value: 3, relation: 'eq' },
      records: [{ id: 'sm3', published_at: '2024-05-01T10:00:00.000Z' }],
    },
  },
  {
    name: 'the most viewed of a channel, last page',
    input: { ...authorFirst, author_id: 'ch678', sort: 'views', cursor: '2.sm2', position: 2 },
    response: authorPage(3, authorVideo(2, { channelId: 678 }), authorVideo(1, { channelId: 678 })),
    expect: { items: 1, end: 'exhausted', records: [{ id: 'sm1' }] },
  },
  {
    name: 'maintenance',
    input: authorFirst,
    response: answer(
      503,
      '{"meta":{"status":503,"errorCode":"MAINTENANCE","errorMessage":"please retry later"}}',
    ),
    expect: { failure: 'unavailable', suspendMs: 300_000 },
  },
];
