// `doctor` looks at everything a gateway needs, from the outside in, and says what is wrong. It creates and repairs nothing. Its check of
// the ledger, as every check does, notes how far the ledger is proven.
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Config, storageAddress } from '../config/config.ts';
import { describeCacheServer, parseCacheServer } from '../domain/cache-server.ts';
import { KB } from '../domain/limits.ts';
import { unpricedTexts } from '../features/catalog/price-lists.ts';
import { ledgerVerify } from '../features/ledger/ledger.admin.ts';
import { libraryPlaceOf } from '../library/library-place.ts';
import { missingLibraryText, unreadLibraryFile } from '../library/missing-library.ts';
import { hasLibrary } from '../library/open-store.ts';
import { libraryStats } from '../library/stats.ts';
import { lookAtServiceSecret } from '../secrets/service-secret.ts';
import type { CliCommand, Invocation } from '../terminal/command.ts';
import { show, tableText } from '../terminal/output.ts';
import { type Session, withSession } from '../terminal/session.ts';
import type { Columns } from '../terminal/table.ts';
import { type CliWorld, EXIT, NothingThere } from '../terminal/world.ts';
import { catalogInForce } from './price.ts';

interface Finding {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  detail: string;
}
type Diagnosis = Omit<Finding, 'check'>;

const ok = (detail: string): Diagnosis => ({ state: 'ok', detail });
const warn = (detail: string): Diagnosis => ({ state: 'warn', detail });
const fail = (detail: string): Diagnosis => ({ state: 'fail', detail });

/** A check that throws has failed, and its message says why. */
async function look(check: string, work: () => Diagnosis | Promise<Diagnosis>): Promise<Finding> {
  try {
    return { check, ...(await work()) };
  } catch (error) {
    return { check, ...fail(error instanceof Error ? error.message : String(error)) };
  }
}

const MB = 1_024 * KB;
/** Two million calls. */
const ROOM_BYTES_WANTED = 1_024 * MB;
/** What the database needs beside its file while it works; below that commits begin to fail. */
const ROOM_BYTES_MIN = 64 * MB;

function dataFolder({ dataDir, storage }: Config): Diagnosis {
  if (storage.kind === 'postgres') return ok('not needed: everything is in the database');
  const exists = existsSync(dataDir);
  accessSync(exists ? dataDir : dirname(dataDir), constants.W_OK);
  return exists ? ok(`${dataDir} is writable`) : warn(`${dataDir} does not exist yet; "serve" creates it`);
}

/** The folder of the ledger; null when the ledger is on another machine or not made yet. */
function ledgerFolder({ storage }: Config): string | null {
  return storage.kind === 'sqlite' && existsSync(dirname(storage.file)) ? dirname(storage.file) : null;
}

/** Of the disk that the ledger is on. */
function diskRoom(folder: string, world: Pick<CliWorld, 'freeBytes'>): Diagnosis {
  const free = world.freeBytes(folder);
  const said = `${Math.floor(free / MB)} MB are free where the ledger is`;
  if (free < ROOM_BYTES_MIN) return fail(`${said}; calls are refused when there is no room`);
  return free < ROOM_BYTES_WANTED ? warn(`${said}; calls are refused when there is no room`) : ok(said);
}

async function secretFound({ config, deps }: Session): Promise<Diagnosis> {
  const { state, detail } = await lookAtServiceSecret(config, deps.storage);
  return { refused: fail, missing: warn, good: ok }[state](detail);
}

interface Options {
  skipProviders?: boolean;
}
type Call = Invocation<[], Options>;

const NODE_VERSION_MIN = '26.0.0';
/** Earlier ones can damage a database that several connections write. */
const SQLITE_VERSION_MIN = '3.51.3';
/** A day, and time for the backup itself; as the alarm of deploy/observe has it. */
const BACKUP_HOURS_MAX = 26;
const HOUR_MS = 3_600_000;
const PROBE_KEYWORD = 'cat';
const NO_RECORDS = 'no records; see "library import"';

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

function versionDiagnosis(version: string, least: string): Diagnosis {
  return isAtLeast(version, least) ? ok(version) : fail(`${version} is too old; ${least} or newer is needed`);
}

async function database({ deps, config }: Session): Promise<Diagnosis> {
  await deps.storage.ready();
  return ok(`${storageAddress(config.storage)} opens, its schema is current, and a commit works`);
}

/** A ledger that was never made is a warning; a database that does not answer is a failure. Both name the database. */
function databaseAway(config: Config, error: unknown): Diagnosis {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof NothingThere) return warn(text);
  const name = storageAddress(config.storage);
  return fail(text.includes(name) ? text : `${name}: ${text}`);
}

async function catalog(session: Session): Promise<Diagnosis> {
  const current = await catalogInForce(session);
  const unpriced = unpricedTexts(current, session.deps.paths(), session.config);
  if (unpriced.length === 0) return ok(`version ${current.version}, every configured path has a price`);
  return warn(`version ${current.version}: ${unpriced.join(' ')}`);
}

async function ledger(session: Session): Promise<Diagnosis> {
  const report = await session.run(ledgerVerify);
  if (report.clean) return ok(`${report.entries} entries of ${report.accounts} accounts add up`);
  return fail(`${report.difference_count} differences; see "ledger verify"`);
}

/** Whether by `storage backup` or by other means is the operator's choice; only the first is known here. */
async function backup({ deps }: Session): Promise<Diagnosis> {
  const nowMs = deps.clock.nowMs();
  const { backedUpAtMs } = await deps.storage.ledger.watch({ nowMs });
  if (backedUpAtMs === null) return warn('none is known; see "storage backup"');
  const hours = Math.floor((nowMs - backedUpAtMs) / HOUR_MS);
  const said = `the last one was made ${hours} hours ago`;
  return hours >= BACKUP_HOURS_MAX ? warn(`${said}; see "storage backup"`) : ok(said);
}

async function library(config: Config): Promise<Diagnosis> {
  const file = unreadLibraryFile(config);
  if (config.storage.kind === 'postgres' && !(await hasLibrary(libraryPlaceOf(config))))
    return warn(missingLibraryText(file));
  const { records } = await libraryStats(libraryPlaceOf(config));
  if (records > 0) return ok(`${records} records${file === null ? '' : `; ${file} is not read`}`);
  return warn(file === null ? NO_RECORDS : `no records; "library import ${file}" brings those of the file`);
}

/** Not running is worth a warning; running and not answering is a failure. Null: the database, which knows, is away. */
async function gateway({ service }: Config, nodeCount: number | null): Promise<Diagnosis> {
  // Loaded here, so that no other command waits for an HTTP client.
  const { GatewayClient } = await import('../terminal/gateway-client.ts');
  const client = new GatewayClient({ url: service.publicUrl, name: service.name });
  try {
    const live = await client.health('/livez');
    const ready = await client.health('/readyz');
    return answering(service.publicUrl, nodeCount, { isLive: live === 'live', isReady: ready === 'ready' });
  } catch (error) {
    const reason = `${service.publicUrl} does not answer`;
    if (nodeCount === null) return warn(`${reason}, and the database, which knows who runs, is away`);
    if (nodeCount === 0) return warn(`no gateway runs on this data, and ${reason}`);
    return fail(`${nodeCount} run on this data, but ${reason}: ${String(error)}`);
  } finally {
    await client.close();
  }
}

function answering(
  url: string,
  nodeCount: number | null,
  { isLive, isReady }: { isLive: boolean; isReady: boolean },
): Diagnosis {
  if (nodeCount === 0) return warn(`no gateway runs on this data; ${url} is another one`);
  if (!isLive || !isReady) return fail(`${url} is ${isLive ? 'live, but not ready' : 'not live'}`);
  if (nodeCount !== null) return ok(`${url} is live and ready`);
  return warn(`${url} is live and ready; only the database, which is away, knows whether on this data`);
}

/** Of the providers that are asked over the network; the library is looked at by itself. */
async function providers({ world, options }: Call, config: Config): Promise<Finding[]> {
  const names = Object.keys(config.providers).filter(
    (name) => config.providers[name]!.connector !== 'library',
  );
  if (options.skipProviders === true || names.length === 0) return [];
  const probes = await world.probe(config, names, PROBE_KEYWORD);
  return probes.map(({ provider, platform, outcome, items, detail, duration_ms }) => ({
    check: `provider ${provider}`,
    ...(outcome === 'ok'
      ? ok(`${platform}: ${items} items in ${duration_ms} ms`)
      : warn(`${platform}: ${outcome}${detail ? `: ${detail}` : ''}`)),
  }));
}

/** Nothing needs it, so a cache that is away is worth a warning. */
async function sharedCache({ world }: Call, config: Config): Promise<Finding[]> {
  const address = config.cache.url === null ? null : parseCacheServer(config.cache.url);
  if (address === null) return [];
  const name = describeCacheServer(address);
  const result = await world.pingCache(config).then(
    () => ok(`${name} answers`),
    (error: Error) => warn(`${name} does not answer, so every node keeps its own: ${error.message}`),
  );
  return [{ check: 'shared cache', ...result }];
}

interface Stored {
  findings: Finding[];
  nodeCount: number | null;
}

async function inStorage(call: Call, config: Config): Promise<Stored> {
  return withSession(call, async (session) => ({
    findings: [
      await look('database', () => database(session)),
      await look('secret', () => secretFound(session)),
      await look('catalog', () => catalog(session)),
      await look('ledger', () => ledger(session)),
      await look('backup', () => backup(session)),
    ],
    nodeCount: (await session.deps.storage.nodes()).length,
  })).catch(async (error: unknown) => ({
    findings: [await look('database', () => databaseAway(config, error))],
    nodeCount: error instanceof NothingThere ? 0 : null,
  }));
}

async function examine(call: Call): Promise<Finding[]> {
  const { versions } = call.world;
  const findings = [
    await look('node', () => versionDiagnosis(versions.node, NODE_VERSION_MIN)),
    await look('sqlite', () => versionDiagnosis(versions.sqlite, SQLITE_VERSION_MIN)),
  ];
  let config: Config | null = null;
  const configuration = await look('configuration', () => {
    config = call.world.config(call.configFile);
    return ok(config.file ?? 'no file; every default holds');
  });
  findings.push(configuration);
  return config === null ? findings : [...findings, ...(await examineData(call, config))];
}

async function examineData(call: Call, config: Config): Promise<Finding[]> {
  const folder = ledgerFolder(config);
  const stored = await inStorage(call, config);
  return [
    await look('data folder', () => dataFolder(config)),
    ...(folder === null ? [] : [await look('disk', () => diskRoom(folder, call.world))]),
    ...stored.findings,
    await look('library', () => library(config)),
    ...(await sharedCache(call, config)),
    await look('gateway', () => gateway(config, stored.nodeCount)),
    ...(await providers(call, config)),
  ];
}

export const doctorCommand: CliCommand<[], Options> = {
  name: 'doctor',
  summary: 'Check the installation; exit code 1 when something is broken',
  options: [{ flags: '--skip-providers', summary: 'do not search at the providers' }],
  notes:
    'It searches once at every provider, as "connectors check" does; the platform may count or bill that search. A provider ' +
    'that fails is a warning.',
  examples: ['doctor', 'doctor --config /etc/reelgate.yaml --json'],
  async run(call) {
    const checks = await examine(call);
    const isSound = checks.every(({ state }) => state !== 'fail');
    const columns: Columns<Finding> = { check: 'check', state: 'state', detail: 'detail' };
    show(call, { ok: isSound, checks }, () => tableText(call, columns, checks, ''));
    return isSound ? EXIT.ok : EXIT.no;
  },
};
