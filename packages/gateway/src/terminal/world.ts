// What a command may use. `main.ts` builds the real one; commands reach nothing else of the process, so a test can
// run any of them and read what it said.
import type { Readable, Writable } from 'node:stream';
import type { ExplainedAddress } from '../addresses/explain-address.ts';
import type { Config, StorageConfig } from '../config/config.ts';
import type { Connector } from '../connectors/connector.ts';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import type { Failure } from '../domain/failure.ts';
import type { Probe } from '../domain/probe.ts';
import type { Storage } from '../storage/storage.ts';
import type { OnTransferProgress } from '../storage/transfer/row-transfer.ts';
import type { TransferResult } from '../storage/transfer/transfer.ts';
import type { AdminCaller, AdminDeps } from '../verb/deps.ts';

/** Exit codes, for scripts: 0 done, 1 the answer is no, 2 wrong use, 3 could not be done now, 130 stopped by Ctrl-C, as shells say. */
export const EXIT = { ok: 0, no: 1, usage: 2, unavailable: 3, interrupted: 130 } as const;

/** Ends a command with one clear line. */
export class CliError extends Error {
  override name = 'CliError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.unavailable) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** There is no ledger, or no library, where the configuration says it is. */
export class NothingThere extends CliError {
  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

export interface ControlMode {
  /** Makes a ledger where there is none. Without it, `NothingThere` is thrown. */
  mayCreate: boolean;
}

/** The control plane, opened without a running gateway: both work on the same data folder at the same time. */
export interface Control {
  deps: AdminDeps;
  caller: AdminCaller;
  close(): Promise<void>;
}

/** A whole ledger from one database to another, and the library with it. */
export interface StorageMoves {
  /** For good: no gateway may serve on either of them. */
  copy(
    move: {
      from: StorageConfig;
      to: StorageConfig;
      dataDir: string;
      library: 'served' | 'beside' | 'left';
    },
    onProgress: OnTransferProgress,
  ): Promise<TransferResult>;
  /** Into a new SQLite file, while the gateway serves; the library into one beside it. */
  backup(
    backup: { from: StorageConfig; dataDir: string; file: string; library: 'beside' | 'left' },
    onProgress: OnTransferProgress,
  ): Promise<TransferResult>;
}

export interface ServeOptions {
  /** Processes on this machine. */
  workers: number;
  /** Takes the secrets of a first start instead of standard output; absolute. */
  secretsFile: string | null;
}

/** A terminal that can be written over. */
export interface Screen {
  /** As it is now: it may be made larger or smaller. */
  size(): { columns: number; rows: number };
  /** Resolves when the user wants to stop. */
  stopped(): Promise<void>;
}

export interface CliWorld {
  /** Writes the text as it is: it brings its own line ends, and a progress bar has none. */
  out(text: string): void;
  err(text: string): void;
  /** Waits until standard output has taken everything; the error's code, such as EPIPE, when something was lost. */
  outputLoss(): Promise<string | null>;
  /** True when standard error is a terminal: progress bars make sense. */
  isTerminal: boolean;
  /** Width of standard output when it is a terminal; null lets every line be as long as it is. */
  columns: number | null;
  /** Standard output when it is a terminal, for what is written over itself. */
  screen: Screen | null;
  /** Asks one question and gives the answer; null when standard input is no terminal. */
  ask: ((question: string) => Promise<string>) | null;
  /** Everything that is piped in. */
  stdin(): Promise<string>;
  clock: Clock;
  random: RandomBytes;
  versions: { reelgate: string; node: string; sqlite: string };
  /** An API key for commands that call as a customer; from the environment, never required. */
  apiKey: string | null;
  /** Where the gateway is, for the command that serves its tools elsewhere; from the environment. */
  gatewayUrl: string | null;
  /** For the command that speaks a protocol over them. */
  streams: { input: Readable; output: Writable };
  /** Reads the configuration; throws CliError with exit code 2 when it is bad. */
  config(file: string | null): Config;
  control(config: Config, mode: ControlMode): Promise<Control>;
  connectors: readonly Connector[];
  /** Searches once at each of the providers, live. */
  probe(config: Config, providers: readonly string[], keyword: string): Promise<Probe[]>;
  /** Asks the configured shared cache once; rejects with what is wrong. */
  pingCache(config: Config): Promise<void>;
  /** What an address is, on this configuration; a short link is followed. */
  resolve(config: Config, text: string): Promise<ExplainedAddress | Failure>;
  /** A token for the admin listener of a gateway on this data; who can read the data is an operator. */
  operatorToken(config: Config, storage: Storage): Promise<string>;
  /** Opens the metrics of a gateway on this machine without the database; null when none has served here. */
  watcherToken(config: Config): string | null;
  /** Runs the gateway until it is told to stop; gives the exit code. */
  serve(config: Config, reload: () => Config, options: ServeOptions): Promise<number>;
  moves: StorageMoves;
  /** What the user of this process may still write on the disk of this folder. */
  freeBytes(folder: string): number;
  /** The name of this machine, as nodes write it down. */
  hostname: string;
  /** Waits `afterMs`, then says whether the command goes on. A signal ends the process before that. */
  goesOn(afterMs: number): Promise<boolean>;
  /** Resolves at the first Ctrl-C, which then no longer ends the process by itself; the second one does. */
  interrupted(): Promise<void>;
  /** Sends SIGHUP. */
  reload(pid: number): void;
}
