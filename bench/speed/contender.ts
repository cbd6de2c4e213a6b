// A contender: a server on this machine whose resource use can be read and which can be stopped.
import type { Usage } from './usage.ts';

export interface Contender {
  port: number;
  usage(): Promise<Usage>;
  /** CPU of a server that it uses; absent when there is none or it cannot be read. */
  besideMicros?(): number;
  stop(): Promise<void>;
}

/** Why a contender has no figures: a word for the table. */
export interface Missing {
  missing: string;
}

export function isMissing(value: object): value is Missing {
  return 'missing' in value;
}

/** The upstream, on all of its ports. */
export interface Upstream {
  fast: string;
  slow: string;
  /** Platforms with their own videos, which answer at once. */
  many: readonly string[];
}

export const MANY = 5;
/** Their names in the gateway's settings, and in the addresses of their videos. */
export const MANY_NAMES: readonly string[] = Array.from({ length: MANY }, (_, i) => `tube${i + 1}`);
