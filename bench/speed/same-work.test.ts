import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { peertube } from '../../packages/gateway/src/connectors/peertube/peertube.ts';
import { videoRecord } from '../../packages/gateway/src/operations/video-record.ts';
import { BillingLedger } from './contenders/billing/ledger.ts';
import { type PeertubeVideo, toVideo } from './contenders/billing/video.ts';
import { startBilling } from './contenders/do-it-yourself.ts';
import { Reelgate } from './contenders/reelgate.ts';
import { pageBody } from './page.ts';
import { billingDifferences, checkSameAnswers, differenceOf } from './same-work.ts';
import { Stage } from './stage.ts';

/** Not the public address of its videos. */
const UPSTREAM = 'http://127.0.0.1:9';
const PRICE = 12_000;

let folder: string;
let file: string;
let ledger: BillingLedger;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'same-work-'));
  file = path.join(folder, 'billing.db');
  ledger = new BillingLedger(file);
  ledger.addCaller('secret', 3 * PRICE);
});
afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true });
});

function open(requestId: string | null = null, url = '/') {
  return ledger.open({ account: ledger.accountOf('secret')!, url, price: PRICE, requestId });
}

function held(requestId: string | null = null) {
  const opened = open(requestId);
  if (opened.kind !== 'held') throw new Error(opened.kind);
  return opened.call;
}

function ourVideos(body: string, source: { fetched_at: string }): object[] {
  const input = { platform: 'tube', keyword: 'cat', count: 20, cursor: null, position: 0, wantsRaw: false };
  const provider = {
    name: 'tube',
    connector: 'peertube',
    baseUrl: UPSTREAM,
    token: null,
    timeoutMs: null,
    userAgent: 'test',
    options: {},
    publicUrl: 'https://gateway.example',
  };
  const response = { kind: 'response' as const, status: 200, headers: {}, body, receivedAtMs: 0 };
  const page = peertube.operations['video.search']!.parse(response, input, provider);
  if (page.kind !== 'page') throw new Error(page.kind);
  const origin = { platform: 'tube', source: source as never };
  return page.items.map(({ record }, i) => videoRecord.item(origin, record, i + 1));
}

test('the billing gateway makes the same unified records of the page as the connector', () => {
  const body = pageBody(20).toString();
  const source = { fetched_at: '2026-11-15T12:00:00.000Z' };
  const { data } = JSON.parse(body) as { data: PeertubeVideo[] };
  const origin = { platform: 'tube', upstream: UPSTREAM, source };
  expect(data.map((video, i) => toVideo(video, origin, i + 1))).toEqual(ourVideos(body, source));
});

test('answers are equal whatever their id, cursor, balance and time, and any other field is a difference', () => {
  const answer = (own: string, title: string, charged = '0.012000') => ({
    request_id: own,
    items: [{ id: '1', title, source: { fetched_at: own, cache: 'miss' } }],
    pcursor: own,
    receipt: { charged, balance: own },
  });
  expect(differenceOf(answer('a', 'cat'), answer('b', 'cat'))).toBe(null);
  expect(differenceOf(answer('a', 'cat'), answer('a', 'dog'))).toBe('item 1');
  expect(differenceOf(answer('a', 'cat'), answer('a', 'cat', '0'))).toBe('the fields around the items');
  expect(differenceOf(answer('a', 'cat'), { ...answer('a', 'cat'), items: [] })).toBe('0 items instead of 1');
});

test('a call of the billing gateway is held, then charged once or released, and its ledger adds up', () => {
  const [charged, released, last] = [held(), held(), held()];
  expect(open()).toEqual({ kind: 'poor' });
  expect(ledger.settle(charged, String)).toBe(String(2 * PRICE));
  ledger.release(released);
  expect(() => ledger.settle(released, String)).toThrow('has ended before');
  expect(ledger.settle(last, String)).toBe(String(PRICE));
  expect(ledger.accountOf('nobody')).toBe(null);
  expect(billingDifferences(file, 2)).toEqual([]);
});

test('an answer of the billing gateway is stored with its charge and given again for nothing, to the same request alone', () => {
  const call = held('mine');
  expect(open('mine')).toEqual({ kind: 'conflict' });
  ledger.settle(call, (balance) => `first, ${balance}`);
  expect(open('mine')).toEqual({ kind: 'replay', body: `first, ${2 * PRICE}` });
  expect(open('mine', '/other')).toEqual({ kind: 'conflict' });
  expect(billingDifferences(file, 1)).toEqual([]);
});

test('an id of the billing gateway whose call was released can be used again', () => {
  ledger.release(held('mine'));
  expect(ledger.settle(held('mine'), String)).toBe(String(2 * PRICE));
});

test('both gateways answer an equal question alike, and give a stored answer again without asking the platform', async () => {
  const stage = await Stage.open(() => {});
  try {
    const settings = { folder: stage.folder('reelgate'), upstream: stage.upstream.at };
    const [gateway, billing] = await Promise.all([
      stage.keep(Reelgate.start(settings)),
      stage.keep(startBilling(stage.upstream.at.fast, path.join(folder, 'started.db'))),
    ]);
    await checkSameAnswers(stage, gateway, billing, 'fast');
    expect(await stage.upstream.seen()).toBe(2);
  } finally {
    await stage.close();
  }
}, 60_000);

test('a leftover hold, money without a source and an unpaid answer are differences', () => {
  ledger.settle(held(), String);
  open();
  expect(billingDifferences(file, 2)).toEqual([
    '1 accounts with money still held',
    '1 calls that have not ended',
    '1 charges for 2 answers',
  ]);
  const db = new DatabaseSync(file);
  db.exec("UPDATE accounts SET held = 0, balance = balance + 1; UPDATE calls SET state = 'settled'");
  db.close();
  expect(billingDifferences(file, 1)).toEqual([
    '1 accounts whose balance is not the sum of their entries',
    '1 settled calls without a charge of their price',
  ]);
});
