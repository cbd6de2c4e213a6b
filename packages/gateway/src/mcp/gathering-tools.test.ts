// Tools for collections and watches against a whole gateway: what is started costs at most its budget, needs the user's agreement above
// the operator's limit, is started once, and is read for nothing.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';
import type { ToolResult } from './tool-result.ts';

let gateway: TestGateway;
const clients: Client[] = [];

/** The keyword says how many pages the list has. */
function pageOf(query: URLSearchParams) {
  const pages = Number(query.get('q')!.split(' ')[1]);
  const page = Number(query.get('cursor') || '0');
  return { ids: [`${page}-0`, `${page}-1`], cursor: page + 1 < pages ? String(page + 1) : null };
}

beforeAll(async () => {
  const settings = `${TEST_SETTINGS}mcp: { confirm_above: "0.5" }\n`;
  gateway = await startTestGateway({ settings, script: pageOf });
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await gateway.close();
});

/** A client whose user answers forms so; null: a client without forms. */
async function connected(answer: 'accept' | 'decline' | null, key = gateway.key) {
  const asked: string[] = [];
  const capabilities = answer === null ? {} : { elicitation: { form: {} } };
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities, versionNegotiation: { mode: 'auto' } },
  );
  if (answer !== null) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return answer === 'accept' ? { action: 'accept', content: { pay: true } } : { action: 'decline' };
    });
  }
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { requestInit }));
  clients.push(client);
  const call = async (name: string, given: object) =>
    (await client.callTool({ name, arguments: { ...given } })) as ToolResult;
  return { asked, call };
}

const textOf = (result: ToolResult) => result.content[0]!.text;
// biome-ignore lint/suspicious/noExplicitAny: tests look into facts of every shape.
const factsOf = (result: ToolResult) => result.structuredContent as any;
const question = (keyword: string) => ({
  tool: 'find_videos',
  arguments: { platform: 'scripted', keyword },
});

/** Reads until it has ended. The tool costs nothing, so this is what an agent would do. */
async function ended(call: (name: string, given: object) => Promise<ToolResult>, id: string) {
  for (;;) {
    const result = await call('read_collection', { id });
    if (!['queued', 'running'].includes(factsOf(result).collections[0].state)) return result;
  }
}

const countOf = async (noun: 'collections' | 'watches') =>
  (await gateway.ask(`/api/${noun}/v1`)).body[noun].length as number;

describe('a collection', () => {
  test('says what it can cost at most, is read for nothing by numbers, and is started once', async () => {
    const { call } = await connected(null);
    const given = { ...question('read 3'), budget: '0.1', items_max: 50 };
    const started = await call('collect', given);
    const { id } = factsOf(started);
    expect(factsOf(started)).toMatchObject({ created: true, most_cost: '0.100000', currency: 'USD' });
    expect(textOf(started)).toContain(`at most 0.100000 USD`);
    const before = await gateway.money();
    const whole = await ended(call, id);
    const paid = before.balance - (await gateway.money()).balance;
    expect(factsOf(whole)).toMatchObject({
      collections: [{ id, state: 'done', end: 'exhausted', items: 6, charged: '0.036000' }],
      next_after: 6,
    });
    expect(paid).toBeLessThanOrEqual(36_000);
    expect(textOf(whole)).toContain('\n1. 0-0');
    const rest = await call('read_collection', { id, after: 4, limit: 1 });
    expect(factsOf(rest)).toMatchObject({ items: [{ number: 5, id: '2-0' }], next_after: 5 });

    const after = await gateway.money();
    const { keyword, ...others } = given.arguments;
    const again = await call('collect', { ...given, arguments: { keyword, ...others } });
    expect(factsOf(again)).toMatchObject({ id, created: false });
    expect(textOf(again)).toContain('nothing new was started');
    expect(await gateway.money()).toEqual(after);
    expect(factsOf(await call('collect', { ...given, request_id: 'once-more' }))).toMatchObject({
      created: true,
    });
  });

  test('is ended by its tool, and keeps its items', async () => {
    const { call } = await connected(null);
    const { id } = factsOf(await call('collect', { ...question('cancel 40'), budget: '0.4' }));
    const cancelled = await call('cancel_collection', { id });
    expect(cancelled.isError, textOf(cancelled)).toBeUndefined();
    expect(factsOf(await ended(call, id)).collections[0]).toMatchObject({
      state: 'stopped',
      end: 'cancelled',
    });
  });

  test('of another account is not found, and its own account finds it', async () => {
    const own = await connected(null);
    const { id } = factsOf(await own.call('collect', { ...question('mine 1'), budget: '0.1' }));
    const { secret } = await gateway.newAccount('stranger');
    const other = await connected(null, secret);
    for (const name of ['read_collection', 'cancel_collection']) {
      expect(textOf(await other.call(name, { id }))).toContain('NOT_FOUND');
    }
    expect(factsOf(await other.call('read_collection', {})).collections).toEqual([]);
    expect(factsOf(await own.call('read_collection', { id })).collections).toMatchObject([{ id }]);
    expect(factsOf(await own.call('read_collection', {})).collections[0]).toMatchObject({ id });
  });

  test.each([
    ['a platform that is not there', { arguments: { platform: 'nowhere', keyword: 'a' } }],
    ['an unknown parameter', { arguments: { platform: 'scripted', keyword: 'a', colour: 'red' } }],
    ['many platforms', { arguments: { platform: 'all', keyword: 'a' } }],
    ['a value that is no text', { arguments: { platform: 'scripted', keyword: { a: 1 } } }],
    ['several values', { arguments: { platform: 'scripted', keyword: ['a', 'b'] } }],
    ['null', { arguments: { platform: 'scripted', keyword: null } }],
    ['a number that has lost digits', { arguments: { platform: 'scripted', keyword: 2 ** 53 } }],
    ['a budget that is no amount', { budget: 'plenty' }],
    ['a budget below one page', { budget: '0.001' }],
    ['an id of the gateway itself', { request_id: 'c-col_x-1' }],
  ])('with %s is refused, and nothing is started', async (_, wrong) => {
    const { call } = await connected(null);
    const before = await countOf('collections');
    const result = await call('collect', { ...question('refused 1'), budget: '0.1', ...wrong });
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining('nothing was charged')]);
    expect(await countOf('collections')).toBe(before);
  });
});

describe("a budget above the operator's limit", () => {
  const dear = (keyword: string) => ({ ...question(keyword), budget: '2' });

  test('is started when the user agrees in a form', async () => {
    const { asked, call } = await connected('accept');
    expect(factsOf(await call('collect', dear('agreed 1')))).toMatchObject({ created: true });
    expect(asked).toEqual(['collect (find_videos on scripted) may cost up to 2 USD. Start it?']);
  });

  test('is not started when the user declines', async () => {
    const { asked, call } = await connected('decline');
    const before = await countOf('collections');
    expect(textOf(await call('collect', dear('declined 1')))).toContain('DECLINED');
    expect([asked.length, await countOf('collections')]).toEqual([1, before]);
  });

  test('without forms needs a max_price, and one below the budget does not do', async () => {
    const { call } = await connected(null);
    const before = await countOf('collections');
    const told = textOf(await call('collect', dear('told 1')));
    expect(told).toContain('PRICE_CEILING');
    expect(told).toContain('max_price "2"');
    expect((await call('collect', { ...dear('told 1'), max_price: '1' })).isError).toBe(true);
    expect(await countOf('collections')).toBe(before);
    expect(factsOf(await call('collect', { ...dear('told 1'), max_price: '2' }))).toMatchObject({
      created: true,
    });
  });

  test('holds for the month of a watch too', async () => {
    const { asked, call } = await connected('decline');
    const watch = { ...question('dear 1'), every: '1d', budget_month: '2' };
    expect(textOf(await call('watch', watch))).toContain('DECLINED');
    expect(asked).toEqual(['watch (find_videos on scripted) may cost up to 2 USD in each month. Start it?']);
  });
});

describe('a watch', () => {
  test('is started once, gives what is new by numbers for nothing, and is paused, resumed and ended', async () => {
    const { call } = await connected(null);
    const given = { ...question('watched 1'), every: '1d', budget_month: '0.5', baseline: 'deliver' };
    const started = await call('watch', given);
    const { id } = factsOf(started);
    expect(factsOf(started)).toMatchObject({ created: true, state: 'active', most_cost: '0.500000' });
    expect(factsOf(await call('watch', given))).toMatchObject({ id, created: false });
    await gateway.ask(`/api/watches/v1/${id}/items?wait=25`);
    const before = await gateway.money();
    const fresh = await call('what_is_new', { id });
    expect(factsOf(fresh)).toMatchObject({
      items: [
        { number: 1, id: '0-0' },
        { number: 2, id: '0-1' },
      ],
      next_after: 2,
    });
    const nothing = await call('what_is_new', { id, after: 2 });
    expect(factsOf(nothing)).toMatchObject({ items: [], next_after: 2, watches: [{ id, items: 2 }] });
    expect(textOf(nothing)).toContain('Nothing new after 2.');
    expect(await gateway.money()).toEqual(before);
    for (const state of ['paused', 'active', 'ended']) {
      expect(factsOf(await call('change_watch', { id, state }))).toMatchObject({ id, state });
    }
    expect((await call('change_watch', { id, state: 'active' })).isError).toBe(true);
    expect(factsOf(await call('what_is_new', {})).watches[0]).toMatchObject({ id, state: 'ended' });
  });
});
