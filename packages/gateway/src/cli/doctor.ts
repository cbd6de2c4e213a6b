// Owns `doctor`: looks at everything a gateway needs, from the outside in, and says what is wrong. It changes nothing:
// it does not even create a missing data folder.
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { unpricedPaths } from '../admin/catalog-diff.ts';
import { ledgerVerify } from '../admin/ledger-verify.ts';
import type { Config } from '../config.ts';
import { libraryStats } from '../library/stats.ts';
import { catalogInForce } from './account-deps.ts';
import type { CliCommand, Invocation } from './command.ts';
import type { LedgerAnswer } from './ledger-verify.ts';
import { show, tableText } from './output.ts';
import { type Session, withSession } from './session.ts';
import { EXIT } from './world.ts';

interface Finding {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  detail: string;
}
type Result = Omit<Finding, 'check'>;

const NODE_VERSION_MIN = '26.0.0';
/** Earlier ones can damage a database that several connections write. */
const SQLITE_VERSION_MIN = '3.51.3';
const PATHS_SHOWN = 3;

const ok = (detail: string): Result => ({ state: 'ok', detail });
const warn = (detail: string): Result => ({ state: 'warn', detail });
const fail = (detail: string): Result => ({ state: 'fail', detail });

/** A check that throws has failed, and its message says why. */
async function look(check: string, work: () => Result | Promise<Result>): Promise<Finding> {
  try {
    return { check, ...(await work()) };
  } catch (error) {
    return { check, ...fail(error instanceof Error ? error.message : String(error)) };
  }
}

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

function versionResult(version: string, least: string): Result {
  return isAtLeast(version, least) ? ok(version) : fail(`${version} is too old; ${least} or newer is needed`);
}

function dataFolder({ dataDir }: Config): Result {
  const exists = existsSync(dataDir);
  accessSync(exists ? dataDir : dirname(dataDir), constants.W_OK);
  return exists ? ok(`${dataDir} is writable`) : warn(`${dataDir} does not exist yet; "serve" creates it`);
}

async function database({ deps }: Session): Promise<Result> {
  await deps.storage.ready();
  return ok('opens, its schema is current, and a commit works');
}

async function catalog(session: Session): Promise<Result> {
  const current = await catalogInForce(session);
  const unpriced = unpricedPaths(current, session.deps.paths());
  if (unpriced.length === 0) return ok(`version ${current.version}, every configured path has a price`);
  const more = unpriced.length > PATHS_SHOWN ? ', …' : '';
  const shown = unpriced.slice(0, PATHS_SHOWN).join(', ') + more;
  return warn(`version ${current.version} leaves ${unpriced.length} paths without a price: ${shown}`);
}

async function ledger(session: Session): Promise<Result> {
  const report = (await session.run(ledgerVerify)) as LedgerAnswer;
  if (report.clean) return ok(`${report.entries} entries of ${report.accounts} accounts add up`);
  return fail(`${report.difference_count} differences; see "ledger verify"`);
}

function library({ dataDir }: Config): Result {
  const { records } = libraryStats({ dataDir });
  return records === 0 ? warn('no records; see "library import"') : ok(`${records} records`);
}

/** Not running is worth a warning; running and not answering is a failure. */
async function gateway({ service }: Config, nodeCount: number): Promise<Result> {
  // Loaded here, so that no other command waits for an HTTP client.
  const { GatewayClient } = await import('./gateway-client.ts');
  const client = new GatewayClient({ url: service.publicUrl, name: service.name });
  try {
    const live = await client.health('/livez');
    const ready = await client.health('/readyz');
    if (nodeCount === 0) return warn(`no gateway runs on this data; ${service.publicUrl} is another one`);
    if (live === 'live' && ready === 'ready') return ok(`${service.publicUrl} is live and ready`);
    return fail(`${service.publicUrl} is ${live === 'live' ? 'live, but not ready' : 'not live'}`);
  } catch (error) {
    const reason = `${service.publicUrl} does not answer`;
    if (nodeCount === 0) return warn(`no gateway runs on this data, and ${reason}`);
    return fail(`${nodeCount} run on this data, but ${reason}: ${String(error)}`);
  } finally {
    await client.close();
  }
}

async function inStorage(call: Invocation): Promise<{ findings: Finding[]; nodeCount: number }> {
  return withSession(call, async (session) => ({
    findings: [
      await look('database', () => database(session)),
      await look('catalog', () => catalog(session)),
      await look('ledger', () => ledger(session)),
    ],
    nodeCount: (await session.deps.storage.nodes()).length,
  })).catch(async (error: unknown) => ({
    findings: [await look('database', () => Promise.reject(error))],
    nodeCount: 0,
  }));
}

async function examine(call: Invocation): Promise<Finding[]> {
  const { versions } = call.world;
  const findings = [
    await look('node', () => versionResult(versions.node, NODE_VERSION_MIN)),
    await look('sqlite', () => versionResult(versions.sqlite, SQLITE_VERSION_MIN)),
  ];
  let config: Config | null = null;
  const configuration = await look('configuration', () => {
    config = call.world.config(call.configFile);
    return ok(config.file ?? 'no file; every default holds');
  });
  findings.push(configuration);
  return config === null ? findings : [...findings, ...(await examineData(call, config))];
}

async function examineData(call: Invocation, config: Config): Promise<Finding[]> {
  const folder = await look('data folder', () => dataFolder(config));
  const stored = folder.state === 'ok' ? await inStorage(call) : { findings: [], nodeCount: 0 };
  return [
    folder,
    ...stored.findings,
    await look('library', () => library(config)),
    await look('gateway', () => gateway(config, stored.nodeCount)),
  ];
}

export const doctorCommand: CliCommand<[], object> = {
  name: 'doctor',
  summary: 'Check the installation; exit code 1 when something is broken',
  examples: ['doctor', 'doctor --config /etc/reelgate.yaml --json'],
  async run(call) {
    const checks = await examine(call);
    const isSound = checks.every(({ state }) => state !== 'fail');
    const columns = [{ title: 'check' }, { title: 'state' }, { title: 'detail' }];
    const rows = checks.map(({ check, state, detail }) => [check, state, detail]);
    show(call, { ok: isSound, checks }, () => tableText(call, columns, rows, ''));
    return isSound ? EXIT.ok : EXIT.no;
  },
};
