// Owns how long a listener waits for its callers: for their bytes, for their reading, and when it closes.
import { DRAIN_MS } from '../domain/limits.ts';

export interface ServerTimes {
  headersMs: number;
  requestMs: number;
  /** How late the two limits above may act. */
  checkIntervalMs: number;
  keepAliveMs: number;
  /** No byte in or out for this long while an answer is due or being written. */
  stallMs: number;
  /** Beside that, an answer has the time to leave that this rate takes. */
  readBytesPerSecondMin: number;
  /** How long closing waits for the rest of requests that have not arrived whole. */
  unfinishedMs: number;
  /** How long closing waits for answers that are due or being written. */
  drainMs: number;
}

export const PUBLIC_TIMES: ServerTimes = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkIntervalMs: 2_000, // Node's 30 s would let a slow sender stay four times as long as allowed.
  keepAliveMs: 65_000, // Above the 60 s after which balancers drop idle connections: they must close first.
  stallMs: 30_000, // Twice the deadline of a call, so it only ever cuts callers that stopped reading.
  readBytesPerSecondMin: 32 * 1024, // Slower than every mobile network that still loads a page.
  unfinishedMs: 1_000, // Whoever is in the middle of sending needs less, and who needs more was never begun.
  drainMs: DRAIN_MS,
};
