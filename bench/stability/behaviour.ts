// Messages between the bench and its fake providers: how a provider behaves and what it records. Types only.

/** How a fake provider treats a search, until it is changed. */
export type Behaviour =
  | { kind: 'well'; latencyMs: number }
  /** This share of searches gets a 500, after the same time as an answer. */
  | { kind: 'flaky'; latencyMs: number; share: number }
  /** This share of answers takes `slowMs`. */
  | { kind: 'bimodal'; latencyMs: number; share: number; slowMs: number }
  /** A 503 to everything, as from a proxy whose server is gone; or only to one keyword. */
  | { kind: 'down'; latencyMs: number; keyword?: string }
  /** A 429 to everything, with Retry-After. */
  | { kind: 'limiting'; latencyMs: number; retryAfterSeconds: number }
  /** Accepts, never answers. The held searches are answered once the behaviour changes. */
  | { kind: 'silent' };

/** One search as the provider saw it. Times are of the provider's own clock. */
export interface Seen {
  keyword: string;
  atMs: number;
  /** null while it has not been answered. */
  answeredAtMs: number | null;
  status: number | null;
}

export interface ProviderSpec {
  name: string;
  /** How many videos match any keyword. */
  total: number;
}

export type Order =
  | { kind: 'behave'; provider: string; behaviour: Behaviour }
  /** Returns the journal since the last time and begins a new one. */
  | { kind: 'journal'; provider: string };

export interface Message {
  id: number;
  order: Order;
}

export type Reply =
  | { kind: 'serving'; urls: Record<string, string> }
  | { kind: 'done'; id: number; seen: Seen[] };
