// Owns the memory of keys: who holds a secret, by its hash. It may be half a second behind another process; `open` asks
// the ledger again, so a revoked key can read its own name here but never spend.
import { KEY_CACHE_MAX } from '../domain/limits.ts';
import type { KeyHolder, Storage } from '../storage/storage.ts';

export interface Keyring {
  find(hash: string): Promise<KeyHolder | null>;
  /** Forget everything: some key, account or limit has changed. */
  clear(): void;
}

export function createKeyring(storage: Pick<Storage, 'keys'>): Keyring {
  const known = new Map<string, KeyHolder>();
  let generation = 0;
  return {
    async find(hash) {
      const cached = known.get(hash);
      if (cached !== undefined) return cached;
      const asked = generation;
      const holder = await storage.keys.findByHash({ hash });
      // What was read before a change must not be remembered after it.
      if (holder !== null && asked === generation) remember(known, hash, holder);
      return holder;
    },
    clear() {
      generation++;
      known.clear();
    },
  };
}

function remember(known: Map<string, KeyHolder>, hash: string, holder: KeyHolder): void {
  if (known.size >= KEY_CACHE_MAX) known.delete(known.keys().next().value!);
  known.set(hash, holder);
}
