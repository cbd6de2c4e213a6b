// Measures what growth costs: fills a ledger on each backend and asks it everything that customers and operators ask. Fails when
// an answer takes longer than its limit.
// Run: npm run bench:growth -- [--rows 10000000] [--keys 10000] [--only sqlite|postgres] [--filled reelgate.yaml]
// With --verify only `ledger verify` is measured, with --questions everything else. With --upgrade [--rate 60], instead, what calls notice of an
// upgrade on PostgreSQL, which leaves a filled database with the tables of a coming release.
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, isConfigError, loadConfig } from '../packages/gateway/src/config/config.ts';
import { connectorNeeds, connectors } from '../packages/gateway/src/connectors/index.ts';
import { systemClock, systemRandom } from '../packages/gateway/src/domain/clock.ts';
import { openPostgresStorage } from '../packages/gateway/src/storage/postgres/open-storage.ts';
import { openSqliteStorage } from '../packages/gateway/src/storage/sqlite/open-storage.ts';
import type { Storage } from '../packages/gateway/src/storage/storage.ts';
import { startEmbeddedServer } from '../packages/gateway/src/testing/postgres-server.ts';
import { accountId, FILL_PATH, type FillPlan, type FillSize, planFill, priceIn } from './fill/plan.ts';
import { fill } from './fill.ts';
import { type Measured, measure } from './growth/measure.ts';
import { questionsOf } from './growth/questions.ts';
import { measureUpgrade } from './growth/upgrade.ts';
import { measureVerify } from './growth/verify.ts';

const TIMES = 300;
/** A call takes about 500 bytes in SQLite and a kilobyte in PostgreSQL. */
const BYTES_PER_CALL = 1_500;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    keys: { type: 'string', default: '10000' },
    only: { type: 'string' },
    filled: { type: 'string' },
    verify: { type: 'boolean', default: false },
    questions: { type: 'boolean', default: false },
    upgrade: { type: 'boolean', default: false },
    rate: { type: 'string', default: '60' },
  },
});
const size: FillSize = { calls: Number(values.rows), keys: Number(values.keys), order: 'turns' };

function storageOf(configFile: string): Config['storage'] {
  const config = loadConfig({ file: configFile, connectors: connectors.map(connectorNeeds) });
  if (isConfigError(config)) throw new Error(config.message);
  return config.storage;
}

async function openFilled(configFile: string): Promise<Storage> {
  const place = storageOf(configFile);
  const shared = { clock: systemClock, random: systemRandom, serves: true };
  return place.kind === 'sqlite'
    ? openSqliteStorage({ ...shared, file: place.file })
    : openPostgresStorage({ sync: 'any', ...shared, url: place.url });
}

async function upgrade(configFile: string): Promise<boolean> {
  const place = storageOf(configFile);
  if (place.kind === 'sqlite')
    throw new Error('on SQLite an upgrade is a restart: --upgrade needs PostgreSQL');
  return measureUpgrade({ url: place.url, keys: size.keys }, Number(values.rate));
}

async function ask(configFile: string): Promise<boolean> {
  if (values.upgrade) return upgrade(configFile);
  const storage = await openFilled(configFile);
  try {
    const [catalog] = (await storage.catalog.all()).slice(-1);
    const price = priceIn({ version: catalog!.version, document: JSON.stringify(catalog) }, FILL_PATH);
    const plan = await planOf(storage);
    let isFast = true;
    for (const question of values.verify ? [] : questionsOf({ storage, plan, price })) {
      const measured = await measure(question, TIMES);
      console.log(line(measured));
      isFast &&= measured.isFast;
    }
    for (const measured of values.questions ? [] : await measureVerify({ storage, plan, price })) {
      console.log(line(measured));
      isFast &&= measured.isFast;
    }
    return isFast;
  } finally {
    await storage.close();
  }
}

const EVER = { fromDay: '2000-01-01', toDay: '2100-01-01' };

/** A ledger that was filled earlier ends on the last day of its first account. */
async function planOf(storage: Storage): Promise<FillPlan> {
  const plan = planFill(size, Date.now());
  const days = await storage.usage.read({ ...EVER, by: 'day', accountId: accountId(0) });
  const last = days.at(-1)?.group;
  return last === undefined ? plan : { ...plan, untilMs: Date.parse(last) + 86_400_000 };
}

function line({ name, asked, p50Ms, p99Ms, limitMs, isFast }: Measured): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(10);
  const verdict = isFast ? '' : `  too slow, limit ${limitMs} ms`;
  return `${name.padEnd(40)} p50 ${ms(p50Ms)}  p99 ${ms(p99Ms)}  (${asked})${verdict}`;
}

async function growSqlite(folder: string): Promise<boolean> {
  const config = path.join(folder, 'sqlite.yaml');
  writeFileSync(config, `data: ${path.join(folder, 'data')}\n`);
  await fill(config, size, (text) => console.log(`  ${text}`));
  return ask(config);
}

async function growPostgres(folder: string): Promise<boolean> {
  const server = await startEmbeddedServer({ onDisk: true });
  try {
    const config = path.join(folder, 'postgres.yaml');
    writeFileSync(config, `data: ${path.join(folder, 'data')}\nstorage: ${server.url}\n`);
    await fill(config, size, (text) => console.log(`  ${text}`));
    return await ask(config);
  } finally {
    await server.stop();
  }
}

function assertRoom(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < size.calls * BYTES_PER_CALL)
    throw new Error(`${folder} has not enough room for ${size.calls} calls`);
}

async function growBoth(): Promise<boolean> {
  const only = values.upgrade ? 'postgres' : values.only;
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-growth-'));
  assertRoom(folder);
  try {
    let isFast = true;
    for (const [name, grow] of Object.entries({ sqlite: growSqlite, postgres: growPostgres })) {
      if (only !== undefined && only !== name) continue;
      console.log(`${name}, ${size.calls} calls of ${size.keys} keys`);
      isFast = (await grow(folder)) && isFast;
    }
    return isFast;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isFast = values.filled === undefined ? await growBoth() : await ask(values.filled);
process.exitCode = isFast ? 0 : 1;
