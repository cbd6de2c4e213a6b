// Owns the shape of a simulated platform: a connector's upstream as a few pure functions, with its page sizes, caps and
// cursor rules, so that a whole walk can be made against it over real HTTP. One file beside this one per connector.
import type { OperationName } from '../../connectors/connector.ts';

export interface SimulatedRequest {
  method: string;
  /** Absolute, as the server saw it. */
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  body: string;
}

export interface SimulatedAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** A list beside the search, and how far its walk must lead. */
export interface SimulatedList {
  /** What a caller asks: parameters of the operation. */
  ask: Readonly<Record<string, string>>;
  /** How many of `total` things a caller can reach. */
  reachable(total: number): number;
  lastEnd(total: number): 'exhausted' | 'upstream_cap' | 'unknown';
  /** The unified id of the n-th of them, counted from 0. */
  idOf(n: number): string;
  /** A question for the list of something that is not there. */
  absent: Readonly<Record<string, string>>;
  /** The platform knows an owner by the list alone: one without anything is not there. */
  isAbsentWhenEmpty?: boolean;
  /** The same thing by other parameters, such as a handle: its list must be the same. */
  alias?: Readonly<Record<string, string>>;
}

/** One thing, and how a caller asks for it. */
export interface SimulatedThing {
  ask: Readonly<Record<string, string>>;
  /** Its unified id. */
  id: string;
  absent: Readonly<Record<string, string>>;
  alias?: Readonly<Record<string, string>>;
}

export interface Simulation {
  connector: string;
  /** The path segment under which the gateway serves it. */
  platform: string;
  /** Provider settings beside `connector`, `base_url` and `allow_private`, as in reelgate.yaml. */
  settings: Record<string, unknown>;
  /** How many of `total` matches a caller can reach: less than all where the platform caps its results. */
  reachable(total: number): number;
  /** What the last page of a walk must say. */
  lastEnd(total: number): 'exhausted' | 'upstream_cap' | 'unknown';
  /** The unified id of the n-th video, counted from 0. */
  idOf(n: number): string;
  /** Its pages are asked for by place, so that a withdrawn video moves those behind it. */
  isByPlace?: boolean;
  /**
   * Answers as the platform would when it has `total` videos, which all match any keyword; those in `gone` were withdrawn since, where the
   * platform is one by place. 401 for a missing or wrong credential.
   */
  answer(request: SimulatedRequest, total: number, gone?: ReadonlySet<number>): SimulatedAnswer;
  /** What it has beside the search, by operation. `answer` is asked for these as well, with as many things as `total` says. */
  lists?: Partial<Record<Exclude<OperationName, 'video.search'>, SimulatedList>>;
  things?: Partial<Record<OperationName, SimulatedThing>>;
  /** Each as the platform would say it; the connector must turn it into the failure named, never into a page. */
  faults: { name: string; answer: SimulatedAnswer; code: string }[];
}

/** Which of `total` videos has this id; null when none does. */
export function numberOf(idOf: (n: number) => string, id: string, total: number): number | null {
  for (let n = 0; n < total; n += 1) if (idOf(n) === id) return n;
  return null;
}

/** The videos that are still there, in order. */
export function present(total: number, gone: ReadonlySet<number> = new Set()): number[] {
  return Array.from({ length: total }, (_, n) => n).filter((n) => !gone.has(n));
}
