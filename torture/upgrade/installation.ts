// An installation that is upgraded and downgraded: its nodes, each of a release, over one ledger, with a platform besides its library. It
// keeps the answer and the cost of every paid call, so that it knows what the ledger must contain.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DataFolder, type GatewayProcess } from '../../packages/gateway/src/testing/gateway-process.ts';
import { PlatformServer } from '../../packages/gateway/src/testing/platform-server.ts';
import { simulations } from '../../packages/gateway/src/testing/platforms/index.ts';
import type { Release } from './release.ts';

export const SEARCH = 'search_video_v2';
/** A word in every imported record, and in no sample. */
export const WORD = 'upgradable';
const PLATFORM = simulations.find(({ connector }) => connector === 'peertube')!;
export const VIDEOS = 240;
/** Far longer than a drain takes. */
const STOP_MS_MAX = 60_000;

export interface Answer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape and release.
  body: any;
  charged: number;
  isReplayed: boolean;
}

export interface RunningNode {
  at: number;
  release: Release;
  process: GatewayProcess;
  url: string;
  adminUrl: string;
}

interface PaidCall {
  id: string;
  target: string;
  text: string;
}

/** A customer, and the balance that it must have. */
export interface Customer {
  name: string;
  key: string;
  micros: number;
  calls: number;
  paid: PaidCall[];
}

export class Installation {
  readonly nodes: RunningNode[] = [];
  /** They buy at every step. */
  readonly customers: Customer[] = [];
  /** They do not, but their balances are judged too. */
  readonly others: Customer[] = [];
  adminToken = '';
  readonly #storageUrl: string | null;
  readonly #folder = new DataFolder();
  readonly #platform = new PlatformServer(PLATFORM);
  readonly #libraries = new Map<string, Set<string>>();
  #config = '';
  #ids = 0;

  /** null for SQLite, which has one node. */
  constructor(storageUrl: string | null) {
    this.#storageUrl = storageUrl;
  }

  get nodeCount(): number {
    return this.#storageUrl === null ? 1 : 2;
  }

  get isOnSqlite(): boolean {
    return this.#storageUrl === null;
  }

  /** The first node creates the first account; the second customer's rows are compared, and it pays too. */
  async begin(release: Release): Promise<void> {
    await this.#platform.start();
    this.#platform.total = VIDEOS;
    this.#config = this.#folder.writeConfig(this.#settings());
    for (let at = 0; at < this.nodeCount; at++) await this.start(at, release);
    const { out } = this.nodes[0]!.process;
    this.adminToken = /admin {2}(rga_\S+)/.exec(out)![1]!;
    this.customers.push(customer('demo', /key {4}(rgk_\S+)/.exec(out)![1]!, 10_000_000));
    await this.admin(0, 'accounts', { name: 'second' });
    await this.admin(0, 'accounts/second/topups', { amount: '5', reference: 'first' });
    const { body } = await this.admin(0, 'keys', { account: 'second', name: 'key' });
    this.customers.push(customer('second', body.secret, 5_000_000));
  }

  /** Older releases read it too, so it has only settings that they know. */
  #settings(): string {
    return [
      'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
      ...(this.#storageUrl === null ? [] : [`storage: "${this.#storageUrl}"`]),
      'platforms: { library: [library], peertube: [tube] }',
      'providers:',
      '  library: { connector: library }',
      `  tube: { connector: peertube, base_url: "${this.#platform.url}", allow_private: true }`,
      '',
    ].join('\n');
  }

  dataOf(at: number): string {
    const data = path.join(this.#folder.path, `data-${at}`);
    mkdirSync(data, { recursive: true });
    return data;
  }

  #environment = (at: number) => ({ REELGATE_DATA: this.dataOf(at) });

  async start(at: number, release: Release): Promise<RunningNode> {
    const process = release.start(['serve', '--config', this.#config], this.#environment(at));
    const url = await process.url();
    const node = { at, release, process, url, adminUrl: process.adminUrl() };
    this.nodes[at] = node;
    return node;
  }

  /** As in a rolling upgrade: asked to stop, or killed, waited for, started again. */
  async replace(
    at: number,
    release: Release,
    signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
  ): Promise<RunningNode> {
    await this.#stop(this.nodes[at]!, signal);
    return this.start(at, release);
  }

  async #stop({ process }: RunningNode, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    process.kill(signal);
    const late = setTimeout(() => process.kill('SIGKILL'), STOP_MS_MAX);
    await process.ended;
    clearTimeout(late);
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => this.#stop(node)));
    await this.#platform.stop();
    this.#folder.remove();
  }

  /** Runs a command of the release of this node. */
  async command(at: number, ...args: string[]) {
    const { release } = this.nodes[at]!;
    return release.start([...args, '--config', this.#config], this.#environment(at)).ended;
  }

  async admin(at: number, target: string, body?: object): Promise<Answer> {
    const method = body === undefined ? 'GET' : 'POST';
    return send(`${this.nodes[at]!.adminUrl}/admin/v1/${target}`, this.adminToken, { method, body });
  }

  ready(at: number): Promise<Answer> {
    return send(`${this.nodes[at]!.url}/readyz`, null, {});
  }

  /** With a new request id, so that it can be repeated; its cost is noted. */
  async buy(
    at: number,
    { platform, action = SEARCH, query }: Wish,
    who = this.customers[0]!,
  ): Promise<Answer> {
    const id = `up-${this.#ids++}`;
    const target = `/api/u1/v1/${platform}/app/${action}?${new URLSearchParams(query)}`;
    const answer = await this.ask(at, target, id, who);
    who.micros -= answer.charged;
    if (answer.status === 200) {
      who.calls++;
      who.paid.push({ id, target, text: answer.text });
    }
    return answer;
  }

  ask(at: number, target: string, id: string | null, who: Customer, body?: object): Promise<Answer> {
    const method = body === undefined ? 'GET' : 'POST';
    return send(this.nodes[at]!.url + target, who.key, { id, method, body });
  }

  /** The ids of the records in the library that this node searches. */
  recordsOf(at: number): Set<string> {
    const inDatabase = this.#storageUrl !== null && this.nodes[at]!.release.keepsLibraryInDatabase;
    const name = inDatabase ? 'database' : `file ${at}`;
    const records = this.#libraries.get(name) ?? new Set();
    this.#libraries.set(name, records);
    return records;
  }

  /** Imports new records with the command of the node's release. */
  async importRecords(at: number, names: readonly string[]): Promise<void> {
    const file = path.join(this.#folder.path, 'records.jsonl');
    writeFileSync(file, names.map(recordLine).join(''));
    const { code, err } = await this.command(at, 'library', 'import', file);
    if (code !== 0) throw new Error(`library import: ${err}`);
    for (const name of names) this.recordsOf(at).add(name);
    rmSync(file);
  }
}

interface Wish {
  platform: string;
  action?: string;
  query: Record<string, string>;
}

export const customer = (name: string, key: string, micros: number): Customer => ({
  ...{ name, key, micros, calls: 0, paid: [] },
});

function recordLine(id: string): string {
  const author = { id: 'UC1', handle: '@upgraders', name: 'Upgraders' };
  return `${JSON.stringify({ id, title: `${WORD} ${id}`, author, stats: { views: id.length } })}\n`;
}

async function send(
  url: string,
  key: string | null,
  { method = 'GET', body, id = null }: { method?: string; body?: object | undefined; id?: string | null },
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(id !== null && { 'x-reelgate-request-id': id }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    ...{ status: response.status, text, body: isJson ? JSON.parse(text) : null },
    charged: Math.round(Number(response.headers.get('x-reelgate-charged') ?? 0) * 1e6),
    isReplayed: response.headers.get('x-reelgate-replayed') === 'true',
  };
}
