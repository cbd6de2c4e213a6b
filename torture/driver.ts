// The workers: they carry out the steps of the seed against the nodes, and run sequences of several steps beside them. They never judge an
// answer.
import { setTimeout as sleep } from 'node:timers/promises';
import { type About, type Caller, receiptPath, type Told } from './caller.ts';
import { Gatherer, type GatherPlan, watchPlans } from './gatherer.ts';
import { PATHS } from './offers.ts';
import { type Dice, diceOf } from './seed.ts';
import { type Budget, type Buy, type Step, stepOf } from './workload.ts';

/** An account with this much is not topped up: a rich account never gets a 402. */
const RICH_MICROS = 256;
const REVOKED_WAIT_MS = 5_500;
/** Sequences at one time; a revocation waits longer than the allowed five seconds. */
const SEQUENCES_MAX = 12;
/** Walks at one time: a page of a walk waits for platforms that never answer. */
const WALKS_MAX = 4;
/** Collections that callers follow at one time. */
const COLLECTIONS_MAX = 4;
/** Undecided complaints that are listed, of which one is decided. */
const WAITING_MAX = 20;

export class Driver {
  readonly #seed: number;
  readonly #workers: number;
  readonly #caller: Caller;
  readonly #dice: Dice;
  /** Sequences of several steps, beside the workers. */
  readonly #sequences = new Set<Promise<void>>();
  readonly #walks = new Set<Promise<void>>();
  readonly #collections = new Set<Promise<void>>();
  readonly gatherer: Gatherer;
  #isOver: () => boolean = () => false;
  /** Account and path → the last quoted price. */
  readonly #told = new Map<string, Told>();

  constructor(caller: Caller, { seed, workers }: { seed: number; workers: number }) {
    this.#caller = caller;
    this.#seed = seed;
    this.#workers = workers;
    this.#dice = diceOf(seed, 'driver');
    this.gatherer = new Gatherer(caller, seed);
  }

  async run(isOver: () => boolean): Promise<void> {
    this.#isOver = isOver;
    const watches = watchPlans(this.#seed).map((plan) => this.gatherer.watch(plan, isOver));
    await Promise.all(Array.from({ length: this.#workers }, (_, worker) => this.#work(worker, isOver)));
    await Promise.all([...this.#sequences, ...this.#walks, ...this.#collections, ...watches]);
  }

  async #work(worker: number, isOver: () => boolean): Promise<void> {
    for (let n = 0; !isOver(); n++) await this.#step(stepOf(this.#seed, this.#workers, worker, n));
  }

  async #step(step: Step): Promise<void> {
    switch (step.op) {
      case 'burst':
        await Promise.all(Array.from({ length: step.copies }, () => this.#caller.buy('again', step.buy)));
        return;
      case 'topup': {
        const isRich = (this.#caller.balances.get(step.topUp.account) ?? 0) > RICH_MICROS;
        return isRich
          ? this.#caller.readBalance(step.topUp.account)
          : this.#caller.topUp('topup', step.topUp);
      }
      case 'topup_again':
      case 'topup_altered':
        return this.#caller.topUp(step.op, step.topUp);
      case 'quoted':
        return this.#buyAsTold(step);
      case 'stolen': {
        const quote = this.#told.get(`${step.from} ${step.buy.path}`);
        if (quote !== undefined) await this.#caller.buy('stolen', step.buy, { quote });
        return;
      }
      case 'dry':
        return this.#caller.dryRun(step.buy, step.ceiling);
      case 'budget':
        return this.#begin(() => this.#spendBudget(step.budget, step.buys));
      case 'complain':
        await Promise.all(Array.from({ length: step.copies }, () => this.#caller.complain(step.buy)));
        return;
      case 'decide':
        return this.#decide(step.decision);
      case 'walk':
        return this.#beginWalk(step.buy);
      case 'collect':
        return this.#beginCollection(step.plan);
      case 'asked':
        return this.#askAgain(step);
      case 'revoke':
        return this.#begin(() => this.#revoke(step.account, step.buys));
      case 'publish':
        return this.#caller.publish(step.turn);
      case 'balance':
        return this.#caller.readBalance(step.account);
      case 'entries':
        await this.#caller.read('entries', { account: step.account }, '/api/account/v1/entries?limit=20');
        return;
      case 'receipt': {
        const { account, id } = step.buy;
        await this.#caller.read('receipt', { account, id }, receiptPath(id));
        return;
      }
      case 'free':
        await this.#caller.read(
          'free',
          { account: step.account },
          `${PATHS[0]}?keyword=over&pcursor=no_more`,
        );
        return;
      default:
        await this.#caller.buy(step.op, step.buy, {
          ceiling: step.ceiling,
          ...(step.hangUpMs === null ? {} : { timeoutMs: step.hangUpMs }),
        });
    }
  }

  /** As agents do: repeats the same question at once on any node, whether or not it was answered. The caller may abandon the first one. */
  async #askAgain({ buy, revision, times, hangUpMs }: Extract<Step, { op: 'asked' }>): Promise<void> {
    for (let time = 0; time < times; time++) {
      const timeoutMs = time === 0 ? (hangUpMs ?? undefined) : undefined;
      await this.#caller.askTool(buy, revision, timeoutMs);
    }
  }

  /** With the last quote for this account and path, however often the price list has changed since. */
  async #buyAsTold({ buy, isFresh }: Extract<Step, { op: 'quoted' }>): Promise<void> {
    const name = `${buy.account} ${buy.path}`;
    const told = (isFresh ? undefined : this.#told.get(name)) ?? (await this.#caller.askPrice(buy));
    if (told === null) return;
    this.#told.set(name, told);
    await this.#caller.buy('quoted', buy, { quote: told });
  }

  /** Two operators may decide the same complaint. */
  async #decide(decision: 'refund' | 'refuse'): Promise<void> {
    const list = await this.#caller.ask(`/complaints?state=waiting&limit=${WAITING_MAX}`);
    const waiting = ((list as { complaints?: { id: string }[] } | null)?.complaints ?? []).map(
      ({ id }) => id,
    );
    if (waiting.length === 0) return;
    const id = this.#dice.pick(waiting);
    const body = { decision, reason: 'looked at' };
    await this.#caller.admin({ op: 'decide', id, decision }, `/complaints/${id}/decision`, body);
  }

  /** A new key, or two of one project, with a cap below the price of these calls, all at once and on every node. */
  async #spendBudget(budget: Budget, buys: Buy[]): Promise<void> {
    const keys = await this.#caller.makeBudget(buys[0]!.account, budget, `b-${buys[0]!.id}`);
    if (keys === null) return;
    await Promise.all(
      buys.map((buy, i) => {
        const { id: key, secret } = keys[i % keys.length]!;
        return this.#caller.buy('capped', buy, { key, secret });
      }),
    );
  }

  #beginWalk(buy: Buy): void {
    if (this.#walks.size >= WALKS_MAX) return;
    const dice = diceOf(this.#seed, 'walk', buy.id);
    const work = walk(this.#caller, buy, dice, this.#isOver).finally(() => this.#walks.delete(work));
    this.#walks.add(work);
  }

  #beginCollection(plan: GatherPlan): void {
    if (this.#collections.size >= COLLECTIONS_MAX) return;
    const work = this.gatherer.collect(plan, this.#isOver).finally(() => this.#collections.delete(work));
    this.#collections.add(work);
  }

  #begin(sequence: () => Promise<void>): void {
    if (this.#sequences.size >= SEQUENCES_MAX) return;
    const work = sequence().finally(() => this.#sequences.delete(work));
    this.#sequences.add(work);
  }

  /** A new key that works, is revoked, and must not work again: at once on this node, after five seconds on any. */
  async #revoke(account: string, [first, ...later]: Buy[]): Promise<void> {
    const made = await this.#caller.createKey(account);
    if (made === null) return;
    const { id: key, secret } = made;
    await this.#caller.buy('buy', first!, { key, secret });
    const door = this.#caller.anyDoor();
    const about: About = { op: 'revoke', account, key };
    const heard = await this.#caller.admin(about, `/keys/${key}/revoke`, undefined, door);
    if (heard.kind !== 'answer' || heard.status !== 200) return;
    await this.#caller.buy('after_revoke', later[0]!, { key, secret, door });
    await this.#caller.buy('after_revoke', first!, { key, secret, door });
    await this.#caller.buy('after_revoke', later[1]!, { key, secret });
    await sleep(REVOKED_WAIT_MS);
    for (const [i, each] of this.#caller.doors.entries()) {
      await this.#caller.buy('after_revoke', later[2 + i] ?? later[2]!, { key, secret, door: each });
    }
  }
}

/** More pages than the lists have; an endless walk stops here, and the checker sees its items twice. */
const PAGES_MAX = 30;
/** Tries for one page; a walk whose page cannot be fetched is abandoned. */
const TRIES_MAX = 8;
const AGAIN_SHARE = 0.25;
const NO_MORE = 'no_more';

/**
 * One walk over many platforms from the caller's side: page after page, each with its own id and on any node, and the same id again until
 * its answer is known. It never judges an answer.
 */
async function walk(caller: Caller, first: Buy, dice: Dice, isOver: () => boolean): Promise<void> {
  let pcursor: string | null = '';
  for (let page = 0; page < PAGES_MAX && pcursor !== null && pcursor !== NO_MORE && !isOver(); page++) {
    const buy: Buy = { ...first, id: `${first.id}-${page}`, ...(pcursor !== '' && { pcursor }) };
    pcursor = await nextOf(caller, buy);
    if (pcursor !== null && dice.chance(AGAIN_SHARE)) await caller.buy('again', buy);
  }
}

/** null when the page could not be fetched. */
async function nextOf(caller: Caller, buy: Buy): Promise<string | null> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const next = await caller.readPage(tries === 0 ? 'walk' : 'again', buy);
    if (next !== null) return next;
  }
  return null;
}
