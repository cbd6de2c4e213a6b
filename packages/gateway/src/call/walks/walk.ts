// One step of a walk at one provider: fetches pages until one has something new. Items that the walk has delivered are skipped:
// by id where all its providers share ids, by position where they do not. This file does not deal with other providers, with
// money or with how the page is written.
import type {
  Absent,
  AttemptFailure,
  AttemptFailureKind,
  OwnedListing,
  Page,
  ParsedRecord,
  Question,
} from '../../connectors/connector.ts';
import type { OpenedCursor, Stand } from '../../operations/cursor.ts';
import { hasSeen, isWhole, type Seen } from '../../operations/seen-ids.ts';
import type { CallDeps } from '../call-deps.ts';
import type { DeliveredIds } from '../reading/operation-target.ts';
import type { AttemptTime } from '../task.ts';
import { type AttemptMade, attempt, type Exchanged } from '../trying/attempt.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';

/** 1,000 items, 20 at a time: as far as a cursor remembers. A longer catch-up usually exceeds the attempt's time first. */
const RESUME_PAGES_MAX = 50;
/** Empty pages in a row at the walk's own provider. After three, a further page costs the provider more than it is likely to give. */
const EMPTY_PAGES_MAX = 3;
/** Pages of a search that we filter ourselves. More would be many pages for the price of one call. */
const SIFTED_PAGES_MAX = 3;

type AnyPage = Page<ParsedRecord>;

export interface WalkStep {
  /** The path segment. */
  platform: string;
  /** What this provider is asked on every page of the walk. */
  question(by: ConnectedProvider): Question;
  /**
   * Returns whether a record passes the filters; null when every record does. Records that do not pass are removed before the
   * walk sees the page.
   */
  sieve(by: ConnectedProvider): ((record: ParsedRecord) => boolean) | null;
  /** The connector's implementation that fetches a page. */
  listing(by: ConnectedProvider): OwnedListing;
  count: number;
  /** Where the walk stands; null on its first page. */
  cursor: OpenedCursor | null;
  /** Says exactly what the walk has delivered; null where only the cursor does, which is exact for short walks. */
  delivered: DeliveredIds | null;
  /** Items may be removed from a page. Not in group u2, where the answer is the platform's own body. */
  maySkip: boolean;
  /**
   * The stable variant may use several pages: it replaces an expired cursor by a walk from the first page, and an empty page by
   * the next.
   */
  isStable: boolean;
  /** The walk's own provider can still be asked, now or later. */
  hasOwn: boolean;
}

/** Without the items that were delivered before. */
export interface WalkedPage extends Exchanged<AnyPage> {
  /** Where the provider's list goes on; null at its end. */
  next: Stand | null;
  /** The walk came from another provider, or its cursor had expired. */
  isResumed: boolean;
  /** Records that the provider delivered, before any was left out. */
  scanned: number;
}

interface WalkEnd {
  result: WalkedPage | Absent | AttemptFailure;
  /** What the end says about the provider. */
  outcome: 'ok' | AttemptFailureKind;
}

export type WalkDeps = Pick<CallDeps, 'clock' | 'upstream' | 'health' | 'quotas'>;

/** The id space of a provider's records: providers with the same value share ids. */
export function idsOf({ connector }: ConnectedProvider, platform: string): string {
  const { platforms } = connector.facts;
  if (platforms === null) return connector.name;
  return platforms.length === 1 ? platforms[0]! : platform;
}

/** About how many pages of this provider it takes to reach something new, if its list is like the one that was walked. */
export function pagesAt({ cursor, count, maySkip, listing }: WalkStep, by: ConnectedProvider): number {
  if (cursor === null || cursor.provider === by.provider.name || !maySkip) return 1;
  const behind = Math.max(0, cursor.delivered - (standAt(cursor, by.provider.name)?.position ?? 0));
  const most = Math.max(count, listing(by).pageItemsMax);
  return Math.min(RESUME_PAGES_MAX, Math.ceil((behind + 1) / most));
}

/**
 * The way through one provider's list. It is always in one of these states; `run` is the loop between them.
 *
 *   asking ─ a page has something new ──────────▶ found: those items, and where the list goes on
 *   asking ─ nothing new, and more follows ─────▶ asking for the next page, while pages left and EMPTY_PAGES_MAX allow
 *   asking ─ too little passed the filter ──────▶ asking for the next page, while pages left and SIFTED_PAGES_MAX allow
 *   asking ─ nothing new, and the list ends ────▶ ended: the end of the walk, or of a list shorter than the walk
 *   asking ─ the cursor expired, the first time ▶ restarted: asking from the first page, skipping what was delivered
 *   asking ─ the owner of the list is not there ▶ absent, unless the walk belongs to another provider
 *   asking ─ any other failure ─────────────────▶ failed; found, when something passed the filter before
 *   asking ─ no pages left, or RESUME_PAGES_MAX ▶ given up; found, when a filter is the reason for more pages
 */
export class WalkAttempt {
  pages = 0;
  /** Milliseconds that its requests queued in this process. */
  waitedMs = 0;
  bytes = 0;
  /** Requests that were sent. */
  requests = 0;
  readonly #deps: WalkDeps;
  readonly #step: WalkStep;
  readonly #by: ConnectedProvider;
  readonly #time: AttemptTime;
  readonly #endsMs: number;
  readonly #sieve: ReturnType<WalkStep['sieve']>;
  #stand: Stand;
  #isResumed: boolean;
  #isRestarted = false;
  #scanned = 0;
  /** Entries that the pages so far counted without delivering them. */
  #unavailable = 0;
  /** What the pages so far have given, where one was not enough; null on the first. */
  #gathered: Exchanged<AnyPage> | null = null;

  constructor(deps: WalkDeps, step: WalkStep, by: ConnectedProvider, time: AttemptTime) {
    const { name } = by.provider;
    this.#deps = deps;
    this.#step = step;
    this.#by = by;
    this.#time = time;
    this.#endsMs = deps.clock.monotonicMs() + time.leftMs;
    this.#sieve = step.maySkip ? step.sieve(by) : null;
    this.#stand = standAt(step.cursor, name) ?? start(name);
    this.#isResumed = step.cursor !== null && step.cursor.provider !== name;
  }

  async run(): Promise<WalkEnd> {
    // If the way to something new needs more pages than are left, none is fetched.
    const more = pagesAt(this.#step, this.#by) - 1;
    if (more > 0 && more > this.#pagesLeft) return tooFar;
    while (this.pages < RESUME_PAGES_MAX) {
      if (this.pages > 0 && !this.#mayAskForMore()) {
        return this.#gathered === null || this.#isOnItsWay ? noPagesLeft : this.#short(this.#gathered);
      }
      const result = this.#counted(await this.#fetch());
      if (result.kind === 'exchanged') {
        // No await for a walk that keeps what it delivered in its cursor: it would cost a turn of the event loop.
        const known = this.#step.delivered === null ? NONE : await this.#knownOf(result.said);
        const found = this.#judge(result, known);
        if (found !== null) return found;
      } else if (this.#gathered !== null && this.#gathered.said.items.length > 0)
        return this.#short(this.#gathered);
      else if (this.#mayBeDead(result)) this.#restart();
      else return { result: this.#soften(result), outcome: result.kind };
    }
    return nothingNew(`nothing new on ${RESUME_PAGES_MAX} pages`);
  }

  /** Items to skip before the list of this provider is where the walk is. */
  get #behind(): number {
    if (!this.#step.maySkip) return 0;
    return Math.max(0, (this.#step.cursor?.delivered ?? 0) - this.#stand.position);
  }

  /** Pages beyond the first are load that no call was counted for, so the provider has a limited number of them. */
  #mayAskForMore(): boolean {
    if (this.#pagesLeft === 0) return false;
    this.#deps.health.pageBegan(this.#by.provider.name);
    return true;
  }

  get #pagesLeft(): number {
    return this.#deps.health.view(this.#by.provider.name).pagesLeft;
  }

  #fetch() {
    const { count, maySkip } = this.#step;
    const listing = this.#step.listing(this.#by);
    const { upstream: cursor, position } = this.#stand;
    // Large pages over what was delivered; what follows is left for the next call.
    const most = Math.max(count, listing.pageItemsMax);
    const input = {
      ...this.#step.question(this.#by),
      cursor,
      position,
      bodyIsAnswer: !maySkip,
      // How many records pass the filter is unknown, so the largest page is fetched.
      count: this.#sieve === null ? Math.min(count + this.#behind, most) : most,
    };
    const time = { ...this.#time, leftMs: this.#endsMs - this.#deps.clock.monotonicMs() };
    return attempt(this.#deps, this.#by, listing, input, time);
  }

  #counted<R>({ result, bytes, requests, waitedMs }: AttemptMade<R>) {
    this.pages += 1;
    this.bytes += bytes;
    this.requests += requests;
    this.waitedMs += waitedMs;
    return result;
  }

  /** null when the page has nothing new, or too little, and another one follows. */
  #judge(good: Exchanged<AnyPage | Absent>, known: ReadonlySet<string>): WalkEnd | null {
    if (good.said.kind === 'absent') return this.#absent(good.said);
    return this.#judgePage(this.#sift({ ...good, said: good.said }), known);
  }

  /** In the middle of a walk the thing existed before. If another provider does not know it, the walk's own provider may. */
  #absent(said: Absent): WalkEnd {
    if (this.#step.cursor !== null && this.#isGuest) return nothingNew('this provider has no such list');
    return { result: said, outcome: 'not_found' };
  }

  /** Positions and lengths count only records that pass, so they mean the same at every provider. The total is then unknown. */
  #sift(good: Exchanged<AnyPage>): Exchanged<AnyPage> {
    const { said: page } = good;
    this.#scanned += page.items.length;
    const isWanted = this.#sieve;
    if (isWanted === null) return good;
    const items = page.items.filter(({ record }) => isWanted(record));
    return { ...good, said: { ...page, items, total: null } };
  }

  get #gatheredItems(): AnyPage['items'] {
    return this.#gathered?.said.items ?? [];
  }

  /** What was gathered so far, as a page that has successors. */
  #short(gathered: Exchanged<AnyPage>): WalkEnd {
    return this.#found({ ...gathered, said: { ...gathered.said, end: 'more' } }, this.#stand);
  }

  #judgePage(good: Exchanged<AnyPage>, known: ReadonlySet<string>): WalkEnd | null {
    const { said: page } = good;
    const items = [...this.#gatheredItems, ...this.#fresh(page.items, known)];
    const next = this.#after(page);
    const { count, maySkip } = this.#step;
    // The rest does not fit: the walk stays before this page, and next time skips what it delivers now.
    if (maySkip && items.length > count) {
      const cut = { ...page, items: items.slice(0, count), end: 'more' as const };
      return this.#found({ ...good, said: cut }, this.#stand);
    }
    this.#countUnavailable(page, items.length);
    const found = { ...good, said: { ...page, items } };
    const length = this.#stand.position + page.items.length;
    if (next !== null && this.#mayGather(items.length)) {
      this.#gathered = found;
      this.#stand = next;
      return null;
    }
    if (items.length > 0 || !maySkip) return this.#found(found, next ?? this.#wayBack(length, items.length));
    if (next === null) return this.#end(found, length);
    if (!this.#isOnItsWay && this.pages >= (this.#step.isStable ? EMPTY_PAGES_MAX : 1))
      return this.#found(found, next);
    this.#stand = next;
    return null;
  }

  #mayGather(found: number): boolean {
    return this.#sieve !== null && found < this.#step.count && this.pages < SIFTED_PAGES_MAX;
  }

  get #isOnItsWay(): boolean {
    return this.#isResumed || this.#behind > 0;
  }

  #fresh(items: AnyPage['items'], known: ReadonlySet<string>): AnyPage['items'] {
    const { cursor, maySkip, delivered } = this.#step;
    if (!maySkip) return items;
    const ahead = this.#isByIdentity ? items : items.slice(this.#behind);
    if (cursor !== null && cursor.seen === null && delivered === null) return ahead;
    const bySet = delivered === null ? this.#judgeBySet(cursor?.seen ?? null) : null;
    const here = new Set(this.#gatheredItems.map(({ record: { id } }) => id));
    return ahead.filter(({ record: { id } }) => {
      if (here.has(id) || (bySet === null ? known.has(id) : bySet(id))) return false;
      here.add(id);
      return true;
    });
  }

  get #isByIdentity(): boolean {
    const { cursor, platform, delivered } = this.#step;
    if (cursor === null) return true;
    return (cursor.seen !== null || delivered !== null) && cursor.ids === idsOf(this.#by, platform);
  }

  /** The ids of a page that the walk has delivered, by the rows that were written down. */
  async #knownOf(said: AnyPage | Absent): Promise<ReadonlySet<string>> {
    const { cursor, delivered, maySkip } = this.#step;
    if (said.kind === 'absent' || cursor === null || delivered === null || !maySkip) return NONE;
    const ids = said.items.map(({ record: { id } }) => id);
    const asked = cursor.seen === null ? ids : ids.filter((id) => hasSeen(cursor.seen!, id));
    return asked.length === 0 ? NONE : delivered(asked);
  }

  /**
   * Whole digests are believed. Shorter ones mistake some new items for delivered ones, so they leave out no more items than this provider's
   * list has before the place of the walk: none, where the walk has stayed with its provider and its page was not cut.
   */
  #judgeBySet(seen: Seen | null): (id: string) => boolean {
    let left = this.#isByIdentity ? this.#behind : 0;
    return (id) => seen !== null && hasSeen(seen, id) && (isWhole(seen) || left-- > 0);
  }

  #after({ cursor, end, items }: AnyPage): Stand | null {
    if (end !== 'more' || cursor === null) return null;
    const { provider, position } = this.#stand;
    return { provider, upstream: cursor, position: position + items.length };
  }

  /** True when the walk belongs to another provider that can go on, now or later. */
  get #isGuest(): boolean {
    const { cursor, hasOwn } = this.#step;
    return hasOwn && cursor?.provider !== this.#by.provider.name;
  }

  /** If this list is shorter than the walk, its end proves nothing: only the walk's own provider knows whether there is more. */
  #wayBack(length: number, fresh: number): Stand | null {
    const { cursor } = this.#step;
    if (cursor === null || !this.#isGuest) return null;
    if (length >= Math.max(cursor.delivered + fresh, cursor.total ?? 0)) return null;
    return standAt(cursor, cursor.provider);
  }

  #end(good: Exchanged<AnyPage>, length: number): WalkEnd {
    const { delivered = 0, total = null } = this.#step.cursor ?? {};
    const isShort = length < Math.max(delivered, total ?? 0);
    if (!this.#isResumed || !isShort) return this.#found(good, null);
    if (this.#isGuest) return nothingNew('the list of this provider ends before the walk');
    return this.#found({ ...good, said: { ...good.said, end: 'unknown' } }, null);
  }

  /**
   * A page that is cut is fetched again, so its entries are counted when the walk leaves it. Pages that only lead back to where the walk
   * was were counted before.
   */
  #countUnavailable({ unavailable = 0 }: AnyPage, fresh: number): void {
    if (fresh > 0 || !this.#isOnItsWay) this.#unavailable += unavailable;
  }

  #found(good: Exchanged<AnyPage>, next: Stand | null): WalkEnd {
    const walked = { isResumed: this.#isResumed, scanned: this.#scanned };
    const { said } = good;
    if (said.unavailable === undefined) return { result: { ...good, next, ...walked }, outcome: 'ok' };
    const counted = { ...said, unavailable: this.#unavailable };
    return { result: { ...good, said: counted, next, ...walked }, outcome: 'ok' };
  }

  #mayBeDead({ kind, isDeadCursor }: AttemptFailure): boolean {
    if (!this.#step.isStable || this.#isRestarted || this.#stand.upstream === null) return false;
    return isDeadCursor === true || kind === 'input_rejected' || kind === 'not_found';
  }

  /** In the middle of a walk the input was accepted before: what one provider rejects now, another may accept. */
  #soften(failure: AttemptFailure): AttemptFailure {
    const isFinal = failure.kind === 'input_rejected' || failure.kind === 'not_found';
    const { cursor, isStable } = this.#step;
    return isStable && cursor !== null && isFinal ? { ...failure, kind: 'bad_response' } : failure;
  }

  #restart(): void {
    this.#isRestarted = true;
    this.#isResumed = true;
    this.#stand = start(this.#by.provider.name);
  }
}

const NONE: ReadonlySet<string> = new Set();

function start(provider: string): Stand {
  return { provider, upstream: null, position: 0 };
}

function standAt(cursor: OpenedCursor | null, name: string): Stand | null {
  if (cursor === null) return null;
  const { provider, upstream, position, others } = cursor;
  if (provider === name) return { provider, upstream, position };
  return others.find((other) => other.provider === name) ?? null;
}

/** The provider did well, but another one may have more. */
function nothingNew(detail: string): WalkEnd {
  return { result: { kind: 'bad_response', detail }, outcome: 'not_found' };
}

/** Our own limit, checked before a request was sent. */
const tooFar: WalkEnd = {
  result: {
    kind: 'unavailable',
    detail: 'the provider may not be asked for this many pages now',
    isLocal: true,
  },
  outcome: 'unavailable',
};

/** The provider did well, and may not be asked for more pages now. */
const noPagesLeft: WalkEnd = {
  result: { kind: 'rate_limited', detail: 'the provider may not be asked for further pages now' },
  outcome: 'not_found',
};
