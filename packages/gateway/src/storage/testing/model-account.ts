// A simple model that both databases must agree with: one account with its calls, caps and complaints, in a few lines per rule. It shares
// no code with the backends.
import type { CallState } from '../../domain/call.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import { ModelGrants } from './model-grants.ts';
import { PRICE } from './payer.ts';

/** A fixed price, a price per item, a price with one free call a day, and a price that is lower after some calls of a month. */
export type Offer = 'plain' | 'items' | 'free' | 'tiers';
export const ITEM = PRICE / 4;
export const MINIMUM = PRICE / 2;
export const ITEMS_MAX = 8;
const MOST: Record<Offer, number> = { plain: PRICE, items: ITEMS_MAX * ITEM, free: PRICE, tiers: PRICE };
/** After `from` charged calls in a month, a call costs `price`. */
export const LOWER = { from: 2, price: PRICE / 2 };
/** Caps of a payer's key and of its project: per day, per month and in total. */
export type Caps = Record<'key' | 'project', Record<Window, number | null>>;
export type Window = 'day' | 'month' | 'total';
export const WINDOWS = ['day', 'month', 'total'] as const;
/** What complaints of one payer may refund automatically in a month, in micro-units. */
export const COMPLAINTS_ALLOWED = PRICE;
/** How many complaints a day are refunded automatically. */
export const COMPLAINTS_AUTOMATIC = 2;

/** Input of `calls.open` in the model. */
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
  /** The UTC day whose allowance covers the call. */
  freeDay: string | null;
  openedIn: string;
  charged: number;
  /** UTC day of its charge. */
  chargedOn: string;
  refunded: number;
  /** What each grant paid and did not get back, by grant id. The rest was ordinary money. */
  paid: Map<string, number>;
  /** Ordinary money that paid and was not refunded. */
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

/** The result that a backend must return, and the charge to pass to it. */
export interface Expected {
  text: string;
  charged: number;
}

/** Only a fixed price may be charged in part, because only there the input of `settle` decides the charge. */
function chargeOf(
  { offer, freeDay, price }: ModelCall,
  { charged, items }: { charged: number; items: number },
): number {
  if (freeDay !== null) return 0;
  if (offer === 'tiers') return price;
  return offer === 'items' ? Math.max(MINIMUM, Math.min(items, ITEMS_MAX) * ITEM) : charged;
}

/** The text in which an answer names the grants that paid. All grants here are trial grants. */
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

  /** Key and project have the same calls here, so both have spent the same. A free call fits under any cap. */
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

  /** The allowance is one call a day: it is left when no other call of the day is running or was delivered under it. */
  isFree(offer: Offer, day: string): boolean {
    const covers = ({ freeDay, state }: ModelCall) =>
      freeDay === day && (state === 'held' || state === 'settled');
    return offer === 'free' && ![...this.calls.values()].some(covers);
  }

  /** From which count on the current tier applies. Refunded calls still count as charged. */
  tierOf(offer: Offer, month: string): number {
    const counts = ({ offer: of, state, openedIn }: ModelCall) =>
      of === 'tiers' && state === 'settled' && openedIn === month;
    const counted = [...this.calls.values()].filter(counts).length;
    return offer === 'tiers' && counted >= LOWER.from ? LOWER.from : 0;
  }

  open({ id, print, offer, ceiling }: Asked, day: string): string {
    const earlier = this.calls.get(id);
    // The fingerprint of an id includes the path.
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

  /** A complaint by rule refunds the rest of the charge. Otherwise what is left of the month's allowance must cover it. */
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

  /** A top-up repays debts first, the oldest dispute first. */
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

  /** The available money is taken; the rest is owed. */
  withdraw(reference: number, amount: number, paid: number, atMs: number): string {
    if (this.disputes.has(reference)) return 'duplicate';
    const applied = Math.min(amount, paid);
    const taken = Math.min(this.balance - this.held, applied);
    this.disputes.set(reference, { state: 'withdrawn', taken, owed: applied - taken, atMs });
    if (taken > 0) this.move(-taken);
    return `withdrawn ${taken} ${applied - taken}`;
  }

  /** Gives back what was taken and nothing else. */
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
    // Ordinary money is used first, except by calls.
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
