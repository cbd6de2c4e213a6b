// Owns what a contender is: something that serves on a port of this machine, whose use can be read and which can be stopped.
import type { Usage } from './usage.ts';

export interface Contender {
  port: number;
  usage(): Promise<Usage>;
  /** CPU of a server that it works with; absent when there is none or it cannot be read. */
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
  /** Platforms with videos of their own, which answer at once. */
  many: readonly string[];
}

export const MANY = 5;
/** As they are called in the gateway's settings, and in the addresses of their videos. */
export const MANY_NAMES: readonly string[] = Array.from({ length: MANY }, (_, i) => `tube${i + 1}`);
