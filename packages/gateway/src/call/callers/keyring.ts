// The key cache: the holder of a secret, by the secret's hash. It may be half a second behind a change made by another process.
// `open` checks the key again in the ledger, so a revoked key can be authenticated here for that time but never spend.
import { KEY_CACHE_MAX } from '../../domain/limits.ts';
import type { KeyHolder, Storage } from '../../storage/storage.ts';
import type { Keys } from '../authenticate.ts';

export interface Keyring extends Keys {
  /** Forgets everything: a key, an account or a limit has changed. */
  clear(): void;
}

export function createKeyring(storage: Pick<Storage, 'keys'>): Keyring {
  const known = new KnownKeys();
  let generation = 0;
  return {
    known: (hash) => known.get(hash),
    async find(hash) {
      const asked = generation;
      const holder = await storage.keys.findByHash({ hash });
      // A holder that was read before a change must not be remembered after it.
      if (holder !== null && asked === generation) known.set(hash, holder);
      return holder;
    },
    clear() {
      generation++;
      known.clear();
    },
  };
}

/**
 * Two maps: when the younger one is full, it becomes the older one, and the former older one is dropped as a whole. Deleting
 * single keys from a full Map leaves holes that each search for the oldest key walks over: 390 µs at 200,000 keys.
 */
class KnownKeys {
  #young = new Map<string, KeyHolder>();
  #old = new Map<string, KeyHolder>();

  get(hash: string): KeyHolder | null {
    const young = this.#young.get(hash);
    if (young !== undefined) return young;
    const old = this.#old.get(hash);
    if (old === undefined) return null;
    this.set(hash, old);
    return old;
  }

  set(hash: string, holder: KeyHolder): void {
    if (this.#young.size >= KEY_CACHE_MAX / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(hash, holder);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
