// Owns the recorded exchanges of the Wikimedia Commons connector: documented field names, invented values.
import type { Sample, SearchInput } from '../connector.ts';
import { answersAs } from './answer.ts';

const first: SearchInput = {
  platform: 'commons',
  keyword: 'cat jumping',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const CURSOR = '{"gsroffset":"2","continue":"gsroffset||"}';
const second: SearchInput = { ...first, cursor: CURSOR, position: 2 };

const answer = answersAs('application/json; charset=utf-8');

const RICH =
  '{"pageid":48151623,"ns":6,"title":"File:Cat jumping, slow.webm","index":1,"touched":"2025-01-01T00:00:00Z","imageinfo":[{"timestamp":' +
  '"2019-07-08T09:10:11Z","user":"Uploader 7","size":1048576,"width":1920,"height":1080,"duration":12.513,"thumburl":' +
  '"https://upload.example/thumb/cat.jpg","thumbwidth":320,"thumbheight":180,"url":"//upload.example/cat.webm","descriptionurl":' +
  '"https://commons.wikimedia.org/wiki/File:Cat_jumping,_slow.webm","mime":"video/webm","extmetadata":{"LicenseShortName":{"value":' +
  '"CC BY-SA 4.0","source":"commons-desc-page"},"LicenseUrl":{"value":"https://creativecommons.org/licenses/by-sa/4.0"},"Artist":' +
  '{"value":"<a href=\\"//commons.wikimedia.org/wiki/User:Ada\\" title=\\"User:Ada\\">Ada &amp; Bo</a>"},"ImageDescription":{"value":' +
  '"<p>A cat jumps.<br>Twice.</p>"},"Categories":{"value":"Jumping cats|Slow-motion videos"}}}]}';
const NO_FILE = '{"pageid":9007199254740993,"ns":6,"title":"File:Lost reel.ogv","index":2}';
const BY_UPLOADER =
  '{"pageid":3,"ns":6,"title":"File:Third.webm","index":3,"imageinfo":[{"user":"Uploader 7","timestamp":"2020-01-02T03:04:05Z",' +
  '"width":0,"height":0,"extmetadata":{}}]}';

const page = (records: string[], rest = '"batchcomplete":true') =>
  answer(200, `{${rest},"query":{"pages":[${records.join(',')}]}}`);
const MORE = '"batchcomplete":true,"continue":{"gsroffset":2,"continue":"gsroffset||"}';
const error = (code: string, headers: Record<string, string> = {}) =>
  answer(
    200,
    `{"error":{"code":"${code}","info":"No.","docref":"See the API page."},"servedby":"mw1"}`,
    headers,
  );

export const samples: Sample[] = [
  {
    name: 'first page, out of order, one page without its file',
    input: first,
    response: page([NO_FILE, RICH], MORE),
    expect: {
      items: 2,
      end: 'more',
      cursor: CURSOR,
      total: null,
      videos: [
        {
          id: '48151623',
          alt_ids: ['File:Cat jumping, slow.webm'],
          url: 'https://commons.wikimedia.org/wiki/File:Cat_jumping,_slow.webm',
          embed_url: 'https://upload.example/cat.webm',
          kind: 'video',
          title: 'Cat jumping, slow',
          text: 'A cat jumps.\nTwice.',
          tags: ['Jumping cats', 'Slow-motion videos'],
          published_at: '2019-07-08T09:10:11.000Z',
          published_precision: 's',
          duration_ms: 12_513,
          width: 1920,
          height: 1080,
          author: {
            id: null,
            handle: null,
            name: 'Ada & Bo',
            url: null,
            avatar_url: null,
            verified: null,
            followers: null,
          },
          thumbnails: [{ url: 'https://upload.example/thumb/cat.jpg', width: 320, height: 180 }],
          license: { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0' },
          nsfw: null,
        },
        {
          id: '9007199254740993',
          url: 'https://commons.wikimedia.org/wiki/File:Lost_reel.ogv',
          embed_url: null,
          title: 'Lost reel',
          text: null,
          tags: [],
          published_at: null,
          duration_ms: null,
          width: null,
          thumbnails: [],
          license: null,
        },
      ],
    },
  },
  {
    name: 'next page, by an uploader who names no maker',
    input: { ...second, wantsRaw: true },
    response: page([BY_UPLOADER], '"batchcomplete":true,"continue":{"gsroffset":4,"continue":"gsroffset||"}'),
    expect: {
      items: 1,
      end: 'more',
      cursor: '{"gsroffset":"4","continue":"gsroffset||"}',
      videos: [
        {
          id: '3',
          width: null,
          height: null,
          author: {
            id: null,
            handle: 'Uploader 7',
            name: 'Uploader 7',
            url: 'https://commons.wikimedia.org/wiki/User:Uploader_7',
            avatar_url: null,
            verified: null,
            followers: null,
          },
        },
      ],
    },
  },
  {
    name: 'a batch in two parts',
    input: first,
    response: page([NO_FILE, RICH], '"continue":{"iistart":"20200101000000","continue":"||info"}'),
    followUps: [page(['{"pageid":9007199254740993,"imageinfo":[{"duration":3}]}'], MORE)],
    expect: {
      items: 2,
      end: 'more',
      cursor: CURSOR,
      videos: [{ title: 'Cat jumping, slow' }, { title: 'Lost reel', duration_ms: 3_000 }],
    },
  },
  {
    name: 'a batch whose second part is refused',
    input: first,
    response: page([NO_FILE], '"continue":{"iistart":"20200101000000","continue":"||info"}'),
    followUps: [error('ratelimited', { 'retry-after': '5' })],
    expect: { failure: 'rate_limited', suspendMs: 5_000 },
  },
  {
    name: 'last page',
    input: second,
    response: page([BY_UPLOADER]),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'the last place that is served',
    input: { ...first, cursor: '{"gsroffset":"9998","continue":"gsroffset||"}', position: 9998 },
    response: page([RICH], '"batchcomplete":true,"continue":{"gsroffset":10000,"continue":"gsroffset||"}'),
    expect: { items: 1, end: 'upstream_cap' },
  },
  {
    name: 'nothing found',
    input: first,
    response: answer(200, '{"batchcomplete":true}'),
    expect: { items: 0, end: 'exhausted', total: null },
  },
  {
    name: 'an offset that does not grow proves no end and leads nowhere',
    input: second,
    response: page([RICH], MORE),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'a limit, said with status 200',
    input: first,
    response: error('ratelimited', { 'retry-after': '12' }),
    expect: { failure: 'rate_limited', suspendMs: 12_000 },
  },
  {
    name: 'a limit',
    input: first,
    response: answer(429, 'Too many requests', { 'content-type': 'text/plain', 'retry-after': '3' }),
    expect: { failure: 'rate_limited', suspendMs: 3_000 },
  },
  {
    name: 'a caller that cannot be reached',
    input: first,
    response: answer(403, 'Please set a user-agent and respect our robot policy.', {
      'content-type': 'text/plain',
    }),
    expect: { failure: 'refused' },
  },
  {
    name: 'a block, said with status 200',
    input: first,
    response: error('globalblocked'),
    expect: { failure: 'refused' },
  },
  {
    name: 'servers that lag, said with status 200',
    input: first,
    response: error('maxlag', { 'retry-after': '5' }),
    expect: { failure: 'unavailable', suspendMs: 5_000 },
  },
  {
    name: 'a value that it rejects, said with status 200',
    input: second,
    response: error('badcontinue'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'an error that nobody knows',
    input: first,
    response: error('flux'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a check page with status 200',
    input: first,
    response: answer(200, '<!DOCTYPE html><html><body>Solve the captcha</body></html>', {
      'content-type': 'text/html',
    }),
    expect: { failure: 'refused' },
  },
  {
    name: 'pages of another shape',
    input: first,
    response: page(['{"title":"File:X.webm"}']),
    expect: { failure: 'bad_response' },
  },
];
