// A whole gateway for a test: real listeners, real storage in a temporary folder, and besides the library a platform that the test scripts.
// Closing it checks that the ledger adds up, whatever the test did.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { assembleGateway, type Gateway, type Ports } from '../assemble/assemble.ts';
import { type Config, isConfigError, loadConfig } from '../config/config.ts';
import { connectorNeeds, connectors } from '../connectors/index.ts';
import { systemClock, systemRandom } from '../domain/clock.ts';
import { listenUrl } from '../domain/network/listen-url.ts';
import { silentLog } from '../observe/log.ts';
import { SqliteConnection } from '../storage/sqlite/connection.ts';
import { verifyFile } from '../storage/sqlite/import.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { undocumentedAnswer } from './documented-operations.ts';
import { fillDataFolder } from './prepared-folder.ts';
import { type Script, scriptedConnector, scriptedTransport } from './scripted-platform.ts';
import { wrongEvents } from './wrong-events.ts';

/** Generous limits and no cache, so that only tests about limits or the cache are affected by them. */
export const TEST_SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { library: [library], scripted: [first, second] }
providers:
  library: { connector: library }
  first: { connector: scripted }
  second: { connector: scripted }
limits:
  rate: { requests: 100000, per_seconds: 60, concurrent: 1000 }
  free: { requests: 100000, per_seconds: 60, concurrent: 1000 }
  account: { reads: { requests: 1000000, concurrent: 1000 }, writes: { requests: 1000000 }, webhook_tests: { requests: 1000 } }
  key_check: { requests: 10000, per_seconds: 60 }
cache: { fresh_seconds: 0 }
signup: { mode: invite }
payments: { min: "1", manual: { instructions: "Quote {reference}." } }
`;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

export interface Ask {
  method?: string;
  key?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Of the last ten seconds. */
const SLIDING = ['attempts', 'failures', 'success_rate'];

/** On the clock of the machine these figures depend on how busy it is: a test that reads them passes a clock. */
function hideSliding(body: Answer['body']): void {
  if (!Array.isArray(body?.providers)) return;
  for (const { health } of body.providers) for (const name of SLIDING) delete health?.[name];
}

export class TestGateway {
  readonly folder: string;
  readonly config: Config;
  readonly url: string;
  readonly adminUrl: string;
  readonly key: string;
  readonly adminToken: string;
  script: Script;
  readonly #gateway: Gateway;
  readonly #ownsFolder: boolean;
  readonly #hasTestClock: boolean;

  constructor(
    world: Pick<TestGateway, 'folder' | 'config' | 'url' | 'adminUrl' | 'script'> & {
      gateway: Gateway;
      ownsFolder: boolean;
      hasTestClock: boolean;
    },
    secrets: Pick<TestGateway, 'key' | 'adminToken'>,
  ) {
    this.folder = world.folder;
    this.config = world.config;
    this.url = world.url;
    this.adminUrl = world.adminUrl;
    this.script = world.script;
    this.#gateway = world.gateway;
    this.#ownsFolder = world.ownsFolder;
    this.#hasTestClock = world.hasTestClock;
    this.key = secrets.key;
    this.adminToken = secrets.adminToken;
  }

  ask(target: string, { key = this.key, ...rest }: Ask = {}): Promise<Answer> {
    return send(this.url + target, key, rest);
  }

  async admin(target: string, { key = this.adminToken, ...rest }: Ask = {}): Promise<Answer> {
    const answer = await send(`${this.adminUrl}/admin/v1/${target}`, key, rest);
    if (!this.#hasTestClock) hideSliding(answer.body);
    return answer;
  }

  metrics(headers: Record<string, string> = {}): Promise<Answer> {
    return send(`${this.adminUrl}/metrics`, this.adminToken, { headers });
  }

  search(
    query: Record<string, string>,
    options: Ask & { platform?: string; id?: string; path?: string } = {},
  ) {
    const { platform = 'scripted', id, path: given, ...ask } = options;
    const target = given ?? `/api/u1/v1/${platform}/app/search_video_v2`;
    const headers = { ...ask.headers, ...(id === undefined ? {} : { 'x-reelgate-request-id': id }) };
    return this.ask(`${target}?${new URLSearchParams(query)}`, { ...ask, headers });
  }

  /** Sets the demo account's balance to the price of exactly this many stable calls. */
  async fundCalls(calls: number): Promise<void> {
    const { body } = await this.ask('/api/account/v1/balance');
    const wanted = calls * 12_000 - Math.round(Number(body.available) * 1e6);
    const amount = (wanted / 1e6).toFixed(6);
    const answer = await this.admin('accounts/demo/adjustments', {
      method: 'POST',
      body: { amount, reason: 'test' },
    });
    expect(answer.status).toBe(201);
  }

  /** The notices that the operator got at the start. */
  get notices(): readonly string[] {
    return this.#gateway.notices;
  }

  async newKey(settings: object = {}): Promise<{ id: string; secret: string }> {
    const body = { account: 'demo', name: 'test', ...settings };
    const answer = await this.admin('keys', { method: 'POST', body });
    expect(answer.text).toContain('"secret"');
    return { id: answer.body.key.id, secret: answer.body.secret };
  }

  /** A new account with money, and one of its keys. */
  async newAccount(name: string, amount = '10'): Promise<{ id: string; secret: string }> {
    const made = await this.admin('accounts', { method: 'POST', body: { name } });
    expect(made.status, made.text).toBe(201);
    const paid = { amount, reference: `newAccount-${name}` };
    expect((await this.admin(`accounts/${name}/topups`, { method: 'POST', body: paid })).status).toBe(201);
    return this.newKey({ account: name });
  }

  /** Balance and open holds in micro-units. */
  async money(): Promise<{ balance: number; held: number }> {
    const { body } = await this.ask('/api/account/v1/balance');
    return { balance: Math.round(body.balance * 1e6), held: Math.round(body.held * 1e6) };
  }

  reload(config: Config): ReturnType<Gateway['reload']> {
    return this.#gateway.reload(config);
  }

  /** Opens the same data with a second storage, as another process would. */
  async withStorage<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
    const file = path.join(this.folder, 'reelgate.db');
    const storage = await openSqliteStorage({
      file,
      clock: systemClock,
      random: systemRandom,
      serves: false,
    });
    try {
      return await work(storage);
    } finally {
      await storage.close();
    }
  }

  /** No commit succeeds until the returned function is called, as with a broken disk. */
  async lockDatabase(): Promise<() => void> {
    const db = new DatabaseSync(path.join(this.folder, 'reelgate.db'), { timeout: 5_000 });
    db.exec('BEGIN IMMEDIATE');
    return () => {
      db.exec('ROLLBACK');
      db.close();
    };
  }

  async close(): Promise<void> {
    const { storage } = this.config;
    const asked = storage.kind === 'postgres' ? await this.#askVerdict() : null;
    await this.#gateway.drain();
    const file = path.join(this.folder, 'reelgate.db');
    const verdict = asked ?? verdictOf(file);
    const wrong = storage.kind === 'sqlite' ? wrongEvents(file) : [];
    if (this.#ownsFolder) rmSync(this.folder, { recursive: true, force: true });
    expect(verdict).toMatchObject({ differences: [] });
    expect(wrong).toEqual([]);
  }

  async #askVerdict(): Promise<unknown> {
    return (await this.admin('ledger/verify', { method: 'POST', body: { full: true } })).body;
  }
}

/** Of a ledger that nobody serves any more. The gateway itself would start a thread for it, a fifth of what a short test costs. */
function verdictOf(file: string): unknown {
  const connection = new SqliteConnection(file, { readOnly: true });
  try {
    return verifyFile(connection);
  } finally {
    connection.close();
  }
}

async function send(
  url: string,
  key: string | null,
  { method = 'GET', headers, body }: Ask,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const seen = { status: response.status, type: response.headers.get('content-type') ?? '', text };
  const undocumented = undocumentedAnswer(method, new URL(url).pathname, seen);
  if (undocumented !== null) throw new Error(`${undocumented}: ${text}`);
  const isJson = text !== '' && /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}

/** `settings` is YAML in place of the default settings of tests; a test that needs both edits TEST_SETTINGS. */
export function testConfig(folder: string, settings = TEST_SETTINGS): Config {
  const config = loadConfig({
    file: 'reelgate.yaml',
    connectors: [...connectors, scriptedConnector].map(connectorNeeds),
    env: {},
    readFile: (file) =>
      path.basename(file) === 'reelgate.yaml' ? `data: ${folder}\n${settings}` : readFileSync(file, 'utf8'),
  });
  if (isConfigError(config)) throw new Error(config.message);
  return config;
}

export interface TestOptions {
  settings?: string;
  ports?: Partial<Ports>;
  script?: Script;
  /** Serve the data of another gateway. Close that one first. */
  beside?: TestGateway;
  /** The data folder. The test owns it, so it is not deleted. */
  folder?: string;
}

export async function startTestGateway(options: TestOptions = {}): Promise<TestGateway> {
  const given = options.folder ?? options.beside?.folder;
  const folder = given ?? mkdtempSync(path.join(tmpdir(), 'reelgate-test-'));
  const config = testConfig(folder, options.settings);
  if (given === undefined && config.storage.kind === 'sqlite') await fillDataFolder(folder);
  const script: Script = options.script ?? (() => ({ ids: ['1', '2'], cursor: null }));
  let started: TestGateway;
  const gateway = await assembleGateway(config, {
    log: silentLog,
    connectors: [...connectors, scriptedConnector],
    transports: { 'scripted:': scriptedTransport(() => started.script) },
    ...options.ports,
  });
  const listening = await gateway.listen();
  const url = listenUrl(listening.public);
  const adminUrl = listenUrl(listening.admin);
  started = new TestGateway(
    {
      ...{ folder, config, gateway, url, adminUrl, script, ownsFolder: given === undefined },
      hasTestClock: options.ports?.clock !== undefined,
    },
    options.beside ?? { key: listening.firstStart!.apiKey, adminToken: listening.firstStart!.adminToken },
  );
  return started;
}
