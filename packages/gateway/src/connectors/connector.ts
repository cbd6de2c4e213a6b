// Owns the connector port: what one adapter to one upstream API must be able to do. A connector is pure. It builds
// requests and parses answers; it opens no socket, reads no clock and never throws on what an upstream sends.
import type { ParsedVideo } from '../domain/video.ts';

/** A configured connector: where it is and with whose credentials. */
export interface Provider {
  name: string;
  connector: string;
  baseUrl: string | null;
  token: string | null;
  timeoutMs: number | null;
  /** The gateway's own public origin, for platforms whose pictures the gateway serves itself. */
  publicUrl: string;
}

export interface SearchInput {
  keyword: string;
  count: number;
  /** The upstream's own cursor of the page before, null on the first page. Opaque to everyone else. */
  cursor: string | null;
  /** How many items the walk has delivered so far. */
  position: number;
}

export interface UpstreamRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface UpstreamResponse {
  kind: 'response';
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type End = 'more' | 'exhausted' | 'upstream_cap' | 'unknown';

export interface Total {
  value: number;
  relation: 'eq' | 'approx' | 'capped';
}

export interface Page {
  kind: 'page';
  /** `raw` is the platform's own record as JSON text, its numbers untouched. */
  items: { video: ParsedVideo; raw: string }[];
  /** The upstream's cursor for the next page; null exactly when `end` is not "more". */
  cursor: string | null;
  end: End;
  total: Total | null;
}

/** Why one attempt failed. The plan decides by kind what comes next. */
export type AttemptFailureKind =
  | 'timeout'
  | 'unavailable'
  | 'rate_limited'
  | 'refused'
  | 'bad_response'
  | 'not_found'
  | 'input_rejected';

export interface AttemptFailure {
  kind: AttemptFailureKind;
  /** For logs and traces; may quote nothing secret. */
  detail: string;
  /** How long the provider asks not to be called. */
  suspendMs?: number;
}

/** One recorded exchange and what it must parse to. The contract suite turns each into a test. */
export interface Sample {
  name: string;
  input: SearchInput;
  response: UpstreamResponse;
  expect: { items: number; end: End } | { failure: AttemptFailureKind };
}

export interface Connector {
  name: string;
  /** Facts for people: who runs the API, where its documents are, may its answers be resold. */
  facts: { website: string; docs: string | null; keyNeeded: boolean; resale: 'yes' | 'no' | 'own-key' };
  /** Fields this upstream can never give, so that a null is explained. */
  missing: string[];
  search: {
    request(input: SearchInput, provider: Provider): UpstreamRequest;
    parse(response: UpstreamResponse, input: SearchInput, provider: Provider): Page | AttemptFailure;
  };
  samples: Sample[];
}
