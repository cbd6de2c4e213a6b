// Owns a walk: the pages of one list from a place to the end, in memory and as a text that survives the process. A page's request id
// is made from the walk's id and the page's cursor, so whoever walks again, also after a crash, asks with the same ids and pays no
// page twice. Iterators go on after an error where they were.
import { Awaitable, Call } from './call.ts';
import { minus, plus } from './decimal.ts';
import { isReelgateError, NOTHING, wrongOption } from './error.ts';
import { type AnyPage, itemsOf, nextCursor } from './lists.ts';
import { pageRequestId } from './request-ids.ts';
import type { Answer, CallOptions, Order } from './send.ts';

/** Empty pages that one step passes: each may cost a call. */
const EMPTY_PAGES_MAX = 5;
const VERSION = 1;

/** Everything of a walk that survives its process. */
export interface Place {
  list: string;
  walkId: string;
  input: Record<string, unknown>;
  /** Of the next page; empty for the first one, null at the end. */
  cursor: string | null;
  /** Items of that page that were handed out. */
  skip: number;
  /** On the pages before it. */
  spent: string;
  budget: string | null;
  end: WalkEnd;
}

export interface WalkOptions extends CallOptions {
  /** The walk stops before the page that would pass it. A decimal text. */
  budget?: string;
}

/** How a page is asked for; the walk adds the cursor and the id. */
export type SendPage = (
  place: Place,
  order: Pick<Order, 'requestId' | 'walkLeft'>,
) => Promise<Answer<AnyPage>>;

/** `more`: not yet at the end. `budget`: the next page would pass it. The others are the gateway's. */
export type WalkEnd = 'more' | 'exhausted' | 'upstream_cap' | 'unknown' | 'budget' | (string & {});

export function readCheckpoint(text: string, lists: readonly string[]): Place {
  try {
    const { v, ...place } = JSON.parse(text);
    if (v === VERSION && lists.includes(place.list) && typeof place.walkId === 'string') return place;
  } catch {
    // As below.
  }
  throw wrongOption(`the checkpoint is not one of ${lists.join(', ')}`);
}

export class Walk<Page, Item> extends Awaitable<Page & { cursor: string | null }> {
  readonly #place: Place;
  readonly #send: SendPage;
  #page: Call<AnyPage> | null = null;
  #pageCost = NOTHING;
  /** Steps of all iterators, one after another. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(place: Place, send: SendPage) {
    super();
    this.#place = place;
    this.#send = send;
  }

  get end(): WalkEnd {
    return this.#place.end;
  }

  /** What the pages of this walk have cost, over all processes that walked it. */
  get spent(): string {
    return plus(this.#place.spent, this.#pageCost);
  }

  /** Where the walk stands after everything that was handed out. Keep it, and `resume` goes on from there. */
  checkpoint(): string {
    return JSON.stringify({ v: VERSION, ...this.#place });
  }

  /** The page where the walk stands. It stays there: only iterators move it. */
  override withResponse(): Promise<Answer<Page & { cursor: string | null }>> {
    this.#page ??= new Call(() => this.#ask());
    return this.#page.withResponse() as Promise<Answer<never>>;
  }

  /** Whole pages, with what surrounds each. */
  answers(): AsyncIterableIterator<Answer<Page & { cursor: string | null }>> {
    return this.#iterate(() => this.#takePage());
  }

  pages(): AsyncIterableIterator<Page & { cursor: string | null }> {
    return this.#iterate(async () => (await this.#takePage())?.data as never);
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Item> {
    // Native pages have no items to hand out, and would be paid for nothing.
    if (this.#place.input.group === 'u2') throw wrongOption('group u2 has no items: walk its pages()');
    return this.#iterate(() => this.#takeItem());
  }

  #iterate<T>(step: () => Promise<unknown>): AsyncIterableIterator<T> {
    const next = async (): Promise<IteratorResult<T>> => {
      const value = (await step()) as T | undefined;
      return value === undefined ? { done: true, value } : { done: false, value };
    };
    return {
      next: () => {
        const taken = this.#tail.then(next);
        this.#tail = taken.catch(() => {});
        return taken;
      },
      return: async () => ({ done: true, value: undefined }),
      [Symbol.asyncIterator]() {
        return this;
      },
    };
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

  /** Undefined at the end, and before a page that would pass the budget. */
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
    if (cursor === null) throw wrongOption('the walk is at its end');
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
