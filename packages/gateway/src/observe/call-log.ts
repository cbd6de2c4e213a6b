// The log of calls: one JSON line for every failed call and for a share of the others. Writing never makes a call
// wait: lines that cannot be written in time are dropped and counted. Lines never contain a key, a cursor or a body,
// and the keyword only when the operator asks for it.
import path from 'node:path';
import pino from 'pino';
import { type Chance, systemIntervals } from '../domain/clock.ts';
import { formatMoney } from '../domain/money.ts';
import { makeFolder } from '../process/make-folder.ts';
import type { EndedCall } from './ended-call.ts';
import { jsonLines, type Log } from './log.ts';

/** Lines of about two thousand calls, buffered while the destination accepts none. */
const WAITING_BYTES_MAX = 1_048_576;
/** Bytes per write: some ten lines are written together. */
const TOGETHER_BYTES = 4_096;
/** The longest that a line waits for others, in milliseconds. */
const FLUSH_MS = 1_000;

interface CallLogSettings {
  /** `off`, `stderr`, `stdout`, or the absolute path of a file. */
  to: string;
  /** The share of successful calls with a line, from 0 to 1. Called for every successful call. */
  successes(): number;
  log: Log;
  chance: Chance;
}

export interface CallLog {
  /** False when no call would get a line. */
  isOn(): boolean;
  /** Writes the line, unless the call was not sampled. */
  write(call: EndedCall): void;
  /** Lines that could not be written. */
  readonly dropped: number;
  /** Opens the file again after a log rotation moved it away. */
  reopen(): void;
  /** Resolves when all buffered lines are written; never, when the destination accepts none. */
  close(): Promise<void>;
}

export function createCallLog({ to, successes, log, chance }: CallLogSettings): CallLog {
  return to === 'off' ? inMainLog(log) : new CallStream({ to, successes, log, chance });
}

/** Without a destination of their own, calls are lines of the main log at level debug. */
function inMainLog(log: Log): CallLog {
  return {
    isOn: () => log.isLevelEnabled('debug'),
    write: (call) => log.debug(fieldsOf(call), 'call'),
    dropped: 0,
    reopen() {},
    close: async () => {},
  };
}

class CallStream implements CallLog {
  readonly #settings: CallLogSettings;
  readonly #stream: ReturnType<typeof pino.destination>;
  readonly #lines: pino.Logger;
  readonly #stopFlushes: () => void;
  #isClosed = false;
  #isOpen = false;
  #isTold = false;
  dropped = 0;

  constructor(settings: CallLogSettings) {
    this.#settings = settings;
    makeFolderOf(settings.to);
    this.#stream = pino.destination({
      dest: destinationOf(settings.to),
      sync: false,
      maxLength: WAITING_BYTES_MAX,
      minLength: TOGETHER_BYTES,
    });
    this.#stream.on('drop', () => this.dropped++);
    this.#stream.on('error', (error) => this.#tell(error as Error));
    this.#flushOnlyWhenOpen();
    this.#lines = jsonLines('info', this.#stream);
    this.#stopFlushes = systemIntervals(FLUSH_MS, () => this.#stream.flush());
  }

  isOn(): boolean {
    return true;
  }

  write(call: EndedCall): void {
    if (!this.#isClosed && this.#wants(call)) this.#lines.info(fieldsOf(call), 'call');
  }

  #wants({ code }: EndedCall): boolean {
    const { successes, log, chance } = this.#settings;
    return code !== null || log.isLevelEnabled('debug') || chance() < successes();
  }

  reopen(): void {
    if (typeof destinationOf(this.#settings.to) !== 'string') return;
    makeFolderOf(this.#settings.to);
    this.#stream.reopen();
  }

  close(): Promise<void> {
    this.#stopFlushes();
    this.#isClosed = true;
    // The package never says that a file is closed which it could not open.
    if (!this.#isOpen && this.#isTold) return Promise.resolve();
    const closed = new Promise<void>((resolve) => {
      this.#stream.once('close', resolve);
      if (!this.#isOpen) this.#stream.once('error', () => resolve());
    });
    this.#stream.end();
    return closed;
  }

  /**
   * Logs the first error only. Without a listener Node would end the process, and a full disk must not stop the
   * gateway.
   */
  #tell(err: Error): void {
    if (!this.#isTold) this.#settings.log.error({ err }, 'the log of calls cannot be written');
    this.#isTold = true;
  }

  /** The package flushes at the end of the process, and throws when the file is not open yet. */
  #flushOnlyWhenOpen(): void {
    const stream = this.#stream;
    const flushSync = stream.flushSync.bind(stream);
    stream.once('ready', () => {
      this.#isOpen = true;
    });
    stream.flushSync = () => (this.#isOpen ? flushSync() : undefined);
  }
}

const DESCRIPTORS: Record<string, number> = { stdout: 1, stderr: 2 };

const destinationOf = (to: string): number | string => DESCRIPTORS[to] ?? to;

function makeFolderOf(to: string): void {
  if (typeof destinationOf(to) !== 'string') return;
  try {
    makeFolder(path.dirname(to));
  } catch {
    // Opening the file fails then, and says so.
  }
}

function fieldsOf(call: EndedCall): object {
  return {
    requestId: call.requestId,
    ...(call.trace !== null && { traceId: call.trace.traceId }),
    account: call.account,
    key: call.key,
    path: call.path,
    ...(call.keyword !== null && { keyword: call.keyword }),
    status: call.status,
    code: call.code,
    charged: formatMoney(call.chargedMicros),
    source: call.source,
    provider: call.provider,
    attempts: call.attempts.length,
    durationMs: Math.round(call.durationMs * 10) / 10,
  };
}
