// The transcript of a video, through a whole gateway: its formats and parts, what each costs, its replay, and the failure when there is none.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../domain/clock.ts';
import { importLibrary } from '../../library/import.ts';
import { libraryPlaceOf } from '../../library/library-place.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const LIBRARY = '/api/u1/v1/library/app/get_transcript_v2';
const SCRIPTED = '/api/u1/v1/scripted/app/get_transcript_v2';
const VTT =
  'WEBVTT\n\n00:01.000 --> 00:03.000\nGood morning.\n\n00:03.000 --> 00:05.000\nIt is raining.\n\n00:07.500 --> 00:09.000\nBye.\n';

/** Of an account; no other test here has as many. */
const MISSES_MAX = 20;

let gateway: TestGateway;
/** What the scripted platform answers, and how often it was asked. */
let says: object = { vtt: VTT };
let asked = 0;

beforeAll(async () => {
  gateway = await startTestGateway({
    settings: TEST_SETTINGS.replace('fresh_seconds: 0', 'fresh_seconds: 60').replace(
      'limits:',
      `limits:\n  misses: { requests: ${MISSES_MAX} }`,
    ),
    script: (query) => {
      if (!query.has('transcript')) return { ids: [], cursor: null };
      asked += 1;
      return { text: JSON.stringify(says) };
    },
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  says = { vtt: VTT };
  asked = 0;
});

const get = (query: Record<string, string>, id?: string, target = SCRIPTED) =>
  gateway.search(query, { path: target, ...(id === undefined ? {} : { id }) });
const spent = async (before: { balance: number; held: number }) => {
  const after = await gateway.money();
  expect(after.held).toBe(0);
  return before.balance - after.balance;
};

describe('a transcript of the sample library', () => {
  test('comes in the second wished language, with its tracks, at its own price', async () => {
    const before = await gateway.money();
    const { status, body } = await get({ id: 'sample-en-01', language: 'fr,de' }, undefined, LIBRARY);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      platform: 'library',
      id: 'sample-en-01',
      language: 'fr,de',
      item: { video_id: 'sample-en-01', language: 'de', language_match: 'exact', kind: 'human', timed: true },
      receipt: { charged: '0.008000' },
    });
    const { cues, text, tracks } = body.item as { cues: object[]; text: string; tracks: object[] };
    expect(cues[0]).toEqual({ start_ms: 0, end_ms: 2_500, text: 'Das ist Biscuit. Biscuit ist vier.' });
    expect(text).toContain('Kindersicherung');
    expect(tracks).toEqual([
      { language: 'en', kind: 'human' },
      { language: 'de', kind: 'human' },
    ]);
    expect(await spent(before)).toBe(8_000);
  });

  test('is listed by the video, and says when it is only a variety of the wished language', async () => {
    const video = await get({ id: 'sample-en-02' }, undefined, '/api/u1/v1/library/app/get_video_v2');
    expect(video.body.item).toMatchObject({ tracks: [{ language: 'en-GB', kind: 'automatic' }] });
    const { body } = await get({ id: 'sample-en-02', language: 'en' }, undefined, LIBRARY);
    expect(body.item).toMatchObject({ language: 'en-GB', language_match: 'variant' });
  });

  test('comes as the file itself in group u2, where no format can be chosen', async () => {
    const native = LIBRARY.replace('u1', 'u2');
    const { body } = await get({ id: 'sample-en-01', language: 'de' }, undefined, native);
    expect(body.raw).toMatch(/^1\n00:00:00,000 --> 00:00:02,500\nDas ist Biscuit/);
    const refused = await get({ id: 'sample-en-01', format: 'vtt' }, undefined, native);
    expect([refused.status, refused.body.detail]).toEqual([400, 'format: is available only in group u1']);
    for (const query of [{ from: '1' }, { to: '2' }])
      expect((await get({ id: 'sample-en-01', ...query }, undefined, native)).status).toBe(400);
  });

  test('that is not there is free, says why, and lists those that exist', async () => {
    const before = await gateway.money();
    const wanted: [Record<string, string>, string, number][] = [
      [{ id: 'sample-en-01', language: 'fr' }, 'language', 2],
      [{ id: 'sample-en-01', kind: 'automatic' }, 'kind', 2],
      [{ id: 'sample-en-03' }, 'none', 0],
    ];
    for (const [query, reason, tracks] of wanted) {
      const { status, body } = await get(query, undefined, LIBRARY);
      expect([status, body.code, body.reason]).toEqual([404, 'TRANSCRIPT_NOT_FOUND', reason]);
      expect(body.tracks).toHaveLength(tracks);
    }
    const gone = await get({ id: 'nobody' }, undefined, LIBRARY);
    expect([gone.status, gone.body.code]).toEqual([404, 'VIDEO_NOT_FOUND']);
    expect(await spent(before)).toBe(0);
  });

  test('is read from subtitle files beside a downloader’s record', async () => {
    const folder = path.join(gateway.folder, 'archive');
    mkdirSync(folder, { recursive: true });
    const stem = path.join(folder, 'A talk [abc]');
    const record = {
      ...{ id: 'abc', title: 'A talk', extractor_key: 'Youtube', language: 'en' },
      subtitles: { de: [{ ext: 'vtt' }] },
      automatic_captions: { 'en-orig': [], en: [], fr: [] },
    };
    writeFileSync(`${stem}.info.json`, JSON.stringify(record));
    writeFileSync(`${stem}.en-orig.vtt`, VTT);
    writeFileSync(`${stem}.fr.vtt`, VTT.replace('Good morning', 'Bonjour'));
    writeFileSync(`${stem}.de.srt`, '1\n00:00:01,000 --> 00:00:02,000\nGuten Morgen.\n');
    writeFileSync(`${stem}.xx.vtt`, 'no captions');
    const place = libraryPlaceOf(gateway.config);
    const report = await importLibrary({ place, paths: [folder], clock: systemClock });
    expect(report).toMatchObject({ imported: 1, failed: 0, leftOut: { facts: 1, records: 1 } });
    expect(report.leftOut.listed[0]!.reason).toBe(
      'a transcript: A talk [abc].xx.vtt: has no captions in WebVTT or SRT',
    );
    const { body } = await get({ id: 'youtube:abc', language: 'fr' }, undefined, LIBRARY);
    expect(body.item).toMatchObject({ language: 'fr', kind: 'automatic', translated: true });
    expect((body.item as { tracks: object[] }).tracks).toEqual([
      { language: 'de', kind: 'human' },
      { language: 'en', kind: 'automatic' },
      { language: 'fr', kind: 'automatic' },
    ]);
    expect(await importLibrary({ place, paths: [folder], clock: systemClock })).toMatchObject({
      unchanged: 1,
    });
  });
});

describe('a format', () => {
  test('has its own media type, and the receipt in the headers', async () => {
    const before = await gateway.money();
    const { status, headers, text } = await get({ id: 'v1', format: 'srt' });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-subrip; charset=utf-8']);
    expect(headers.get('content-language')).toBe('en');
    expect(text).toMatch(/^1\n00:00:01,000 --> 00:00:03,000\nGood morning\.\n\n2\n/);
    expect(JSON.parse(headers.get('x-receipt')!)).toMatchObject({ charged: '0.008000', source: 'live' });
    expect(headers.get('x-reelgate-charged')).toBe('0.008000');
    expect(await spent(before)).toBe(8_000);
    const plain = await get({ id: 'v1', format: 'text' });
    expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(plain.text).toBe('Good morning.\nIt is raining.\nBye.\n');
  });

  test('of a transcript that was bought a moment ago comes from the cache; a part of it too', async () => {
    await get({ id: 'v2' });
    const vtt = await get({ id: 'v2', format: 'vtt' });
    expect(vtt.text).toMatch(/^WEBVTT\n/);
    expect(JSON.parse(vtt.headers.get('x-receipt')!)).toMatchObject({ source: 'cache' });
    const { body } = await get({ id: 'v2', from: '4', to: '8' });
    expect(body).toMatchObject({ receipt: { source: 'cache' }, item: { source: { cache: 'hit' } } });
    // Those that overlap, with their own times.
    expect(body.item).toMatchObject({
      cues: [
        { start_ms: 3_000, end_ms: 5_000 },
        { start_ms: 7_500, end_ms: 9_000 },
      ],
      text: 'It is raining.\nBye.',
    });
    expect(asked).toBe(1);
  });

  test('in another language or of another kind is another question, also within the cache time', async () => {
    await get({ id: 'v6' });
    const missing = { status: 404, body: { code: 'TRANSCRIPT_NOT_FOUND' } };
    expect(await get({ id: 'v6', language: 'de' })).toMatchObject({
      ...missing,
      body: { reason: 'language' },
    });
    expect(await get({ id: 'v6', kind: 'automatic' })).toMatchObject({
      ...missing,
      body: { reason: 'kind' },
    });
    // Positive control: the same question comes from the cache.
    expect((await get({ id: 'v6' })).body.receipt.source).toBe('cache');
    expect(asked).toBe(3);
  });

  test('in part has no cue that ends where the part begins, or begins where it ends', async () => {
    const said = async (query: Record<string, string>) => (await get({ id: 'v7', ...query })).body.item.text;
    expect(await said({ from: '3', to: '7.5' })).toBe('It is raining.');
    expect(await said({ from: '2.999', to: '7.501' })).toBe('Good morning.\nIt is raining.\nBye.');
    expect(await said({ from: '5', to: '7.5' })).toBe('');
  });

  test('that is not there counts among the look-ups that find nothing', async () => {
    const { secret: key } = await gateway.newAccount('in-vain');
    const ask = (id: string) => gateway.search({ id, language: 'de' }, { path: SCRIPTED, key });
    for (let i = 0; i < MISSES_MAX; i++) expect((await ask(`none-${i}`)).status).toBe(404);
    expect((await ask('none')).body.code).toBe('RATE_LIMITED');
    expect(asked).toBe(MISSES_MAX);
  });

  test('takes ten wished languages, and no more', async () => {
    const wished = (count: number) =>
      Array.from({ length: count }, (_, i) => `sv-${'ABCDEFGHIJK'[i]}A`).join();
    expect((await get({ id: 'v8', language: wished(10) })).status).toBe(404);
    expect(asked).toBe(1);
    expect((await get({ id: 'v8', language: wished(11) })).status).toBe(400);
    expect(asked).toBe(1);
  });

  test('is replayed as the same bytes of the same type, and belongs to its request id', async () => {
    const first = await get({ id: 'v3', format: 'vtt' }, 'vtt-once');
    const before = await gateway.money();
    const again = await get({ id: 'v3', format: 'vtt' }, 'vtt-once');
    expect(again.text).toBe(first.text);
    for (const name of ['content-type', 'content-language', 'x-receipt'])
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(again.headers.get('x-reelgate-replayed')).toBe('true');
    expect(await spent(before)).toBe(0);
    expect((await get({ id: 'v3', format: 'srt' }, 'vtt-once')).body.code).toBe('REQUEST_ID_REUSED');
    expect((await get({ id: 'v3', format: 'vtt', from: '1' }, 'vtt-once')).body.code).toBe(
      'REQUEST_ID_REUSED',
    );
  });

  test.each([
    [{ format: 'ass' }, 'format'],
    [{ from: 'x' }, 'from'],
    [{ from: '5', to: '5' }, 'to'],
    [{ language: 'en,!' }, 'language'],
    [{ kind: 'robot' }, 'kind'],
    [{ include: 'raw' }, 'include'],
  ])('%j is refused before anything is asked', async (query, field) => {
    const { status, body } = await get({ id: 'v4', ...query });
    expect([status, (body.errors as { field: string }[])[0]!.field]).toEqual([400, field]);
    expect(asked).toBe(0);
  });
});

test('text without times has no cues, and no form that needs times: free, from the platform and from the cache', async () => {
  says = { plain: 'All in one.' };
  const before = await gateway.money();
  const untimed = { status: 404, body: { code: 'TRANSCRIPT_NOT_FOUND', reason: 'untimed' } };
  expect(await get({ id: 'v5', format: 'vtt' })).toMatchObject(untimed);
  expect(await spent(before)).toBe(0);
  const { body } = await get({ id: 'v5' });
  expect(body.item).toMatchObject({ timed: false, cues: [], text: 'All in one.' });
  const paid = await gateway.money();
  for (const query of [{ format: 'srt' }, { from: '1' }, { from: '0' }, { to: '2', format: 'text' }])
    expect(await get({ id: 'v5', ...query })).toMatchObject(untimed);
  expect(await spent(paid)).toBe(0);
  expect((await get({ id: 'v5', format: 'text' })).text).toBe('All in one.\n');
  expect(asked).toBe(1);
});

describe('a form that cannot be made of the transcript in the cache', () => {
  const untimed = { code: 'TRANSCRIPT_NOT_FOUND', reason: 'untimed' };

  test('does not take the place of an answer that was paid before', async () => {
    const first = await get({ id: 'v16', format: 'vtt' }, 'paid-vtt');
    expect(first.status).toBe(200);
    // The platform has the words without times by now, and the cache too.
    says = { plain: 'All in one.' };
    await get({ id: 'v16', max_age: '0' });
    expect((await get({ id: 'v16', format: 'vtt' })).body).toMatchObject(untimed);
    const again = await get({ id: 'v16', format: 'vtt' }, 'paid-vtt');
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await get({ id: 'v16', format: 'srt' }, 'paid-vtt')).body.code).toBe('REQUEST_ID_REUSED');
  });

  test('is told only to callers with money, and counts for the rate', async () => {
    says = { plain: 'All in one.' };
    await get({ id: 'v17' });
    const ask = async (key: string) =>
      (await gateway.search({ id: 'v17', format: 'vtt' }, { path: SCRIPTED, key })).body.code;
    const { secret: poor } = await gateway.newAccount('poor', '0.001');
    expect(await ask(poor)).toBe('INSUFFICIENT_BALANCE');
    const { secret: slow } = await gateway.newKey({
      rate: { requests: 2, per_seconds: 3600, concurrent: 9 },
    });
    expect([await ask(slow), await ask(slow), await ask(slow)]).toEqual([
      'TRANSCRIPT_NOT_FOUND',
      'TRANSCRIPT_NOT_FOUND',
      'RATE_LIMITED',
    ]);
  });

  test('counts as a look-up in vain when the platform was asked for it', async () => {
    says = { plain: 'All in one.' };
    const { secret: key } = await gateway.newAccount('vain', '1');
    const ask = (query: object) =>
      gateway.search({ id: 'v18', max_age: '0', ...query }, { path: SCRIPTED, key });
    for (let i = 0; i < MISSES_MAX; i++) expect((await ask({ format: 'vtt' })).status).toBe(404);
    expect((await ask({ format: 'vtt' })).body.code).toBe('RATE_LIMITED');
    expect(asked).toBe(MISSES_MAX);
    // Another account is not affected.
    expect((await get({ id: 'v18', max_age: '0' })).status).toBe(200);
  });
});
