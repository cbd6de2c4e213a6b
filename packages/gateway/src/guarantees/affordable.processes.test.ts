// Every door that says what an account can afford says the same, in every state of the account, and exactly that many calls are then sold.
// Figures of a state all differ. Everyday amounts stand beside drawn ones: 100.00 and 20 are where rounding and units go wrong unseen.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../domain/clock.ts';
import { seedOfRun } from '../testing/drawn.ts';
import { freshDatabase, type TestDatabase } from '../testing/postgres-databases.ts';
import { type Answer, startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';

const PATH = '/api/u1/v1/scripted/app/search_video_v2';
/** Another path of the same accounts, whose running calls hold another amount. */
const OTHER_PATH = '/api/u1/v1/scripted/app/get_video_v2';
const PRICE = 5_000_000;
const OTHER_PRICE = 1_370_000;
const text = (micros: number) => (micros / 1e6).toFixed(6);
const micros = (amount: string) => Math.round(Number(amount) * 1e6);

/** Amounts in micro-units; what is absent is not there. */
interface State {
  paid: number;
  grant?: number;
  /** A grant that has expired, and was taken back. */
  expired?: number;
  /** Calls that run and hold their price. */
  running?: number;
  runningElsewhere?: number;
  spentCalls?: number;
  daily_cap?: number;
  monthly_cap?: number;
  total_cap?: number;
  projectCap?: number;
  max_call?: number;
}

const MILLION = 1_000_000;
const EVERYDAY: Record<string, State> = {
  'nothing paid': { paid: 0 },
  '100.00 paid': { paid: 100 * MILLION },
  '20 paid, a call runs': { paid: 20 * MILLION, running: 1 },
  '20 paid, all of it held': { paid: 20 * MILLION, running: 4 },
  '20 paid, another path holds': { paid: 20 * MILLION, runningElsewhere: 3 },
  '20 paid, less than a call is free': { paid: 20 * MILLION, running: 3, runningElsewhere: 1 },
  'only a grant': { paid: 0, grant: 20 * MILLION },
  'a grant beside money, both held': { paid: 7 * MILLION, grant: 20 * MILLION, running: 2 },
  'a grant has expired': { paid: 20 * MILLION, expired: 100 * MILLION },
  'spent before': { paid: 100 * MILLION, spentCalls: 3, running: 2 },
  'cap of a day': { paid: 100 * MILLION, daily_cap: 20 * MILLION, running: 1 },
  'cap of a month, partly spent': {
    paid: 100 * MILLION,
    monthly_cap: 20 * MILLION,
    spentCalls: 1,
    running: 1,
  },
  'cap in all': { paid: 100 * MILLION, total_cap: 11 * MILLION, runningElsewhere: 1 },
  'cap of the project': { paid: 100 * MILLION, projectCap: 20 * MILLION, running: 2, spentCalls: 1 },
  'caps of key and project': {
    paid: 100 * MILLION,
    daily_cap: 31 * MILLION,
    projectCap: 26 * MILLION,
    running: 1,
  },
  'a cap above the balance': { paid: 20 * MILLION, monthly_cap: 100 * MILLION, running: 1 },
  'the price is just allowed': { paid: 20 * MILLION, max_call: PRICE, running: 1 },
  'the price is just above what the key allows': {
    paid: 20 * MILLION,
    max_call: PRICE - 1,
    runningElsewhere: 1,
  },
};
const DRAWN_STATES = 6;
const amount = fc.integer({ min: PRICE, max: 60 * MILLION });
const anyState: fc.Arbitrary<State> = fc.record(
  {
    ...{ paid: amount, grant: amount, running: fc.nat(3), runningElsewhere: fc.nat(3) },
    ...{ spentCalls: fc.nat(2), daily_cap: amount, monthly_cap: amount, projectCap: amount },
  },
  { requiredKeys: ['paid'] },
);
const states = [
  ...Object.entries(EVERYDAY),
  ...fc
    .sample(anyState, { numRuns: DRAWN_STATES, seed: seedOfRun() })
    .map((state) => [JSON.stringify(state), state] as const),
] as [string, State][];

/** A day behind, so that a grant that expires in an hour of the gateway's is over for another process. */
const behind: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() - 86_400_000 };

describe.each(['SQLite', 'PostgreSQL'])('%s', (kind) => {
  let gateway: TestGateway;
  let database: TestDatabase | null = null;
  const ends: (() => void)[] = [];
  /** What slow calls asked: a hedge of one asks the same again. */
  const arrived = new Set<string>();
  let made = 0;

  beforeAll(async () => {
    database = kind === 'SQLite' ? null : await freshDatabase();
    const settings = database === null ? TEST_SETTINGS : `${TEST_SETTINGS}\nstorage: "${database.url}"`;
    const endless = settings.replace('cache:', 'portal: { keys_max: 50 }\ncache:');
    gateway = await startTestGateway({
      settings: endless,
      ...(database === null && { ports: { clock: behind } }),
      // Calls with this word run until the test ends them.
      script: async (query) => {
        const asked = query.get('q') ?? query.get('id') ?? '';
        if (/^slow/.test(asked)) {
          arrived.add(asked);
          await new Promise<void>((resolve) => ends.push(resolve));
        }
        return { ids: [query.get('id') ?? '1'], cursor: null };
      },
    });
    const endpoints = [
      { path: PATH, unit_price: text(PRICE) },
      { path: OTHER_PATH, unit_price: text(OTHER_PRICE) },
    ];
    const published = await gateway.admin('catalog/versions', {
      method: 'POST',
      body: { mode: 'merge', endpoints },
    });
    expect(published.status, published.text).toBe(201);
  }, 60_000);
  afterAll(async () => {
    await gateway.close();
    await database?.drop();
  });

  interface Running {
    calls: Promise<Answer>[];
    held: number;
  }
  interface Customer {
    name: string;
    key: string;
  }

  async function posted(target: string, body: object): Promise<Answer> {
    const answer = await gateway.admin(target, { method: 'POST', body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  }

  async function customerIn(state: State): Promise<Customer> {
    const name = `c${made++}`;
    await posted('accounts', { name });
    if (state.paid > 0)
      await posted(`accounts/${name}/topups`, { amount: text(state.paid), reference: `paid-${name}` });
    if (state.grant)
      await posted(`accounts/${name}/grants`, { kind: 'promo', amount: text(state.grant), reason: 'test' });
    const caps = Object.fromEntries(
      (['daily_cap', 'monthly_cap', 'total_cap', 'max_call'] as const).flatMap((field) =>
        state[field] === undefined ? [] : [[field, text(state[field])]],
      ),
    );
    const { projectCap } = state;
    const project =
      projectCap &&
      (await posted('projects', { account: name, name: 'p', daily_cap: text(projectCap) })).body.project.id;
    const { secret: key } = await gateway.newKey({ account: name, ...caps, ...(project && { project }) });
    return { name, key };
  }

  const buy = (key: string, keyword: string) => gateway.ask(`${PATH}?keyword=${keyword}`, { key });
  const dryRun = (key: string) => gateway.ask(`${PATH}?keyword=dry&dry_run=1`, { key });

  /** Starts calls that hold their price until they are ended. In a drawn state the account may not afford all of them. */
  async function startCalls(
    { key }: Customer,
    { running = 0, runningElsewhere = 0 }: State,
  ): Promise<Running> {
    const paths = [
      ...Array.from({ length: running }, (_, i) => [`${PATH}?keyword=`, `slow${i}`, PRICE] as const),
      ...Array.from(
        { length: runningElsewhere },
        (_, i) => [`${OTHER_PATH}?id=`, `slow-${i}`, OTHER_PRICE] as const,
      ),
    ];
    arrived.clear();
    const started: Running = { calls: [], held: 0 };
    for (const [path, asked, price] of paths) {
      let isRefused = false;
      const call = gateway.ask(path + asked, { key }).then((answer) => {
        isRefused = answer.status === 402;
        return answer;
      });
      await expect.poll(() => isRefused || arrived.has(asked), { interval: 5 }).toBe(true);
      if (isRefused) continue;
      started.calls.push(call);
      started.held += price;
    }
    return started;
  }

  async function tool(key: string, name: string, given: object): Promise<Record<string, string>> {
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
    const { text } = await gateway.ask('/mcp', { key, method: 'POST', headers, body });
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result.structuredContent;
  }

  /** What every door says, in its own words. */
  async function doorsOf({ name, key }: Customer) {
    const at = async (path: string) => (await gateway.ask(path, { key })).body;
    const checked = await gateway.ask('/api/test/apikey', { method: 'POST', body: { key } });
    const dry = await dryRun(key);
    return {
      balance: await at('/api/account/v1/balance'),
      ownKey: await at('/api/account/v1/key'),
      runway: await at('/api/account/v1/runway'),
      checked: checked.body.account,
      admin: (await gateway.admin(`accounts/${name}`)).body.account,
      quote: await at(`/api/pricing/v1/quote?path=${PATH}`),
      quoteOfMany: await at(`/api/pricing/v1/quote?path=${PATH}&pages=3`),
      toolQuote: await tool(key, 'quote', { tool: 'find_videos', platform: 'scripted' }),
      toolAccount: await tool(key, 'account', {}),
      dry: { status: dry.status, ...dry.body },
    };
  }

  interface Funds {
    balance: number;
    held: number;
    calls: number;
    caps: number[];
  }

  const orNull = (available: number, most: number, balance: number) =>
    most > available ? null : text(balance - most);

  /** The same sentences, from the figures that the test itself put in. */
  function expectDoors(
    said: Awaited<ReturnType<typeof doorsOf>>,
    { balance, held, calls, caps }: Funds,
  ): void {
    const available = text(balance - held);
    const whole = { balance: text(balance), held: text(held), available };
    expect(said.balance).toMatchObject(whole);
    expect(said.ownKey).toMatchObject(whole);
    expect(said.admin).toMatchObject(whole);
    expect(said.runway).toMatchObject({ available });
    expect(said.checked).toMatchObject({ balance: text(balance), available });
    expect(said.toolAccount).toMatchObject({ available, held: text(held) });
    const left = caps.map(text).sort();
    for (const door of [said.quote, said.ownKey, said.toolAccount, said.toolQuote] as { caps?: unknown }[]) {
      expect(((door.caps ?? []) as { left: string }[]).map((cap) => cap.left).sort()).toEqual(left);
    }
    const one = { calls_affordable: calls, balance: text(balance) };
    const after = (most: number) => orNull(balance - held, most, balance);
    expect(said.quote).toMatchObject({ ...one, balance_after: after(PRICE) });
    expect(said.quoteOfMany).toMatchObject({ ...one, balance_after: after(3 * PRICE) });
    expect(said.toolQuote).toMatchObject({ ...one, balance_after: after(PRICE) });
    expectDryRun(said.dry, { balance, held, calls });
  }

  function expectDryRun(dry: Record<string, unknown>, { balance, held, calls }: Omit<Funds, 'caps'>): void {
    if (calls > 0) {
      expect(dry).toMatchObject({
        status: 200,
        price: text(PRICE),
        balance: text(balance),
        balance_after: text(balance - PRICE),
      });
      return;
    }
    expect(dry).toMatchObject({ status: 402, charged: text(0) });
    if (dry.code === 'INSUFFICIENT_BALANCE')
      expect(dry).toMatchObject({ price: text(PRICE), available: text(balance - held) });
  }

  test.each(states.filter(([, { expired }]) => expired === undefined || kind === 'SQLite'))(
    'every door says what can be afforded, and so many calls are sold: %s',
    async (_name, state) => {
      const customer = await customerIn(state);
      const { spentCalls = 0, grant = 0, projectCap, max_call } = state;
      if (state.expired !== undefined) await giveForAnHour(customer, state.expired);
      const bought = await Promise.all(
        Array.from({ length: spentCalls }, (_, i) => buy(customer.key, `spent${i}`)),
      );
      const spent = bought.filter(({ status }) => status === 200).length * PRICE;
      const { calls, held } = await startCalls(customer, state);
      if (state.expired !== undefined) await gateway.withStorage((storage) => storage.grants.expire());
      const limits = [state.daily_cap, state.monthly_cap, state.total_cap, projectCap].filter(
        (one) => one !== undefined,
      );
      const funds = (spentNow: number): Funds => {
        const balance = state.paid + grant - spentNow;
        const caps = limits.map((limit) => Math.max(0, limit - spentNow - held));
        const usable = Math.min(balance - held, ...caps);
        return {
          balance,
          held,
          caps,
          calls: max_call !== undefined && max_call < PRICE ? 0 : Math.floor(usable / PRICE),
        };
      };

      const before = funds(spent);
      expectDoors(await doorsOf(customer), before);
      const sold = await buyAll(customer, before.calls);
      expect(sold).toBe(before.calls);
      expectDoors(await doorsOf(customer), funds(spent + sold * PRICE));

      for (const end of ends.splice(0)) end();
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
      expect(micros((await gateway.ask('/api/account/v1/balance', { key: customer.key })).body.held)).toBe(0);
    },
    60_000,
  );

  async function giveForAnHour({ name }: Customer, given: number): Promise<void> {
    const expires_at = new Date(behind.nowMs() + 3_600_000).toISOString();
    await posted(`accounts/${name}/grants`, {
      kind: 'promo',
      amount: text(given),
      expires_at,
      reason: 'test',
    });
  }

  /** One call after the other until one is refused, which costs nothing. */
  async function buyAll({ key }: Customer, most: number): Promise<number> {
    for (let sold = 0; ; sold++) {
      const { status, body, headers } = await buy(key, `all${sold}`);
      if (status !== 200) {
        expect(body).toMatchObject({ charged: text(0) });
        expect(status).toBe(402);
        return sold;
      }
      expect(headers.get('x-reelgate-charged')).toBe(text(PRICE));
      expect(sold).toBeLessThan(most);
    }
  }

  test('an account that is disabled can afford nothing at any door, and what it has is unchanged afterwards', async () => {
    const customer = await customerIn({ paid: 100 * MILLION });
    const { calls } = await startCalls(customer, { paid: 0, running: 2 });
    const of = (status: string) =>
      gateway.admin(`accounts/${customer.name}`, { method: 'PATCH', body: { status } });
    expect((await of('disabled')).status).toBe(200);
    const doors = [
      '/api/account/v1/balance',
      '/api/account/v1/key',
      `/api/pricing/v1/quote?path=${PATH}`,
      `${PATH}?keyword=x&dry_run=1`,
      `${PATH}?keyword=x`,
    ];
    for (const door of doors)
      expect([401, 403]).toContain((await gateway.ask(door, { key: customer.key })).status);
    expect(
      (await gateway.ask('/api/test/apikey', { method: 'POST', body: { key: customer.key } })).body.valid,
    ).toBe(false);
    expect((await of('active')).status).toBe(200);
    expectDoors(await doorsOf(customer), { balance: 100 * MILLION, held: 2 * PRICE, calls: 18, caps: [] });
    for (const end of ends.splice(0)) end();
    await Promise.all(calls);
  });
});
