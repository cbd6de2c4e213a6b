// Messages between the run and the process that makes load: what to send, for how long, and what came back.
import type { SecretPlan } from './secrets.ts';
import type { SentCall } from './tails.ts';

export interface Job {
  port: number;
  /** The whole head of a request. `{n}` becomes a number that was never used before, `{key}` a secret drawn from `keys`. */
  head: string;
  keys: SecretPlan | null;
  /** The only status that counts as an answer; every other one counts as a refusal. */
  expect: number;
  /** Connections. With a rate, the limit of requests without an answer. */
  callers: number;
  warmMs: number;
  runMs: number;
  /** The slice goes on until this many calls were answered, up to a limit. */
  callsMin: number;
  /** Requests per second, sent at fixed times whatever came back; null sends the next one after each answer. */
  rate: number | null;
  /** Whether the outcome has the times of each call, whose request id is `own-{n}`. */
  isTold: boolean;
}

export interface Latency {
  count: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Outcome {
  /** From the first request to the last answer. */
  tookMs: number;
  answered: Latency;
  refused: Latency;
  /** Statuses of the refusals, and connection errors. */
  refusals: Record<string, number>;
  bytes: number;
  /** Requests of a fixed rate that were sent after their time. */
  late: number;
  calls?: SentCall[];
}

/** `close` comes after resource use was read, so that closing connections is not measured. */
export type FromRun = { kind: 'job'; job: Job } | { kind: 'go' } | { kind: 'close' };
/** `warm`: connected, warmed up and idle. */
export type FromLoad =
  | { kind: 'warm' }
  | { kind: 'done'; outcome: Outcome }
  | { kind: 'broke'; reason: string };
