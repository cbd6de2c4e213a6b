// Owns the process: it builds the world in which commands run, prints what a first start made, and turns signals into a
// drain. Nothing else calls process.exit or listens to signals.
import { hostname, userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import packageFile from '../package.json' with { type: 'json' };
import { assembleGateway, type Listening, openControl, probeProviders } from './assemble.ts';
import { runCli } from './cli/index.ts';
import { CliError, type CliWorld, EXIT } from './cli/world.ts';
import {
  type Config,
  defaultPublicUrl,
  isConfigError,
  loadConfig,
  readCommandEnvironment,
} from './config.ts';
import { connectorNeeds, connectors } from './connectors/index.ts';
import { systemClock, systemRandom } from './domain/clock.ts';
import type { FirstStart } from './first-start.ts';
import { localOperatorToken } from './local-operator.ts';
import { backupStorage, copyStorage } from './move-storage.ts';
import { readServiceSecret } from './service-secret.ts';
import { StartRefused } from './start-refused.ts';
import { type Storage, UnusableDatabase } from './storage/storage.ts';

export async function main(argv: string[]): Promise<void> {
  // Ledger, library and secret are the owner's alone, whatever the folder's mode.
  process.umask(0o077);
  process.exitCode = await runCli(systemWorld(), argv);
}

function systemWorld(): CliWorld {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
    columns: process.stdout.isTTY === true ? process.stdout.columns : null,
    ask: process.stdin.isTTY === true ? ask : null,
    stdin: () => text(process.stdin),
    clock: systemClock,
    random: systemRandom,
    versions: {
      reelgate: packageFile.version,
      node: process.versions.node,
      sqlite: process.versions.sqlite ?? 'none',
    },
    apiKey: readCommandEnvironment().apiKey,
    config: readConfig,
    control: (config) => orExplain(() => openControl(config, `cli:${userInfo().username}`), config),
    connectors,
    probe: probeProviders,
    operatorToken,
    hostname: hostname(),
    serve,
    moves: { copy: copyStorage, backup: backupStorage },
    reload: (pid) => process.kill(pid, 'SIGHUP'),
  };
}

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
  if (isConfigError(config)) throw new CliError(config.message, EXIT.usage);
  return config;
}

async function serve(config: Config, reload: () => Config): Promise<void> {
  // Listened for from the start: a signal during the start drains as soon as there is something to drain.
  const stopped = stopSignal();
  const gateway = await orExplain(() => assembleGateway(config), config);
  const listening = await orExplain(() => gateway.listen(), config).catch(async (error) => {
    await gateway.drain();
    throw error;
  });
  announce(config, listening);
  for (const notice of gateway.notices) process.stderr.write(`${notice}\n`);
  process.on('SIGHUP', () => applyReload(gateway, reload));
  await stopped;
  await gateway.drain();
}

/** The first signal drains. A second one is for people who cannot wait: the ledger survives it. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(EXIT.unavailable));
        resolve();
      });
    }
  });
}

function applyReload(gateway: { reload(config: Config): string[] }, reload: () => Config): void {
  try {
    const waiting = gateway.reload(reload());
    const rest = waiting.length === 0 ? '' : `; needs a restart: ${waiting.join(', ')}`;
    process.stderr.write(`configuration reloaded${rest}\n`);
  } catch (error) {
    process.stderr.write(`configuration not reloaded: ${(error as Error).message}\n`);
  }
}

function announce(config: Config, listening: Listening): void {
  const base = defaultPublicUrl(listening.public);
  const lines = [`Reelgate serves ${base} (admin ${defaultPublicUrl(listening.admin)})`];
  const { firstStart } = listening;
  if (firstStart !== null) lines.push(...welcome(config, base, firstStart));
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Shown once: the three lines work as pasted. */
function welcome(config: Config, base: string, { apiKey, adminToken, accountName }: FirstStart): string[] {
  const path = '/api/u1/v1/library/app/search_video_v2';
  const bearer = `-H 'Authorization: Bearer ${apiKey}'`;
  return [
    '',
    `First start: made account "${accountName}" with 10.00 ${config.prices.currency}, a key and an admin token in`,
    `${config.dataDir}. They are shown once; only their hashes are stored.`,
    '',
    `  key    ${apiKey}`,
    `  admin  ${adminToken}`,
    '',
    'Check the key, search, ask for the price:',
    '',
    `  curl -s ${base}/api/test/apikey -H 'Content-Type: application/json' -d '{"key":"${apiKey}"}'`,
    `  curl -s '${base}${path}?keyword=%E7%8C%AB' ${bearer}`,
    `  curl -s '${base}/api/pricing/v1/endpoints?path=${path}' ${bearer}`,
    '',
    `API reference: ${base}/docs`,
  ];
}

/** Turns what can go wrong at a start into one clear line; a bug keeps its stack. */
async function orExplain<T>(work: () => Promise<T>, config: Config): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error, config) ?? error;
  }
}

function explain(error: unknown, config: Config): CliError | null {
  const { code, message, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (error instanceof UnusableDatabase || error instanceof StartRefused) return new CliError(message);
  if (code === 'EADDRINUSE') return new CliError(`${address}:${port} is taken by another program`);
  if (code === 'EACCES' && port !== undefined) return new CliError(`may not listen on ${address}:${port}`);
  if (code === 'ERR_SQLITE_ERROR')
    return new CliError(`cannot use the database in ${config.dataDir}: ${message}`);
  if (code !== undefined && /^E[A-Z]+$/.test(code))
    return new CliError(`cannot use ${config.dataDir}: ${message}`);
  return null;
}
