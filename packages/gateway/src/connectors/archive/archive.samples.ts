// Exchanges of the Internet Archive connector, made up from the documents: their field names, our values.
import type { Sample, SearchInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'archive',
  keyword: 'silent cats',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

const answer = answersAs('application/json');

const LISTS =
  '{"identifier":"silent-cats-1921","title":"Silent &amp; quick cats","description":["<p>Two cats.</p><p>One box.</p>",' +
  '"Second note"],"creator":["A. Maker","B. Maker"],"subject":["cats","silent film"],"date":"1921-06-01T00:00:00Z",' +
  '"publicdate":"2011-03-04T05:06:07Z","downloads":18001,"licenseurl":"https://creativecommons.org/publicdomain/mark/1.0/",' +
  '"runtime":"1:02:03","language":["eng","fre"]}';
const TEXTS =
  '{"identifier":"home.reel_7","title":"Home reel","creator":"C. Maker","subject":"cats; home movies ;1950s","date":' +
  '"1970-01-01T00:00:00Z","publicdate":"2015-06-07T08:09:10Z","runtime":"12 minutes","language":"English"}';
const BARE = '{"identifier":"bare"}';

const bare = (from: number, length: number) =>
  Array.from({ length }, (_, i) => `{"identifier":"item-${from + i}","downloads":0}`).join(',');

export const samples: Sample[] = [
  {
    name: 'first page: a slice of a larger one, of lists and texts',
    input: first,
    response: answer(200, `{"items":[${LISTS},${TEXTS},${BARE}],"count":3,"total":3}`),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2:',
      total: { value: 3, relation: 'eq' },
      videos: [
        {
          id: 'silent-cats-1921',
          alt_ids: [],
          url: 'https://archive.org/details/silent-cats-1921',
          embed_url: 'https://archive.org/embed/silent-cats-1921',
          kind: 'video',
          title: 'Silent & quick cats',
          text: 'Two cats.\nOne box.\n\nSecond note',
          text_truncated: false,
          tags: ['cats', 'silent film'],
          language: 'en',
          region: null,
          published_at: '1921-06-01T00:00:00.000Z',
          published_precision: 'day',
          duration_ms: 3_723_000,
          author: {
            id: null,
            handle: null,
            name: 'A. Maker, B. Maker',
            url: null,
            avatar_url: null,
            verified: null,
            followers: null,
          },
          stats: {
            views: null,
            likes: null,
            comments: null,
            shares: null,
            saves: null,
            reposts: null,
            downloads: 18_001,
            danmaku: null,
          },
          thumbnails: [
            { url: 'https://archive.org/services/img/silent-cats-1921', width: null, height: null },
          ],
          license: { name: null, url: 'https://creativecommons.org/publicdomain/mark/1.0/' },
          nsfw: null,
        },
        {
          id: 'home.reel_7',
          tags: ['cats', 'home movies', '1950s'],
          language: null,
          published_at: '2015-06-07T08:09:10.000Z',
          published_precision: 's',
          duration_ms: 720_000,
          license: null,
        },
      ],
    },
  },
  {
    name: 'rest of the first upstream page, which is all there is',
    input: { ...first, cursor: '2:', position: 2, wantsRaw: true },
    response: answer(200, `{"items":[${LISTS},${TEXTS},${BARE}],"count":3,"total":3}`),
    expect: {
      items: 1,
      end: 'exhausted',
      videos: [{ id: 'bare', title: null, text: null, tags: [], published_at: null, duration_ms: null }],
    },
  },
  {
    name: 'next upstream page',
    input: { ...first, count: 50, cursor: '50:', position: 50 },
    response: answer(
      200,
      `{"items":[${bare(0, 100)}],"count":100,"total":240,"cursor":"W3siaWQiOiJpdGVtLTk5In1d"}`,
    ),
    expect: { items: 50, end: 'more', cursor: '0:W3siaWQiOiJpdGVtLTk5In1d' },
  },
  {
    name: 'last page',
    input: { ...first, count: 50, cursor: '0:W3siaWQiOiJpdGVtLTE5OSJ9XQ', position: 200 },
    response: answer(200, `{"items":[${bare(200, 40)}],"count":40,"total":240}`),
    expect: { items: 40, end: 'exhausted' },
  },
  {
    name: 'a total without any item proves no end',
    input: first,
    response: answer(200, '{"items":[],"count":0,"total":240}'),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'a cursor that the Archive does not know',
    input: { ...first, cursor: '0:abc', position: 100 },
    response: answer(400, '{"error":"invalid cursor","errorType":"RangeException"}'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'a limit',
    input: first,
    response: answer(429, '<html><body>Too many requests</body></html>', {
      'content-type': 'text/html',
      'retry-after': '60',
    }),
    expect: { failure: 'rate_limited', suspendMs: 60_000 },
  },
  {
    name: 'maintenance',
    input: first,
    response: answer(503, '<html><body>Down for maintenance</body></html>', { 'retry-after': '120' }),
    expect: { failure: 'unavailable', suspendMs: 120_000 },
  },
];
