// What a situation of a paid call is made of.
import type { ServerResponse } from 'node:http';
import type { Script } from '../../testing/scripted-platform.ts';
import type { TestGateway } from '../../testing/test-gateway.ts';

export interface World {
  gateway: TestGateway;
  /** The id of the caller's key. */
  key: string;
  /** The secret of the other account. */
  otherSecret: string;
  advance(ms: number): void;
  /** How the platform answers from now on. */
  platform(script: Script): void;
  /** The ledger cannot do this verb, until the situation ends. */
  fail(verb: string): void;
  mend(): void;
}

export interface Situation {
  path?: string;
  query: Record<string, string>;
  headers?: Record<string, string>;
  method?: string;
  body?: object;
  script?: Script;
  /** How the mounted upstream answers. */
  upstream?(response: ServerResponse): void;
  /** Before anything is written down. */
  before?(world: World): Promise<unknown>;
  /** What of the query and of the headers is known only after an earlier call. */
  asks?(world: World): Promise<Record<string, string>>;
  headersOf?(world: World): Promise<Record<string, string>>;
  /** Between the first call and its repeat. */
  between?(world: World, id: string): Promise<unknown>;
  /** The call has no end, so a repeat would wait for it. */
  isStuck?: boolean;
  /** It is asked once more, without an id. */
  alsoWithoutId?: boolean;
}
