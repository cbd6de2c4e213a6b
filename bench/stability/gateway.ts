// The gateway under test: a separate process with its own data folder, the platforms of all rows, and an account that can pay for
// everything. Loopback only.
import path from 'node:path';
import { DataFolder, GatewayProcess, run } from '../../packages/gateway/src/testing/gateway-process.ts';
import { PRICES_MICROS } from './load.ts';
import type { Row } from './row.ts';
import { FRESH_SECONDS } from './rows/both-down.ts';

/** A whole run spends about 200. */
const FUNDS = '10000';

export interface Verdict {
  clean: boolean;
  held: string;
  entries: number;
}

function configOf(rows: readonly Row[], urls: Record<string, string>, data: string): string {
  const providers = Object.assign({}, ...rows.map((row) => row.providers)) as Row['providers'];
  const settings = Object.entries(providers).map(([name, { inFlightMax, timeoutMs }]) => {
    const limits = { in_flight_max: inFlightMax, timeout_ms: timeoutMs }; // Undefined values are not written.
    return [name, { connector: 'peertube', base_url: urls[name], allow_private: true, ...limits }];
  });
  const price = (micros: number) => (micros / 1e6).toFixed(6);
  return JSON.stringify({
    service: { public: '127.0.0.1:0', admin: '127.0.0.1:0' },
    data,
    platforms: Object.assign({}, ...rows.map((row) => row.platforms)),
    providers: Object.fromEntries(settings),
    prices: {
      endpoints: [
        { path: '/api/*/v1/*/app/search_video_v2', unit_price: price(PRICES_MICROS.stable) },
        { path: '/api/*/v1/*/app/search_video', unit_price: price(PRICES_MICROS.economy) },
      ],
    },
    // The key's own limits are not measured here.
    limits: { rate: { requests: 1_000_000, per_seconds: 60, concurrent: 10_000 } },
    cache: { fresh_seconds: FRESH_SECONDS },
    log: { level: 'error' },
  });
}

export class Gateway {
  readonly url: string;
  readonly key: string;
  readonly #folder: DataFolder;
  readonly #file: string;
  readonly #process: GatewayProcess;

  private constructor(at: {
    folder: DataFolder;
    file: string;
    process: GatewayProcess;
    url: string;
    key: string;
  }) {
    this.#folder = at.folder;
    this.#file = at.file;
    this.#process = at.process;
    this.url = at.url;
    this.key = at.key;
  }

  static async start(rows: readonly Row[], urls: Record<string, string>): Promise<Gateway> {
    const folder = new DataFolder();
    // JSON is YAML.
    const file = folder.writeConfig(configOf(rows, urls, path.join(folder.path, 'data')));
    const process = new GatewayProcess(['serve', '--config', file]);
    try {
      const url = await process.url();
      const key = /(rgk_\S+)/.exec(process.out)![1]!;
      const paid = await run(['account', 'topup', 'demo', FUNDS, '--reference', 'bench', '--config', file]);
      if (paid.code !== 0) throw new Error(`no funds: ${paid.err}`);
      return new Gateway({ folder, file, process, url, key });
    } catch (error) {
      process.kill('SIGKILL');
      folder.remove();
      throw error;
    }
  }

  /** What the operator's own command reports on the ledger. */
  async verify(): Promise<Verdict> {
    const { out, err } = await run(['ledger', 'verify', '--json', '--config', this.#file]);
    if (out === '') throw new Error(`the ledger was not verified: ${err}`);
    return JSON.parse(out) as Verdict;
  }

  /** The errors in its log: at this log level, only bugs. */
  get complaints(): string[] {
    return this.#process.err.split('\n').filter((line) => line !== '');
  }

  /** True when it drained and exited by itself. */
  async stop(): Promise<boolean> {
    this.#process.kill('SIGTERM');
    const { code } = await this.#process.ended;
    return code === 0;
  }

  remove(): void {
    this.#process.kill('SIGKILL');
    this.#folder.remove();
  }
}
