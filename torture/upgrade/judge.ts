// What must hold for an installation at every step, whichever releases serve it: money to the micro-unit, every paid answer repeated byte
// for byte and free, the library's records, the figures of usage and of the console, and a ledger that adds up.
import { isDeepStrictEqual } from 'node:util';
import { type Installation, SEARCH, WORD } from './installation.ts';

/** How many paid answers of each customer are repeated, the oldest and the newest: free answers have a limit. */
const REPLAYED_MAX = 12;
const PAGE_MAX = 50;

/** Collects what was expected and what was found, a sentence each. */
export class Judge {
  readonly #world: Installation;
  readonly faults: string[] = [];
  facts = 0;

  constructor(world: Installation) {
    this.#world = world;
  }

  expect(what: string, found: unknown, wanted: unknown): void {
    this.facts++;
    if (isDeepStrictEqual(found, wanted)) return;
    this.faults.push(`${what}: expected ${short(wanted)}, found ${short(found)}`);
  }

  /** Judges everything, through every node that serves. */
  async judge(step: string): Promise<void> {
    for (const { at, release } of this.#world.nodes) {
      const where = `${step}, node ${at} (${release.name})`;
      this.expect(`${where}: ready`, (await this.#world.ready(at)).status, 200);
      await this.#library(where, at);
      await this.#replays(where, at);
      await this.#money(where, at);
      await this.#usage(where, at);
      if (release.hasSteps) await this.#console(where, at);
      await this.#ledger(where, at);
    }
  }

  async #library(where: string, at: number): Promise<void> {
    const wanted = [...this.#world.recordsOf(at)].sort();
    for (const who of this.#world.customers) {
      const query = { keyword: WORD, count: String(PAGE_MAX) };
      const answer = await this.#world.buy(at, { platform: 'library', query }, who);
      const found = (answer.body?.items ?? []).map(({ id }: { id: string }) => id).sort();
      this.expect(`${where}: library search of ${who.name}`, [answer.status, found], [200, wanted]);
      this.expect(`${where}: price of a library search`, answer.charged, 12_000);
    }
  }

  async #replays(where: string, at: number): Promise<void> {
    for (const who of this.#world.customers) {
      const { release } = this.#world.nodes[at]!;
      // An older release has no route for newer operations.
      const paid = who.paid.filter(({ target }) => release.hasSteps || target.includes(`/${SEARCH}?`));
      const some =
        paid.length <= REPLAYED_MAX
          ? paid
          : [...paid.slice(0, REPLAYED_MAX / 2), ...paid.slice(-REPLAYED_MAX / 2)];
      for (const { id, target, text } of some) {
        const again = await this.#world.ask(at, target, id, who);
        this.expect(
          `${where}: ${id} of ${who.name} again`,
          [again.status, again.isReplayed, again.charged],
          [200, true, 0],
        );
        this.expect(`${where}: bytes of ${id} of ${who.name}`, again.text, text);
      }
    }
  }

  async #money(where: string, at: number): Promise<void> {
    for (const who of this.#everyone()) {
      const { body } = await this.#world.ask(at, '/api/account/v1/balance', null, who);
      const found = [body.balance, body.held].map((text) => Math.round(Number(text) * 1e6));
      this.expect(`${where}: balance and holds of ${who.name}`, found, [who.micros, 0]);
    }
  }

  #everyone = () => [...this.#world.customers, ...this.#world.others];

  async #usage(where: string, at: number): Promise<void> {
    const { body } = await this.#world.admin(at, 'usage');
    const calls = this.#everyone().reduce((sum, who) => sum + who.calls, 0);
    this.expect(`${where}: calls in usage`, body.totals.calls, calls);
  }

  /** Both figures are of the same day. A console of an older release may show too little, so only this tree's is judged. */
  async #console(where: string, at: number): Promise<void> {
    if (this.#world.nodes[at]!.release.name !== 'this tree') return;
    const [{ body: usage }, { body: overview }] = [
      await this.#world.admin(at, 'usage'),
      await this.#world.admin(at, 'overview'),
    ];
    const today = usage.rows.find(({ group }: { group: string }) => overview.now.startsWith(group));
    const { calls, failures, earned } = overview.today;
    this.expect(
      `${where}: the overview's figures`,
      { calls, failures, charged: earned },
      { calls: today?.calls, failures: today?.failures, charged: today?.charged },
    );
  }

  async #ledger(where: string, at: number): Promise<void> {
    const { code, out, err } = await this.#world.command(at, 'ledger', 'verify', '--json');
    this.expect(`${where}: ledger verify ${err}`, code, 0);
    if (code === 0) this.expect(`${where}: ledger`, JSON.parse(out).clean, true);
  }
}

const short = (value: unknown) => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};
