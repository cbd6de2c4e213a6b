// A walk through the pages of one list. It can be stored as a text (a checkpoint) and continued by another process. Page ids are derived
// from the walk's id and the page's cursor, so a repeated walk uses the same ids and pays no page twice. After an error, iterators continue
// where they were.
import { Awaitable, Call } from './call.ts';
import { minus, plus } from './decimal.ts';
import { isReelgateError, NOTHING, wrongOption } from './error.ts';
import { iterate, turns } from './iterate.ts';
import { type AnyPage, itemsOf, nextCursor } from './lists.ts';
import { pageRequestId } from './request-ids.ts';
import type { Answer, CallOptions, CallSpec } from './send.ts';

/** One step of an iterator skips at most this many empty pages, because each may be charged. */
const EMPTY_PAGES_MAX = 5;
const VERSION = 1;

/** The state of a walk, as its checkpoint stores it. */
export interface Place {
  list: string;
  walkId: string;
  input: Record<string, unknown>;
  /** Cursor of the next page: empty for the first page, null at the end. */
  cursor: string | null;
  /** How many items of that page were already returned. */
  skip: number;
  /** What the pages before it cost, as a decimal text. */
  spent: string;
  budget: string | null;
  end: WalkEnd;
}

export interface WalkOptions extends CallOptions {
  /** The most that the walk may cost, as a decimal text such as "0.50". It stops before the page that would exceed it. */
  budget?: string;
}

/** Requests the page at a place. */
type SendPage = (place: Place, spec: Pick<CallSpec, 'requestId' | 'walkLeft'>) => Promise<Answer<AnyPage>>;

/** `more`: not at the end yet. `budget`: the next page would exceed the budget. The gateway sends the others. */
export type WalkEnd = 'more' | 'exhausted' | 'upstream_cap' | 'unknown' | 'budget' | (string & {});

export function readCheckpoint(text: string, lists: readonly string[]): Place {
  try {
    const { v, ...place } = JSON.parse(text);
    if (v === VERSION && lists.includes(place.list) && typeof place.walkId === 'string') return place;
  } catch {
    // Not JSON: refused below.
  }
  throw wrongOption(`not a checkpoint of ${lists.join(', ')}`);
}

/** A walk through a list. `await` it for the current page, or iterate over its items, pages or answers. Each page is one paid call. */
export class Walk<Page, Item> extends Awaitable<Page & { cursor: string | null }> {
  readonly #place: Place;
  readonly #send: SendPage;
  #page: Call<AnyPage> | null = null;
  #pageCost = NOTHING;
  /** Shared by all iterators of the walk. */
  readonly #inTurn = turns();

  constructor(place: Place, send: SendPage) {
    super();
    this.#place = place;
    this.#send = send;
  }

  /** Whether the walk has ended, and why. */
  get end(): WalkEnd {
    return this.#place.end;
  }

  /** What the pages of this walk have cost, as a decimal text, including those before its checkpoint. */
  get spent(): string {
    return plus(this.#place.spent, this.#pageCost);
  }

  /** The state of the walk after the last returned item, as a text. Pass it to `resume` to continue the walk, also in another process. */
  checkpoint(): string {
    return JSON.stringify({ v: VERSION, ...this.#place });
  }

  /** The current page, without moving on: only iterators move. Rejects with a ReelgateError. */
  override withResponse(): Promise<Answer<Page & { cursor: string | null }>> {
    this.#page ??= new Call(() => this.#ask());
    return this.#page.withResponse() as Promise<Answer<never>>;
  }

  /** Iterates over whole pages, with request id, charge and HTTP response. */
  answers(): AsyncIterableIterator<Answer<Page & { cursor: string | null }>> {
    return iterate(() => this.#takePage() as Promise<Answer<never>>, this.#inTurn);
  }

  /** Iterates over whole pages. `cursor` is that of the next page, null on the last one. */
  pages(): AsyncIterableIterator<Page & { cursor: string | null }> {
    return iterate(async () => (await this.#takePage())?.data as never, this.#inTurn);
  }

  /** Iterates over the items of all pages. Throws INVALID_OPTION for native pages. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Item> {
    // Native pages have no items: iterating would pay for pages and return nothing.
    if (this.#place.input.group === 'u2') throw wrongOption('group u2 has no items: iterate over pages()');
    return iterate(() => this.#takeItem() as Promise<Item | undefined>, this.#inTurn);
  }

  async #takePage(): Promise<Answer<AnyPage> | undefined> {
    const answer = await this.#pageWithinBudget();
    if (answer === undefined) return undefined;
    const { skip } = this.#place;
    this.#moveOn(answer.data);
    return skip === 0
      ? answer
      : { ...answer, data: { ...answer.data, items: itemsOf(answer.data).slice(skip) } };
  }

  async #takeItem(): Promise<unknown> {
    const place = this.#place;
    for (let empty = 0; empty < EMPTY_PAGES_MAX; empty++) {
      const answer = await this.#pageWithinBudget();
      if (answer === undefined) return undefined;
      const items = itemsOf(answer.data);
      const item = items[place.skip++];
      if (place.skip >= items.length) this.#moveOn(answer.data);
      if (item !== undefined) return item;
    }
    this.#place.end = 'unknown';
    return undefined;
  }

  /** Returns undefined at the end, and before a page that would exceed the budget. */
  async #pageWithinBudget(): Promise<Answer<AnyPage> | undefined> {
    if (this.#place.cursor === null) return undefined;
    try {
      return (await this.withResponse()) as Answer<AnyPage>;
    } catch (error) {
      if (!isReelgateError(error) || error.code !== 'BUDGET') throw error;
      this.#place.end = 'budget';
      return undefined;
    }
  }

  async #ask(): Promise<Answer<AnyPage>> {
    const { walkId, input, cursor, spent, budget } = this.#place;
    if (cursor === null) throw wrongOption('the walk has ended');
    const requestId = cursor === (input.pcursor ?? '') ? walkId : pageRequestId(walkId, cursor);
    const walkLeft = budget === null ? undefined : minus(budget, spent);
    const answer = await this.#send(this.#place, { requestId, walkLeft });
    this.#pageCost = answer.data.receipt?.charged ?? NOTHING;
    this.#place.end = 'more';
    Object.assign(answer.data, { cursor: nextCursor(answer.data) });
    return answer;
  }

  #moveOn(page: AnyPage): void {
    const cursor = nextCursor(page);
    const { spent } = this;
    Object.assign(this.#place, { cursor, spent, skip: 0 });
    this.#pageCost = NOTHING;
    this.#page = null;
    if (cursor === null) this.#place.end = page.end ?? 'exhausted';
  }
}
