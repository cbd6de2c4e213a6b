// What the workers of collections and watches share: how many run at once, and what was paid before a restore.

import type { Failure } from '../../domain/failure.ts';
import type { ClaimedDuty, DutyKind, DutyWork } from '../../domain/gathering/duty.ts';
import type { KeyHolder, PaidUnit, Storage } from '../../storage/storage.ts';
import type { GatherTerms, TermsRequest } from './gathered.ts';

export interface GatherDeps {
  storage: Pick<Storage, 'gathered' | 'duties' | 'found'>;
  settings(): { enabled: boolean; atOnce: number; perAccount: number };
  /** The key as it is now; null when it is gone. */
  holderOf(keyId: string): Promise<KeyHolder | null>;
  terms(request: Omit<TermsRequest, 'purpose'>): Promise<GatherTerms | Failure>;
  /** Resolves when the next unit may begin: interactive calls go first. */
  turn(isStopping: () => boolean): Promise<void>;
}

export abstract class GatherWork<Deps extends GatherDeps> implements DutyWork {
  abstract readonly kind: DutyKind;
  protected readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  get atOnceMax(): number {
    return this.deps.settings().atOnce;
  }

  get perPartyMax(): number {
    return this.deps.settings().perAccount;
  }

  isOn(): boolean {
    return this.deps.settings().enabled;
  }

  abstract run(duty: ClaimedDuty, isStopping: () => boolean): Promise<void>;

  /** The page or run after this many, if it was charged before the ledger was restored. */
  protected async paidAfter(
    { id: ownerId, accountId }: { id: string; accountId: string },
    from: number,
  ): Promise<PaidUnit | null> {
    return this.deps.storage.gathered.paid({ accountId, ownerId, from });
  }
}
