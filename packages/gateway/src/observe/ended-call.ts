// The record of an ended call, from which its log line and its trace are made. It never contains a key or a cursor,
// and the keyword only where the operator asks for it.
import type { Attempt, Variant } from '../domain/call.ts';
import type { Micros } from '../domain/money.ts';
import type { TracedExchange, TraceIdentity } from './trace-identity.ts';

/** A step of a call: its hold, its settlement or its release. */
export interface CallStep {
  name: 'hold' | 'settle' | 'release';
  /** Milliseconds since the call began. */
  startedMs: number;
  durationMs: number;
}

export interface EndedCall {
  requestId: string;
  account: string | null;
  key: string | null;
  /** The HTTP method; null for a call that no caller waits for. */
  method: string | null;
  /** The pattern of the HTTP route; null for a call that no caller waits for. */
  route: string | null;
  /** null when the call failed before its path was read. */
  path: string | null;
  platform: string | null;
  operation: string | null;
  variant: Variant;
  /** The HTTP status that the caller got. */
  status: number;
  /** The failure code; null for a success. */
  code: string | null;
  chargedMicros: Micros;
  source: string | null;
  /** The provider that answered, or that failed last. */
  provider: string | null;
  keyword: string | null;
  /** Wall clock time of the beginning, in milliseconds. */
  beganAtMs: number;
  durationMs: number;
  steps: readonly CallStep[];
  attempts: readonly Attempt[];
  /** The HTTP exchanges of the attempts; their times are milliseconds since the call began. */
  exchanges: readonly (TracedExchange | null)[];
  /** null when the call is not traced. */
  trace: TraceIdentity | null;
}

/** True when the gateway or a platform failed, and not the caller. */
export const isOurFailure = ({ status }: Pick<EndedCall, 'status'>) => status >= 500;

/** True when two attempts of the same leg overlap in time. */
export function isHedged(attempts: readonly Attempt[]): boolean {
  if (attempts.length < 2) return false;
  return attempts.some((one, i) =>
    attempts.slice(i + 1).some((other) => one.leg === other.leg && overlap(one, other)),
  );
}

function overlap(one: Attempt, other: Attempt): boolean {
  return (
    one.startedMs < other.startedMs + other.durationMs && other.startedMs < one.startedMs + one.durationMs
  );
}
