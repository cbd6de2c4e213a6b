// Complaints over real HTTP: a paid answer that breaks a rule is refunded at once, others wait for a person, and no refund
// exceeds the charge.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';

let gateway: TestGateway;
let ids: string[] = [];
beforeAll(async () => {
  gateway = await startTestGateway({
    settings: `${TEST_SETTINGS.replace('fresh_seconds: 0', 'fresh_seconds: 60')}complaints: { automatic_per_day: 5 }\n`,
    script: () => ({ ids, cursor: null }),
  });
});
afterAll(() => gateway.close());

const complain = (id: string, reason: unknown = 'not what I asked for') =>
  gateway.ask(`/api/account/v1/requests/${id}/complaint`, { method: 'POST', body: { reason } });

test('an answer about something else is refunded at once, and the provider is marked', async () => {
  ids = ['1', '2', '3', '4', '5', '6'];
  await gateway.fundCalls(1);
  expect((await gateway.search({ keyword: 'kittens' }, { id: 'off' })).status).toBe(200);
  const filed = await complain('off');
  const expected = { state: 'refunded', ground: 'other_keyword', refunded: '0.012000', call_id: 'off' };
  expect([filed.status, filed.body.complaint]).toEqual([201, expect.objectContaining(expected)]);
  expect(filed.text).not.toContain('first');
  expect(await gateway.money()).toEqual({ balance: 12_000, held: 0 });
  const usage = await gateway.admin('usage/providers');
  expect(usage.body.totals).toMatchObject({ complaints: 1, refunded: '0.012000' });
  const receipt = await gateway.ask('/api/account/v1/requests/off');
  expect(receipt.body.call).toMatchObject({ charged: '0.012000', refunded: '0.012000' });
  expect(receipt.body.complaint).toEqual(filed.body.complaint);
});

test('the receipt of a call without a complaint has no complaint', async () => {
  await gateway.fundCalls(2);
  await gateway.search({ keyword: 'quiet' }, { id: 'quiet' });
  expect((await gateway.ask('/api/account/v1/requests/quiet')).body.complaint).toBeNull();
});

test('a second complaint about the same call is the first one, and gives nothing back', async () => {
  const again = await complain('off', 'once more');
  expect(again.body.complaint).toMatchObject({ reason: 'not what I asked for', refunded: '0.012000' });
  expect(await gateway.money()).toEqual({ balance: 12_000, held: 0 });
});

test('any other waits until a person decides, and the caller reads why', async () => {
  ids = ['1'];
  await gateway.search({ keyword: 'one' }, { id: 'dull' });
  const filed = await complain('dull');
  expect(filed.body.complaint).toMatchObject({ state: 'waiting', ground: 'person', refunded: '0.000000' });
  const waiting = await gateway.admin('complaints?state=waiting');
  const { id } = filed.body.complaint;
  expect(waiting.body.complaints).toMatchObject([
    { id, provider: 'first', providers: ['first'], call_id: 'dull' },
  ]);
  const body = { decision: 'refuse', reason: 'one video is what there was' };
  const decided = await gateway.admin(`complaints/${id}/decision`, { method: 'POST', body });
  expect([decided.status, decided.body.complaint?.state]).toEqual([200, 'refused']);
  const read = await gateway.ask('/api/account/v1/requests/dull/complaint');
  expect(read.body.complaint).toMatchObject({ state: 'refused', note: body.reason, refunded: '0.000000' });
  const again = await gateway.admin(`complaints/${id}/decision`, { method: 'POST', body });
  expect(again.body).toMatchObject({ status: 409, code: 'CONFLICT' });
});

test('a complaint about an unpaid or unknown call, or with invalid fields, is refused', async () => {
  expect((await complain('never-made')).body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await gateway.ask('/api/account/v1/requests/never-made/complaint')).status).toBe(404);
  for (const reason of ['', 'x'.repeat(1_001), 'a\u001b[2J', 7, null]) {
    const refused = await complain('dull', reason);
    expect([reason, refused.body.status, refused.body.code]).toEqual([reason, 400, 'INVALID_REQUEST']);
  }
});

const SPELLINGS = ['"video"', '(video)', 'video!', '#video', 'vídeo', 'ＶＩＤＥＯ', '“Video”'];
test.each(SPELLINGS)(
  'a good answer to %s is not refunded because of how its keyword is written',
  async (keyword) => {
    ids = ['1', '2', '3', '4', '5', '6'];
    await gateway.fundCalls(1);
    const id = `spelled-${SPELLINGS.indexOf(keyword)}`;
    expect((await gateway.search({ keyword }, { id })).body.items).toHaveLength(6);
    expect((await complain(id)).body.complaint).toMatchObject({ state: 'waiting', ground: 'person' });
    expect(await gateway.money()).toEqual({ balance: 0, held: 0 });
  },
);

/** Buys an answer that breaks a rule and has it refunded, under this id. */
async function buyBack(id: string, query: Record<string, string>, platform = 'scripted'): Promise<void> {
  ids = ['1', '2', '3', '4', '5', '6'];
  expect((await gateway.search(query, { id, platform })).status).toBe(200);
  expect((await complain(id)).body.complaint).toMatchObject({ state: 'refunded', ground: 'other_keyword' });
}

async function askTool(given: object): Promise<string> {
  const params = { name: 'find_videos', arguments: given };
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return (await gateway.ask('/mcp', { method: 'POST', headers, body })).text;
}

describe('what was refunded without a person', () => {
  const REFUNDED = { status: 409, code: 'REQUEST_REFUNDED', next: 'switch', charged: '0.000000' };
  const again = async (query: Record<string, string>, id: string, platform = 'scripted') =>
    (await gateway.search(query, { id, platform })).body;

  test('is not given again under its id, live or from the cache, once or twice, and costs nothing', async () => {
    await gateway.fundCalls(2);
    await buyBack('once', { keyword: 'kittens one' });
    await gateway.search({ keyword: 'kittens one' }, { id: 'from-cache' });
    expect((await complain('from-cache')).body.complaint).toMatchObject({ state: 'refunded' });
    const before = await gateway.money();
    for (let turn = 0; turn < 2; turn++) {
      expect(await again({ keyword: 'kittens one' }, 'once')).toMatchObject(REFUNDED);
      expect(await again({ keyword: 'kittens one' }, 'from-cache')).toMatchObject(REFUNDED);
      expect(await again({ keyword: 'kittens one', max_age: '0' }, 'once')).toMatchObject({ status: 422 });
    }
    expect((await again({ keyword: 'kittens one', dry_run: '1' }, 'once')).code).toBe('REQUEST_REFUNDED');
    expect(await gateway.money()).toEqual(before);
  });

  test('is not given again by any other route: records, pictures, receipt, agents', async () => {
    for (const part of ['records', 'pictures']) {
      const { body } = await gateway.ask(`/api/account/v1/requests/once/${part}`);
      expect([part, body.code]).toEqual([part, 'REQUEST_REFUNDED']);
    }
    const receipt = await gateway.ask('/api/account/v1/requests/once');
    expect(receipt.body.call).toMatchObject({ answer_kept: false });
    const asked = { platform: 'scripted', query: 'kittens one', request_id: 'tool-1' };
    await gateway.fundCalls(3);
    expect(await askTool(asked)).toContain('video 1');
    expect((await complain('tool-1')).body.complaint.state).toBe('refunded');
    const told = await askTool(asked);
    expect(told).toContain('REQUEST_REFUNDED');
    expect(told).not.toContain('video 1');
  });

  test('is not given again over all platforms', async () => {
    await gateway.fundCalls(10);
    const query = { keyword: 'kittens all', platforms: 'scripted' };
    await buyBack('over-all', query, 'all');
    expect(await again(query, 'over-all', 'all')).toMatchObject(REFUNDED);
  });

  test('has a limit for each day, above which a person decides, whose refund leaves the answer readable', async () => {
    await gateway.fundCalls(2);
    ids = ['1', '2', '3', '4', '5', '6'];
    await gateway.search({ keyword: 'kittens two' }, { id: 'too-many' });
    const { complaint } = (await complain('too-many')).body;
    expect(complaint).toMatchObject({ state: 'waiting', ground: 'person', refunded: '0.000000' });
    const body = { decision: 'refund', reason: 'it is bad indeed' };
    const decided = await gateway.admin(`complaints/${complaint.id}/decision`, { method: 'POST', body });
    expect(decided.body.complaint).toMatchObject({ state: 'refunded', refunded: '0.012000' });
    const readable = await gateway.search({ keyword: 'kittens two' }, { id: 'too-many' });
    expect(readable.status).toBe(200);
    expect(readable.headers.get('x-reelgate-replayed')).toBe('true');
  });
});
