import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ImportRun, importLibrary } from './import.ts';
import type { LibraryWriter } from './library-store.ts';
import { LINE_BYTES_MAX, PROBLEMS_MAX } from './limits.ts';
import type { LibraryRecord } from './record.ts';
import { idOf, stoppedClock, TestFolder } from './testing/test-folder.ts';

let folder: TestFolder;
beforeEach(async () => {
  folder = new TestFolder();
});
afterEach(async () => await folder.remove());

async function found(keyword: string): Promise<LibraryRecord[]> {
  return (await folder.search(keyword)).bodies.map((body) => JSON.parse(body) as LibraryRecord);
}

const INFO = {
  id: 'dQw4',
  title: 'Sourdough for beginners',
  description: 'Flour, water, salt.',
  tags: ['bread'],
  categories: ['Howto & Style'],
  webpage_url: 'https://www.youtube.com/watch?v=dQw4',
  url: 'https://media.example/file.mp4?expires=1',
  uploader: 'Bake It',
  uploader_id: '@bakeit',
  uploader_url: 'https://www.youtube.com/@bakeit',
  channel: 'Bake It Channel',
  channel_id: 'UC42',
  channel_follower_count: 1200,
  timestamp: 1714979289,
  upload_date: '20240506',
  duration: 61.5,
  view_count: 1000,
  like_count: 0,
  comment_count: 7,
  comments: [{ id: 'c1', text: 'yum' }],
  thumbnail: 'https://i.example/max.jpg',
  thumbnails: [
    { url: 'https://i.example/small.jpg', width: 120, height: 90 },
    { url: 'https://i.example/max.jpg', width: 1280, height: 720 },
    { url: '/home/me/local.jpg' },
  ],
  language: 'en',
  width: 1920,
  height: 1080,
  license: 'Creative Commons Attribution',
  age_limit: 0,
  live_status: 'not_live',
  extractor: 'youtube',
  extractor_key: 'Youtube',
  formats: [{ format_id: '18' }],
};

describe('yt-dlp files', () => {
  test('a broadcast keeps its state, its time and its viewers, and a track its names', async () => {
    const info = {
      ...{ id: 'l1', title: 'late show', live_status: 'is_upcoming', release_timestamp: 1_714_557_600 },
      ...{ track: 'Song', artist: 'Band', location: 'Cork', modified_date: '20240502', captions: false },
    };
    // Values of other shapes, which other programs write, refuse no record.
    const odd = {
      captions: [{}],
      location: { lat: 1 },
      track: 7,
      live: 'x',
      updated_at: 'soon',
      category: [],
    };
    const over = {
      ...odd,
      id: 'l2',
      title: 'late show',
      live_status: 'was_live',
      subtitles: { live_chat: [{}] },
    };
    const file = folder.write('l.jsonl', [info, over].map((one) => JSON.stringify(one)).join('\n'));
    expect(await folder.import(file)).toMatchObject({ imported: 2, failed: 0 });
    const [first, second] = (await found('late')).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(first).toMatchObject({
      live: { state: 'upcoming', scheduled_at: '2024-05-01T10:00:00.000Z' },
      music: { title: 'Song', author: 'Band' },
      location: 'Cork',
      updated_at: '2024-05-02T00:00:00.000Z',
      captions: false,
    });
    expect(second).toMatchObject({ live: { state: 'ended' }, captions: false });
    expect(second).not.toHaveProperty('location');
  });

  test('a video keeps every field that a record has, and no media address', async () => {
    const report = await folder.import(folder.write('a.info.json', JSON.stringify(INFO)));
    expect(report).toMatchObject({ read: 1, imported: 1, failed: 0 });
    expect(await found('sourdough')).toEqual([
      {
        id: 'youtube:dQw4',
        category: 'Howto & Style',
        alt_ids: ['dQw4'],
        title: INFO.title,
        text: INFO.description,
        tags: ['bread', 'Howto & Style'],
        language: 'en',
        url: INFO.webpage_url,
        published_at: '2024-05-06T07:08:09.000Z',
        published_precision: 's',
        duration_ms: 61_500,
        width: 1920,
        height: 1080,
        author: {
          id: 'UC42',
          handle: '@bakeit',
          name: 'Bake It Channel',
          url: INFO.uploader_url,
          followers: 1200,
        },
        stats: { views: 1000, likes: 0, comments: 7 },
        thumbnails: [
          { url: 'https://i.example/max.jpg', width: 1280, height: 720 },
          { url: 'https://i.example/small.jpg', width: 120, height: 90 },
        ],
        license: { name: INFO.license },
        nsfw: false,
        origin: 'youtube',
      },
    ]);
  });

  test('equal ids of two sites are two videos', async () => {
    folder.write('a.info.json', JSON.stringify({ id: '1', title: 'cat', extractor_key: 'Youtube' }));
    folder.write('b.info.json', JSON.stringify({ id: '1', title: 'cat', extractor_key: 'Vimeo' }));
    await folder.import(folder.path);
    expect((await folder.ids('cat')).sort()).toEqual(['vimeo:1', 'youtube:1']);
  });

  test('a folder is walked to its depths, playlists and foreign files left out', async () => {
    mkdirSync(join(folder.path, 'in/deep/er'), { recursive: true });
    for (const name of ['in/a', 'in/deep/b', 'in/deep/er/c'])
      folder.write(`${name}.info.json`, JSON.stringify({ id: name, title: 'cat' }));
    folder.write('in/list.info.json', JSON.stringify({ _type: 'playlist', id: 'PL', title: 'cats' }));
    folder.write('in/package.json', '{"name":"cat"}');
    folder.write('in/cat.mp4', 'not text');
    const report = await folder.import(join(folder.path, 'in'));
    expect(report).toMatchObject({ read: 4, imported: 3, failed: 1 });
    expect(report.problems[0]).toMatchObject({ line: 1, reason: 'a playlist, not a video' });
  });
});

describe('JSON lines', () => {
  test('bad lines are reported by number and the others are imported', async () => {
    const lines = [
      Buffer.from('\ufeff{"id":"a","title":"cat one"}\r\n'),
      Buffer.from('\r\n   \n'),
      Buffer.from('{"id":"b","title":\n'),
      Buffer.from([...Buffer.from('{"id":"c","title":"cat '), 0xff, 0xfe, ...Buffer.from('"}\n')]),
      Buffer.from(`{"id":"d","title":"${'x'.repeat(LINE_BYTES_MAX)}"}\n`),
      Buffer.from('{"id":"e","title":"nul \\u0000"}\n'),
      Buffer.from('{"id":"f\0","title":"cat"}\n'),
      Buffer.from('{"id":"g","title":7}\n'),
      Buffer.from('[1]\n'),
      Buffer.from('{"title":"no id"}\n'),
      Buffer.from('{"id":"h","title":"cat","views":-1}\n'),
      Buffer.from('{"id":"i","title":"cat","duration":"soon"}\n'),
      Buffer.from('{"id":"j","title":"cat","upload_date":"20240231"}\n'),
      Buffer.from('{"id":"k","title":"cat","url":"javascript:alert(1)"}\n'),
      Buffer.from('{"id":"l","title":"cat","tags":[1]}\n'),
      Buffer.from('{"id":"m"}\n'),
      Buffer.from('{"id":"n","title":"cat \\ud83d two"}\n'),
      Buffer.from('{"id":"o","title":"cat last"}'),
    ];
    const report = await folder.import(folder.write('a.jsonl', Buffer.concat(lines)));
    expect(report.problems.map(({ line }) => line)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 17]);
    expect(report).toMatchObject({ read: 17, imported: 8, failed: 9 });
    expect((await folder.ids('cat')).sort()).toEqual(['a', 'h', 'i', 'j', 'k', 'l', 'n', 'o']);
  });

  /** Each is given in a form that no record has: the name in its reason. */
  const UNUSABLE: [string, object][] = [
    ['webpage_url', { webpage_url: 'https://user:hunter2@clips.example/a' }],
    ['embed_url', { embed_url: 'http://user@clips.example/a' }],
    ['url', { url: 'https://:hunter2@clips.example/a' }],
    ['url', { url: 'https:\\\\user:hunter2@clips.example' }],
    ['author.url', { author: { url: 'https://user:hunter2@clips.example/a' } }],
    ['author_avatar_url', { author_avatar_url: 'https://u:hunter2@clips.example/a.jpg' }],
    ['license.url', { license: { url: 'https://u:hunter2@clips.example/a' } }],
    ['thumbnails.url', { thumbnails: [{ url: 'https://u:hunter2@clips.example/a.jpg' }] }],
    ['thumbnail', { thumbnail: 'https://u:hunter2@clips.example/a.jpg' }],
    ['playlists.url', { playlists: [{ id: 'p', position: 1, url: 'https://u:hunter2@clips.example/p' }] }],
    ['thumbnail', { thumbnail: '/tmp/a.jpg' }],
    ['thumbnails must be a list', { thumbnails: 'https://clips.example/a.jpg' }],
    ['thumbnails must be a list of objects', { thumbnails: ['https://clips.example/a.jpg'] }],
    ['thumbnails.url is missing', { thumbnails: [{ width: 1 }] }],
    ['thumbnails.width', { thumbnails: [{ url: 'https://clips.example/a.jpg', width: 'wide' }] }],
    ['kind', { kind: 'audio' }],
    ['kind', { kind: 7 }],
    ['live_status', { live_status: 'perhaps' }],
    ['live must be an object', { live: true }],
    ['live.state', { live: { state: 'gone' } }],
    ['live.viewers', { live: { state: 'on_air', viewers: -1 } }],
    ['stats must be an object', { stats: 5 }],
    ['stats.views', { stats: { views: '1,234' } }],
    ['stats.only views', { stats: { viewCount: 5 } }],
    ['music must be an object', { music: 'a song' }],
    ['music.id', { music: { id: {} } }],
    ['playlists must be a list', { playlists: 'p' }],
    ['playlists must be a list of objects', { playlists: ['p'] }],
    ['playlists.id is missing', { playlists: [{ position: 1 }] }],
    ['playlists.position', { playlists: [{ id: 'p', position: 0 }] }],
    ['playlists.author must be an object', { playlists: [{ id: 'p', position: 1, author: 'a' }] }],
    [
      'of the playlists',
      { playlists: Array.from({ length: 101 }, (_, i) => ({ id: `p${i}`, position: 1 })) },
    ],
    ['playlist_index', { playlist_id: 'p' }],
    ['playlist_index', { playlist_id: 'p', playlist_index: 0 }],
    ['of the tags', { tags: Array.from({ length: 101 }, (_, i) => `tag ${i}`) }],
    ['a tag is cut', { tags: ['t'.repeat(201)] }],
    ['language is cut', { language: 'l'.repeat(501) }],
    ['transcripts must be a list', { transcripts: 'hello' }],
    ['a transcript: transcript 1: is no text', { transcripts: ['hello'] }],
    [
      'a transcript: transcript 1: kind',
      { transcripts: [{ text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHi', kind: 'x' }] },
    ],
    [
      'a transcript: transcript 1: language',
      { transcripts: [{ text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHi', language: '?' }] },
    ],
    ['1 comments', { comments: [{ id: '1', text: 'Hi' }, { text: 'no id' }] }],
    ['1 comments', { comments: ['Hi'] }],
  ];

  test('whatever is given and not kept is named, an address with user and password among it', async () => {
    const lines = UNUSABLE.map(([, odd], i) => JSON.stringify({ id: `odd-${i}`, title: 'unusable', ...odd }));
    const report = await folder.import(folder.write('a.jsonl', lines.join('\n')));
    expect(report).toMatchObject({ imported: UNUSABLE.length, leftOut: { records: UNUSABLE.length } });
    for (const [i, [name]] of UNUSABLE.entries())
      expect(report.leftOut.listed[i], JSON.stringify(UNUSABLE[i])).toMatchObject({
        line: i + 1,
        reason: expect.stringContaining(name),
      });
    expect(JSON.stringify(await found('unusable'))).not.toContain('hunter2');
  });

  test('what a downloader saves of an ordinary video leaves out nothing, and 12 odd facts are counted, ten of them named', async () => {
    const usual = {
      ...{ id: 'a', title: 'usual', extractor_key: 'Youtube', live_status: 'not_live', age_limit: 0 },
      ...{ thumbnail: 'https://clips.example/a@2x.jpg', categories: ['Pets'], tags: [], playlist_id: null },
      thumbnails: Array.from({ length: 42 }, (_, i) => ({
        id: `${i}`,
        url: `https://clips.example/${i}.jpg`,
      })),
      ...{
        subtitles: {},
        automatic_captions: {},
        description: 'd'.repeat(30_000),
        webpage_url: 'https://clips.example/@a',
      },
    };
    const counts = ['views', 'likes', 'shares', 'saves', 'reposts', 'downloads', 'danmaku', 'comment_count'];
    const odd = Object.fromEntries(
      [...counts, 'width', 'height', 'duration', 'nsfw'].map((name) => [name, 'x']),
    );
    const lines = [usual, { id: 'b', title: 'odd', ...odd }].map((one) => JSON.stringify(one));
    const { leftOut } = await folder.import(folder.write('a.jsonl', lines.join('\n')));
    expect(leftOut).toMatchObject({
      facts: 12,
      records: 1,
      listed: [{ line: 2, reason: expect.stringMatching(/; and 2 more$/) }],
    });
  });

  test('a fact that cannot be used is left out and counted, and the record is found without it', async () => {
    const odd = {
      ...{ url: '/watch?v=1', duration: 'NA', view_count: '1,234', like_count: -1, upload_date: '20240231' },
      ...{ author: { name: 7, url: 'nowhere', handle: '@a' }, license: { name: 'CC0', url: 'x' } },
    };
    const lines = [
      { ...odd, id: 'a', title: 'cat', width: 640 },
      { id: 'b', title: 7, tags: ['cat', null, 'pet\0'] },
      { id: 'c', title: null, description: 7, tags: [null] },
      { id: 'd', title: 'cat' },
    ];
    const report = await folder.import(
      folder.write('a.jsonl', lines.map((one) => JSON.stringify(one)).join('\n')),
    );
    expect(report).toMatchObject({ read: 4, imported: 3, failed: 1, leftOut: { facts: 10, records: 2 } });
    expect(report.problems).toMatchObject([
      { line: 3, reason: expect.stringMatching(/tags must be texts.*all missing/) },
    ]);
    expect(report.leftOut.listed.map(({ line }) => line)).toEqual([1, 2]);
    expect(report.leftOut.listed[0]!.reason).toContain('view_count');
    const all = (await found('cat')).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(all).toEqual([
      { id: 'a', title: 'cat', width: 640, author: { handle: '@a' }, license: { name: 'CC0' } },
      { id: 'b', tags: ['cat'] },
      { id: 'd', title: 'cat' },
    ]);
  });

  test('a line across many reads is read, and one that is too long does not affect the others', async () => {
    const long = `{"id":"long","title":"cat","description":"${'words '.repeat(150_000)}"}`;
    const tooLong = `{"id":"too-long","title":"${'猫'.repeat(2 * LINE_BYTES_MAX)}"}`;
    const text = `${long}\n${tooLong}\n{"id":"after","title":"cat"}\n`;
    const report = await folder.import(folder.write('a.ndjson', text));
    expect(report.problems).toEqual([
      { file: join(folder.path, 'a.ndjson'), line: 2, reason: expect.any(String) },
    ]);
    expect((await folder.ids('cat')).sort()).toEqual(['after', 'long']);
    expect((await found('cat')).find(({ id }) => id === 'long')?.text_truncated).toBe(true);
  });

  test('an id of 64 bits keeps every digit, with or without quotes', async () => {
    const text =
      '{"id":5193363430624671876,"title":"cat"}\n{"id":"5193363430624671877","title":"cat"}\n{"id":12,"title":"cat"}\n';
    await folder.import(folder.write('a.jsonl', text));
    expect((await folder.ids('cat')).sort()).toEqual(['12', '5193363430624671876', '5193363430624671877']);
  });

  test('other names of the same fields are understood', async () => {
    const text = JSON.stringify({
      video_id: 'x',
      name: 'cat',
      caption: 'meow',
      hashtags: '#cute #cat, funny',
      author: { id: 9, name: 'Ann', verified: true },
      published_at: '2024-05-06 09:08:09.5+02:00',
      duration_ms: 1500,
      stats: { views: 3, danmaku: 4 },
      comments: '5',
      share_count: '6',
      license: { name: 'CC0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
      nsfw: 'yes',
      country: 'JP',
    });
    await folder.import(folder.write('a.jsonl', text));
    expect((await found('meow'))[0]).toMatchObject({
      id: 'x',
      tags: ['cute', 'cat', 'funny'],
      author: { id: '9', name: 'Ann', verified: true },
      published_at: '2024-05-06T07:08:09.500Z',
      published_precision: 'ms',
      duration_ms: 1500,
      stats: { views: 3, comments: 5, shares: 6, danmaku: 4 },
      nsfw: true,
      region: 'JP',
    });
  });
});

describe('tables', () => {
  test('quotes, line breaks in cells, blank lines and missing cells are read', async () => {
    const csv =
      '\ufeffID,Title,Description,Tags,Duration,view_count\r\n' +
      'a,"cat, the ""first""","two\r\nlines",cute;funny,1:02:03,12\r\n\r\n' +
      'b,cat two\r\n' +
      'c,"cat three" tail,,,,\r\n';
    const report = await folder.import(folder.write('a.csv', csv));
    expect(report).toMatchObject({ read: 3, imported: 3, failed: 0 });
    expect((await found('first'))[0]).toMatchObject({
      title: 'cat, the "first"',
      text: 'two\r\nlines',
      tags: ['cute', 'funny'],
      duration_ms: 3_723_000,
      stats: { views: 12 },
    });
    expect((await folder.ids('cat')).sort()).toEqual(['a', 'b', 'c']);
  });

  test('bad rows are reported by line and the others are imported', async () => {
    const csv = Buffer.concat([
      Buffer.from('id;title;views\na;cat;1\nb;"cat\nover lines";x\nc;'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from(';2\nd;cat;3;4\n;cat;5\ne;"cat never closed;6\nf;cat;7\n'),
    ]);
    const report = await folder.import(folder.write('a.csv', csv));
    expect(report.problems.map(({ line }) => line)).toEqual([5, 6, 7, 8]);
    expect(report.leftOut.listed.map(({ line }) => line)).toEqual([3]);
    expect((await folder.ids('cat')).sort()).toEqual(['a', 'b', 'f']);
  });

  test('a row across two reads is one row', async () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => `r${i},"cat ${i}, ""猫""","line one\nline two"`);
    const report = await folder.import(folder.write('a.csv', `id,title,text\n${rows.join('\n')}`));
    expect(report).toMatchObject({ read: 40_000, imported: 40_000, failed: 0 });
  });
});

describe('the report', () => {
  test('lists PROBLEMS_MAX problems and counts the rest', async () => {
    const path = folder.write('a.jsonl', '{}\n'.repeat(PROBLEMS_MAX + 23));
    const report = await folder.import(path);
    expect(report.problems).toHaveLength(PROBLEMS_MAX);
    expect(report.problemsOmitted).toBe(23);
  });

  test('names each id that came before, with the file in which it came again', async () => {
    const file = (name: string, ids: number[]) =>
      folder.write(name, ids.map((id) => `{"id":"${id}","title":"cat"}\n`).join(''));
    const b = file('b.jsonl', [2, 4, 3, 3]);
    const report = await folder.import(file('a.jsonl', [1, 2, 3]), b);
    expect(report.doubles).toEqual([
      { file: b, id: '2' },
      { file: b, id: '3' },
    ]);
    const ids = Array.from({ length: PROBLEMS_MAX + 1 }, (_, i) => i);
    const { doubles } = await folder.import(file('c.jsonl', [...ids, ...ids]));
    expect(doubles.map(({ id }) => id)).toEqual(ids.slice(0, PROBLEMS_MAX).map(String));
  });

  test('names files that do not exist or have an unknown format', async () => {
    const report = await folder.import(join(folder.path, 'none.csv'), folder.write('a.xlsx', ''));
    expect(report).toMatchObject({ read: 2, failed: 2, problems: [{ line: 0 }, { line: 0 }] });
  });

  test('adds up, in one thread and in two, and ends with every byte done', async () => {
    const line = (i: number) =>
      `{"id":"r${i}","title":"cat ${i}","description":"${'lorem ipsum '.repeat(20)}"}\n`;
    const small = folder.write('small.jsonl', Array.from({ length: 100 }, (_, i) => line(i)).join(''));
    const large = folder.write(
      'large.jsonl',
      Array.from({ length: 40_000 }, (_, i) => line(i + 50)).join(''),
    );
    const seen: number[] = [];
    let tick = 0;
    const report = await importLibrary({
      place: folder.place,
      paths: [small, large],
      clock: { nowMs: () => 0, monotonicMs: () => (tick += 1000) },
      onProgress: ({ bytesDone }) => seen.push(bytesDone),
    });
    expect(report.bytesTotal).toBeGreaterThan(8 * 1024 * 1024);
    expect(report).toMatchObject({ read: 40_100, imported: 40_050, unchanged: 50, failed: 0 });
    expect(seen.at(-1)).toBe(report.bytesTotal);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(5);
  });

  test('an import that is aborted keeps what it read and reports it', async () => {
    const stop = new AbortController();
    const path = folder.write('a.jsonl', '{"id":"a","title":"cat"}\n'.repeat(100_000));
    const report = await importLibrary({
      place: folder.place,
      paths: [path, folder.write('b.jsonl', '{"id":"b","title":"cat"}\n')],
      clock: {
        nowMs: () => 0,
        monotonicMs: (() => {
          let t = 0;
          return () => (t += 1000);
        })(),
      },
      onProgress: () => stop.abort(),
      signal: stop.signal,
    });
    expect(report.isAborted).toBe(true);
    expect((await folder.search('cat')).bodies.map(idOf)).toEqual(['a']);
  });

  test('a list in one JSON file is read record by record', async () => {
    const path = folder.write('a.json', '[{"id":"a","title":"cat"},{"id":"b"},{"id":"c","title":"cat"}]');
    expect(await importLibrary({ place: folder.place, paths: [path], clock: stoppedClock })).toMatchObject({
      imported: 2,
      problems: [{ line: 2 }],
    });
  });
});

test('batches are written one after the other, each record once, and all before the import ends', async () => {
  const written: string[][] = [];
  let writing = 0;
  // Takes two records at a time, and as long as a database elsewhere.
  const writer = {
    batchMax: 2,
    async write(entries) {
      expect(++writing).toBe(1);
      written.push(entries.map(({ id }) => id));
      await nextTurn();
      writing--;
      return { imported: entries.length, updated: 0, unchanged: 0 };
    },
    tidy: async () => expect(writing).toBe(0),
  } as Partial<LibraryWriter> as LibraryWriter;
  const lines = ['a', 'b', 'c', 'd', 'e'].map((id) => `{"id":"${id}","title":"cat"}\n`).join('');
  const paths = [folder.write('a.jsonl', lines)];
  const run = new ImportRun({ place: folder.place, paths, clock: stoppedClock }, writer, 0);
  await run.readAll();
  expect(await run.finish()).toMatchObject({ read: 5, imported: 5, updated: 0, unchanged: 0, failed: 0 });
  expect(written).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});
