// The log: JSON lines on standard error. Every line is searched for texts that look like a key or a token just before
// it is written, and they are replaced, whatever was passed in.
import pino from 'pino';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

export interface Log {
  error(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  info(detail: object, message: string): void;
  debug(detail: object, message: string): void;
  /** For lines that are expensive to make. */
  isLevelEnabled(level: LogLevel): boolean;
  /** Applies to the following lines. */
  setLevel(level: LogLevel): void;
}

/** Secrets of every kind that `domain/access/key.ts` makes, the token of the metrics, and secrets of webhooks. */
const SECRET_SHAPE = /\brg[a-z]_(?:live|test)_[0-9A-Za-z]{4,}|\brgw_[\w-]{20,}|\bwhsec_[\w+/]{4,}={0,2}/g;

export function redact(line: string): string {
  return line.replace(SECRET_SHAPE, '[secret]');
}

/** Bytes of lines that wait while standard error accepts none; further lines are dropped. */
const WAITING_BYTES_MAX = 1_048_576;

export function createLog(level: LogLevel): Log {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: WAITING_BYTES_MAX });
  // Without a listener Node would end the process, and a full disk must not stop the gateway.
  destination.on('error', () => {});
  const log = jsonLines(level, destination);
  return Object.assign(log, {
    setLevel(next: LogLevel) {
      log.level = next;
    },
  });
}

/** A logger whose lines never contain the text of a secret, whatever the destination. */
export function jsonLines(level: LogLevel, destination: pino.DestinationStream): pino.Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: null, timestamp, hooks: { streamWrite: redact } }, destination);
}

/** For tests and for commands that log nothing. */
export const silentLog: Log = {
  error() {},
  warn() {},
  info() {},
  debug() {},
  isLevelEnabled: () => false,
  setLevel() {},
};
