// The process: it builds the world in which commands run, serves alone, as a worker or as the primary of workers, and
// drains on a signal. Only this file calls process.exit and listens to signals.
import cluster from 'node:cluster';
import { statfsSync } from 'node:fs';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import {
  assembleGateway,
  type Gateway,
  type Listening,
  openControl,
  probeProviders,
  recordProvider,
  resolveOnce,
} from './assemble/assemble.ts';
import { systemPorts } from './assemble/core.ts';
import { holdAddresses } from './assemble/held-addresses.ts';
import { pingCollector } from './assemble/observers.ts';
import { rehearseStart } from './assemble/rehearsal.ts';
import { pingSharedCache } from './assemble/shared-cache.ts';
import { alone, type Siblings, siblingsOf } from './assemble/siblings.ts';
import { streamColors, terminalColumns } from './cli/answer-at-once.ts';
import { runCli } from './cli/index.ts';
import { ledgerPlaceHint } from './cli/wrong-place-hints.ts';
import { type Config, isConfigError, loadConfig, readCommandEnvironment } from './config/config.ts';
import { connectorNeeds, connectors } from './connectors/index.ts';
import { systemClock, systemIntervals, systemRandom } from './domain/clock.ts';
import { inBackground, surviveBackgroundBugs } from './domain/in-background.ts';
import { createThrottle } from './http/limits/throttle.ts';
import { backupStorage, copyStorage } from './move/move-storage.ts';
import { setUpEngine } from './process/engine-settings.ts';
import { collectWhenIdle } from './process/idle-collection.ts';
import { packageVersion } from './process/package-version.ts';
import { showInPager } from './process/pager.ts';
import { StartRefused } from './process/start-refused.ts';
import { stopSignal } from './process/stop-signal.ts';
import { userName } from './process/user-name.ts';
import { localOperatorToken } from './secrets/local-operator.ts';
import { readMetricsToken } from './secrets/metrics-token.ts';
import { readServiceSecret } from './secrets/service-secret.ts';
import { announcement, announcementJson } from './start/announce.ts';
import { remedyText, requireRoomFor, writeSecrets } from './start/first-start.ts';
import { findDamage } from './storage/sqlite/damage.ts';
import { LedgerMissing, type Storage, UnusableDatabase } from './storage/storage.ts';
import { StandardStream } from './terminal/standard-stream.ts';
import {
  BadConfig,
  CliError,
  type CliWorld,
  EXIT,
  EXIT_OF_SIGNAL,
  NothingThere,
  type Screen,
  type ServeOptions,
} from './terminal/world.ts';
import { Channel } from './workers/channel.ts';
import { Primary } from './workers/primary.ts';

/** Longer than any connection that is answered needs to close. */
const LINGER_MS = 2_000;

const ourSignals = { signals: process, clock: systemClock };

export async function main(argv: string[]): Promise<void> {
  // Ledger, library and secret are readable only by their owner, whatever the mode of the folder.
  process.umask(0o077);
  process.exitCode = await runCli(systemWorld(), argv);
  // The channel to its primary would keep an ended worker alive.
  if (cluster.isWorker) process.exit();
  // So would a connection to an unavailable database. A process with nothing open ends before this.
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

const output = new StandardStream(process.stdout);
const errors = new StandardStream(process.stderr);

function systemWorld(): CliWorld {
  const { pager, ...environment } = readCommandEnvironment();
  return {
    out: (text) => output.write(text),
    err: (text) => errors.write(text),
    outputLoss: () => output.loss(),
    isTerminal: process.stderr.isTTY === true,
    columns: terminalColumns(),
    colors: streamColors(),
    screen: process.stdout.isTTY === true ? terminalScreen : null,
    showPaged: process.stdout.isTTY === true ? (shown) => showInPager(shown, pager) : null,
    ask: process.stdin.isTTY === true ? ask : null,
    stdin: () => text(process.stdin),
    clock: systemClock,
    random: systemRandom,
    versions: {
      reelgate: packageVersion(),
      node: process.versions.node,
      sqlite: process.versions.sqlite ?? 'none',
    },
    ...environment,
    streams: { input: process.stdin, output: process.stdout },
    config: readConfig,
    control: (config, mode) => orExplain(() => openControl(config, `cli:${userName()}`, mode), config),
    connectors,
    probe: probeProviders,
    record: recordProvider,
    rehearse: (config) => orExplain(() => rehearseStart(config), config),
    damage: ({ storage }) => (storage.kind === 'sqlite' ? findDamage(storage.file) : []),
    pingCollector,
    pingCache: pingSharedCache,
    resolve: resolveOnce,
    operatorToken,
    watcherToken: ({ dataDir }) => readMetricsToken(dataDir),
    freeBytes: (folder) => {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    hostname: hostname(),
    serve,
    moves: { copy: copyStorage, backup: backupStorage },
    goesOn: (afterMs) => pause(afterMs, true),
    interrupted: () => stopSignal(ourSignals, (signal) => process.exit(EXIT_OF_SIGNAL[signal])),
    reload: (pid) => process.kill(pid, 'SIGHUP'),
  };
}

/** Some terminals do not report their size. */
const terminalScreen: Screen = {
  size: () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 }),
  stopped: async () => {
    await stopSignal(ourSignals, () => process.exit(EXIT.ok));
  },
};

async function operatorToken(config: Config, storage: Storage): Promise<string> {
  try {
    return localOperatorToken(await readServiceSecret(config, storage, systemRandom));
  } catch (error) {
    throw new CliError(`cannot use the service secret: ${(error as Error).message}`);
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

function readConfig(file: string | null): Config {
  const config = loadConfig({ file, connectors: connectors.map(connectorNeeds) });
  if (isConfigError(config)) throw new BadConfig(config);
  return config;
}

async function serve(config: Config, reload: () => Config, options: ServeOptions): Promise<number> {
  const { workers, secretsFile } = options;
  if (secretsFile !== null) await orExplain(async () => requireRoomFor(secretsFile), config);
  if (workers === 1) return serveAlone(config, reload, options);
  return cluster.isPrimary ? servePrimary(config, options) : serveWorker(config, reload, workers);
}

async function serveAlone(config: Config, reload: () => Config, options: ServeOptions): Promise<number> {
  // Installed at the beginning: a signal during the start drains as soon as there is something to drain.
  const stopped = stopSignal(ourSignals, () => process.exit(EXIT.unavailable));
  const { gateway, started } = await begin(config, alone);
  // Before the announcement: a supervisor may send the signal as soon as it reads that.
  process.on('SIGHUP', () => say(reloadText(gateway, reload)));
  await announceStart(config, started, options);
  await stopped;
  await gateway.drain();
  return EXIT.ok;
}

/** One of several processes behind the same listeners: the primary prints for all and says when to stop. */
async function serveWorker(config: Config, reload: () => Config, workers: number): Promise<number> {
  const told = Promise.withResolvers<void>();
  let gateway: Gateway | null = null;
  let isReloadDue = false;
  const primary = new Channel(process, {
    drain: () => told.resolve(),
    reload: () => {
      isReloadDue = gateway === null;
      return gateway === null
        ? 'a worker that is starting reads the configuration when it serves'
        : reloadText(gateway, reload);
    },
    figures: () => gateway?.figures(),
  });
  // A terminal signals the whole process group. When only this process is signalled, the primary replaces it.
  const stopped = Promise.race([told.promise, stopSignal(ourSignals, () => process.exit(EXIT.unavailable))]);
  const begun = await begin(config, siblingsOf(primary, workers));
  gateway = begun.gateway;
  // The other workers have already printed the result.
  if (isReloadDue) reloadText(begun.gateway, reload);
  process.on('SIGHUP', () => say(reloadText(begun.gateway, reload)));
  await primary.ask('serving', begun.started);
  await stopped;
  await begun.gateway.drain();
  return EXIT.ok;
}

async function servePrimary(config: Config, options: ServeOptions): Promise<number> {
  const { workers: count } = options;
  surviveBackgroundBugs((bug) => say(`work in the background failed: ${(bug as Error).stack}`));
  const throttle = createThrottle(config.limits.keyCheck, systemClock);
  const served: Started[] = [];
  const primary: Primary<Started> = new Primary({
    count,
    clock: systemClock,
    handlers: {
      survey: () => primary.askAll('figures'),
      'key check': (address: string) => throttle.take(address),
    },
    // The first worker has the secrets, if the data folder was empty.
    onServing: (started) => {
      if (served.length === 0) served.push(started);
    },
    say,
  });
  const stopped = stopSignal(ourSignals, () => {
    primary.kill();
    process.exit(EXIT.unavailable);
  });
  // A worker would find an address taken only after it migrated the ledger.
  await orExplain(async () => (await holdAddresses(config, systemPorts)).close(), config);
  const failed = await Promise.race([primary.start(), stopped.then(() => null)]);
  if (failed !== null) return failed;
  const reloadAll = async () => {
    for (const text of new Set(await primary.askAll('reload'))) say(String(text));
  };
  process.on('SIGHUP', () => inBackground(reloadAll()));
  const [shown] = served;
  if (shown !== undefined) await announceStart(config, shown, options);
  await stopped;
  await primary.drain();
  // Stopped during a first start: its secrets are shown now or never.
  const [late] = served;
  if (shown === undefined && late !== undefined) await announceStart(config, late, options);
  return EXIT.ok;
}

/** What the operator is shown after a start. */
interface Started {
  listening: Listening;
  consoleLink: string | null;
  notices: string[];
}

async function begin(config: Config, siblings: Siblings): Promise<{ gateway: Gateway; started: Started }> {
  const gateway = await orExplain(() => assembleGateway(config, { siblings }), config);
  const listening = await orExplain(() => gateway.listen(), config).catch(async (error) => {
    await gateway.drain();
    throw error;
  });
  surviveBackgroundBugs((err) =>
    gateway.log.error({ err }, 'work in the background failed because of a bug'),
  );
  setUpEngine();
  collectWhenIdle(systemIntervals);
  const consoleLink = await orExplain(() => gateway.consoleLink(), config);
  return { gateway, started: { listening, consoleLink, notices: gateway.notices } };
}

/** When the secrets could not be shown or written, it prints how to replace them. */
async function announceStart(
  config: Config,
  { listening, consoleLink, notices }: Started,
  { secretsFile, json }: Pick<ServeOptions, 'secretsFile' | 'json'>,
): Promise<void> {
  const { firstStart } = listening;
  let problem: string | null = null;
  try {
    if (firstStart !== null && secretsFile !== null) writeSecrets(secretsFile, firstStart);
  } catch (error) {
    problem = (error as Error).message;
  }
  const shown = problem === null ? listening : { ...listening, firstStart: null };
  const seen = { ...shown, consoleLink };
  output.write(json ? announcementJson(seen, secretsFile) : announcement(config, seen, secretsFile));
  if (secretsFile === null) problem = await output.loss();
  if (firstStart !== null && problem !== null) say(remedyText(problem, firstStart));
  for (const notice of notices) say(notice);
}

function say(line: string): void {
  errors.write(`${line}\n`);
}

function reloadText(gateway: Gateway, reload: () => Config): string {
  try {
    const { needsRestart, needsApply } = gateway.reload(reload());
    return [
      'configuration reloaded',
      ...(needsRestart.length === 0 ? [] : [`needs a restart: ${needsRestart.join(', ')}`]),
      ...(needsApply.length === 0 ? [] : [`needs \`reelgate catalog apply\`: ${needsApply.join(', ')}`]),
    ].join('; ');
  } catch (error) {
    return `configuration not reloaded: ${(error as Error).message}`;
  }
}

/** Turns expected failures of a start into one clear line; a bug keeps its stack. */
async function orExplain<T>(work: () => Promise<T>, config: Config): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error, config) ?? error;
  }
}

function explain(error: unknown, config: Config): CliError | null {
  const { code, message, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (error instanceof LedgerMissing) return new NothingThere(`${message}; ${ledgerPlaceHint(config)}`);
  if (error instanceof UnusableDatabase || error instanceof StartRefused) return new CliError(message);
  if (code === 'EADDRINUSE') {
    return new CliError(
      `${address}:${port} is in use, by another program or by a running gateway; choose other addresses with REELGATE_PUBLIC and REELGATE_ADMIN`,
    );
  }
  if (code === 'EACCES' && port !== undefined)
    return new CliError(`this user may not listen on ${address}:${port}`);
  if (code === 'EADDRNOTAVAIL' && port !== undefined)
    return new CliError(`cannot listen on ${address}:${port}: this machine has no such address`);
  if (syscall === 'listen') return new CliError(`cannot listen on ${address}:${port}: ${message}`);
  if (code === 'ERR_SQLITE_ERROR')
    return new CliError(`cannot use the database in ${config.dataDir}: ${message}`);
  if (code !== undefined && /^E[A-Z]+$/.test(code))
    return new CliError(`cannot use ${config.dataDir}: ${message}`);
  return null;
}
