// The type of a simulated platform: a connector's upstream as a few pure functions, with its page sizes, caps and cursor rules, so that a
// whole walk can run against it over real HTTP. This folder has one file per connector.
import type { OperationName } from '../../connectors/connector.ts';

export interface SimulatedRequest {
  method: string;
  /** Absolute, as the server received it. */
  url: URL;
  /** Header names are in lower case. */
  headers: Record<string, string | undefined>;
  body: string;
}

export interface SimulatedAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** A list other than the search, and how far its walk must reach. */
export interface SimulatedList {
  /** What a caller sends: parameters of the operation. */
  ask: Readonly<Record<string, string>>;
  /** How many of `total` items a caller can reach. */
  reachable(total: number): number;
  lastEnd(total: number): 'exhausted' | 'upstream_cap' | 'unknown';
  /** The unified id of the n-th item, from 0. */
  idOf(n: number): string;
  /** How many of the `total` entries of a playlist are no longer there: the walk must count them, and deliver none. */
  unavailable?(total: number): number;
  /** Parameters that name a missing owner; left out where the list has no owner, such as popular videos or a search. */
  absent?: Readonly<Record<string, string>>;
  /** The platform knows an owner only by its list, so an owner without items does not exist. */
  isAbsentWhenEmpty?: boolean;
  /** The same owner by other parameters, such as a handle: its list must be the same. */
  alias?: Readonly<Record<string, string>>;
}

/** One record, and how a caller asks for it. */
export interface SimulatedThing {
  ask: Readonly<Record<string, string>>;
  id: string;
  absent: Readonly<Record<string, string>>;
  alias?: Readonly<Record<string, string>>;
}

export interface Simulation {
  connector: string;
  /** The path segment under which the gateway serves it. */
  platform: string;
  /** Provider settings other than `connector`, `base_url` and `allow_private`, as in reelgate.yaml. */
  settings: Record<string, unknown>;
  /** How many of `total` matches a caller can reach: fewer than all where the platform caps its results. */
  reachable(total: number): number;
  /** The `end` of the last page of a walk. */
  lastEnd(total: number): 'exhausted' | 'upstream_cap' | 'unknown';
  /** The unified id of the n-th video, from 0. */
  idOf(n: number): string;
  /** Its pages are requested by offset, so a withdrawn video moves those after it. */
  isByPlace?: boolean;
  /**
   * Answers like the platform when it has `total` videos, which all match any keyword. Where pages go by offset, those in `gone` were
   * withdrawn since. 401 for a missing or wrong credential.
   */
  answer(request: SimulatedRequest, total: number, gone?: ReadonlySet<number>): SimulatedAnswer;
  /** Lists other than the search, by operation. `answer` serves these too, with `total` items. */
  lists?: Partial<Record<Exclude<OperationName, 'video.search'>, SimulatedList>>;
  things?: Partial<Record<OperationName, SimulatedThing>>;
  /** Answers of the platform that the connector must turn into the named failure, never into a page. */
  faults: { name: string; answer: SimulatedAnswer; code: string }[];
}

/** The index of the video with this id among `total`; null when there is none. */
export function numberOf(idOf: (n: number) => string, id: string, total: number): number | null {
  for (let n = 0; n < total; n += 1) if (idOf(n) === id) return n;
  return null;
}

/** The indexes of videos that were not withdrawn, ascending. */
export function present(total: number, gone: ReadonlySet<number> = new Set()): number[] {
  return Array.from({ length: total }, (_, n) => n).filter((n) => !gone.has(n));
}
