// Customers who pay by card. Each is a new account that pays, registers a webhook, sets a recharge rule, spends, and disputes payments.
// What the payer's side does is recorded before the gateway is notified, and the notification is repeated until the gateway acknowledges
// it. It never judges.
import { setTimeout as sleep } from 'node:timers/promises';
import { FakeStripe } from '../packages/gateway/src/testing/fake-stripe.ts';
import type { Caller, NodeDoor } from './caller.ts';
import { Client, type Heard } from './client.ts';
import { PATHS } from './offers.ts';
import { type CardDispute, type EventTaker, type PaymentHistory, referenceOf } from './payments.ts';
import { type Dice, diceOf } from './seed.ts';
import { EventTakers } from './webhook-receiver.ts';

/** Customers active at one time: enough to meet every fault, few compared with the workers. */
const CUSTOMERS = 3;
const CALLS_MAX = 8;
const PAYMENTS_MAX = 3;
const TIMEOUT_MS = 20_000;
const PAUSE_MS = 150;
const MICROS_PER_CENT = 10_000;
/** Higher than any event's number, so that the newest events come first. */
const NUMBER_MAX = 999_999_999_999_999;
/** A recharge rule whose threshold is above every balance: the card is charged as soon as there is one. */
const PLAN = { below: '500', up_to: '600' };

type Intent = FakeStripe['intents'][number];
type News = ReturnType<FakeStripe['news']>;
/** A request of one account to its own routes. */
type Own = (path: string, body: object) => (door: NodeDoor) => Promise<Heard>;

export class Customers {
  readonly stripe = new FakeStripe();
  readonly takers: EventTakers;
  readonly #seed: number;
  readonly #dice: Dice;
  readonly #client = new Client();
  readonly #heard = new Set<string>();
  readonly #disputes: CardDispute[] = [];
  readonly #plans: PaymentHistory['plans'] = [];
  /** Receivers that the gateway has acknowledged. */
  readonly #promised: EventTaker[] = [];
  /** Notifications that are repeated until the gateway acknowledges them, by their content. */
  readonly #telling = new Map<string, () => News>();
  #caller: Caller | null = null;
  #adminToken = '';
  #lives = 0;
  #isOver: () => boolean = () => false;

  constructor(seed: number) {
    this.#seed = seed;
    this.#dice = diceOf(seed, 'customers');
    this.takers = new EventTakers(diceOf(seed, 'takers'));
  }

  async start(): Promise<void> {
    await this.stripe.start();
    await this.takers.start();
  }

  async stop(): Promise<void> {
    this.#client.close();
    await Promise.allSettled([this.stripe.stop(), this.takers.stop()]);
  }

  async run(caller: Caller, adminToken: string, isOver: () => boolean): Promise<void> {
    this.#caller = caller;
    this.#adminToken = adminToken;
    this.#isOver = isOver;
    await Promise.all(Array.from({ length: CUSTOMERS }, () => this.#liveOn()));
  }

  /** Runs some customers without faults, and repeats unacknowledged notifications. Returns how many stay unacknowledged. */
  async heal(untilMs: number): Promise<number> {
    this.takers.isUnreliable = false;
    this.#isOver = () => performance.now() >= untilMs;
    if (this.#caller === null) return 0;
    await Promise.all(Array.from({ length: CUSTOMERS }, () => this.#live(this.#nextName())));
    // From here on no card pays, so balances stay as they were reported.
    await this.stripe.stop();
    for (const intent of this.stripe.intents) this.#tellPaid(intent);
    await Promise.all([...this.#telling.keys()].map((name) => this.#tellUntilHeard(name)));
    return this.#telling.size;
  }

  /** Waits for the last event of every receiver. Returns how many are still missing at the end. */
  async untilAllTaken(untilMs: number): Promise<number> {
    this.#isOver = () => performance.now() >= untilMs;
    const taken = await Promise.all(this.#promised.map((taker) => this.#untilTaken(taker)));
    return taken.filter((isTaken) => !isTaken).length;
  }

  history(): PaymentHistory {
    const payments = this.stripe.intents.map(({ id, metadata, amount, status }) => ({
      reference: referenceOf(id),
      account: metadata.account ?? null,
      amount: amount * MICROS_PER_CENT,
      isPaid: status === 'succeeded',
      recharge: metadata.recharge ?? null,
      isHeard: this.#heard.has(`paid ${id}`),
    }));
    const disputes = this.#disputes.map((dispute) => ({
      ...dispute,
      heard: dispute.moves.filter((move) => this.#heard.has(`${move} ${dispute.id}`)),
    }));
    return { payments, disputes, plans: this.#plans, takers: this.takers.all };
  }

  async #liveOn(): Promise<void> {
    while (!this.#isOver()) await this.#live(this.#nextName());
  }

  #nextName(): string {
    return `card-${this.#seed}-${++this.#lives}`;
  }

  async #live(account: string): Promise<void> {
    const made = await this.#insist((door) => this.#admin(door, '/accounts', { name: account }), [201, 409]);
    if (made === null) return;
    const key = await this.#insist((door) => this.#admin(door, '/keys', { account, name: 'card' }), [201]);
    if (key === null) return;
    const { secret } = JSON.parse(key) as { secret: string };
    this.#caller!.keys.set(account, secret);
    const own: Own = (path, body) => (door) => this.#own(door, secret, path, body);
    await this.#haveEventsSent(account, own);
    const first = await this.#payIn(own, '2.00', true);
    if (first === null) return;
    await this.#tellUntilHeard(this.#tellPaid(first));
    const monthMax = 3 + this.#dice.int(5);
    this.#plans.push({ account, monthMax: monthMax * 1_000_000 });
    await this.#insist(own('recharge', { ...PLAN, month_max: `${monthMax}.00` }), [200]);
    for (let n = 0; n < PAYMENTS_MAX && !this.#isOver(); n++) {
      const [paid] = await Promise.all([this.#payIn(own, `${1 + n}.50`, false), this.#spend(account, n)]);
      if (paid !== null) await Promise.all([this.#disputed(paid), this.#spend(account, PAYMENTS_MAX + n)]);
    }
    // The node that charged the card may have been killed before it learned of the payment.
    for (const intent of this.stripe.intents) if (intent.metadata.recharge) this.#tellPaid(intent);
    await Promise.all([...this.#telling.keys()].map((name) => this.#tellUntilHeard(name)));
  }

  /** Each try uses a new address. A customer that lost too many answers reaches the maximum number of webhooks, and goes on. */
  async #haveEventsSent(account: string, own: Own): Promise<void> {
    let taker: EventTaker | null = null;
    const ask = (door: NodeDoor) => {
      taker = this.takers.add(account);
      return own('webhooks', { url: taker.url })(door);
    };
    const made = await this.#insist(ask, [201, 409]);
    if (made?.includes('"secret"')) this.#promised.push(taker!);
  }

  /** Asks for the last event of its account, and waits until it has arrived; false when the round ends first. */
  async #untilTaken(taker: EventTaker): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.#caller!.keys.get(taker.account)}` };
    const path = `/api/account/v1/events?limit=1&before=${NUMBER_MAX}`;
    const newest = await this.#insist(
      ({ publicPort: port }) =>
        this.#client.exchange({ port, method: 'GET', path, headers, timeoutMs: TIMEOUT_MS }),
      [200],
    );
    if (newest === null) return false;
    const { events } = JSON.parse(newest) as { events: { sequence: number; type: string }[] };
    const last = events[0];
    // Keys are created before the webhook.
    if (last === undefined || last.type === 'key.created') return true;
    const due = last.sequence;
    taker.due = due;
    const isTaken = () => taker.taken.some((sequence) => sequence >= due);
    while (!isTaken() && !this.#isOver()) await sleep(PAUSE_MS);
    return isTaken();
  }

  async #payIn(own: Own, amount: string, savesCard: boolean): Promise<Intent | null> {
    if (this.#dice.chance(0.1)) this.stripe.losesAnswers = 1;
    const ordered = await this.#insist(own('topups', { amount, save_card: savesCard }), [201]);
    if (ordered === null) return null;
    const { topup } = JSON.parse(ordered) as { topup: { address: string } };
    return this.stripe.pay(topup.address);
  }

  async #spend(account: string, turn: number): Promise<void> {
    const calls = Array.from({ length: 1 + this.#dice.int(CALLS_MAX) }, (_, i) => `${account}-${turn}-${i}`);
    await Promise.all(
      calls.map((id) =>
        this.#caller!.buy('buy', { id, account, path: this.#dice.pick(PATHS), keyword: `card-${id}` }),
      ),
    );
  }

  /** Some disputes are reported before their payment, some are won, and reports come in any order. */
  async #disputed(intent: Intent): Promise<void> {
    const moves: CardDispute['moves'] = this.#dice.chance(0.4) ? ['withdrawn', 'reinstated'] : ['withdrawn'];
    const names = [this.#tellPaid(intent)];
    if (this.#dice.chance(0.6)) {
      const object = this.stripe.dispute(intent, this.#dice.chance(0.3) ? 50 : intent.amount);
      const { id, amount } = object as { id: string; amount: number };
      const reference = referenceOf(intent.id);
      this.#disputes.push({ id, reference, amount: amount * MICROS_PER_CENT, moves, heard: [] });
      for (const move of moves)
        names.push(
          this.#toBeTold(`${move} ${id}`, () => this.stripe.news(`charge.dispute.funds_${move}`, object)),
        );
    }
    const twice = this.#dice.chance(0.5) ? names : [];
    await Promise.all(this.#dice.shuffle([...names, ...twice]).map((name) => this.#tellUntilHeard(name)));
  }

  #tellPaid(intent: Intent): string {
    const name = `paid ${intent.id}`;
    if (intent.status !== 'succeeded' || this.#heard.has(name)) return name;
    return this.#toBeTold(name, () => this.stripe.news('payment_intent.succeeded', intent));
  }

  #toBeTold(name: string, news: () => News): string {
    this.#telling.set(name, news);
    return name;
  }

  async #tellUntilHeard(name: string): Promise<void> {
    const news = this.#telling.get(name);
    if (news === undefined) return;
    const told = await this.#insist((door) => this.#tell(door, news()), [200]);
    if (told === null) return;
    this.#heard.add(name);
    this.#telling.delete(name);
  }

  /** Repeats until one of these statuses is returned; null when the round ends first. */
  async #insist(ask: (door: NodeDoor) => Promise<Heard>, statuses: number[]): Promise<string | null> {
    while (!this.#isOver()) {
      const heard = await ask(this.#caller!.anyDoor());
      if (heard.kind === 'answer' && statuses.includes(heard.status)) return heard.text;
      await sleep(PAUSE_MS);
    }
    return null;
  }

  #admin({ adminPort: port }: NodeDoor, path: string, body: object): Promise<Heard> {
    return this.#post(port, `/admin/v1${path}`, this.#adminToken, body);
  }

  #own({ publicPort: port }: NodeDoor, secret: string, path: string, body: object): Promise<Heard> {
    return this.#post(port, `/api/account/v1/${path}`, secret, body);
  }

  #post(port: number, path: string, secret: string, body: object): Promise<Heard> {
    const headers = { authorization: `Bearer ${secret}` };
    return this.#client.exchange({ port, method: 'POST', path, headers, body, timeoutMs: TIMEOUT_MS });
  }

  /** Sends exactly the bytes that were signed. */
  #tell({ publicPort: port }: NodeDoor, { body, headers }: News): Promise<Heard> {
    const path = '/api/payments/v1/stripe';
    return this.#client.exchange({
      ...{ port, method: 'POST', path, headers },
      ...{ body: JSON.parse(body) as object, timeoutMs: TIMEOUT_MS },
    });
  }
}
