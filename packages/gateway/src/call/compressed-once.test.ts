// An answer that its caller takes as gzip and may ask for again is compressed once: the same bytes are sent, stored and replayed.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOneMember } from '../domain/text/gzip-member.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

/** Unlike the settings of other tests, these keep answers in memory. */
const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first] }
providers: { first: { connector: scripted } }
`;

let gateway: TestGateway;
let upstreamCalls = 0;
beforeAll(async () => {
  gateway = await startTestGateway({ settings: SETTINGS });
  gateway.script = () => {
    upstreamCalls++;
    return { ids: Array.from({ length: 20 }, (_, i) => `made-${i}`), cursor: null };
  };
});
afterAll(() => gateway.close());

interface Sent {
  bytes: Buffer;
  coding: string | undefined;
  isReplay: boolean;
}

/** The bytes as they are sent; `fetch` would unpack them. */
async function ask(keyword: string, id: string | null, coding = 'gzip'): Promise<Sent> {
  const headers = {
    authorization: `Bearer ${gateway.key}`,
    'accept-encoding': coding,
    ...(id !== null && { 'x-reelgate-request-id': id }),
  };
  const url = `${gateway.url}/api/u1/v1/scripted/app/search_video_v2?keyword=${keyword}`;
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  const isReplay = answer.headers['x-reelgate-replayed'] === 'true';
  return { bytes: await buffer(answer), coding: answer.headers['content-encoding'], isReplay };
}

test('the bytes of a first answer as gzip are those of its replay, and unpack to what others get', async () => {
  const first = await ask('one', 'id-1');
  const again = await ask('one', 'id-1');
  const plain = await ask('one', 'id-1', 'identity');
  expect([first.coding, again.coding, plain.coding]).toEqual(['gzip', 'gzip', undefined]);
  expect([first.isReplay, again.isReplay, plain.isReplay]).toEqual([false, true, true]);
  expect(again.bytes.equals(first.bytes)).toBe(true);
  // The form of stored answers: other compressors write another header.
  expect(isOneMember(first.bytes)).toBe(true);
  expect(gunzipSync(first.bytes).equals(plain.bytes)).toBe(true);
  expect(first.bytes.length).toBeLessThan(plain.bytes.length / 3);
});

test('an answer from memory under an id of its own is compressed once too', async () => {
  const before = upstreamCalls;
  await ask('two', null);
  const cached = await ask('two', 'id-2');
  const again = await ask('two', 'id-2');
  expect(upstreamCalls).toBe(before + 1);
  expect(isOneMember(cached.bytes)).toBe(true);
  expect([cached.isReplay, again.isReplay, again.bytes.equals(cached.bytes)]).toEqual([false, true, true]);
});

test('an answer that was asked for without gzip is replayed as gzip to a caller that takes it', async () => {
  const plain = await ask('three', 'id-3', 'identity');
  const coded = await ask('three', 'id-3');
  expect([coded.coding, coded.isReplay]).toEqual(['gzip', true]);
  expect(gunzipSync(coded.bytes).equals(plain.bytes)).toBe(true);
});
