// The environment of command tests: captured output, real SQLite storage in a temporary folder, and a clock controlled by the test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { NO_OWN_HOSTS, resolveAddress } from '../../addresses/resolve-address.ts';
import { isConfigError, loadConfig } from '../../config/config.ts';
import { connectors as builtIn } from '../../connectors/index.ts';
import { type RandomBytes, systemRandom } from '../../domain/clock.ts';
import type { Payments } from '../../domain/payment-port.ts';
import { billedPaths } from '../../mounts/billed-routes.ts';
import { backupStorage, copyStorage } from '../../move/move-storage.ts';
import { localOperatorToken } from '../../secrets/local-operator.ts';
import { readMetricsToken } from '../../secrets/metrics-token.ts';
import { readServiceSecret } from '../../secrets/service-secret.ts';
import { findDamage } from '../../storage/sqlite/damage.ts';
import { openSqliteStorage } from '../../storage/sqlite/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { BadConfig, CliError, type CliWorld, EXIT } from '../../terminal/world.ts';
import { runCli } from '../index.ts';

const START_MS = Date.parse('2026-11-15T12:00:00.000Z');

export interface Ran {
  code: number;
  out: string;
  err: string;
}

export class TestCli {
  readonly folder = mkdtempSync(join(tmpdir(), 'reelgate-cli-'));
  readonly reloaded: number[] = [];
  nowMs = START_MS;
  #out = '';
  #err = '';
  readonly #interrupted = Promise.withResolvers<'SIGINT' | 'SIGTERM'>();
  #shared: Promise<Storage> | null = null;

  /** Where ids and secrets come from. */
  random: RandomBytes = systemRandom;
  /** The result of a live check. */
  probed = {
    outcome: 'ok',
    items: 5,
    end: 'more',
    duration_ms: 12,
    new_keys: [] as string[],
    missing_keys: [] as string[],
  };
  /** Makes a recording. */
  record: CliWorld['record'] = async (_config, _provider, { keyword }) => ({
    recording: {
      connector: 'tube',
      recorded_on: '2026-11-15',
      from: 'https://tube.example',
      kept: ['public'],
      samples: [
        { operation: 'video.search', input: { platform: 'tube' }, answers: [{ body: keyword }], expect: {} },
      ],
    },
    left: [{ operation: 'playlist.get', platform: 'tube', reason: 'no playlist is known: --playlist' }],
  });
  /** The payment adapter. */
  payments: Payments | null = null;
  /** Why a start would be refused; null when it would not. */
  startTrouble: string | null = null;
  /** Addresses that a running gateway has. */
  served: string[] = [];
  /** Why the collector of traces takes nothing; null when it does. */
  collectorTrouble: string | null = null;
  /** Why the shared cache does not answer; null when it does. */
  cacheTrouble: string | null = null;
  freeBytes = 10 ** 12;
  /** The error code with which standard output fails from now on; null when it works. */
  outputLoss: string | null = null;
  readonly world: CliWorld = {
    out: (text) => {
      if (this.outputLoss === null) this.#out += text;
    },
    outputLoss: async () => this.outputLoss,
    err: (text) => {
      this.#err += text;
    },
    isTerminal: false,
    columns: null,
    colors: { out: false, err: false },
    screen: null,
    showPaged: null,
    ask: null,
    stdin: async () => '',
    clock: { nowMs: () => this.nowMs, monotonicMs: () => this.nowMs - START_MS },
    random: (bytes) => this.random(bytes),
    versions: { reelgate: '1.2.3', node: '26.10.0', sqlite: '3.53.0' },
    apiKey: null,
    gatewayUrl: null,
    streams: { input: new PassThrough(), output: new PassThrough() },
    config: (file) => {
      const loaded = loadConfig({ file, connectors: ['library'], env: {}, cwd: this.folder });
      if (isConfigError(loaded)) throw new BadConfig(loaded);
      return loaded;
    },
    control: async (config) => {
      // Shared by all commands of a test: opening it takes longer than any command.
      this.#shared ??= this.open(false);
      const storage = await this.#shared;
      const paths = billedPaths(config);
      const { clock, random } = this.world;
      const { currency } = config.prices;
      const deps = {
        storage,
        clock,
        random,
        currency,
        payments: async () => this.payments,
        paths: () => paths,
        providerNames: () => Object.keys(config.providers),
        coverage: () => [],
        madeUp: () => [],
        breakableNames: () => Object.keys(config.providers),
        freeOnlyPaths: () => [],
        signup: () => config.signup,
        webhookRules: () => ({ enabled: true, perAccountMax: 5, allowPrivate: false }),
        settings: () => ({ file: null, given: [] }),
        collectionKeep: () => ({ keepMs: 604_800_000, termsMs: null }),
        consoleUrl: () => 'http://127.0.0.1:8081',
        probe: async () => [],
        publicUrl: () => 'http://127.0.0.1:8080',
        title: () => 'Reelgate',
        providers: async () => ({ states: [], answered: 0, processes: 0, replays: 0 }),
        refresh: async () => {},
      };
      return { deps, caller: { actor: 'cli:test' }, close: async () => {} };
    },
    connectors: builtIn,
    probe: async (_config, providers, keyword) =>
      providers.map((provider) => ({ ...this.probed, provider, platform: 'library', detail: keyword })),
    record: (...asked) => this.record(...asked),
    rehearse: async () => {
      if (this.startTrouble !== null) throw new CliError(this.startTrouble);
      return { served: this.served };
    },
    damage: ({ storage }) => (storage.kind === 'sqlite' ? findDamage(storage.file) : []),
    pingCollector: async () => {
      if (this.collectorTrouble !== null) throw new Error(this.collectorTrouble);
    },
    pingCache: async () => {
      if (this.cacheTrouble !== null) throw new Error(this.cacheTrouble);
    },
    resolve: async (_config, text) => ({ ...resolveAddress(text, NO_OWN_HOSTS), served_as: ['library'] }),
    operatorToken: async (config, storage) =>
      localOperatorToken(await readServiceSecret(config, storage, systemRandom)),
    watcherToken: ({ dataDir }) => readMetricsToken(dataDir),
    freeBytes: () => this.freeBytes,
    hostname: 'here',
    goesOn: async () => false,
    interrupted: () => this.#interrupted.promise,
    serve: async () => EXIT.ok,
    moves: { copy: copyStorage, backup: backupStorage },
    reload: (pid) => {
      this.reloaded.push(pid);
    },
  };

  open(serves: boolean): Promise<Storage> {
    const file = join(this.folder, 'data', 'reelgate.db');
    return openSqliteStorage({ file, clock: this.world.clock, random: this.world.random, serves });
  }

  pressCtrlC(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): void {
    this.#interrupted.resolve(signal);
  }

  async run(...argv: string[]): Promise<Ran> {
    this.#out = '';
    this.#err = '';
    const code = await runCli(this.world, ['node', 'reelgate', ...argv]);
    return { code, out: this.#out, err: this.#err };
  }

  /** The JSON answer of a command that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape.
  async json(...argv: string[]): Promise<any> {
    const { code, out, err } = await this.run(...argv, '--json');
    if (code !== EXIT.ok) throw new Error(`${argv.join(' ')} ended with ${code}: ${err}`);
    return JSON.parse(out);
  }

  write(name: string, text: string): string {
    const file = join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }

  async close(): Promise<void> {
    await (await this.#shared)?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
