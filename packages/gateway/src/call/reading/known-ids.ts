// Remembers looked-up ids: the id of an author behind a handle, the id of a video behind a short address. It is bounded and forgets after
// an hour. Without it every first page by a handle would pay for the same look-up.
import { AnswerCache } from '../../cache/answer-cache.ts';
import type { Clock } from '../../domain/clock.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';

/** An hour: a handle seldom changes hands, and a list that is a little late is still the list of its id. */
const KEPT_MS = 3_600_000;
/** Some five thousand names. */
const BYTES_MAX = 1_000_000;
/** Of a name and its id, with room for long ones. */
const NAME_BYTES = 200;

export interface LookedUpName {
  by: ConnectedProvider;
  platform: string;
  /** What the name is of. */
  kind: 'author' | 'video';
  name: string;
}

export class KnownIds {
  readonly #ids: AnswerCache<string>;

  constructor(clock: Clock) {
    this.#ids = new AnswerCache(clock, () => BYTES_MAX);
  }

  /** null when nobody asked for it lately. */
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
