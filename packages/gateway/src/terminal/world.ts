// Everything that a command may use. main.ts builds the real one. Commands access nothing else of the process, so tests can run any command
// and read its output.
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

/** Exit codes, for scripts: 0 done, 1 the answer is no, 2 wrong use, 3 not possible now, 130 stopped by Ctrl-C as in shells. */
export const EXIT = { ok: 0, no: 1, usage: 2, unavailable: 3, interrupted: 130 } as const;

/** Ends a command with a one-line message. */
export class CliError extends Error {
  override name = 'CliError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.unavailable) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** No ledger, or no library, at the configured place. */
export class NothingThere extends CliError {
  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

export interface ControlMode {
  /** Creates a missing ledger. Otherwise `NothingThere` is thrown. */
  mayCreate: boolean;
}

/** The control plane without a running gateway. A gateway may use the same data folder at the same time. */
export interface Control {
  deps: AdminDeps;
  caller: AdminCaller;
  close(): Promise<void>;
}

/** Moves a whole ledger, with its library, from one database to another. */
export interface StorageMoves {
  /** For good: no gateway may serve either database meanwhile. */
  copy(
    move: {
      from: StorageConfig;
      to: StorageConfig;
      dataDir: string;
      library: 'served' | 'beside' | 'left';
    },
    onProgress: OnTransferProgress,
  ): Promise<TransferResult>;
  /** Into a new SQLite file while the gateway serves; the library goes into a file beside it. */
  backup(
    backup: { from: StorageConfig; dataDir: string; file: string; library: 'beside' | 'left' },
    onProgress: OnTransferProgress,
  ): Promise<TransferResult>;
}

export interface ServeOptions {
  /** Number of processes on this machine. */
  workers: number;
  /** Absolute path of the file for the secrets of a first start; null prints them on standard output. */
  secretsFile: string | null;
}

/** A terminal that can be redrawn. */
export interface Screen {
  /** The current size: users resize terminals. */
  size(): { columns: number; rows: number };
  /** Resolves when the user wants to stop. */
  stopped(): Promise<void>;
}

export interface CliWorld {
  /** Writes the text unchanged: line ends are part of it, and a progress bar has none. */
  out(text: string): void;
  err(text: string): void;
  /** Waits until standard output has accepted everything. Returns the error code, such as EPIPE, when something was lost. */
  outputLoss(): Promise<string | null>;
  /** True when standard error is a terminal, which can show progress bars. */
  isTerminal: boolean;
  /** Width of standard output when it is a terminal; null: lines are not cut. */
  columns: number | null;
  /** Standard output when it is a terminal that can be redrawn. */
  screen: Screen | null;
  /** Asks one question; null when standard input is not a terminal. */
  ask: ((question: string) => Promise<string>) | null;
  /** All of standard input. */
  stdin(): Promise<string>;
  clock: Clock;
  random: RandomBytes;
  versions: { reelgate: string; node: string; sqlite: string };
  /** API key for commands that call as a caller, from the environment; may be absent. */
  apiKey: string | null;
  /** The gateway's URL for the `mcp` command, from the environment. */
  gatewayUrl: string | null;
  /** For the `mcp` command, which speaks a protocol over them. */
  streams: { input: Readable; output: Writable };
  /** Reads the configuration. Throws CliError with exit code 2 when it is invalid. */
  config(file: string | null): Config;
  control(config: Config, mode: ControlMode): Promise<Control>;
  connectors: readonly Connector[];
  /** Runs one live search at each of the providers. */
  probe(config: Config, providers: readonly string[], keyword: string): Promise<Probe[]>;
  /** Asks the configured shared cache once; rejects with the problem. */
  pingCache(config: Config): Promise<void>;
  /** What an address means on this configuration. Short links are followed. */
  resolve(config: Config, text: string): Promise<ExplainedAddress | Failure>;
  /** A token for the admin listener of a gateway on this data: a user who can read the data is an operator. */
  operatorToken(config: Config, storage: Storage): Promise<string>;
  /** A token for the metrics of a gateway on this machine, which needs no database. Null when no gateway has served here. */
  watcherToken(config: Config): string | null;
  /** Runs the gateway until it is stopped; returns the exit code. */
  serve(config: Config, reload: () => Config, options: ServeOptions): Promise<number>;
  moves: StorageMoves;
  /** Bytes that this user may still write to the disk of this folder. */
  freeBytes(folder: string): number;
  /** This machine's name, as nodes record it. */
  hostname: string;
  /** Waits `afterMs`, then returns whether the command goes on. A signal ends the process earlier. */
  goesOn(afterMs: number): Promise<boolean>;
  /** Resolves at the first Ctrl-C, which then does not end the process; the second one does. */
  interrupted(): Promise<void>;
  /** Sends SIGHUP to the process. */
  reload(pid: number): void;
}
