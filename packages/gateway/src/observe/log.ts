// Owns the log: JSON lines on standard error. Whatever a caller of it passes in, nothing that looks like a key or a token
// gets out: every line is searched for the shape of a secret just before it is written.
import pino from 'pino';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

export interface Log {
  error(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  info(detail: object, message: string): void;
  debug(detail: object, message: string): void;
  /** For lines whose making costs something. */
  isLevelEnabled(level: LogLevel): boolean;
  /** From now on. */
  setLevel(level: LogLevel): void;
}

const SECRET_SHAPE = /\brg[kaw]_(?:live|test)_[0-9A-Za-z]{4,}/g;

export function redact(line: string): string {
  return line.replace(SECRET_SHAPE, '[secret]');
}

/** Lines that wait while standard error takes none; later ones are dropped. */
const WAITING_BYTES_MAX = 1_048_576;

export function createLog(level: LogLevel): Log {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: WAITING_BYTES_MAX });
  // A log on a full disk is no reason to stop serving; Node would end the process without a listener.
  destination.on('error', () => {});
  const log = jsonLines(level, destination);
  return Object.assign(log, {
    setLevel(next: LogLevel) {
      log.level = next;
    },
  });
}

/** However they are written, the shape of a secret gets into none of them. */
export function jsonLines(level: LogLevel, destination: pino.DestinationStream): pino.Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: null, timestamp, hooks: { streamWrite: redact } }, destination);
}

/** For tests and commands that have nothing to say. */
export const silentLog: Log = {
  error() {},
  warn() {},
  info() {},
  debug() {},
  isLevelEnabled: () => false,
  setLevel() {},
};
