// The operator's view of providers from end to end: a real gateway, real sockets, no token.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../config/config.ts';
import { systemClock, systemRandom } from '../domain/clock.ts';
import { createTestClock } from '../storage/contracts/storage.contract.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import { type Control, EXIT } from '../terminal/world.ts';
import { startTestGateway, type TestGateway, testConfig } from '../testing/test-gateway.ts';
import { TestCli } from './testing/cli.ts';

const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first, second], other: [second], far: [busy], showcase: [north] }
providers:
  first: { connector: scripted, token: very-secret, cost: "0.001", timeout_ms: 2000, in_flight_max: 7 }
  second: { connector: scripted, requests_per_second: 5 }
  north: { connector: showcase }
`;
/** Always answers with 503. */
const busy = createServer((_request, response) => response.writeHead(503).end());

/** On the gateway's folder, with the test's connectors, which the real control plane does not have. */
async function control({ dataDir, prices, signup }: Config): Promise<Control> {
  const { clock, random } = { clock: systemClock, random: systemRandom };
  const file = path.join(dataDir, 'reelgate.db');
  const storage = await openSqliteStorage({ file, clock, random, serves: false });
  const nothing = {
    paths: () => [],
    providerNames: () => [],
    madeUp: () => [],
    breakableNames: () => [],
    consoleUrl: () => '',
    publicUrl: () => '',
    title: () => '',
    settings: () => ({ file: null, given: [] }),
    coverage: () => [],
    freeOnlyPaths: () => [],
    signup: () => signup,
    webhookRules: () => ({ enabled: true, perAccountMax: 5, allowPrivate: false }),
    probe: async () => [],
    collectionKeep: () => ({ keepMs: 604_800_000, termsMs: null }),
    providers: async () => ({ states: [], answered: 0, processes: 0, replays: 0 }),
    payments: async () => null,
    refresh: async () => {},
  };
  const deps = { storage, clock, random, currency: prices.currency, ...nothing };
  return { deps, caller: { actor: 'cli:test' }, close: () => storage.close() };
}

let gateway: TestGateway;
let cli: TestCli;
let config: Config;
beforeAll(async () => {
  await once(busy.listen(0, '127.0.0.1'), 'listening');
  const { port: busyPort } = busy.address() as AddressInfo;
  const far = `  busy: { connector: peertube, base_url: "http://127.0.0.1:${busyPort}", allow_private: true, in_flight_max: 10 }`;
  gateway = await startTestGateway({ settings: `${SETTINGS}${far}\n`, ports: { clock: createTestClock() } });
  cli = new TestCli();
  const { port } = new URL(gateway.adminUrl);
  const { service } = gateway.config;
  config = { ...gateway.config, service: { ...service, admin: { host: '::1', port: Number(port) } } };
  cli.world.config = () => config;
  cli.world.control = control;
});
afterAll(async () => {
  await cli.close();
  await gateway.close();
  busy.close();
});

describe('a running gateway', () => {
  test('shows the fault that an operator switched on, also before a call finds it', async () => {
    const row = async () =>
      (await cli.run('providers')).out.split('\n').find((line) => line.startsWith('north'));
    const fault = (to: string) =>
      gateway.admin('providers/north/fault', { method: 'POST', body: { fault: to } });
    expect(await row()).not.toContain('broken');
    expect((await fault('down')).status).toBe(200);
    expect(await row()).toContain('broken: down');
    expect((await fault('none')).status).toBe(200);
    expect(await row()).not.toContain('broken');
  });

  test('tells callers why a state is unknown, and operators without a key what to use', async () => {
    const told = await cli.run('status', '--key', gateway.key, '--url', gateway.url);
    expect(told).toMatchObject({ code: EXIT.ok });
    expect(told.out).toMatch(/\n\nunknown: fewer than 20 calls in a day\n$/);
    const refused = await cli.run('status', '--url', gateway.url);
    expect(refused).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('"reelgate providers"') });
  });

  test('shows settings and health of every provider, and no credential', async () => {
    gateway.script = (_query, { provider }) =>
      provider === 'first'
        ? { kind: 'rate_limited', detail: 'quota', suspendMs: 60_000 }
        : { ids: ['1'], cursor: null };
    expect((await gateway.search({ keyword: 'cats' })).status).toBe(200);
    const { code, out } = await cli.run('providers', '--json');
    expect(code).toBe(EXIT.ok);
    expect(out).not.toContain('very-secret');
    const { providers } = JSON.parse(out);
    const [first, second] = providers;
    expect(first).toMatchObject({
      name: 'first',
      connector: 'scripted',
      platforms: [{ platform: 'scripted', position: 1 }],
      mounts: [],
      cost: '0.001000',
      limits: { requests_per_second: null, in_flight_max: 7, timeout_ms: 2_000 },
      health: {
        state: 'closed',
        ejected_for_ms: 0,
        attempts: 0,
        success_rate: null,
        p50_ms: null,
        in_flight: 0,
        last_failure: { kind: 'rate_limited', at: expect.stringMatching(/Z$/) },
      },
      gate: null,
    });
    expect(first.health.suspended_for_ms).toBeGreaterThan(50_000);
    expect(second).toMatchObject({
      platforms: [
        { platform: 'scripted', position: 2 },
        { platform: 'other', position: 1 },
      ],
      health: { attempts: 1, failures: 0, success_rate: 1 },
    });
  });

  test('shows how many places a provider has left after it was overloaded', async () => {
    const { status } = await gateway.search({ keyword: 'cats' }, { path: '/api/u1/v1/far/app/search_video' });
    expect(status).toBeGreaterThanOrEqual(500);
    const { providers } = await cli.json('providers');
    const { health, gate } = providers.find(({ name }: { name: string }) => name === 'busy');
    expect(health.failures).toBeGreaterThan(0);
    expect(health.last_failure.kind).toBe('unavailable');
    expect(gate).toMatchObject({ running: 0, waiting: 0 });
    expect(gate.in_flight_limit).toBeLessThan(10);
  });

  test('has one word for a provider: in the list, in the overview, and in top', async () => {
    const statuses = (rows: { name?: string; provider?: string; status: string }[]) =>
      Object.fromEntries(rows.map(({ name, provider, status }) => [name ?? provider, status]));
    const { providers: listed } = await cli.json('providers');
    const { providers: lights } = (await gateway.admin('overview')).body;
    const { providers: top } = await cli.json('top', '--every', '1');
    // Every attempt at `busy` failed, but there were too few to pause it.
    expect(statuses(listed)).toEqual({ north: 'idle', first: 'suspended', second: 'works', busy: 'failing' });
    expect(statuses(lights)).toEqual(statuses(listed));
    expect(statuses(top)).toEqual(statuses(listed));
    const decided = (await gateway.admin('overview')).body.decisions.map(
      ({ subject }: { subject: string }) => subject,
    );
    expect(decided).toEqual(expect.arrayContaining(['first', 'busy']));
  });

  test('is a table for people', async () => {
    const { code, out } = await cli.run('providers');
    expect(code).toBe(EXIT.ok);
    const [head, first, second] = out.split('\n');
    expect(head).toMatch(/^provider +serves +status/);
    expect(first).toMatch(/^first +scripted #1 +suspended \d+ s/);
    expect(second).toMatch(/^second +scripted #2, other #1 +works/);
  });

  test('is named when it does not know the secret of this data', async () => {
    const { operatorToken } = cli.world;
    cli.world.operatorToken = async () => 'rgo_of-another-folder';
    const { code, err } = await cli.run('providers');
    cli.world.operatorToken = operatorToken;
    expect(code).toBe(EXIT.no);
    expect(err).toContain('runs on other data');
  });

  test('that cannot be reached is said in one sentence', async () => {
    const right = config;
    config = { ...right, service: { ...right.service, admin: { host: '127.0.0.1', port: 1 } } };
    const { code, err } = await cli.run('providers');
    config = right;
    expect(code).toBe(EXIT.unavailable);
    expect(err).toContain('cannot reach the admin listener at http://127.0.0.1:1 (ECONNREFUSED)');
  });
});

test('without a running gateway the credential is not even made', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-idle-'));
  const idle = new TestCli();
  idle.world.config = () => testConfig(folder);
  idle.world.control = control;
  idle.world.operatorToken = () => {
    throw new Error('asked for');
  };
  const { code, err } = await idle.run('providers');
  expect(code).toBe(EXIT.unavailable);
  expect(err).toContain('no gateway runs on this data');
  await idle.close();
  rmSync(folder, { recursive: true });
});
