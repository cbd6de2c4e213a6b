// Takes units of a provider's quota before the provider is asked. The count itself is in the ledger, one for all nodes. This file
// keeps the count as this process last read it, so that a plan skips a provider with nothing left without asking the ledger.
// Providers without a quota cost nothing here.
import type { AttemptFailure } from '../../connectors/connector.ts';
import type { Clock } from '../../domain/clock.ts';
import { gatheringAccount } from '../../domain/limiting/fair-share.ts';
import { type Quota, unitsOf } from '../../domain/limiting/quota.ts';
import { type QuotaUse, type Storage, StorageUnavailable } from '../../storage/storage.ts';
import type { OnBehalfOf, Permit } from '../../upstream/upstream.ts';
import type { ConnectedProvider } from './connected-provider.ts';

/** The current period of a quota, as last read from the ledger. */
interface Known {
  usedUnits: number;
  /** When the period ends, on this process's monotonic clock: the ledger's clock may differ from ours. */
  endsMs: number;
}

/** What is left of a quota, for operators. */
export interface QuotaLeft {
  units: number;
  resetsAtMs: number;
}

/** Units taken for one page or record. They are given back when nothing was sent for them. */
export interface TakenUnits {
  giveBack(): Promise<void>;
}

export type ProviderWithQuota = Pick<ConnectedProvider, 'quota'> & {
  provider: Pick<ConnectedProvider['provider'], 'name'>;
};

/** The part of a quota that collections and watches may use together, and the account that asks for a part of it. */
interface Share {
  /** Above 0 and up to 1. */
  part: number;
  accountId: string;
}

/** Units that collections and watches of all accounts share. Those of a small quota still allow one call. */
export const sharedUnits = ({ units }: Pick<Quota, 'units'>, part: number) =>
  Math.max(1, Math.floor(units * part));

/** Accounts of which this process knows that they get nothing more in this period. Beyond it, the oldest is asked about again. */
const REFUSED_MAX = 10_000;

/** Under which the ledger counts the units of collections and watches. No provider's name has a slash. */
const gatheringName = (provider: string) => `${provider}/gathering`;

export class Quotas {
  readonly #verbs: Storage['quotas'];
  readonly #clock: Clock;
  /** Key: the provider's name from the configuration, so the size is bounded. */
  readonly #known = new Map<string, Known>();
  /** Of a provider and an account: when the period ends in which the account gets no more shared units. */
  readonly #refused = new Map<string, number>();

  constructor(verbs: Storage['quotas'], clock: Clock) {
    this.#verbs = verbs;
    this.#clock = clock;
  }

  /** Milliseconds until the provider may be asked this operation again; 0 when it may be asked now. */
  spentForMs({ provider, quota }: ProviderWithQuota, operation: string, share: Share | null = null): number {
    if (quota === null) return 0;
    const ofAllMs = this.#spentMs(provider.name, quota.units, unitsOf(quota, operation));
    if (share === null || ofAllMs > 0) return ofAllMs;
    const name = gatheringName(provider.name);
    const ofShareMs = this.#spentMs(name, sharedUnits(quota, share.part), unitsOf(quota, operation));
    return ofShareMs > 0 ? ofShareMs : this.#refusedMs(`${name}/${share.accountId}`);
  }

  #refusedMs(name: string): number {
    const endsMs = this.#refused.get(name) ?? 0;
    return Math.max(0, endsMs - this.#clock.monotonicMs());
  }

  #refuse(name: string, leftMs: number): void {
    this.#refused.delete(name);
    if (this.#refused.size >= REFUSED_MAX) this.#refused.delete(this.#refused.keys().next().value as string);
    this.#refused.set(name, this.#clock.monotonicMs() + leftMs);
  }

  #spentMs(name: string, most: number, units: number): number {
    const known = this.#knownOf(name);
    if (known === null || known.usedUnits + units <= most) return 0;
    return known.endsMs - this.#clock.monotonicMs();
  }

  /**
   * Returns a local failure when too few units are left, or when the ledger cannot count them. With a share, the units are counted twice: in
   * the share first, then in the whole. Of the share, an account gets at most half of what the others leave.
   */
  async take(
    by: ProviderWithQuota & { quota: Quota },
    operation: string,
    share: Share | null = null,
  ): Promise<TakenUnits | AttemptFailure> {
    const { provider, quota } = by;
    const units = unitsOf(quota, operation);
    if (share === null) return this.#take(provider.name, quota, units);
    const part = { ...quota, units: sharedUnits(quota, share.part) };
    const ofShare = await this.#take(gatheringName(provider.name), part, units, share.accountId);
    if ('kind' in ofShare) return ofShare;
    const ofAll = await this.#take(provider.name, quota, units);
    if ('kind' in ofAll) {
      await ofShare.giveBack();
      return ofAll;
    }
    const giveBack = async () => {
      await Promise.all([ofShare.giveBack(), ofAll.giveBack()]);
    };
    return { giveBack };
  }

  async #take(
    provider: string,
    { per, reset, units: most }: Quota,
    units: number,
    sharer?: string,
  ): Promise<TakenUnits | AttemptFailure> {
    try {
      const of = { provider, units, ...(sharer !== undefined && { sharer }) };
      const use = await this.#verbs.take({ ...of, per, reset, most });
      this.#learn(provider, use);
      if (use.isTaken) return { giveBack: () => this.#giveBack(of, use) };
      if (sharer !== undefined) this.#refuse(`${provider}/${sharer}`, use.leftMs);
      return spent(use);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      return { kind: 'unavailable', detail: 'the quota cannot be counted right now', isLocal: true };
    }
  }

  /** null while this process has not read the count yet. */
  leftOf(provider: string, quota: Quota | null): QuotaLeft | null {
    const known = quota === null ? null : this.#knownOf(provider);
    if (quota === null || known === null) return null;
    const inMs = known.endsMs - this.#clock.monotonicMs();
    // A period ends at a whole second; the clocks of the ledger and of this machine differ by less.
    const resetsAtMs = Math.round((this.#clock.nowMs() + inMs) / 1_000) * 1_000;
    return { units: Math.max(0, quota.units - known.usedUnits), resetsAtMs };
  }

  /** Reads what other nodes took meanwhile. */
  async refresh(quotas: ReadonlyMap<string, Quota>): Promise<void> {
    const of = [...quotas].map(([provider, { per, reset }]) => ({ provider, per, reset }));
    if (of.length === 0) return;
    const uses = await this.#verbs.used({ of });
    for (const [i, use] of uses.entries()) this.#learn(of[i]!.provider, use);
  }

  /** Units that cannot be given back count as spent, so the quota is never exceeded. */
  async #giveBack(
    of: { provider: string; units: number; sharer?: string },
    { startMs }: QuotaUse,
  ): Promise<void> {
    try {
      await this.#verbs.giveBack({ ...of, startMs });
      const known = this.#known.get(of.provider);
      if (known !== undefined) known.usedUnits -= of.units;
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
    }
  }

  #learn(provider: string, { usedUnits, leftMs }: QuotaUse): void {
    this.#known.set(provider, { usedUnits, endsMs: this.#clock.monotonicMs() + leftMs });
  }

  /** null when the period that was read is over. */
  #knownOf(provider: string): Known | null {
    const known = this.#known.get(provider);
    return known === undefined || known.endsMs <= this.#clock.monotonicMs() ? null : known;
  }
}

/** Tells the caller when the quota is back. The failure is local: the provider was not asked, so its health does not change. */
function spent({ leftMs }: QuotaUse): AttemptFailure {
  return {
    kind: 'rate_limited',
    detail: "the provider's quota is spent",
    isLocal: true,
    suspendMs: leftMs,
    isQuota: true,
  };
}

/** null for a party that may use the whole quota. */
export function shareFor({ policy }: ConnectedProvider, onBehalfOf: OnBehalfOf): Share | null {
  const accountId = gatheringAccount(onBehalfOf);
  return accountId === null ? null : { part: policy.gatheringShare ?? 1, accountId };
}

/** While the units were being taken, another attempt won or the deadline passed. */
const LATE: AttemptFailure = { kind: 'timeout', detail: 'no longer wanted', isLocal: true };

/**
 * Counts an exchange towards the quota when its turn has come and before anything is sent. Counting earlier would be wrong: a
 * killed process would lose the units of calls that only wait in a queue, and other nodes could not use them meanwhile. null when
 * nothing is counted: the provider has no quota, or the caller of this function has no ledger.
 */
export function quotaPermit(
  quotas: Quotas | undefined,
  by: ConnectedProvider,
  operation: string,
  onBehalfOf: OnBehalfOf,
): Permit | null {
  const { provider, quota } = by;
  if (quota === null || quotas === undefined) return null;
  return async (timeLimit) => {
    const taken = await quotas.take({ provider, quota }, operation, shareFor(by, onBehalfOf));
    if ('kind' in taken) return taken;
    if (!timeLimit.isOver) return null;
    await taken.giveBack();
    return LATE;
  };
}
