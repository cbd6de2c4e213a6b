// What tools need from a gateway: to buy an answer, and to read what is free. Tools served by the gateway use the
// call pipeline; tools served over stdio call a gateway over HTTP. What is free is an account verb, whose route both ports know. Types only.
import type { AccountDeps } from '../verb/deps.ts';
import type { AnyVerb } from '../verb/verb.ts';

/** An answer, as a caller over HTTP would get it. */
export interface ToolAnswer {
  status: number;
  /** The JSON document: an answer, or a problem. */
  body: Record<string, unknown>;
  /** From the headers of a paid answer; null for free ones. */
  charged: string | null;
  balance: string | null;
  isReplay: boolean;
}

/** With the id under which it was finally asked. */
export interface Bought extends ToolAnswer {
  requestId: string;
}

export interface Purchase {
  platform: string;
  /** The last segment of the path. */
  action: string;
  query: Record<string, string>;
  requestId: string;
  /**
   * Other ids under which the same question may have been asked; that of the window before comes first. Empty when
   * the caller chose the id.
   */
  twins: readonly string[];
  /** The most that it may cost; null without a limit. */
  maxPrice: string | null;
  /** A quote of the gateway, whose price applies; null for the current price. */
  quote: string | null;
}

/** The payer, and the operator's limit for tools. */
export interface Payer {
  /** The id of the key: two keys never share the ids of their questions. */
  keyId: string;
  /** Above this price a tool asks first; null when the operator set no limit. */
  confirmAbove: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: verbs of different inputs; each checks its own.
export type FreeVerb = AnyVerb<AccountDeps, any>;

/** What a verb is given: texts as in an address, and the body as it is. */
export interface FreeInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: object;
  /** The same id makes the same thing. */
  requestId?: string;
}

export interface ToolPort {
  nowMs(): number;
  /** The problem, when the payer cannot be determined. */
  payer(): Payer | Promise<Payer | ToolAnswer>;
  /** When the signal aborts before the charge, the call is given up and its hold is released. */
  buy(purchase: Purchase, signal: AbortSignal): Promise<Bought>;
  /** Runs an account verb. Collections and watches cost nothing here: their calls are paid when the gateway makes them. */
  free(verb: FreeVerb, input?: FreeInput): Promise<ToolAnswer>;
}
