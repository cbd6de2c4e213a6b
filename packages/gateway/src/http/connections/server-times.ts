// How long a listener waits for its callers: for their bytes, for them to read, and when it closes.
import { DRAIN_MS } from '../../domain/limits.ts';

export interface ServerTimes {
  headersMs: number;
  requestMs: number;
  /** How often the two timeouts above are checked: they may act this much later. */
  checkIntervalMs: number;
  keepAliveMs: number;
  /** Timeout without any byte in or out, while an answer is pending or being sent. */
  stallMs: number;
  /** On top of stallMs, an answer may take as long to be read as at this rate. */
  readBytesPerSecondMin: number;
  /** How long closing waits for requests that have arrived only in part. */
  unfinishedMs: number;
  /** How long closing waits for answers that are pending or being sent. */
  drainMs: number;
}

export const PUBLIC_TIMES: ServerTimes = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkIntervalMs: 2_000, // With Node's 30 s a slow sender could stay four times as long as allowed.
  keepAliveMs: 65_000, // Above the 60 s after which load balancers close idle connections: the balancer must close first.
  stallMs: 30_000, // Twice the deadline of a call, so it only cuts callers that stopped reading.
  readBytesPerSecondMin: 32 * 1024, // Slower than any mobile network that can still load a page.
  unfinishedMs: 1_000, // A caller that is sending needs less. A request that needs more has not been started, so nothing is lost.
  drainMs: DRAIN_MS,
};
