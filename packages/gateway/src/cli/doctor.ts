// `doctor` checks everything that a gateway needs and reports what is wrong. It creates and repairs nothing. Its ledger check records how
// far the ledger is verified, as every check does.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, storageAddress } from '../config/config.ts';
import { HOUR_MS } from '../domain/duration.ts';
import { KB } from '../domain/limits.ts';
import { describeCacheServer, parseCacheServer } from '../domain/network/cache-server.ts';
import { unpricedTexts } from '../features/catalog/price-lists.ts';
import { dutyCounts, dutyTroubles } from '../features/duties/duty.admin.ts';
import { ledgerVerify } from '../features/ledger/ledger.admin.ts';
import { libraryPlaceOf } from '../library/library-place.ts';
import { missingLibraryText, unreadLibraryFile } from '../library/missing-library.ts';
import { hasLibrary } from '../library/open-store.ts';
import { libraryStats } from '../library/stats.ts';
import { tryFolder } from '../process/make-folder.ts';
import { lookAtServiceSecret } from '../secrets/service-secret.ts';
import type { CliCommand, Invocation } from '../terminal/command.ts';
import { type ControlPlane, withControlPlane } from '../terminal/control-plane.ts';
import { show, tableText } from '../terminal/output.ts';
import { type Columns, wrapped } from '../terminal/table.ts';
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

/** A check that throws has failed; the error message is the reason. */
async function look(check: string, work: () => Diagnosis | Promise<Diagnosis>): Promise<Finding> {
  try {
    return { check, ...(await work()) };
  } catch (error) {
    return { check, ...fail(error instanceof Error ? error.message : String(error)) };
  }
}

const MB = 1_024 * KB;
/** Enough for two million calls. */
const ROOM_BYTES_WANTED = 1_024 * MB;
/** The database needs this much beside its file; with less, commits start to fail. */
const ROOM_BYTES_MIN = 64 * MB;

/** Throws when nothing can be written there. Only writing tells: root may write everywhere, and yet not below /proc. */
function tryWriting(folder: string): void {
  tryFolder(existsSync(folder) ? join(folder, `tried-by-${process.pid}`) : folder);
}

function dataFolder({ dataDir, storage }: Config): Diagnosis {
  const exists = existsSync(dataDir);
  try {
    tryWriting(dataDir);
  } catch (error) {
    const said = `${dataDir} cannot be written: ${(error as Error).message}`;
    // Such a gateway serves, without the index of its library, its marks and the token of "top".
    return storage.kind === 'postgres' ? warn(said) : fail(said);
  }
  return exists ? ok(`${dataDir} is writable`) : warn(`${dataDir} does not exist yet; "serve" creates it`);
}

/** An address that a gateway on this data has is as it should be. */
async function start({ world }: Call, config: Config, nodeCount: number | null): Promise<Diagnosis> {
  const { served } = await world.rehearse(config);
  if (served.length > 0 && nodeCount === 0)
    return fail(`${served.join(' and ')} is in use by a gateway on other data`);
  return ok('packages, files, data folder and addresses are there');
}

/** The folder of the ledger file; null when the ledger is on another machine or does not exist yet. */
function ledgerFolder({ storage }: Config): string | null {
  return storage.kind === 'sqlite' && existsSync(dirname(storage.file)) ? dirname(storage.file) : null;
}

/** Damage that no query has met yet. */
function pages(config: Config, world: Pick<CliWorld, 'damage'>): Diagnosis {
  const [first, ...more] = world.damage(config);
  const name = storageAddress(config.storage);
  if (first === undefined) return ok(`every page of ${name} can be read`);
  const also = more.length === 0 ? '' : ` and ${more.length} more`;
  return fail(`${name} is damaged: ${first}${also}; stop the gateway and restore the last backup`);
}

/** A start goes on without it, and every line is lost. Nothing is created. */
function callLog(file: string): Diagnosis {
  let there = file;
  while (!existsSync(there)) there = dirname(there);
  const isFolder = statSync(there).isDirectory();
  const cannot = (why: string) => fail(`the log of calls cannot be written to ${file}: ${why}`);
  if (isFolder === (there === file)) return cannot(`${there} is ${isFolder ? 'a folder' : 'no folder'}`);
  try {
    if (isFolder) tryWriting(dirname(file));
    else accessSync(there, constants.W_OK);
  } catch (error) {
    return cannot((error as Error).message);
  }
  return ok(`${file} can be written`);
}

const NO_FILE = ['off', 'stdout', 'stderr'];

/** Free space on the disk of the ledger. */
function diskRoom(folder: string, world: Pick<CliWorld, 'freeBytes'>): Diagnosis {
  const free = world.freeBytes(folder);
  const said = `${Math.floor(free / MB)} MB are free where the ledger is`;
  if (free < ROOM_BYTES_MIN) return fail(`${said}; calls are refused when there is no room`);
  return free < ROOM_BYTES_WANTED ? warn(`${said}; calls are refused when there is no room`) : ok(said);
}

async function secretFound({ config, deps }: ControlPlane): Promise<Diagnosis> {
  const { state, detail } = await lookAtServiceSecret(config, deps.storage);
  return { refused: fail, missing: warn, another: warn, good: ok }[state](detail);
}

interface Options {
  skipProviders?: boolean;
}
type Call = Invocation<[], Options>;

const NODE_VERSION_MIN = '26.0.0';
/** Earlier versions can damage a database that several connections write to. */
const SQLITE_VERSION_MIN = '3.51.3';
/** A day, plus time for the backup itself; the alarm in deploy/observe uses the same. */
const BACKUP_HOURS_MAX = 26;
const PROBE_KEYWORD = 'cat';
const NO_RECORDS = 'no records; see "library import"';

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

function versionDiagnosis(version: string, least: string): Diagnosis {
  return isAtLeast(version, least) ? ok(version) : fail(`${version} is too old; ${least} or newer is needed`);
}

async function database({ deps, config }: ControlPlane): Promise<Diagnosis> {
  await deps.storage.ready();
  return ok(`${storageAddress(config.storage)} opens, its schema is current, and a commit works`);
}

/** A ledger that was never created is a warning; a database that does not answer is a failure. Both messages name the database. */
function databaseAway(config: Config, error: unknown): Diagnosis {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof NothingThere) return warn(text);
  const name = storageAddress(config.storage);
  return fail(text.includes(name) ? text : `${name}: ${text}`);
}

async function catalog(control: ControlPlane): Promise<Diagnosis> {
  const current = await catalogInForce(control);
  const unpriced = unpricedTexts(current, control.deps.paths(), control.config);
  if (unpriced.length === 0) return ok(`version ${current.version}, every configured path has a price`);
  return warn(`version ${current.version}: ${unpriced.join(' ')}`);
}

async function ledger(control: ControlPlane): Promise<Diagnosis> {
  const report = await control.run(ledgerVerify);
  if (report.clean) return ok(`${report.entries} entries of ${report.accounts} accounts add up`);
  return fail(`${report.difference_count} differences; see "ledger verify"`);
}

async function duties({ deps }: ControlPlane): Promise<Diagnosis> {
  const troubles = dutyTroubles(await dutyCounts(deps.storage));
  if (troubles.length === 0) return ok('nothing is late, and nothing fails');
  return warn(`${troubles.join('; ')}; see "duties"`);
}

/** Age of the last backup. Only `storage backup` is recorded; operators may use other means. */
async function backup({ deps }: ControlPlane): Promise<Diagnosis> {
  const nowMs = deps.clock.nowMs();
  const { backedUpAtMs } = await deps.storage.ledger.watch({ nowMs });
  if (backedUpAtMs === null) return warn('none is known; see "storage backup"');
  const hours = Math.floor((nowMs - backedUpAtMs) / HOUR_MS);
  const said = `the last one was made ${hours} hours ago`;
  return hours >= BACKUP_HOURS_MAX ? warn(`${said}; see "storage backup"`) : ok(said);
}

/** A list of platforms without the library switches it off, which is easy to overlook when the first other platform is added. */
function servesLibrary({ platforms, providers }: Config): boolean {
  return Object.values(platforms)
    .flat()
    .some((name) => providers[name]?.connector === 'library');
}

async function library(config: Config): Promise<Diagnosis> {
  const file = unreadLibraryFile(config);
  if (config.storage.kind === 'postgres' && !(await hasLibrary(libraryPlaceOf(config))))
    return warn(missingLibraryText(file));
  const { records } = await libraryStats(libraryPlaceOf(config));
  const facts = [
    file === null ? '' : `; ${file} is not read`,
    servesLibrary(config) ? '' : '; no platform serves them',
  ];
  if (records > 0) return ok(`${records} records${facts.join('')}`);
  return warn(file === null ? NO_RECORDS : `no records; "library import ${file}" brings those of the file`);
}

/** Not running is a warning; running without answering is a failure. `nodeCount` is null when the database cannot be read. */
async function gateway({ service }: Config, nodeCount: number | null): Promise<Diagnosis> {
  // Imported here, so that other commands do not load an HTTP client.
  const { GatewayClient } = await import('../terminal/gateway-client.ts');
  const client = new GatewayClient({ url: service.publicUrl, name: service.name });
  try {
    const live = await client.health('/livez');
    const ready = await client.health('/readyz');
    return answering(service.publicUrl, nodeCount, { isLive: live === 'live', isReady: ready === 'ready' });
  } catch (error) {
    const reason = `${service.publicUrl} does not answer`;
    if (nodeCount === null)
      return warn(`${reason}, and the database, which lists the nodes, cannot be reached`);
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
  return warn(
    `${url} is live and ready; whether it serves this data is unknown, because the database cannot be reached`,
  );
}

/** A gateway that sells must not sell made-up records by accident. */
function madeUp({ madeUp: names, payments, service }: Config): Diagnosis {
  const sells = payments.manual !== null || payments.stripe !== null;
  const isOpen = !LOOPBACK.test(service.public.host);
  const said = `${names.join(', ')}: its records are made up, for a demonstration`;
  if (!sells && !isOpen) return ok(said);
  const why = sells ? 'this gateway takes payments' : 'this gateway is open to other machines';
  return warn(`${said}; ${why}: name the platforms that it should serve under "platforms"`);
}

/** The addresses of this machine that no other one reaches. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Providers that are reached over the network; the library has its own check. */
async function providers({ world, options }: Call, config: Config): Promise<Finding[]> {
  const names = Object.keys(config.providers).filter(
    (name) => config.providers[name]!.connector !== 'library',
  );
  if (options.skipProviders === true || names.length === 0) return [];
  const probes = await world.probe(config, names, PROBE_KEYWORD);
  return probes.map(({ provider, platform, outcome, items, detail, duration_ms, missing_keys }) => ({
    check: `provider ${provider}`,
    ...(missing_keys.length > 0
      ? warn(`${platform}: its answer has no ${missing_keys.join(', ')}, which the connector reads`)
      : outcome === 'ok'
        ? ok(`${platform}: ${items} items in ${duration_ms} ms`)
        : warn(`${platform}: ${outcome}${detail ? `: ${detail}` : ''}`)),
  }));
}

/** A missing cache is only a warning, because the gateway works without one. */
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

/** A missing collector is only a warning: calls go on without their traces. */
async function collector({ world }: Call, config: Config): Promise<Finding[]> {
  const { otlp } = config.observe;
  if (otlp === null) return [];
  const name = new URL(otlp).host;
  const result = await world.pingCollector(config).then(
    () => ok(`${name} takes traces`),
    (error: Error) => warn(`${name} takes no traces, so they are lost: ${error.message}`),
  );
  return [{ check: 'traces', ...result }];
}

interface Stored {
  findings: Finding[];
  nodeCount: number | null;
}

async function inStorage(call: Call, config: Config): Promise<Stored> {
  return withControlPlane(call, async (control) => ({
    findings: [
      await look('database', () => database(control)),
      await look('secret', () => secretFound(control)),
      await look('catalog', () => catalog(control)),
      await look('ledger', () => ledger(control)),
      await look('backup', () => backup(control)),
      await look('duties', () => duties(control)),
    ],
    nodeCount: (await control.deps.storage.nodes()).length,
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
    return ok(config.file ?? 'no file; all settings have their defaults');
  });
  findings.push(configuration);
  return config === null ? findings : [...findings, ...(await examineData(call, config))];
}

async function examineData(call: Call, config: Config): Promise<Finding[]> {
  const folder = ledgerFolder(config);
  const stored = await inStorage(call, config);
  return [
    await look('start', () => start(call, config, stored.nodeCount)),
    await look('data folder', () => dataFolder(config)),
    ...(folder === null ? [] : [await look('disk', () => diskRoom(folder, call.world))]),
    ...stored.findings,
    ...(folder === null ? [] : [await look('pages', () => pages(config, call.world))]),
    await look('library', () => library(config)),
    ...(config.madeUp.length === 0 ? [] : [await look('made up', () => madeUp(config))]),
    ...(NO_FILE.includes(config.observe.callLog)
      ? []
      : [await look('call log', () => callLog(config.observe.callLog))]),
    ...(await collector(call, config)),
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
    const columns: Columns<Finding> = { check: 'check', state: 'state', detail: wrapped('detail') };
    show(call, { ok: isSound, checks }, () => tableText(call, columns, checks, ''));
    return isSound ? EXIT.ok : EXIT.no;
  },
};
