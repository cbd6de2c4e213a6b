// Owns the verb by which nodes lease their parts of the limits of providers. What is leased never adds up to more than the limit; a lease
// that is not renewed ends by itself. It is about how fast providers are asked, never about money.

export interface LimitWanted {
  provider: string;
  /** Of all nodes together, in thousandths of a request a second; null without such a limit. */
  rateMost: number | null;
  rateWanted: number;
  /** Requests at one time, of all nodes together; null without such a limit. */
  placesMost: number | null;
  placesWanted: number;
  /** Those that are taken right now: they cannot be given up before they end. */
  placesHeld: number;
}

export interface LimitPart {
  provider: string;
  ratePart: number;
  placesPart: number;
}

export interface LeaseVerbs {
  /** `nodes`: how many serve. Who of them has no lease yet is taken to use an equal part. In the order of what is wanted. */
  renew(input: { nodes: number; lastsMs: number; wanted: readonly LimitWanted[] }): Promise<LimitPart[]>;
}
