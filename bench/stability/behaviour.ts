// Owns the words between the bench and its fake providers: how a provider behaves, what it notes down, and the messages
// that set and read both. Types alone.

/** How a fake provider treats a search, until it is told otherwise. */
export type Behaviour =
  | { kind: 'well'; latencyMs: number }
  /** This share of searches gets a 500, after the same time as an answer. */
  | { kind: 'flaky'; latencyMs: number; share: number }
  /** This share of answers takes `slowMs`. */
  | { kind: 'bimodal'; latencyMs: number; share: number; slowMs: number }
  /** A 503 to everything, as from a proxy whose server is gone; or to one keyword alone. */
  | { kind: 'down'; latencyMs: number; keyword?: string }
  /** A 429 to everything, with Retry-After. */
  | { kind: 'limiting'; latencyMs: number; retryAfterSeconds: number }
  /** Accepts, never answers. What it holds is answered once it is told to be otherwise. */
  | { kind: 'silent' };

/** One search as the provider saw it. Times are of the provider's own clock. */
export interface Seen {
  keyword: string;
  atMs: number;
  /** Null while it has not been answered. */
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
  /** Gives the journal since the last time and begins a new one. */
  | { kind: 'journal'; provider: string };

export interface Message {
  id: number;
  order: Order;
}

export type Reply =
  | { kind: 'serving'; urls: Record<string, string> }
  | { kind: 'done'; id: number; seen: Seen[] };
