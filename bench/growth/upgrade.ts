// Measures what an upgrade costs those who pay: three nodes serve a large ledger on PostgreSQL while a coming release changes its tables
// and builds its indexes. It is missed when a call is answered with anything but 200, or when p99 is more than twice that before. The database
// has the tables of the coming release afterwards. Loopback only.
import path from 'node:path';
import { createPool } from '../../packages/gateway/src/storage/postgres/connection.ts';
import { migrate } from '../../packages/gateway/src/storage/postgres/migrate.ts';
import { migrations } from '../../packages/gateway/src/storage/postgres/migrations/index.ts';
import { comingMigrations } from '../../packages/gateway/src/testing/future-migrations.ts';
import { DataFolder, GatewayProcess, run } from '../../packages/gateway/src/testing/gateway-process.ts';
import { secretOf } from '../speed/secrets.ts';
import { Fakes } from '../stability/fakes.ts';
import { msOf, quantile } from '../stability/figures.ts';
import { Client, fresh, type Outcome, openLoop } from '../stability/load.ts';

const NODES = 3;
/** Number of accounts that call. */
const CALLERS = 30;
const VIDEOS = 3;
/** After it, connections are open and code is compiled. */
const WARM_SECONDS = 5;
/** The load is measured in periods of this length until the migrations have ended. */
const PIECE_SECONDS = 5;
const P99_FACTOR_MAX = 2;
const PLATFORM = 'fast';

const SECONDS = 20;

/** A ledger that was filled. */
export interface Filled {
  url: string;
  keys: number;
}

function settingsOf(data: string, storage: string, baseUrl: string): string {
  const limits = { requests_per_second: 10_000, in_flight_max: 10_000 };
  return JSON.stringify({
    service: { public: '127.0.0.1:0', admin: '127.0.0.1:0' },
    data,
    storage,
    platforms: { [PLATFORM]: [PLATFORM] },
    providers: { [PLATFORM]: { connector: 'peertube', base_url: baseUrl, allow_private: true, ...limits } },
    limits: { rate: { requests: 1_000_000, per_seconds: 60, concurrent: 10_000 } },
    cache: { fresh_seconds: 0 },
    log: { level: 'error' },
  });
}

/** Every call uses the next node and the next customer. */
class Callers {
  readonly #clients: Client[];
  readonly #perSecond: number;
  #turn = 0;
  #shots = 0;

  constructor(urls: readonly string[], keys: number, perSecond: number) {
    this.#perSecond = perSecond;
    this.#clients = Array.from(
      { length: CALLERS },
      (_, n) => new Client(urls[n % urls.length]!, secretOf(Math.floor((n * keys) / CALLERS))),
    );
  }

  load(forSeconds: number): Promise<Outcome[]> {
    const call: Client['call'] = (shot) => this.#clients[this.#turn++ % CALLERS]!.call(shot);
    const shotAt = () => fresh(PLATFORM, 'stable', String(this.#shots++));
    return openLoop({ call }, { perSecond: this.#perSecond, seconds: forSeconds, shotAt });
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

/** As a node of a future release does at its start. */
async function upgrade(url: string): Promise<number> {
  const pool = createPool(url, { sync: 'any' });
  const began = performance.now();
  try {
    await migrate(pool, [...migrations, ...comingMigrations]);
    return (performance.now() - began) / 1_000;
  } finally {
    await pool.end();
  }
}

/** Returns the 99th percentile in milliseconds. */
function show(name: string, outcomes: readonly Outcome[]): number {
  const ms = msOf(outcomes);
  const p99Ms = quantile(ms, 0.99);
  const [p50, worst] = [quantile(ms, 0.5), Math.max(...ms)];
  const figures = `p50 ${p50.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, longest ${worst.toFixed(0)} ms`;
  const refused = outcomes.filter(({ status }) => status !== 200);
  console.log(`${name.padEnd(18)} ${outcomes.length} calls, ${refused.length} refused, ${figures}`);
  for (const { status, body } of refused.slice(0, 3)) console.log(`  ${status} ${body.slice(0, 200)}`);
  return p99Ms;
}

async function measure(callers: Callers, url: string): Promise<boolean> {
  await callers.load(WARM_SECONDS);
  const before = show('before', await callers.load(SECONDS));
  let isRunning = true;
  const upgraded = upgrade(url).finally(() => {
    isRunning = false;
  });
  const outcomes: Outcome[] = [];
  do outcomes.push(...(await callers.load(PIECE_SECONDS)));
  while (isRunning);
  const took = await upgraded;
  const during = show('while it migrates', outcomes);
  show('afterwards', await callers.load(SECONDS));
  console.log(`the migrations took ${took.toFixed(1)} s`);
  const factor = during / before;
  console.log(`p99 is ${factor.toFixed(2)} times that before; ${P99_FACTOR_MAX} times are allowed`);
  return factor <= P99_FACTOR_MAX && outcomes.every(({ status }) => status === 200);
}

/** True when nobody was refused, p99 kept its limit, and the ledger adds up. */
export async function measureUpgrade({ url, keys }: Filled, perSecond: number): Promise<boolean> {
  const folder = new DataFolder();
  const fakes = await Fakes.start([{ name: PLATFORM, total: VIDEOS }], 1);
  const nodes: GatewayProcess[] = [];
  try {
    const data = path.join(folder.path, 'data');
    const file = folder.writeConfig(settingsOf(data, url, fakes.urls[PLATFORM]!));
    for (let n = 0; n < NODES; n++)
      nodes.push(new GatewayProcess(['serve', '--config', file], { REELGATE_DATA: `${data}-${n}` }));
    const urls = await Promise.all(nodes.map((node) => node.url()));
    const callers = new Callers(urls, keys, perSecond);
    const isGood = await measure(callers, url);
    await callers.close();
    const { code, out } = await run(['ledger', 'verify', '--config', file]);
    console.log(out.trim());
    return isGood && code === 0;
  } finally {
    for (const node of nodes) node.kill('SIGTERM');
    await Promise.all(nodes.map((node) => node.ended));
    fakes.stop();
    folder.remove();
  }
}
