// The worker of collections: fetches one page after the other, each a paid call of the key that made the collection. The commit that charges
// a page moves the collection on, so after a crash another node goes on with the next page. One page is in flight at a time.

import { type GatherDeps, GatherWork } from '../../call/gathering/gather-work.ts';
import type { CollectRequest, GatherOutcome, PageRead } from '../../call/gathering/gathered.ts';
import { causeOf } from '../../call/gathering/gathered.ts';
import type { Clock } from '../../domain/clock.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import {
  type Collection,
  type CollectionKeep,
  type CollectionQuestion,
  type CollectionWait,
  isOwed,
  keepMsFrom,
} from '../../domain/gathering/collection.ts';
import type { ClaimedDuty } from '../../domain/gathering/duty.ts';
import { type Micros, ZERO } from '../../domain/money.ts';
import { pageRequestId } from '../../domain/request-id.ts';
import type { BeginPage, BegunPage, KeyHolder, PageFound, PaidUnit, Storage } from '../../storage/storage.ts';
import { isAskedAgain, nextOf, queryOf } from './collection-walk.ts';

/** A turn begins no page after this time, so that other collections of the node get theirs. Longer than most pages take. */
export const TURN_MS = 5_000;
/** The delay after the first failure of a provider. It doubles with each further failure, up to the maximum. */
export const PROVIDER_RETRY_MS = 5_000;
export const PROVIDER_RETRY_MS_MAX = 600_000;
/** A top-up wakes the collection at once. This delay is for money that other calls held and gave back, which wakes nothing. */
export const BALANCE_RETRY_MS = 60_000;
export const RETRY_MS_MAX = 3_600_000;
/**
 * Failures in a row after which ids that got no answer before are given up, after about half a minute: a provider that answers all ids but
 * one must not keep the collection from its end.
 */
export const AGAIN_FAILURES_MAX = 3;
/** Another process still has a hold for the same page. When it ends is not known. */
const MOVED_RETRY_MS = 1_000;

export interface CollectionWorkDeps extends GatherDeps {
  storage: Pick<Storage, 'collections' | 'found' | 'duties' | 'gathered'>;
  clock: Clock;
  settings(): ReturnType<GatherDeps['settings']> & { runningMax: number };
  /** The operator has switched collections off for this account or platform. */
  isOff(accountId: string, platform: string): boolean;
  keep(platform: string): CollectionKeep;
  collect(request: CollectRequest): Promise<GatherOutcome>;
}

interface Leased {
  id: string;
  lease: string;
}

/** What a turn needs of its collection, read once. */
interface Turn {
  leased: Leased;
  questions: readonly CollectionQuestion[];
  holder: KeyHolder | null;
}

const isRefunded = ({ chargedMicros, refundedMicros }: PaidUnit) =>
  chargedMicros > 0 && refundedMicros >= chargedMicros;

export class CollectionWork extends GatherWork<CollectionWorkDeps> {
  readonly kind = 'collection';

  /** Fetches pages until the turn is over. The row is read before each page: its owner may have changed it. */
  async run({ id, lease }: ClaimedDuty, isStopping: () => boolean): Promise<void> {
    const { storage, clock, turn: mayBegin } = this.deps;
    const leased = { id, lease };
    const beganMs = clock.monotonicMs();
    let turn: Turn | null = null;
    for (;;) {
      await mayBegin(isStopping);
      if (isStopping()) return;
      const collection = await storage.collections.find({ id });
      if (collection === null || collection.endedAtMs !== null) return;
      turn ??= await this.#turnOf(leased, collection);
      const moved = await this.#page(turn, collection);
      // If it has ended with this page, what else it had paid is refunded.
      if (isOwed(collection)) await storage.gathered.catchUp({ accountId: collection.accountId });
      if (moved === 'moved') return;
      if (clock.monotonicMs() - beganMs < TURN_MS) continue;
      await storage.collections.yield(leased);
      return;
    }
  }

  async #turnOf(leased: Leased, { id, keyId }: Collection): Promise<Turn> {
    const { storage, holderOf } = this.deps;
    const [questions, holder] = await Promise.all([storage.collections.questions({ id }), holderOf(keyId)]);
    return { leased, questions, holder };
  }

  /** `more`: the lease is still held and the next page may begin. `moved`: another verb has moved the row on. */
  async #page({ leased, questions, holder }: Turn, collection: Collection): Promise<'more' | 'moved'> {
    const { storage, settings, isOff, collect } = this.deps;
    const keepMs = this.#keepMs(collection);
    if (holder === null || holder.key.id !== collection.keyId) {
      // A key that was replaced during the turn is read again in the next one.
      if (holder !== null) await storage.collections.yield(leased);
      else await storage.collections.end({ ...leased, end: 'key', failure: null, keepMs });
      return 'moved';
    }
    if (isOff(collection.accountId, collection.platform)) {
      await this.#wait(leased, collection, 'provider', 'FORBIDDEN', RETRY_MS_MAX);
      return 'moved';
    }
    const given = questions[collection.question];
    if (given === undefined) {
      // It was restored from an archive that does not have its questions.
      await storage.collections.end({ ...leased, end: 'refused', failure: 'REQUEST_EXPIRED', keepMs });
      return 'moved';
    }
    const paid = isOwed(collection) ? await this.paidAfter(collection, collection.pages) : null;
    const asked = await this.#ask(collection, given, holder, paid);
    if (isFailure(asked)) return this.#failed(leased, collection, asked);
    const { mostMicros, itemsLeft, question } = asked;
    const { runningMax } = settings();
    const begun = await this.#begin(collection, { ...leased, mostMicros, runningMax, keepMs });
    if (begun.kind === 'over') return 'moved';
    if (paid !== null && isRefunded(paid)) {
      await this.#passOver(begun.collection, paid);
      return 'more';
    }
    const page = { ...begun.collection, pages: paid?.before ?? begun.collection.pages };
    const outcome = await collect({
      ...{ holder, ...question, itemsLeft, ceilingMicros: mostMicros, ...(paid !== null && { paid }) },
      requestId: pageRequestId(page.id, page.pages),
      seen: async (items) => new Set(await storage.found.seen({ owner: collection.id, items })),
      foundOf: (read) => this.#foundOf(page, question, read, itemsLeft),
    });
    if (isFailure(outcome)) return this.#failed(leased, collection, outcome);
    return outcome.kind === 'settled' ? 'more' : this.#again(leased, collection, outcome.retryAfterMs);
  }

  /** Its money was given back, so its items have to be paid: the next page is at the same place. */
  async #passOver({ id, question, pcursor, ...of }: Collection, paid: PaidUnit): Promise<void> {
    const nothing = { items: 0, body: null, bytes: 0, linksUntilMs: null, seen: [] };
    const keepMs = this.#keepMs({ id, question, pcursor, ...of });
    const place = { kind: 'page' as const, collectionId: id, page: paid.before, keepMs };
    const found = { ...nothing, ...place, next: { question, pcursor } };
    await this.deps.storage.gathered.redo({ ...paid, found, failure: null });
  }

  /** While it runs, the cheaper verb does. */
  async #begin({ state }: Collection, page: BeginPage): Promise<BegunPage> {
    const { collections } = this.deps.storage;
    const next = state === 'running' ? await collections.nextPage(page) : null;
    return next?.kind === 'begun' ? next : collections.beginPage(page);
  }

  /** The question of the next page, for no more items than the budget pays for, and the most that it costs. */
  async #ask(
    collection: Collection,
    asked: CollectionQuestion,
    holder: KeyHolder,
    paid: PaidUnit | null,
  ): Promise<{ question: CollectionQuestion; itemsLeft: number; mostMicros: Micros } | Failure> {
    const question = { path: asked.path, query: queryOf(asked, collection.pcursor) };
    const itemsLeft = Math.max(1, collection.itemsMax - collection.items);
    if (paid !== null) return { question, itemsLeft, mostMicros: ZERO };
    const leftMicros = collection.budgetMicros - collection.chargedMicros;
    const terms = await this.deps.terms({ holder, ...question, itemsLeft });
    if (isFailure(terms)) return terms;
    const { mostMicros, unit, unitPriceMicros } = terms;
    const payable = Math.floor(leftMicros / unitPriceMicros);
    if (mostMicros <= leftMicros || unit === 'call' || payable < 1)
      return { question, itemsLeft, mostMicros };
    const fewer = Math.min(itemsLeft, payable);
    const smaller = await this.deps.terms({ holder, ...question, itemsLeft: fewer });
    return isFailure(smaller) ? smaller : { question, itemsLeft: fewer, mostMicros: smaller.mostMicros };
  }

  #foundOf(
    collection: Collection,
    question: CollectionQuestion,
    read: PageRead,
    itemsLeft: number,
  ): PageFound {
    const { items, body, bytes, linksUntilMs, seen } = read;
    return {
      ...{
        kind: 'page',
        collectionId: collection.id,
        page: collection.pages,
        keepMs: this.#keepMs(collection),
      },
      ...{ items, body, bytes, linksUntilMs, seen },
      next: nextOf(collection, question, read, itemsLeft),
    };
  }

  /** Nothing was charged. */
  async #failed(leased: Leased, collection: Collection, failed: Failure): Promise<'more' | 'moved'> {
    const { collections } = this.deps.storage;
    const keepMs = this.#keepMs(collection);
    const [cause, failure] = [causeOf(failed), failed.code];
    if (cause === 'budget' || cause === 'key') {
      await collections.end({ ...leased, end: cause, failure, keepMs });
      return 'moved';
    }
    const isGivenUp =
      cause === 'provider' && isAskedAgain(collection) && collection.failures >= AGAIN_FAILURES_MAX;
    if (cause !== 'refused' && !isGivenUp) {
      await this.#wait(leased, collection, cause, failure, this.#retryMs(cause, failed, collection.failures));
      return 'moved';
    }
    // A refusal after the first page is not about the question, which was answered before. It counts as the end of the list.
    const isRefused = collection.pcursor === null;
    const { isOurs, hasEnded } = await collections.skip({ ...leased, failure, isRefused, keepMs });
    return isOurs && !hasEnded ? 'more' : 'moved';
  }

  async #wait(
    leased: Leased,
    collection: Collection,
    waitingFor: CollectionWait,
    failure: string,
    dueInMs: number,
  ): Promise<void> {
    const keepMs = this.#keepMs(collection);
    await this.deps.storage.collections.wait({ ...leased, waitingFor, failure, dueInMs, keepMs });
  }

  #retryMs(cause: CollectionWait, { retryAfterMs = 0, cap }: Failure, failures: number): number {
    const doubled = (ms: number, max: number) => Math.min(ms * 2 ** failures, max);
    if (cause === 'balance') return doubled(BALANCE_RETRY_MS, RETRY_MS_MAX);
    if (cause === 'cap') return Math.max(0, (cap?.resetsAtMs ?? 0) - this.deps.clock.nowMs()) || RETRY_MS_MAX;
    return Math.max(retryAfterMs, doubled(PROVIDER_RETRY_MS, PROVIDER_RETRY_MS_MAX));
  }

  /** The page was settled by another try, or its hold is open elsewhere. */
  async #again(
    leased: Leased,
    collection: Collection,
    retryAfterMs: number | null,
  ): Promise<'more' | 'moved'> {
    const { storage } = this.deps;
    const now = await storage.collections.find({ id: collection.id });
    if (now !== null && (now.pages > collection.pages || isOwed(now))) return 'more';
    const dueInMs = retryAfterMs ?? MOVED_RETRY_MS;
    await storage.duties.postpone({ kind: this.kind, ...leased, dueInMs, isFailure: false });
    return 'moved';
  }

  #keepMs(collection: Collection): number {
    return keepMsFrom(this.deps.keep(collection.platform), collection, this.deps.clock.nowMs());
  }
}
