import { EventEmitter, once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Page, Provider, UpstreamResponse } from '../connectors/connector.ts';
import { library as connector } from '../connectors/library/library.ts';
import { Cancel, TimeLimit } from '../upstream/time-limit.ts';
import type { UpstreamPolicy } from '../upstream/upstream.ts';
import { createLibrary, type Library, SEARCH_IDLE_MS } from './library.ts';
import { removeSample, seedSample } from './sample.ts';
import { libraryStats } from './stats.ts';
import { stoppedClock, TestFolder } from './testing/test-folder.ts';

let folder: TestFolder;
let library: Library;
beforeEach(async () => {
  folder = new TestFolder();
  library = createLibrary({ place: folder.place });
});
afterEach(async () => {
  await library.close();
  await folder.remove();
});

const endless = new TimeLimit(Number.POSITIVE_INFINITY, null);
const POLICY: UpstreamPolicy = {
  provider: 'library',
  origin: null,
  allowPrivate: false,
  requestsPerSecond: null,
  inFlightMax: null,
  keepAlive: true,
  proxies: [],
  redirects: 'never',
};

function fetch(url: string, timeLimit = endless) {
  return library.transport({ method: 'GET', url, headers: {} }, timeLimit, POLICY, null);
}

async function fetchBody(
  url: string,
): Promise<{ total: unknown; cursor: string | null; results: { id: string }[] }> {
  const answer = await fetch(url);
  expect(answer).toMatchObject({ kind: 'response', status: 200 });
  return JSON.parse((answer as UpstreamResponse).body);
}

describe('the transport', () => {
  test('a library that does not exist yet is closed, and its first import is seen without a restart', async () => {
    for (const target of ['search?q=cat', 'record?id=a', 'records?id=a', 'author?author_id=a']) {
      const answer = (await fetch(`library://local/${target}`)) as { status: number; body: string };
      expect([target, answer.status, JSON.parse(answer.body).closed]).toEqual([target, 503, true]);
    }
    await folder.add({ id: 'a', title: 'cat' });
    expect((await fetchBody('library://local/search?q=cat')).results).toEqual([{ id: 'a', title: 'cat' }]);
    await folder.add({ id: 'b', title: 'cat' });
    expect((await fetchBody('library://local/search?q=cat')).results).toHaveLength(2);
  });

  test('a file that replaces the library is the one that is searched', async () => {
    await folder.add({ id: 'old', title: 'cat' });
    await fetchBody('library://local/search?q=cat');
    const other = new TestFolder();
    await other.add({ id: 'new', title: 'cat' });
    renameSync(join(other.path, 'library.db'), join(folder.path, 'library.db'));
    await other.remove();
    expect((await fetchBody('library://local/search?q=cat')).results[0]?.id).toBe('new');
  });

  test.each([
    ['library://local/search?q=cat&cursor=x', 400],
    ['library://local/search?q=cat&cursor=', 400],
    ['library://local/search?q=cat&count=0', 400],
    ['library://local/search?q=cat&count=101', 400],
    ['library://local/search?q=cat&count=x', 400],
    ['library://local/nothing', 404],
    ['library://local/search', 200],
  ])('%s answers %i', async (url, status) => {
    await folder.add({ id: 'a', title: 'cat' });
    expect(await fetch(url)).toMatchObject({ kind: 'response', status });
  });

  test('a file that is not a database is unavailable, and works again once it is replaced', async () => {
    writeFileSync(join(folder.path, 'library.db'), 'x'.repeat(10_000));
    expect(await fetch('library://local/search?q=cat')).toMatchObject({ kind: 'unavailable' });
    renameSync(join(folder.path, 'library.db'), join(folder.path, 'broken'));
    await folder.add({ id: 'a', title: 'cat' });
    expect((await fetchBody('library://local/search?q=cat')).results).toHaveLength(1);
  });
});

describe('the thread', () => {
  test('a caller whose time is up is answered at once', async () => {
    await folder.add({ id: 'a', title: 'cat' });
    const unwanted = new Cancel();
    unwanted.abort();
    expect(await fetch('library://local/search?q=cat', new TimeLimit(5_000, unwanted))).toMatchObject({
      kind: 'timeout',
    });
    const giveUp = new Cancel();
    const answer = fetch('library://local/search?q=cat', new TimeLimit(5_000, giveUp));
    giveUp.abort();
    expect(await answer).toMatchObject({ kind: 'timeout' });
    await fetchBody('library://local/search?q=cat');
  });

  test('beyond the queue a search is unavailable instead of waiting', async () => {
    await library.close();
    library = createLibrary({ place: folder.place, queueMax: 3 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fetch('library://local/search?q=cat')),
    );
    const kinds = answers.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'response')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'unavailable')).toHaveLength(6);
  });

  test('a burst of a thousand searches is answered, or refused by the gateway: the library has not failed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => fetch('library://local/search?q=cat')),
    );
    const isRefused = (answer: (typeof answers)[number]) => 'isLocal' in answer && answer.isLocal === true;
    expect(answers.filter(({ kind }) => kind === 'response').length).toBeGreaterThan(200);
    expect(answers.every((answer) => answer.kind === 'response' || isRefused(answer))).toBe(true);
  });

  test('accounts take turns, and in a full queue the account with the most waiting questions loses one', async () => {
    await library.close();
    library = createLibrary({ place: folder.place, queueMax: 4 });
    const order: string[] = [];
    const ask = async (onBehalfOf: string) => {
      const request = { method: 'GET' as const, url: 'library://local/search?q=cat', headers: {} };
      const { kind } = await library.transport(request, endless, POLICY, onBehalfOf);
      order.push(`${onBehalfOf} ${kind}`);
    };
    await Promise.all([...Array(5).fill('many'), 'few', 'few'].map(ask));
    expect(order).toEqual([
      'many unavailable',
      'many unavailable',
      'many response',
      'many response',
      'few response',
      'many response',
      'few response',
    ]);
  });

  test('a thread that dies loses one answer and is replaced', async () => {
    await folder.add({ id: 'a', title: 'cat' });
    const threads: Worker[] = [];
    await library.close();
    library = createLibrary({
      place: folder.place,
      startThread(place) {
        const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: { place } });
        threads.push(thread);
        return thread;
      },
    });
    const asked = fetch('library://local/search?q=cat');
    const waiting = fetch('library://local/search?q=cat');
    await threads[0]?.terminate();
    expect(await asked).toMatchObject({ kind: 'unavailable' });
    expect(await waiting).toMatchObject({ kind: 'response', status: 200 });
    expect((await fetchBody('library://local/search?q=cat')).results).toHaveLength(1);
    expect(threads).toHaveLength(2);
  });

  test('a thread without questions ends after a minute, and the next question starts another', async () => {
    await folder.add({ id: 'a', title: 'cat' });
    await library.close();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const threads: Worker[] = [];
      let ended = 0;
      library = createLibrary({
        place: folder.place,
        startThread(place) {
          const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: { place } });
          thread.on('exit', () => ended++);
          threads.push(thread);
          return thread;
        },
      });
      const found = async () => (await fetchBody('library://local/search?q=cat')).results.length;
      vi.advanceTimersByTime(SEARCH_IDLE_MS - 1);
      expect(await found()).toBe(1);
      // The question began the minute anew.
      vi.advanceTimersByTime(SEARCH_IDLE_MS - 1);
      expect([await found(), threads.length, ended]).toEqual([1, 1, 0]);
      vi.advanceTimersByTime(SEARCH_IDLE_MS);
      // Asked while the first thread is still ending.
      expect([await found(), threads.length]).toEqual([1, 2]);
      if (ended === 0) await once(threads[0]!, 'exit');
      expect([await found(), threads.length, ended]).toEqual([1, 2, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a thread that is answering is never ended as idle, however long it takes', async () => {
    await library.close();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let ended = 0;
      const nothing = () => {};
      const thread = Object.assign(new EventEmitter(), {
        ...{ ref: nothing, unref: nothing, postMessage: nothing },
        terminate: async () => ++ended,
      });
      const startThread = () => thread as unknown as Worker;
      library = createLibrary({ place: folder.place, startThread });
      const asked = fetch('library://local/search?q=cat');
      vi.advanceTimersByTime(SEARCH_IDLE_MS * 2);
      expect(ended).toBe(0);
      const answer = { kind: 'response', status: 200, headers: {}, body: '{}' };
      thread.emit('message', { answer });
      expect(await asked).toEqual(answer);
      // From the answer on it is idle.
      vi.advanceTimersByTime(SEARCH_IDLE_MS - 1);
      expect(ended).toBe(0);
      vi.advanceTimersByTime(1);
      expect(ended).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('after closing, every question is answered unavailable', async () => {
    const waiting = fetch('library://local/search?q=cat');
    await library.close();
    expect(await waiting).toMatchObject({ kind: 'unavailable' });
    expect(await fetch('library://local/search?q=cat')).toMatchObject({ kind: 'unavailable' });
  });
});

describe('through the connector', () => {
  const provider: Provider = {
    name: 'library',
    connector: 'library',
    baseUrl: null,
    token: null,
    timeoutMs: null,
    userAgent: 'test',
    options: {},
    publicUrl: 'https://gateway.example',
  };

  async function page(keyword: string, cursor: string | null, count = 2): Promise<Page> {
    const input = { platform: 'library', keyword, count, cursor, position: 0, wantsRaw: true };
    const { request, parse } = connector.operations['video.search']!;
    const answer = await library.transport(request(input, provider), endless, POLICY, null);
    const parsed = parse(answer as UpstreamResponse, input, provider);
    if (parsed.kind !== 'page') throw new Error(parsed.kind);
    return parsed;
  }

  test('a walk by the cursors gives every record once and ends exhausted', async () => {
    await folder.add(...Array.from({ length: 5 }, (_, i) => ({ id: `r${i}`, title: '猫 & "cat" +' })));
    const first = await page('猫 "cat" +', null);
    const second = await page('猫 "cat" +', first.cursor);
    const third = await page('猫 "cat" +', second.cursor);
    expect([first.end, second.end, third.end]).toEqual(['more', 'more', 'exhausted']);
    expect(
      new Set([first, second, third].flatMap(({ items }) => items.map(({ record }) => record.id))).size,
    ).toBe(5);
    expect(third.total).toEqual({ value: 5, relation: 'eq', counts: 'exact' });
  });

  test('a transcript without a wished language is in the language of its video', async () => {
    const file = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;
    const transcripts = [
      { language: 'en', kind: 'human', text: file('Good morning') },
      { language: 'de', kind: 'human', text: file('Guten Morgen') },
    ];
    await folder.add({ id: 'a', title: 'cat', language: 'de', transcripts });
    const { request, parse } = connector.operations['transcript.get']!;
    const textFor = async (wishes: object) => {
      const input = { platform: 'library', id: 'a', wantsRaw: false, ...wishes };
      const answer = await library.transport(request(input, provider), endless, POLICY, null);
      const found = parse(answer as UpstreamResponse, input, provider);
      if (found.kind !== 'follow_up') throw new Error(found.kind);
      const content = await library.transport(found.request, endless, POLICY, null);
      return found.parse(content as UpstreamResponse);
    };
    expect(await textFor({})).toMatchObject({ record: { language: 'de', text: 'Guten Morgen' } });
    expect(await textFor({ language: 'en' })).toMatchObject({
      record: { language: 'en', text: 'Good morning' },
    });
  });

  test('raw is the stored text, byte for byte', async () => {
    await folder.add({
      id: '5193363430624671876',
      title: 'cat \u2028 "é" 😂 \ud800',
      views: Number.MAX_SAFE_INTEGER,
    });
    const [item] = (await page('cat', null)).items;
    expect(JSON.stringify(item?.raw)).toBe(await library.record('5193363430624671876'));
    expect(item?.record.stats.views).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('a record without a picture points to the one the gateway draws', async () => {
    await folder.add({ id: 'a/b 猫', title: 'cat' });
    const [item] = (await page('cat', null)).items;
    expect(item?.record.thumbnails).toEqual([
      {
        url: 'https://gateway.example/api/library/v1/thumbnails/a%2Fb%20%E7%8C%AB.svg',
        width: 640,
        height: 360,
      },
    ]);
    expect(await library.thumbnail('a/b 猫')).toContain('<svg');
    expect(await library.thumbnail('none')).toBeNull();
  });
});

describe('the sample library', () => {
  test('fills an empty folder, in many languages, every record marked', async () => {
    const report = await seedSample({ place: folder.place, clock: stoppedClock });
    expect(report).toMatchObject({ failed: 0, problems: [] });
    const stats = await library.stats();
    expect(stats.records).toBeGreaterThanOrEqual(320);
    expect(stats.sampleRecords).toBe(stats.records);
    expect(Object.keys(stats.languages).length).toBeGreaterThanOrEqual(10);
    expect(stats.languages.und).toBeUndefined();
  });

  test('lets a common keyword run over several pages', async () => {
    await seedSample({ place: folder.place, clock: stoppedClock });
    for (const keyword of ['猫', 'cat'])
      expect((await folder.search(keyword)).total.value).toBeGreaterThanOrEqual(25);
    for (const keyword of ['shorts', 'food'])
      expect((await folder.search(keyword)).total.value).toBeGreaterThan(60);
  });

  test('is never added to an existing library, and is removed without a trace', async () => {
    await folder.add({ id: 'mine', title: 'cat', lang: 'en' });
    expect(await seedSample({ place: folder.place, clock: stoppedClock })).toBeNull();
    await folder.add({ id: 'sample-x', title: 'cat', sample: true, lang: 'en' });
    expect(await removeSample(folder.place)).toBe(1);
    expect(await folder.ids('cat')).toEqual(['mine']);
    expect(await libraryStats(folder.place)).toMatchObject({
      records: 1,
      sampleRecords: 0,
      languages: { en: 1 },
    });
  });
});
