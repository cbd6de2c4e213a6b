// A live check of a provider, as commands and the admin API show it.

/** The result of one live search at one provider. */
export interface Probe {
  provider: string;
  platform: string;
  /** `ok`, or the kind of failure. */
  outcome: string;
  items: number | null;
  end: string | null;
  duration_ms: number;
  /** Which setting to change, the title of the first result, or what failed. */
  detail: string | null;
}
