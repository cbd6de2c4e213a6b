// Owns the plain bookkeeping that every backend must agree with: one account with its calls, caps and complaints, in a few lines for each
// rule. It shares no code with the backends.
import type { CallState } from '../../domain/call.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import { ModelGrants } from './model-grants.ts';
import { PRICE } from './payer.ts';

/** One price, a price for each item, one price of which a call a day is free, and one that is lower after some calls of a month. */
export type Offer = 'plain' | 'items' | 'free' | 'tiers';
export const ITEM = PRICE / 4;
export const MINIMUM = PRICE / 2;
export const ITEMS_MAX = 8;
const MOST: Record<Offer, number> = { plain: PRICE, items: ITEMS_MAX * ITEM, free: PRICE, tiers: PRICE };
/** After so many charged calls of a month one costs so much. */
export const LOWER = { from: 2, price: PRICE / 2 };
/** What bounds a payer's key and its project: the day, the month and for ever, of each. */
export type Caps = Record<'key' | 'project', Record<Window, number | null>>;
export type Window = 'day' | 'month' | 'total';
export const WINDOWS = ['day', 'month', 'total'] as const;
/** What complaints of one payer give back in a month without a rule or a person. */
export const COMPLAINTS_ALLOWED = PRICE;
/** How many of them a day give something back without a person. */
export const COMPLAINTS_AUTOMATIC = 2;

/** What a caller asks of `calls.open`. */
export interface Asked {
  id: number;
  print: number;
  offer: Offer;
  ceiling: number | null;
}

interface ModelCall {
  state: CallState;
  epoch: number;
  print: number;
  offer: Offer;
  price: number;
  /** The day whose allowance covers it. */
  freeDay: string | null;
  openedIn: string;
  charged: number;
  /** UTC day of its charge. */
  chargedOn: string;
  refunded: number;
  /** What grants paid of it and did not get back, by their id; the rest was ordinary money. */
  paid: Map<string, number>;
  /** Ordinary money that paid and was not given back. */
  ordinary: number;
  body: string | null;
  complaint: {
    state: 'waiting' | 'refunded' | 'refused';
    ground: 'rule' | 'allowance' | 'person';
    gave: number;
    day: string;
  } | null;
}

const isAutomatic = ({ complaint }: ModelCall) =>
  complaint?.state === 'refunded' && complaint.ground !== 'person';

interface ModelDispute {
  state: 'withdrawn' | 'reinstated';
  taken: number;
  owed: number;
  atMs: number;
}

/** What a backend must answer, and what it is to be told that was charged. */
export interface Expected {
  text: string;
  charged: number;
}

/** Only one price may be charged in part, because only there the caller of storage decides. */
function chargeOf(
  { offer, freeDay, price }: ModelCall,
  { charged, items }: { charged: number; items: number },
): number {
  if (freeDay !== null) return 0;
  if (offer === 'tiers') return price;
  return offer === 'items' ? Math.max(MINIMUM, Math.min(items, ITEMS_MAX) * ITEM) : charged;
}

/** As an answer says which grants paid; all of them are given to try the service. */
function paidFromText(paid: ReadonlyMap<string, number>): string {
  const parts = [...paid].map(
    ([grant, part]) => `{"grant":"${grant}","kind":"promo","amount":"${formatMoney(part as Micros)}"}`,
  );
  return parts.length === 0 ? '' : `,"paid_from":[${parts.join(',')}]`;
}

export class ModelAccount {
  balance: number;
  entries: number;
  readonly grants = new ModelGrants();
  readonly calls = new Map<number, ModelCall>();
  readonly #nowMs: () => number;
  /** By the reference of their payment. */
  readonly disputes = new Map<number, ModelDispute>();
  readonly caps: Caps = {
    key: { day: null, month: null, total: null },
    project: { day: null, month: null, total: null },
  };

  constructor(balance: number, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.balance = balance;
    this.entries = balance > 0 ? 1 : 0;
  }

  get held(): number {
    const held = [...this.calls.values()].filter(({ state }) => state === 'held');
    return held.reduce((sum, { price }) => sum + price, 0);
  }

  /** A key and its project have the same calls here, so the same is spent of both. What costs nothing fits under any cap. */
  isCapped(price: number, day: string): boolean {
    const spent = {
      day: this.#chargedIn(day),
      month: this.#chargedIn(day.slice(0, 7)),
      total: this.#chargedIn(''),
    };
    return WINDOWS.some((window) =>
      [this.caps.key[window], this.caps.project[window]].some(
        (cap) => cap !== null && price > 0 && spent[window] + this.held + price > cap,
      ),
    );
  }

  #chargedIn(time: string): number {
    const charged = [...this.calls.values()].filter(({ chargedOn }) => chargedOn.startsWith(time));
    return charged.reduce((sum, call) => sum + call.charged, 0);
  }

  /** An allowance of one: no other call of the day is covered, under way or delivered. */
  isFree(offer: Offer, day: string): boolean {
    const covers = ({ freeDay, state }: ModelCall) =>
      freeDay === day && (state === 'held' || state === 'settled');
    return offer === 'free' && ![...this.calls.values()].some(covers);
  }

  /** Where the tier begins that the next call of a month is in. What was refunded was charged. */
  tierOf(offer: Offer, month: string): number {
    const counts = ({ offer: of, state, openedIn }: ModelCall) =>
      of === 'tiers' && state === 'settled' && openedIn === month;
    const counted = [...this.calls.values()].filter(counts).length;
    return offer === 'tiers' && counted >= LOWER.from ? LOWER.from : 0;
  }

  open({ id, print, offer, ceiling }: Asked, day: string): string {
    const earlier = this.calls.get(id);
    // The path is part of what an id is bound to.
    if (earlier !== undefined && (earlier.print !== print || earlier.offer !== offer)) return 'reused';
    if (earlier?.state === 'held') return 'running';
    if (earlier?.state === 'settled') return isAutomatic(earlier) ? 'refunded' : `replay ${earlier.body}`;
    const isFree = this.isFree(offer, day);
    const openedIn = day.slice(0, 7);
    const tier = this.tierOf(offer, openedIn);
    const price = isFree ? 0 : tier > 0 ? LOWER.price : MOST[offer];
    if (ceiling !== null && price > ceiling) return `ceiling ${price}`;
    if (this.balance - this.held < price) return `insufficient ${this.balance - this.held}`;
    if (this.isCapped(price, day)) return 'capped';
    const epoch = (earlier?.epoch ?? 0) + 1;
    const freeDay = isFree ? day : null;
    const money = { offer, price, freeDay, openedIn, charged: 0, chargedOn: '', refunded: 0 };
    const from = { paid: new Map<string, number>(), ordinary: 0 };
    this.calls.set(id, { state: 'held', epoch, print, ...money, ...from, body: null, complaint: null });
    if (offer === 'tiers') return `opened ${epoch} tier-${tier}`;
    return isFree ? `opened ${epoch} free` : `opened ${epoch}`;
  }

  settle(id: number, epoch: number, paid: { charged: number; items: number }, day: string): Expected {
    const call = this.calls.get(id);
    if (call?.state !== 'held' || call.epoch !== epoch) return { text: 'lost', charged: 0 };
    const charged = chargeOf(call, paid);
    call.paid = this.grants.take(charged);
    call.ordinary = charged - [...call.paid.values()].reduce((sum, part) => sum + part, 0);
    this.move(-charged);
    const body = `{"balance":"${formatMoney(this.balance as Micros)}"${paidFromText(call.paid)}}`;
    Object.assign(call, { state: 'settled', charged, chargedOn: day, body });
    return { text: `settled ${this.balance}`, charged };
  }

  release(id: number, epoch: number): string {
    const call = this.calls.get(id);
    if (call?.state !== 'held' || call.epoch !== epoch) return 'lost';
    call.state = 'released';
    return 'released';
  }

  expire(): number {
    const held = [...this.calls.values()].filter(({ state }) => state === 'held');
    for (const call of held) call.state = 'expired';
    return held.length;
  }

  refund(id: number, amount: number | null): string {
    const call = this.calls.get(id);
    if (call?.state !== 'settled') return 'not_found';
    const given = amount ?? call.charged - call.refunded;
    if (given <= 0 || given > call.charged - call.refunded) return 'refused';
    call.refunded += given;
    this.move(given);
    const back = Math.min(given, call.ordinary);
    call.ordinary -= back;
    this.grants.giveBack(given - back, call.paid, this.#nowMs());
    return 'posted';
  }

  /** A rule gives back what is left of the charge, else what is left of the allowance must be enough for it. */
  complain(id: number, isByRule: boolean): string {
    const call = this.calls.get(id);
    if (call?.state !== 'settled') return 'not_found';
    if (call.complaint !== null) return `exists ${call.complaint.state} ${call.complaint.gave}`;
    const left = call.charged - call.refunded;
    if (left <= 0) return 'nothing_to_refund';
    const isAllowed = this.#allowed() + left <= COMPLAINTS_ALLOWED;
    const today = this.#today();
    const automatic = [...this.calls.values()].filter(
      (one) => isAutomatic(one) && one.complaint?.day === today,
    );
    const isTooMany = automatic.length >= COMPLAINTS_AUTOMATIC;
    const ground = isTooMany ? 'person' : isByRule ? 'rule' : isAllowed ? 'allowance' : 'person';
    const gave = ground === 'person' ? 0 : left;
    call.complaint = { state: gave > 0 ? 'refunded' : 'waiting', ground, gave, day: today };
    if (gave > 0) this.refund(id, gave);
    return `filed ${call.complaint.state} ${gave}`;
  }

  #today(): string {
    return new Date(this.#nowMs()).toISOString().slice(0, 10);
  }

  #allowed(): number {
    const all = [...this.calls.values()].flatMap(({ complaint }) => complaint ?? []);
    return all.reduce((sum, { ground, gave }) => sum + (ground === 'allowance' ? gave : 0), 0);
  }

  decide(id: number, isRefunded: boolean): string {
    const call = this.calls.get(id);
    const complaint = call?.complaint;
    if (call === undefined || complaint == null) return 'not_found';
    if (complaint.state !== 'waiting') return `ended ${complaint.state} ${complaint.gave}`;
    const left = call.charged - call.refunded;
    if (isRefunded && left <= 0) return 'nothing_to_refund';
    Object.assign(complaint, isRefunded ? { state: 'refunded', gave: left } : { state: 'refused' });
    if (isRefunded) this.refund(id, left);
    return `decided ${complaint.state} ${complaint.gave}`;
  }

  /** A top-up repays what is owed first, the oldest dispute first. */
  topUp(amount: number): void {
    this.move(amount);
    let left = amount;
    const owing = [...this.disputes].filter(([, { state, owed }]) => state === 'withdrawn' && owed > 0);
    owing.sort(([a, one], [b, other]) => one.atMs - other.atMs || a - b);
    for (const [, dispute] of owing) {
      const part = Math.min(left, dispute.owed);
      if (part === 0) break;
      left -= part;
      dispute.owed -= part;
      dispute.taken += part;
      this.move(-part);
    }
  }

  get owed(): number {
    return [...this.disputes.values()].reduce((sum, { owed }) => sum + owed, 0);
  }

  /** What is available goes, the rest is owed. */
  withdraw(reference: number, amount: number, paid: number, atMs: number): string {
    if (this.disputes.has(reference)) return 'duplicate';
    const applied = Math.min(amount, paid);
    const taken = Math.min(this.balance - this.held, applied);
    this.disputes.set(reference, { state: 'withdrawn', taken, owed: applied - taken, atMs });
    if (taken > 0) this.move(-taken);
    return `withdrawn ${taken} ${applied - taken}`;
  }

  /** What was taken comes back, and nothing else. */
  reinstate(reference: number, atMs: number): string {
    const dispute = this.disputes.get(reference) ?? { state: 'withdrawn', taken: 0, owed: 0, atMs };
    if (dispute.state === 'reinstated') return 'duplicate';
    this.disputes.set(reference, { ...dispute, state: 'reinstated', owed: 0 });
    if (dispute.taken > 0) this.move(dispute.taken);
    return `reinstated ${dispute.taken} 0`;
  }

  move(amount: number): void {
    this.balance += amount;
    this.entries++;
    // Ordinary money goes first, except by a call.
    if (amount < 0 && this.grants.left > this.balance) this.grants.take(this.grants.left - this.balance);
  }

  give(id: string, amount: number, priority: number, expiresAtMs: number | null): void {
    this.move(amount);
    this.grants.give({ id, left: amount, priority, expiresAtMs, createdAtMs: this.#nowMs() });
  }

  lapse(): number {
    const lost = this.grants.lapse(this.held, this.#nowMs());
    for (const amount of lost) this.move(-amount);
    return lost.length;
  }
}
