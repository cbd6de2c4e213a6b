// Everything that a command may use. main.ts builds the real one. Commands access nothing else of the process, so tests can run any command
// and read its output.
import type { Readable, Writable } from 'node:stream';
import type { ExplainedAddress } from '../addresses/explain-address.ts';
import type { Config, ConfigError, ConfigProblem, StorageConfig } from '../config/config.ts';
import type { Connector } from '../connectors/connector.ts';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import type { Failure } from '../domain/failure.ts';
import type { LiveRecording, Probe, RecordedBodies, RecordWishes } from '../domain/provider-status.ts';
import type { Storage } from '../storage/storage.ts';
import type { OnTransferProgress } from '../storage/transfer/row-transfer.ts';
import type { TransferResult } from '../storage/transfer/transfer.ts';
import type { AdminCaller, AdminDeps } from '../verb/deps.ts';

/** Exit codes, for scripts: 0 done, 1 the answer is no, 2 wrong use, 3 not possible now, 130 and 143 stopped by Ctrl-C or SIGTERM as in shells. */
export const EXIT = { ok: 0, no: 1, usage: 2, unavailable: 3, interrupted: 130, terminated: 143 } as const;

/** For the help and the reference. */
export const EXIT_MEANINGS: Record<number, string> = {
  [EXIT.ok]: 'done',
  [EXIT.no]: 'the answer is no: refused, not found, invalid, or a check failed',
  [EXIT.usage]: 'wrong use: unknown command or option, bad value, bad configuration',
  [EXIT.unavailable]: 'could not be done now: storage, gateway or standard output unavailable',
  [EXIT.interrupted]: 'stopped by Ctrl-C',
  [EXIT.terminated]: 'stopped by SIGTERM',
};

/** The exit code of a command that a signal ended. */
export const EXIT_OF_SIGNAL = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;

const CODE_OF_EXIT: Record<number, string> = {
  [EXIT.no]: 'REFUSED',
  [EXIT.usage]: 'USAGE',
  [EXIT.unavailable]: 'UNAVAILABLE',
};

/** Ends a command with a message. */
export class CliError extends Error {
  override name = 'CliError';
  readonly exitCode: number;
  /** For scripts: the code of a refusal, or a word for the exit code. */
  readonly code: string;
  /** Further fields of the error's JSON. */
  readonly detail: object;

  constructor(
    message: string,
    exitCode: number = EXIT.unavailable,
    { code, ...detail }: { code?: string; [field: string]: unknown } = {},
  ) {
    super(message);
    this.exitCode = exitCode;
    this.code = code ?? CODE_OF_EXIT[exitCode] ?? 'UNAVAILABLE';
    this.detail = detail;
  }
}

/** The configuration has mistakes. */
export class BadConfig extends CliError {
  readonly problems: readonly ConfigProblem[];
  readonly file: string | null;

  constructor({ message, problems, file }: ConfigError) {
    const shown = problems.map(({ line, column, path, text }) => ({
      line,
      column,
      setting: path,
      problem: text,
    }));
    super(message, EXIT.usage, { code: 'CONFIG_INVALID', file, problems: shown });
    this.problems = problems;
    this.file = file;
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
interface StorageMoves {
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
  /** What is printed at the start is JSON. */
  json: boolean;
}

/** A terminal that can be redrawn. */
export interface Screen {
  /** The current size: users resize terminals. */
  size(): { columns: number; rows: number };
  /** Resolves when the user wants to stop. */
  stopped(): Promise<void>;
}

export interface Rehearsal {
  /** Addresses of this configuration that a running gateway has. */
  served: string[];
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
  /** Which of the two streams get colours. */
  colors: { out: boolean; err: boolean };
  /** Standard output when it is a terminal that can be redrawn. */
  screen: Screen | null;
  /** Shows a long text a screen at a time; false when no program for that can be started. null when standard output is not a terminal. */
  showPaged: ((text: string) => Promise<boolean>) | null;
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
  /** Runs one live search at each of the providers, and compares the keys of its answer with those of the connector and of a recording. */
  probe(
    config: Config,
    providers: readonly string[],
    keyword: string,
    recorded?: readonly RecordedBodies[],
  ): Promise<Probe[]>;
  /** Asks each operation of one provider once, live. The answers name nobody. */
  record(config: Config, provider: string, wishes: RecordWishes): Promise<LiveRecording>;
  /** Tries what a start needs besides its ledger, and rejects as the start would. */
  rehearse(config: Config): Promise<Rehearsal>;
  /** Damaged pages in the file of the ledger; none where the ledger is no file. */
  damage(config: Config): string[];
  /** Sends nothing to the configured collector of traces once; rejects with the problem. */
  pingCollector(config: Config): Promise<void>;
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
  /** Resolves at the first Ctrl-C or SIGTERM, which then does not end the process; the second one does. */
  interrupted(): Promise<keyof typeof EXIT_OF_SIGNAL>;
  /** Sends SIGHUP to the process. */
  reload(pid: number): void;
}
