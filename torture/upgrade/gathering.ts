// A customer with a collection and a watch of this release. Both wait for money when an older release takes over. That release knows
// neither, and credits the account. Afterwards both must go on where they stood, and cost what they would have cost.
import { eventually } from '../../packages/gateway/src/testing/eventually.ts';
import { type Customer, customer, type Installation, SEARCH, VIDEOS } from './installation.ts';
import type { Judge } from './judge.ts';
import type { Release } from './release.ts';

const PAGE_ITEMS = 50;
const PAGE_MICROS = 12_000;
const PAGES = Math.ceil(VIDEOS / PAGE_ITEMS);
const PAID_PAGES = 2;
/** For two pages; what is left does not pay for a run of the watch. */
const FIRST_MICROS = PAID_PAGES * PAGE_MICROS + 6_000;
const CREDIT_MICROS = 5_000_000;

export class Gatherer {
  readonly #world: Installation;
  readonly #judge: Judge;
  readonly #older: Release;
  #who: Customer | null = null;
  #collection = '';
  #watch = '';

  constructor({ world, judge, older }: { world: Installation; judge: Judge; older: Release }) {
    this.#world = world;
    this.#judge = judge;
    this.#older = older;
  }

  async begin(): Promise<void> {
    const world = this.#world;
    await world.admin(0, 'accounts', { name: 'gatherer' });
    const key = await world.admin(0, 'keys', { account: 'gatherer', name: 'key' });
    this.#who = customer('gatherer', key.body.secret, 0);
    world.others.push(this.#who);
    await this.#credit(FIRST_MICROS, 'first');
    const path = `/api/u1/v1/peertube/app/${SEARCH}`;
    const asked = { path, query: { keyword: 'gathered' } };
    // Nodes follow new prices within seconds.
    const made = await eventually(
      () => this.#send('/api/collections/v1', { ...asked, budget: '1' }),
      ({ status }) => status !== 404,
    );
    this.#judge.expect('a collection is made', made.status, 201);
    this.#collection = made.body?.collection?.id;
    const waits = await this.#collected(({ waiting_for }) => waiting_for !== null);
    this.#judge.expect('it waits for money', [waits.waiting_for, waits.pages], ['balance', PAID_PAGES]);
    if (this.#older.knowsItemPrices) await this.#beginWatch(asked);
    this.#note(PAID_PAGES, PAID_PAGES * PAGE_MICROS);
  }

  async #beginWatch(asked: object): Promise<void> {
    const made = await this.#send('/api/watches/v1', { ...asked, every: '7d', baseline: 'deliver' });
    this.#watch = made.body?.watch?.id;
    const paused = await this.#watched(({ state }) => state === 'paused');
    this.#judge.expect('a watch is paused for money', paused.paused_for, 'balance');
  }

  /** By a node of whatever release. */
  creditAtOlder(): Promise<void> {
    return this.#credit(CREDIT_MICROS, 'back');
  }

  async goOn(): Promise<void> {
    // Where no watch is paused, a collection that waits for money tries again by itself, in minutes.
    if (!this.#older.knowsItemPrices) await this.#credit(PAGE_MICROS, 'forward');
    const done = await this.#collected(({ state }) => state === 'done');
    this.#judge.expect(
      'the collection went on and is complete',
      [done.state, done.pages, done.items, done.charged],
      ['done', PAGES, VIDEOS, ((PAGES * PAGE_MICROS) / 1e6).toFixed(6)],
    );
    const left = PAGES - PAID_PAGES;
    this.#note(left, left * PAGE_MICROS);
    if (this.#older.knowsItemPrices) await this.#goOnWatching();
  }

  async #goOnWatching(): Promise<void> {
    const watch = await this.#watched(({ runs }) => runs > 0);
    this.#judge.expect('the watch went on', [watch.state, watch.runs], ['active', 1]);
    // Each page of its run is a call.
    const [run] = await this.#read(`/api/watches/v1/${this.#watch}/runs`, 'runs', () => true);
    this.#note(run?.pages, Math.round(Number(watch.spent.total) * 1e6));
  }

  #note(calls: number, micros: number): void {
    this.#who!.calls += calls;
    this.#who!.micros -= micros;
  }

  async #credit(micros: number, reference: string): Promise<void> {
    const topUp = { amount: (micros / 1e6).toFixed(6), reference: `gatherer-${reference}` };
    const { status } = await this.#world.admin(0, 'accounts/gatherer/topups', topUp);
    this.#judge.expect(`the gatherer is credited (${reference})`, status, 201);
    this.#who!.micros += micros;
  }

  #send = (target: string, body?: object) => this.#world.ask(0, target, 'gather', this.#who!, body);

  // biome-ignore lint/suspicious/noExplicitAny: the fields of a collection or a watch.
  async #read(target: string, name: string, isGood: (one: any) => boolean): Promise<any> {
    const read = async () => (await this.#world.ask(0, target, null, this.#who!)).body?.[name] ?? {};
    return eventually(read, isGood);
  }

  #collected = (isGood: (one: { state: string; waiting_for: string | null }) => boolean) =>
    this.#read(`/api/collections/v1/${this.#collection}`, 'collection', isGood);

  #watched = (isGood: (one: { state: string; runs: number }) => boolean) =>
    this.#read(`/api/watches/v1/${this.#watch}`, 'watch', isGood);
}
