// The gateway behind a journey, on one of the databases, and functions that read and change it without a page, to compare the screen with
// the ledger.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { peertube } from '../../gateway/src/connectors/peertube/peertube.simulation.ts';
import { type Clock, systemClock, systemRandom } from '../../gateway/src/domain/clock.ts';
import { closeDueMonths } from '../../gateway/src/jobs/close-months.ts';
import { openPostgresStorage } from '../../gateway/src/storage/postgres/open-storage.ts';
import { openSqliteStorage } from '../../gateway/src/storage/sqlite/open-storage.ts';
import { eventually } from '../../gateway/src/testing/eventually.ts';
import { DataFolder, GatewayProcess, run } from '../../gateway/src/testing/gateway-process.ts';
import { PlatformServer } from '../../gateway/src/testing/platform-server.ts';
import {
  runStatement,
  testDatabaseName,
  urlOfDatabase,
} from '../../gateway/src/testing/postgres-template.ts';

/** Leads into the next month from any day. */
const MONTH_MS = 32 * 86_400_000;
/** More than one page of videos. */
const TUBE_VIDEOS = 45;

export interface Stage {
  publicUrl: string;
  adminUrl: string;
  key: string;
  adminToken: string;
  /** A new link that signs in at the console. */
  consoleLink(role?: 'owner' | 'operator' | 'viewer'): Promise<string>;
  admin<T>(path: string, body?: object): Promise<T>;
  /** Changes something by PATCH. */
  change<T>(path: string, body: object): Promise<T>;
  caller<T>(path: string): Promise<T>;
  /** A POST of the caller. */
  tell<T>(path: string, body: object): Promise<T>;
  /** Starts another gateway on the same kind of database, with other payment settings. */
  beside(payments: string): Promise<Stage>;
  /** Starts another gateway on the same kind of database, whose file names no platforms: that of a newcomer. */
  fresh(): Promise<Stage>;
  /** Closes the current month as a node does at its end; returns the number of statements. */
  closeMonth(): Promise<number>;
  /** Adds a video to the library. */
  importVideo(record: object): Promise<void>;
  /** Rewrites the settings with these lines of `service`, and with other lines; resolves when they are in force. */
  changeService(lines: string, others?: string): Promise<void>;
  strike(): Promise<void>;
}

/** Payment settings for payments by hand. */
export const BY_HAND = 'manual: { instructions: "Transfer {amount} {currency} and quote {reference}." }';

interface World {
  data: string;
  database: string | null;
  tube: string;
  payments: string;
}

/** Beside the library, a platform with two providers: the first is down, so every call fails over. */
const SETTINGS = ({ data, database, tube, payments }: World, service = '', others = '') => `data: ${data}
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0"${service} }
platforms: { library: [library], tube: [tube-east, tube-west] }
providers:
  library: { connector: library }
  tube-east: { connector: peertube, base_url: "http://127.0.0.1:9", allow_private: true, cost: "0.001" }
  tube-west: { connector: peertube, base_url: "${tube}", allow_private: true, cost: "0.002", quota: { units: 500 } }
payments: { min: "5", max: "1000", ${payments} }
signup: { mode: open, credit: "1" }
webhooks: { allow_private: true }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 100 } }
${others}${database === null ? '' : `storage: "${database}"\n`}`;

/** The same without platforms and providers. */
const FRESH_SETTINGS: typeof SETTINGS = (world, service, others) =>
  SETTINGS(world, service, others).replace(/^platforms:.*\nproviders:\n(?: {2}.*\n)+/m, '');

/** Opens the ledger beside the gateway with a clock that is one month ahead. */
async function closeMonthOf(data: string, database: string | null): Promise<number> {
  const nowMs = () => systemClock.nowMs() + MONTH_MS;
  const clock: Clock = { ...systemClock, nowMs };
  const shared = { clock, random: systemRandom, serves: false };
  const storage =
    database === null
      ? await openSqliteStorage({ ...shared, file: path.join(data, 'reelgate.db') })
      : await openPostgresStorage({ sync: 'any', ...shared, url: database, databaseClock: clock });
  const seller = { name: 'Clip & Co', address: '1 Main Street', taxId: 'DE1', taxNote: 'Reverse charge.' };
  try {
    return await closeDueMonths({ statements: storage.statements, seller: () => seller });
  } finally {
    await storage.close();
  }
}

async function reloaded(gateway: GatewayProcess): Promise<void> {
  const reloads = () => (gateway.out + gateway.err).split('configuration reloaded').length;
  const before = reloads();
  gateway.kill('SIGHUP');
  await eventually(reloads, (count) => count > before);
}

async function ask<T>(url: string, token: string, body?: object, method = 'POST'): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A new database on the same server, or a new file. */
async function anotherDatabase(database: string | null): Promise<string | null> {
  if (database === null) return null;
  const name = testDatabaseName();
  await runStatement(database, `CREATE DATABASE ${name}`);
  return urlOfDatabase(database, name);
}

export async function setStage(
  database: string | null,
  payments = BY_HAND,
  settings = SETTINGS,
): Promise<Stage> {
  const data = new DataFolder();
  const tube = new PlatformServer(peertube);
  tube.total = TUBE_VIDEOS;
  await tube.start();
  const world: World = { data: data.path, database, tube: tube.url, payments };
  const config = data.writeConfig(settings(world));
  const gateway = new GatewayProcess(['serve', '--config', config]);
  const publicUrl = await gateway.url();
  const adminUrl = gateway.adminUrl();
  const key = /rgk_live_\w+/.exec(gateway.out)![0];
  const adminToken = /rga_live_\w+/.exec(gateway.out)![0];
  const admin = <T>(path: string, body?: object) => ask<T>(`${adminUrl}/admin/v1${path}`, adminToken, body);
  return {
    publicUrl,
    adminUrl,
    key,
    adminToken,
    admin,
    change: (path, body) => ask(`${adminUrl}/admin/v1${path}`, adminToken, body, 'PATCH'),
    caller: (path) => ask(publicUrl + path, key),
    tell: (path, body) => ask(publicUrl + path, key, body),
    async consoleLink(role = 'owner') {
      const { code } = await admin<{ code: string }>('/login-codes', { name: 'ann', role });
      return `${adminUrl}/#code=${code}`;
    },
    beside: async (payments) => setStage(await anotherDatabase(database), payments),
    fresh: async () => setStage(await anotherDatabase(database), BY_HAND, FRESH_SETTINGS),
    closeMonth: () => closeMonthOf(data.path, database),
    async importVideo(record) {
      const file = path.join(data.path, 'more.ndjson');
      writeFileSync(file, `${JSON.stringify(record)}\n`);
      const { code, err } = await run(['library', 'import', file, '--config', config]);
      if (code !== 0) throw new Error(err);
    },
    async changeService(lines, others) {
      data.writeConfig(settings(world, lines, others));
      await reloaded(gateway);
    },
    async strike() {
      gateway.kill('SIGTERM');
      await gateway.ended;
      await tube.stop();
      data.remove();
    },
  };
}
