// Owns the words between the run and the process that makes load: what to send, for how long, and what came back.
import type { SecretPlan } from './secrets.ts';

export interface Job {
  port: number;
  /** The whole head of a request. `{n}` becomes a number that was never used before, `{key}` a secret drawn from `keys`. */
  head: string;
  keys: SecretPlan | null;
  /** The one status that is an answer; every other one is counted as a refusal. */
  expect: number;
  callers: number;
  warmMs: number;
  runMs: number;
  /** Goes on until this many were answered, though not without end. */
  callsMin: number;
  /** Requests per second, sent when they are due whatever came back; null sends the next one after each answer. */
  rate: number | null;
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
  /** Statuses of the refusals, and what broke on the way. */
  refusals: Record<string, number>;
  bytes: number;
}

export type FromRun = { kind: 'job'; job: Job } | { kind: 'go' };
/** `warm`: connected, warmed up and idle. */
export type FromLoad =
  | { kind: 'warm' }
  | { kind: 'done'; outcome: Outcome }
  | { kind: 'broke'; reason: string };
