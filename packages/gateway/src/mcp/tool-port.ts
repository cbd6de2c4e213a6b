// Owns what tools need of a gateway: to buy an answer, and to read what is free. Served by the gateway itself they reach the call
// pipeline; served over stdio they reach a gateway by HTTP. Types alone.

/** What was answered, as a caller over HTTP would see it. */
export interface ToolAnswer {
  status: number;
  /** The JSON document: an answer, or a problem. */
  body: Record<string, unknown>;
  /** As the headers of a paid answer say; null for free ones. */
  charged: string | null;
  balance: string | null;
  isReplay: boolean;
}

/** With the id that it was asked under in the end. */
export interface Bought extends ToolAnswer {
  requestId: string;
}

export interface Purchase {
  platform: string;
  /** The last segment of the path. */
  action: string;
  query: Record<string, string>;
  requestId: string;
  /** Ids that the same question may have been asked under: that of the window before comes first. Empty for an id that was chosen. */
  twins: readonly string[];
  /** The most that it may cost; null without a limit. */
  maxPrice: string | null;
  /** Of the gateway: its price holds; null for that of the moment. */
  quote: string | null;
}

/** Calls whose price is asked for. */
export interface QuoteWanted {
  platform: string;
  action: string;
  /** Items of one call; null for as many as it gives without being told. */
  count: number | null;
  calls: number;
}

/** Who pays, and what the operator wants of tools. */
export interface Payer {
  /** Names the key: two keys never share the ids of their questions. */
  keyId: string;
  /** Above it a tool asks first; null when the operator set none. */
  confirmAbove: string | null;
}

export interface ToolPort {
  nowMs(): number;
  /** An answer that is a problem when nobody can say. */
  payer(): Payer | Promise<Payer | ToolAnswer>;
  /** Given up when the signal says so before the charge: then its hold goes back. */
  buy(purchase: Purchase, signal: AbortSignal): Promise<Bought>;
  /** Records of an answer that was paid for, out of what is kept of it. */
  records(requestId: string): Promise<ToolAnswer>;
  account(): Promise<ToolAnswer>;
  receipt(requestId: string): Promise<ToolAnswer>;
  prices(): Promise<ToolAnswer>;
  platforms(): Promise<ToolAnswer>;
  quote(wanted: QuoteWanted): Promise<ToolAnswer>;
}
