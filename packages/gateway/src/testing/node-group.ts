// Several nodes as an operator runs them: separate processes on one database, each with its own data folder, with one simulated platform.
// For tests of what nodes guarantee together.
import path from 'node:path';
import { DataFolder, GatewayProcess } from './gateway-process.ts';
import type { ManyPlatforms } from './many-platforms.ts';
import { PlatformServer } from './platform-server.ts';
import { simulations } from './platforms/index.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

interface Node {
  process: GatewayProcess;
  url: string;
  adminUrl: string;
}

const PLATFORM = simulations.find(({ connector }) => connector === 'peertube')!;
/** The price of one stable call. */
export const PRICE_MICROS = 12_000;
/** More videos than any walk here reads. */
const VIDEOS = 200;

export class NodeGroup {
  readonly nodes: Node[] = [];
  readonly platform = new PlatformServer(PLATFORM);
  key = '';
  adminToken = '';
  readonly #folder = new DataFolder();
  readonly #args: string[];
  readonly #others: ManyPlatforms | null;
  readonly #limits: object;
  #file = '';
  #made = 0;

  /** `args` are those of `serve`; `others` are served besides the platform of the group, which has these `limits`. */
  constructor(args: string[] = [], others: ManyPlatforms | null = null, limits: object = {}) {
    this.#args = args;
    this.#others = others;
    this.#limits = limits;
  }

  /** Starts all nodes at once, so that each of them may find the database empty. */
  async start(storageUrl: string, count: number): Promise<void> {
    await this.platform.start();
    this.platform.total = VIDEOS;
    await this.#others?.start();
    const others = this.#others?.providers() ?? {};
    this.#file = this.#folder.writeConfig(
      settingsOf(storageUrl, { base_url: this.platform.url, ...this.#limits }, others),
    );
    await Promise.all(Array.from({ length: count }, () => this.add()));
    const out = this.nodes.map(({ process }) => process.out).join('');
    this.key = /key {4}(rgk_\S+)/.exec(out)?.[1] ?? '';
    this.adminToken = /admin {2}(rga_\S+)/.exec(out)?.[1] ?? '';
  }

  /** Starts a process without waiting until it serves. */
  spawn(env: Record<string, string> = {}): GatewayProcess {
    const data = path.join(this.#folder.path, `data-${this.#made++}`);
    return new GatewayProcess(['serve', '--config', this.#file, ...this.#args], {
      REELGATE_DATA: data,
      ...env,
    });
  }

  async add(): Promise<Node> {
    const process = this.spawn();
    const node = { process, url: await process.url(), adminUrl: process.adminUrl() };
    this.nodes.push(node);
    return node;
  }

  /** Asks the n-th node, modulo their number. */
  ask(n: number, target: string, options: { key?: string; id?: string } = {}): Promise<Answer> {
    const id = options.id === undefined ? {} : { 'x-reelgate-request-id': options.id };
    const headers = { authorization: `Bearer ${options.key ?? this.key}`, ...id };
    return send(this.nodes[n % this.nodes.length]!.url + target, { headers });
  }

  search(
    n: number,
    keyword: string,
    options: { key?: string; id?: string; pcursor?: string } = {},
  ): Promise<Answer> {
    const query = new URLSearchParams({ keyword, count: '10', pcursor: options.pcursor ?? '' });
    return this.ask(n, `/api/u1/v1/${PLATFORM.platform}/app/search_video_v2?${query}`, options);
  }

  admin(n: number, target: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.adminToken}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const url = `${this.nodes[n % this.nodes.length]!.adminUrl}/admin/v1/${target}`;
    return send(url, { headers, ...sent });
  }

  /** An account with money for `calls` calls, and one of its keys. */
  async customer(name: string, calls: number, limits: object = {}): Promise<{ id: string; secret: string }> {
    await this.admin(0, 'accounts', { name });
    const amount = ((calls * PRICE_MICROS) / 1e6).toFixed(6);
    await this.admin(0, `accounts/${name}/topups`, { amount, reference: `start-${name}` });
    const { body } = await this.admin(0, 'keys', { account: name, name: 'key', ...limits });
    return { id: body.key.id, secret: body.secret };
  }

  async stop(): Promise<void> {
    for (const { process } of this.nodes) process.kill('SIGTERM');
    await Promise.all(this.nodes.map(({ process }) => process.ended));
    await this.platform.stop();
    await this.#others?.stop();
    this.#folder.remove();
  }
}

/** Only the limits that a test sets, and no cache, so that every call asks the platform. */
function settingsOf(storageUrl: string, own: object, others: Record<string, object>): string {
  const { connector, platform, settings } = PLATFORM;
  const platforms = Object.fromEntries(Object.keys(others).map((name) => [name, [name]]));
  const provider = {
    connector,
    allow_private: true,
    requests_per_second: 10_000,
    in_flight_max: 10_000,
    ...settings,
    ...own,
  };
  return [
    `storage: ${JSON.stringify(storageUrl)}`,
    'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
    'limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 }, free: { requests: 1000000, per_seconds: 60, concurrent: 1000 }, account: { reads: { requests: 1000000, concurrent: 10000 }, writes: { requests: 1000000 } } }',
    'cache: { fresh_seconds: 0 }',
    // So long that no platform is late, even on a slow machine.
    'all: { soft_deadline_ms: 15000, hard_deadline_ms: 15000 }',
    `providers: ${JSON.stringify({ upstream: provider, ...others })}`,
    `platforms: ${JSON.stringify({ [platform]: ['upstream'], ...platforms })}`,
  ].join('\n');
}

export async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : null,
  };
}
