// Owns what is known of a call when it is over: the one record that its line in the log and its trace are made from. Never a key or a
// cursor, and the keyword only where the operator asked for it.
import type { Attempt, Variant } from '../domain/call.ts';
import type { Micros } from '../domain/money.ts';
import type { TraceIdentity } from './trace-identity.ts';

/** A part of a call: its hold, its end. */
export interface CallStep {
  name: 'hold' | 'settle' | 'release';
  /** Since the call began. */
  startedMs: number;
  durationMs: number;
}

export interface EndedCall {
  requestId: string;
  account: string | null;
  key: string | null;
  /** null when it came to nothing before it was read. */
  path: string | null;
  platform: string | null;
  operation: string | null;
  variant: Variant;
  /** As its caller saw it. */
  status: number;
  /** null for an answer. */
  code: string | null;
  chargedMicros: Micros;
  source: string | null;
  /** Who answered, or failed last. */
  provider: string | null;
  keyword: string | null;
  /** When it began; wall clock. */
  beganAtMs: number;
  durationMs: number;
  steps: readonly CallStep[];
  attempts: readonly Attempt[];
  /** null when nobody traces. */
  trace: TraceIdentity | null;
}

/** The gateway or a platform failed; not the caller. */
export const isOurFailure = ({ status }: Pick<EndedCall, 'status'>) => status >= 500;

/** A second attempt began beside a first one of the same leg. */
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
