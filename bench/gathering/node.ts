// A gateway for bench/gathering.ts, started as an operator starts it, and the requests of one caller to it.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const COMMAND = path.join(import.meta.dirname, '../../packages/gateway/bin/reelgate.js');
export const PATH = '/api/u1/v1/local/app/search_video_v2';
/** Limits that the bench never reaches. */
const WIDE = '{ requests: 1000000, per_seconds: 60, concurrent: 1000 }';

export interface Place {
  folder: string;
  /** `sqlite` or the URL of a database. */
  storage: string;
  platformPort: number;
}

export interface Secrets {
  key: string;
  admin: string;
}

export async function startPlatform(): Promise<{ port: number; stop(): void }> {
  const child = fork(path.join(import.meta.dirname, 'platform.ts'));
  const port = await new Promise<number>((resolve) =>
    child.once('message', (said) => resolve(said as number)),
  );
  return { port, stop: () => child.disconnect() };
}

export class BenchNode {
  readonly #child: ChildProcess;
  readonly url: string;
  readonly adminUrl: string;
  readonly secrets: Secrets;

  private constructor(child: ChildProcess, said: string, secrets: Secrets | null) {
    this.#child = child;
    this.url = /serves (http:\S+)/.exec(said)![1]!;
    this.adminUrl = /\(admin (http:[^)]+)\)/.exec(said)![1]!;
    this.secrets = secrets ?? {
      key: /key\s+(rgk_\w+)/.exec(said)![1]!,
      admin: /admin\s+(rga_\S+)/.exec(said)![1]!,
    };
  }

  /** `secrets`: those of the first start, on data that exists. */
  static async start(
    { folder, storage, platformPort }: Place,
    secrets: Secrets | null = null,
  ): Promise<BenchNode> {
    const settings = [
      'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
      `data: ${path.join(folder, 'data')}`,
      `storage: ${JSON.stringify(storage)}`,
      'platforms: { local: [local], library: [library] }',
      `providers: { library: { connector: library }, local: { connector: peertube, base_url: "http://127.0.0.1:${platformPort}", allow_private: true } }`,
      `limits: { rate: ${WIDE}, account: { reads: ${WIDE}, writes: { requests: 1000000 } } }`,
      'cache: { fresh_seconds: 0 }',
      'log: { level: warn }',
    ];
    writeFileSync(path.join(folder, 'reelgate.yaml'), `${settings.join('\n')}\n`);
    const child = spawn(process.execPath, [COMMAND, 'serve'], {
      cwd: folder,
      env: { PATH: process.env.PATH },
    });
    let said = '';
    for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
      said += chunk;
      if (/serves http/.test(said) && said.endsWith('\n')) break;
    }
    child.stdout!.resume();
    child.stderr!.resume();
    const node = new BenchNode(child, said, secrets);
    if (secrets === null) await node.#fund();
    return node;
  }

  /** Money for everything that the bench does. */
  async #fund(): Promise<void> {
    await this.#operate('accounts/demo/topups', { amount: '100000', reference: 'bench' });
  }

  async #operate(target: string, body: object): Promise<Record<string, never>> {
    const response = await fetch(`${this.adminUrl}/admin/v1/${target}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.secrets.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, never>;
  }

  /** The key of a new account with money. */
  async newKey(account: string): Promise<{ secret: string }> {
    await this.#operate('accounts', { name: account });
    await this.#operate(`accounts/${account}/topups`, { amount: '10', reference: account });
    return { secret: (await this.#operate('keys', { account, name: account })).secret! };
  }

  get pid(): number {
    return this.#child.pid!;
  }

  async ask(
    target: string,
    body?: object,
    id?: string,
    key = this.secrets.key,
  ): Promise<Record<string, never>> {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(id !== undefined && { 'x-reelgate-request-id': id }),
    };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(this.url + target, { headers, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${target}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as Record<string, never>;
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill(signal);
    await ended;
  }
}
