// What tools need from a gateway: to buy an answer, and to read what is free. Tools served by the gateway use the
// call pipeline; tools served over stdio call a gateway over HTTP. Types only.

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

/** Calls to quote a price for. */
interface QuoteWanted {
  platform: string;
  action: string;
  /** Items per call; null for the default. */
  count: number | null;
  calls: number;
}

/** The payer, and the operator's limit for tools. */
export interface Payer {
  /** The id of the key: two keys never share the ids of their questions. */
  keyId: string;
  /** Above this price a tool asks first; null when the operator set no limit. */
  confirmAbove: string | null;
}

/** Which items of a collection or watch to read. */
export interface ItemsWanted {
  id: string;
  /** Items with a higher number. */
  after: number;
  limit: number;
}

/** Collections and watches. Everything here is free: their calls are paid when the gateway makes them. */
interface GatheringPort {
  /** The same request id and body give the same collection. */
  createCollection(body: object, requestId: string): Promise<ToolAnswer>;
  collections(): Promise<ToolAnswer>;
  collection(id: string): Promise<ToolAnswer>;
  collectionItems(wanted: ItemsWanted): Promise<ToolAnswer>;
  cancelCollection(id: string): Promise<ToolAnswer>;
  /** The same request id and body give the same watch. */
  createWatch(body: object, requestId: string): Promise<ToolAnswer>;
  watches(): Promise<ToolAnswer>;
  watch(id: string): Promise<ToolAnswer>;
  watchItems(wanted: ItemsWanted): Promise<ToolAnswer>;
  updateWatch(id: string, body: object): Promise<ToolAnswer>;
}

export interface ToolPort extends GatheringPort {
  nowMs(): number;
  /** The problem, when the payer cannot be determined. */
  payer(): Payer | Promise<Payer | ToolAnswer>;
  /** When the signal aborts before the charge, the call is given up and its hold is released. */
  buy(purchase: Purchase, signal: AbortSignal): Promise<Bought>;
  /** Records of a paid answer, from its stored copy. */
  records(requestId: string): Promise<ToolAnswer>;
  account(): Promise<ToolAnswer>;
  receipt(requestId: string): Promise<ToolAnswer>;
  prices(): Promise<ToolAnswer>;
  platforms(): Promise<ToolAnswer>;
  quote(wanted: QuoteWanted): Promise<ToolAnswer>;
}
