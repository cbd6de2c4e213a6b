// Exchanges of the Wikimedia Commons connector, made up from the documents: their field names, our values.
import { FOLLOW_UPS_MAX, type Sample, type SearchInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'commons',
  keyword: 'cat jumping',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const CURSOR = '2.199254740993';
const second: SearchInput = { ...first, cursor: CURSOR, position: 2 };

const answer = answersAs('application/json; charset=utf-8');

const RICH =
  '{"pageid":48151623,"ns":6,"title":"File:Cat jumping, slow.webm","index":1,"touched":"2025-01-01T00:00:00Z","imageinfo":[{"timestamp":' +
  '"2019-07-08T09:10:11Z","user":"Uploader 7","size":1048576,"width":1920,"height":1080,"duration":12.513,"thumburl":' +
  '"https://upload.example/thumb/cat.jpg","thumbwidth":320,"thumbheight":180,"url":"//upload.example/cat.webm","descriptionurl":' +
  '"https://commons.wikimedia.org/wiki/File:Cat_jumping,_slow.webm","mime":"video/webm","mediatype":"VIDEO","extmetadata":{"LicenseShortName":{"value":' +
  '"CC BY-SA 4.0","source":"commons-desc-page"},"LicenseUrl":{"value":"https://creativecommons.org/licenses/by-sa/4.0"},"Artist":' +
  '{"value":"<a href=\\"//commons.wikimedia.org/wiki/User:Ada\\" title=\\"User:Ada\\">Ada &amp; Bo</a>"},"ImageDescription":{"value":' +
  '"<p>A cat jumps.<br>Twice.</p>"},"Categories":{"value":"Jumping cats|Slow-motion videos"}}}]}';
const NO_FILE = '{"pageid":9007199254740993,"ns":6,"title":"File:Lost reel.ogv","index":2}';
const BY_UPLOADER =
  '{"pageid":3,"ns":6,"title":"File:Third.webm","index":3,"imageinfo":[{"user":"Uploader 7","timestamp":"2020-01-02T03:04:05Z",' +
  '"width":0,"height":0,"extmetadata":{}}]}';

const PICTURE =
  '{"pageid":5,"ns":6,"title":"File:Video of a cat.jpg","index":2,"imageinfo":[{"mime":"image/jpeg","mediatype":"BITMAP"}]}';

const page = (records: string[], rest = '"batchcomplete":true', site = '') =>
  answer(200, `{${rest},"query":{${site}"pages":[${records.join(',')}]}}`);
const MORE = '"batchcomplete":true,"continue":{"gsroffset":2,"continue":"gsroffset||"}';
const PARTS = '"continue":{"iicontinue":"Lost_reel.ogv|2020","continue":"||info"}';
const VERSIONS = '"continue":{"iistart":"2019-01-01T00:00:00Z","continue":"||info"}';
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
            id: 'Uploader 7',
            handle: 'Uploader 7',
            name: 'Ada & Bo',
            url: 'https://upstream.example/wiki/User:Uploader_7',
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
          url: 'https://upstream.example/wiki/File:Lost_reel.ogv',
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
      cursor: '4.3',
      videos: [
        {
          id: '3',
          url: 'https://upstream.example/wiki/File:Third.webm',
          width: null,
          height: null,
          author: {
            id: 'Uploader 7',
            handle: 'Uploader 7',
            name: 'Uploader 7',
            url: 'https://upstream.example/wiki/User:Uploader_7',
            avatar_url: null,
            verified: null,
            followers: null,
          },
        },
      ],
    },
  },
  {
    name: 'next page of a walk that an older version began',
    input: { ...first, cursor: '{"gsroffset":"2","continue":"gsroffset||"}', position: 2 },
    response: page([BY_UPLOADER]),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'names of files in other languages',
    input: { ...first, count: 3 },
    response: page([
      '{"pageid":21,"ns":6,"title":"Datei:Katze am Klavier.webm","index":1}',
      '{"pageid":22,"ns":6,"title":"ファイル:猫.ogv","index":2}',
      '{"pageid":23,"ns":6,"title":"Fichier:Le chat.webm","index":3}',
    ]),
    expect: {
      items: 3,
      end: 'exhausted',
      videos: [{ title: 'Katze am Klavier' }, { title: '猫' }, { title: 'Le chat' }],
    },
  },
  {
    name: 'only videos, whatever their names say',
    input: { ...first, count: 20, cursor: '20', position: 20 },
    response: page([
      '{"pageid":31,"ns":6,"title":"File:Video still.jpg","index":21,"imageinfo":[{"mime":"image/jpeg","mediatype":"BITMAP"}]}',
      '{"pageid":32,"ns":6,"title":"File:Video.ogv","index":22,"imageinfo":[{"mime":"application/ogg","mediatype":"VIDEO"}]}',
      '{"pageid":33,"ns":6,"title":"File:Old.ogv","index":23,"imageinfo":[{"mime":"application/ogg"}]}',
      '{"pageid":34,"ns":6,"title":"File:Song.ogg","index":24,"imageinfo":[{"mime":"application/ogg","height":0}]}',
      '{"pageid":35,"ns":6,"title":"File:Video.wav","index":25,"imageinfo":[{"mime":"audio/wav","mediatype":"AUDIO"}]}',
      '{"pageid":36,"ns":6,"title":"File:Clip.ogg","index":26,"imageinfo":[{"mime":"application/ogg","height":240}]}',
      '{"pageid":37,"ns":6,"title":"File:Clip.mpg","index":27,"imageinfo":[{"mime":"video/mpeg"}]}',
    ]),
    expect: {
      items: 4,
      end: 'exhausted',
      videos: [{ id: '32' }, { id: '33' }, { id: '36' }, { id: '37' }],
    },
  },
  {
    name: 'the newest version of a file, where older ones come with it',
    input: first,
    response: page([
      '{"pageid":41,"ns":6,"title":"File:Cut.webm","index":1,"imageinfo":[' +
        '{"archivename":"2019!Cut.webm","timestamp":"2019-01-01T00:00:00Z","mime":"video/webm","duration":1,"url":"https://upload.example/archive/2019!Cut.webm"},' +
        '{"timestamp":"2021-01-01T00:00:00Z","mime":"video/webm","duration":9,"url":"https://upload.example/Cut.webm"}]}',
    ]),
    expect: {
      items: 1,
      end: 'exhausted',
      videos: [{ duration_ms: 9_000, embed_url: 'https://upload.example/Cut.webm' }],
    },
  },
  {
    name: 'older versions are offered: they are not asked for, only whether there is more',
    input: { ...first, count: 1 },
    response: page([RICH], VERSIONS),
    followUps: [
      page(
        ['{"pageid":48151623,"ns":6,"title":"File:Cat jumping, slow.webm","index":1}'],
        '"batchcomplete":true,"continue":{"gsroffset":1,"continue":"gsroffset||"}',
      ),
    ],
    expect: { items: 1, end: 'more', cursor: '1.48151623', videos: [{ duration_ms: 12_513, width: 1920 }] },
  },
  {
    name: 'older versions are offered of the only file',
    input: first,
    response: page([RICH], VERSIONS),
    followUps: [page([RICH])],
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'older versions are offered without stating whether there is more: the next page tells',
    input: { ...first, count: 1 },
    response: page([RICH], VERSIONS),
    followUps: [page([RICH], VERSIONS)],
    expect: { items: 1, end: 'more', cursor: '1.48151623' },
  },
  {
    name: 'a batch in two parts',
    input: first,
    response: page([NO_FILE, RICH], PARTS),
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
    response: page([NO_FILE], PARTS),
    followUps: [error('ratelimited', { 'retry-after': '5' })],
    expect: { failure: 'rate_limited', suspendMs: 5_000 },
  },
  {
    name: 'a batch in too many parts: the files before the first that is missing are given, and the walk goes on with that one',
    input: first,
    response: page([RICH, NO_FILE], PARTS),
    followUps: Array.from({ length: FOLLOW_UPS_MAX }, () => page([RICH, NO_FILE], PARTS)),
    expect: { items: 1, end: 'more', cursor: '1.48151623', videos: [{ title: 'Cat jumping, slow' }] },
  },
  {
    name: 'a batch in too many parts whose first file is missing',
    input: first,
    response: page([NO_FILE], PARTS),
    followUps: Array.from({ length: FOLLOW_UPS_MAX }, () => page([NO_FILE], PARTS)),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'last page',
    input: second,
    response: page([BY_UPLOADER]),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'the last place that is served',
    input: { ...first, cursor: '9998.41', position: 9998 },
    response: page([RICH], '"batchcomplete":true,"continue":{"gsroffset":10000,"continue":"gsroffset||"}'),
    expect: { items: 1, end: 'upstream_cap' },
  },
  {
    name: 'nothing found, because "filetype:video" was taken for words',
    input: first,
    response: answer(200, '{"batchcomplete":true}'),
    followUps: [page([PICTURE, RICH], MORE, '"extensions":[{"type":"media","name":"TimedMediaHandler"}],')],
    expect: { items: 1, end: 'more', cursor: 'p2.48151623', videos: [{ id: '48151623' }] },
  },
  {
    name: 'next page at a wiki without CirrusSearch',
    input: { ...first, cursor: 'p2.48151623', position: 1 },
    response: page([RICH, PICTURE, BY_UPLOADER]),
    expect: { items: 1, end: 'exhausted', videos: [{ id: '3' }] },
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
    name: 'servers that lag, said with status 200',
    input: first,
    response: error('maxlag', { 'retry-after': '5' }),
    expect: { failure: 'unavailable', suspendMs: 5_000 },
  },
  {
    name: 'a keyword that is too long for it',
    input: first,
    response: error('cirrussearch-query-too-long'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'pages of another shape',
    input: first,
    response: page(['{"title":"File:X.webm"}']),
    expect: { failure: 'bad_response' },
  },
];
