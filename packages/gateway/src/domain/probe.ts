// Owns the words for a live check of a provider, as commands and the admin side show it.

/** What one live search at one provider gave. */
export interface Probe {
  provider: string;
  platform: string;
  /** `ok`, or the kind of failure. */
  outcome: string;
  items: number | null;
  end: string | null;
  duration_ms: number;
  /** What should be set otherwise, or the first title, or what went wrong. */
  detail: string | null;
}
