// Remembers looked-up ids for an hour: the id of an author behind a handle, the id of a video behind a short address. Without it
// every first page by a handle would pay for the same look-up.
import { AnswerCache } from '../../cache/answer-cache.ts';
import type { Clock } from '../../domain/clock.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';

/** An hour: a handle seldom changes its owner, and a list that is an hour late is still the list of the remembered id. */
const KEPT_MS = 3_600_000;
/** Room for about five thousand names. */
const BYTES_MAX = 1_000_000;
/** Bytes of a name and its id, with room for long ones. */
const NAME_BYTES = 200;

export interface LookedUpName {
  by: ConnectedProvider;
  platform: string;
  /** What the name belongs to. */
  kind: 'author' | 'video';
  name: string;
}

export class KnownIds {
  readonly #ids: AnswerCache<string>;

  constructor(clock: Clock) {
    this.#ids = new AnswerCache(clock, () => BYTES_MAX);
  }

  /** null when the id was not looked up within the last hour. */
  idOf(name: LookedUpName): string | null {
    return this.#ids.fresh(keyOf(name), KEPT_MS)?.value ?? null;
  }

  learn(name: LookedUpName, id: string): void {
    const bytes = NAME_BYTES + 2 * (name.name.length + id.length);
    this.#ids.put(keyOf(name), id, { freshMs: KEPT_MS, staleMs: 0, bytes });
  }
}

function keyOf({ by, platform, kind, name }: LookedUpName): string {
  return JSON.stringify([by.provider.name, platform, kind, name]);
}
