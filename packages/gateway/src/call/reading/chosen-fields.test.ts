// The parameter `fields`, through a whole gateway: which fields come, that nothing else about a call changes, and that every operation
// has it.
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../operations/index.ts';
import { ChosenFields, fieldNamesOf } from '../../operations/record-fields.ts';
import {
  type Answer,
  startTestGateway,
  TEST_SETTINGS,
  type TestGateway,
} from '../../testing/test-gateway.ts';

const SEARCH = '/api/u1/v1/library/app/search_video_v2';
const ALL = '/api/u1/v1/all/app/search_video_v2';
const GET = '/api/u1/v1/library/app/get_video_v2';
const BYTES_MAX = 5_000;

let gateway: TestGateway;
let id: string;
let author: string;

beforeAll(async () => {
  const settings = TEST_SETTINGS.replace('fresh_seconds: 0', 'fresh_seconds: 600').replace(
    'scripted: [first, second]',
    'scripted: [first]',
  );
  gateway = await startTestGateway({ settings });
  await gateway.fundCalls(1_000);
  const { body } = await ask({ keyword: 'a' });
  id = body.items[0].id;
  author = body.items[0].author.id;
});
afterAll(() => gateway.close());

const ask = (
  query: Record<string, string>,
  { path = SEARCH, id: requestId }: { path?: string; id?: string } = {},
) => gateway.search(query, { path, ...(requestId === undefined ? {} : { id: requestId }) });

const namesIn = ({ body }: Answer) => [
  ...new Set((body.items ?? [body.item]).flatMap((item: object) => Object.keys(item))),
];
const picked = (records: object[], names: string[]) =>
  records.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => names.includes(name))));

test('fields of a transcript are chosen in JSON alone: other formats have none', async () => {
  const path = '/api/u1/v1/library/app/get_transcript_v2';
  const video = 'sample-en-01';
  const some = await ask({ id: video, fields: 'text' }, { path });
  expect(namesIn(some)).toEqual(['platform', 'video_id', 'text']);
  const refused = await ask({ id: video, fields: 'text', format: 'vtt' }, { path });
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('format=json')]);
});

test('an answer of 20 records with id and title takes less than 5 kB, and says what the whole answer says', async () => {
  const whole = await ask({ keyword: 'a', count: '20' });
  const few = await ask({ keyword: 'a', count: '20', fields: 'id,title' });
  expect(few.body.items).toHaveLength(20);
  expect(few.body.items).toEqual(picked(whole.body.items, ['platform', 'id', 'title']));
  expect(Buffer.byteLength(few.text)).toBeLessThan(BYTES_MAX);
  expect(few.body.fields).toEqual(['platform', 'id', 'title']);
  // The cursor is sealed anew for each live answer.
  const { items: _, fields: __, request_id: ___, receipt, pcursor: ____, ...rest } = few.body;
  expect(whole.body).toMatchObject(rest);
  expect(receipt.charged).toBe(whole.body.receipt.charged);
  expect(Value.Check(ChosenFields, few.body)).toBe(true);
});

test('calls with other fields share the cached answer, at the price of a cached one', async () => {
  gateway.script = () => ({ ids: ['s-1', 's-2'], cursor: null });
  const path = '/api/u1/v1/scripted/app/search_video_v2';
  const few = await ask({ keyword: 'b', fields: 'title' }, { path });
  expect(few.body.receipt).toMatchObject({ source: 'live', charged: '0.012000' });
  const whole = await ask({ keyword: 'b' }, { path });
  expect(whole.body.receipt.source).toBe('cache');
  expect(whole.body.items[0]).toHaveProperty('author');
  const other = await ask({ keyword: 'b', fields: 'url,source' }, { path });
  expect(other.body.items).toEqual(picked(whole.body.items, ['platform', 'id', 'url', 'source']));
  expect(other.body.receipt.charged).toBe(whole.body.receipt.charged);
});

test('a replay has the same bytes, and the id with other fields is another question', async () => {
  const first = await ask({ keyword: 'a', fields: 'title,id' }, { id: 'chosen-1' });
  // The sequence and repeated names do not matter.
  const again = await ask({ keyword: 'a', fields: 'id, title,title' }, { id: 'chosen-1' });
  expect(again.text).toBe(first.text);
  expect(again.headers.get('x-reelgate-replayed')).toBe('true');
  for (const query of [{ keyword: 'a' }, { keyword: 'a', fields: 'id,url' }]) {
    expect((await ask(query, { id: 'chosen-1' })).body.code).toBe('REQUEST_ID_REUSED');
  }
});

test('a walk may go on with other fields', async () => {
  const first = await ask({ keyword: 'a', count: '2', fields: 'id' });
  const second = await ask({ keyword: 'a', count: '2', fields: 'rank,source', pcursor: first.body.pcursor });
  expect(second.body.items.map(({ rank }: { rank: number }) => rank)).toEqual([3, 4]);
  expect(namesIn(second)).toEqual(['platform', 'id', 'rank', 'source']);
});

test('one record, several, authors, lists and many platforms have it', async () => {
  const one = await ask({ id, fields: 'title' }, { path: GET });
  expect(Object.keys(one.body.item)).toEqual(['platform', 'id', 'title']);
  const several = await ask({ ids: `${id},gone`, fields: 'title' }, { path: GET });
  expect(namesIn(several)).toEqual(['platform', 'id', 'title']);
  expect(several.body.not_found).toEqual([{ id: 'gone', reason: 'unknown' }]);
  const path = (action: string) => `/api/u1/v1/library/app/${action}`;
  const profile = await ask({ author_id: author, fields: 'name' }, { path: path('get_author_v2') });
  expect(Object.keys(profile.body.item)).toEqual(['platform', 'id', 'name']);
  const uploads = await ask({ author_id: author, fields: 'url' }, { path: path('list_author_videos') });
  expect(namesIn(uploads)).toEqual(['platform', 'id', 'url']);
  gateway.script = () => ({ ids: ['s-1'], cursor: null });
  const all = await ask({ keyword: 'a', fields: 'rank' }, { path: ALL });
  expect(namesIn(all)).toEqual(['platform', 'id', 'rank']);
  expect(all.body.platforms).toHaveLength(2);
  for (const answer of [one, several, profile, uploads, all])
    expect(Value.Check(ChosenFields, answer.body)).toBe(true);
});

test('a transcript is named by its video, and a part of it has fields too', async () => {
  const path = '/api/u1/v1/library/app/get_transcript_v2';
  const video = { id: 'sample-en-01', from: '3', to: '5' };
  const first = await ask({ ...video, fields: 'id,text' }, { path, id: 'chosen-2' });
  const text = 'On the first night he only looked at the fridge.';
  expect(first.body.item).toEqual({ platform: 'library', video_id: 'sample-en-01', text });
  expect(first.body.fields).toEqual(['platform', 'video_id', 'text']);
  expect(Value.Check(ChosenFields, first.body)).toBe(true);
  // `id` is another name of `video_id`, so this is the same question.
  const again = await ask({ ...video, fields: 'video_id,text' }, { path, id: 'chosen-2' });
  expect(again.text).toBe(first.text);
  const { balance } = await gateway.money();
  for (const format of ['vtt', 'srt', 'text', 'nothing']) {
    const { status, body } = await ask({ ...video, fields: 'text', format }, { path });
    expect([status, body.detail]).toEqual([400, 'fields: is available only with format=json']);
  }
  expect((await gateway.money()).balance).toBe(balance);
  const whole = await ask({ ...video, fields: 'kind', format: 'json' }, { path });
  expect(whole.body.item).toEqual({ platform: 'library', video_id: 'sample-en-01', kind: 'human' });
});

test('an unknown name is repeated, with the name that was probably meant', async () => {
  const { body } = await ask({ keyword: 'a', fields: 'id,titel' });
  expect(body.detail).toBe('fields: "titel" is no field of this record; did you mean "title"?');
  const long = await ask({ keyword: 'a', fields: `${'x'.repeat(63)}😀${'y'.repeat(900)}` });
  expect(long.body.detail).toContain(`"${'x'.repeat(63)}\ufffd" is no field`);
});

test('unknown names, an empty list, the native group and raw records are refused for nothing', async () => {
  const { balance } = await gateway.money();
  const refused: [Record<string, string>, string?][] = [
    [{ fields: 'id,nothing' }],
    [{ fields: '' }],
    [{ fields: 'raw' }],
    [{ fields: 'author.name' }],
    [{ fields: 'id', include: 'raw' }],
    [{ fields: 'id' }, '/api/u2/v1/library/app/search_video_v2'],
    [{ fields: 'video_id' }, ALL],
  ];
  for (const [query, path] of refused) {
    const { status, body } = await ask({ keyword: 'a', ...query }, path === undefined ? {} : { path });
    expect([status, body.errors[0].field], JSON.stringify(query)).toEqual([400, 'fields']);
  }
  expect((await ask({ keyword: 'a', field: 'id' })).body.detail).toContain('did you mean "fields"?');
  expect((await gateway.money()).balance).toBe(balance);
});

test('the names are those of the record that each operation documents', () => {
  for (const operation of operations) {
    const names = fieldNamesOf(operation);
    expect(names.slice(0, 2), operation.name).toEqual(['platform', expect.stringMatching(/^(video_)?id$/)]);
    expect(names).toContain('source');
    expect(names).not.toContain('raw');
  }
});
