// A Stripe for tests, over HTTP: the official package talks to it as to the real one. It keeps what it did by idempotency key, sends
// webhooks when the test says so, signed by the package's own functions, and can lose its answers.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadStripe } from '../features/payments/adapters/stripe-client.ts';

export const WEBHOOK_SECRET = 'whsec_test';
const MS = 1_000;

/** What a card does: pays, needs its owner, is refused. */
export const CARDS = { good: 'pm_good', owner: 'pm_owner', empty: 'pm_empty' } as const;

interface Intent {
  id: string;
  object: 'payment_intent';
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  created: number;
  customer: string | null;
  payment_method: string | null;
  setup_future_usage: string | null;
  metadata: Record<string, string>;
}

interface FakeDispute {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  payment_intent: string;
  created: number;
  balance_transactions: { amount: number }[];
}

interface FakeRefund {
  id: string;
  object: 'refund';
  status: string;
  payment_intent: string;
  amount: number;
  created: number;
  metadata: Record<string, string>;
}

interface Kept {
  status: number;
  body: object;
}

export class FakeStripe {
  readonly intents: Intent[] = [];
  readonly disputes: FakeDispute[] = [];
  /** Checkout pages by their address. */
  readonly pages = new Map<string, Record<string, string>>();
  /** Called when someone paid in a browser; the browser is redirected after it. */
  onPaid: (intent: Intent) => Promise<void> = async () => {};
  readonly refunds: FakeRefund[] = [];
  /** Why the next refunds are refused; null lets them succeed. */
  refusesRefunds: string | null = null;
  /** How many answers are lost after the work is done. */
  losesAnswers = 0;
  /** Every request: its path and its idempotency key. */
  readonly asked: { path: string; key: string | null }[] = [];
  url = '';
  readonly #kept = new Map<string, Kept>();
  readonly #awaited = new Map<string, () => void>();
  readonly #server: Server;
  #sign!: (what: { payload: string; secret: string }) => string;
  #ids = 0;

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async start(port = 0): Promise<this> {
    const { webhooks } = await loadStripe('sk_test', null);
    const signer = webhooks as unknown as { generateTestHeaderString(what: object): string };
    this.#sign = (what) => signer.generateTestHeaderString(what);
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Resolves when a request for this path was handled, before its answer is sent. */
  next(path: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#awaited.set(path, resolve);
    return promise;
  }

  /** The owner of a card pays on a Checkout page. */
  pay(address: string, card: string = CARDS.good): Intent {
    const fields = this.pages.get(address)!;
    return this.#add({
      status: 'succeeded',
      amount: Number(fields['line_items[0][price_data][unit_amount]']),
      currency: fields['line_items[0][price_data][currency]']!,
      customer: fields.customer_creation === 'always' ? `cus_${++this.#ids}` : null,
      payment_method: card,
      setup_future_usage: fields['payment_intent_data[setup_future_usage]'] ?? null,
      metadata: metadataOf(fields, 'payment_intent_data[metadata]'),
    });
  }

  /** The body and headers of a webhook about it. */
  news(type: string, object: object): { body: string; headers: Record<string, string> } {
    return this.signed(JSON.stringify({ id: `evt_${++this.#ids}`, object: 'event', type, data: { object } }));
  }

  /** Any bytes with a valid signature. */
  signed(payload: string): { body: string; headers: Record<string, string> } {
    const signature = this.#sign({ payload, secret: WEBHOOK_SECRET });
    return { body: payload, headers: { 'stripe-signature': signature, 'content-type': 'application/json' } };
  }

  /** The payer's bank disputes the payment; no money has moved yet. */
  dispute(intent: Intent, amount = intent.amount): FakeDispute {
    const dispute: FakeDispute = {
      ...{ id: `dp_${++this.#ids}`, object: 'dispute', amount, currency: intent.currency },
      ...{ payment_intent: intent.id, created: Math.floor(Date.now() / MS), balance_transactions: [] },
    };
    this.disputes.push(dispute);
    return dispute;
  }

  #add(fields: Omit<Intent, 'id' | 'object' | 'created' | 'amount_received'>): Intent {
    const created = Math.floor(Date.now() / MS);
    const received = fields.status === 'succeeded' ? fields.amount : 0;
    const id = `pi_${++this.#ids}`;
    const intent: Intent = { id, object: 'payment_intent', created, ...fields, amount_received: received };
    this.intents.push(intent);
    return intent;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://stripe');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    if (this.pages.has(this.url + url.pathname)) {
      await this.#servePage(request.method!, this.url + url.pathname, response);
      return;
    }
    const key = (request.headers['idempotency-key'] as string | undefined) ?? null;
    this.asked.push({ path: `${request.method} ${url.pathname}`, key });
    const { status, body } =
      (key !== null && this.#kept.get(key)) || this.#answer(request.method!, url, fields);
    if (key !== null && request.method === 'POST') this.#kept.set(key, { status, body });
    this.#awaited.get(`${request.method} ${url.pathname}`)?.();
    if (this.losesAnswers > 0) {
      this.losesAnswers--;
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  /** A Checkout page as a browser sees it: what is paid for, and one button. */
  async #servePage(method: string, address: string, response: ServerResponse): Promise<void> {
    const fields = this.pages.get(address)!;
    if (method === 'POST') {
      await this.onPaid(this.pay(address));
      response.writeHead(303, { location: fields.success_url! }).end();
      return;
    }
    const cents = Number(fields['line_items[0][price_data][unit_amount]']);
    const amount = `${(cents / 100).toFixed(2)} ${fields['line_items[0][price_data][currency]']!.toUpperCase()}`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Checkout</title><link rel="icon" href="data:,">
<main><h1>Test checkout</h1><p>${fields['line_items[0][price_data][product_data][name]']}: ${amount}</p>
<form method="post"><button>Pay ${amount}</button></form></main></html>`);
  }

  #answer(method: string, url: URL, fields: Record<string, string>): Kept {
    const path = `${method} ${url.pathname}`;
    if (path === 'POST /v1/checkout/sessions') return this.#page(fields);
    if (path === 'POST /v1/payment_intents') return this.#charge(fields);
    if (path === 'POST /v1/refunds') return this.#refund(fields);
    if (path === 'GET /v1/refunds') {
      const intent = url.searchParams.get('payment_intent');
      return listOf(
        url,
        this.refunds.filter(({ payment_intent }) => intent === null || payment_intent === intent),
      );
    }
    if (path === 'GET /v1/payment_intents')
      return listOf(url, this.intents, (intent) => this.#withRefunds(intent));
    if (path === 'GET /v1/disputes') return listOf(url, this.disputes);
    const intent = this.intents.find(({ id }) => url.pathname === `/v1/payment_intents/${id}`);
    if (intent !== undefined) return { status: 200, body: this.#withRefunds(intent) };
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' };
    return { status: 404, body: { error } };
  }

  #refund(fields: Record<string, string>): Kept {
    if (this.refusesRefunds !== null) {
      const error = {
        type: 'invalid_request_error',
        code: this.refusesRefunds,
        message: this.refusesRefunds,
      };
      return { status: 400, body: { error } };
    }
    const refund: FakeRefund = {
      ...{ id: `re_${++this.#ids}`, object: 'refund', status: 'succeeded' },
      ...{ payment_intent: fields.payment_intent!, amount: Number(fields.amount) },
      created: Math.floor(Date.now() / MS),
      metadata: metadataOf(fields, 'metadata'),
    };
    this.refunds.push(refund);
    return { status: 200, body: refund };
  }

  /** The form of an intent when its charge is requested with it. */
  #withRefunds(intent: Intent): object {
    const back = this.refunds.filter((one) => one.payment_intent === intent.id && one.status === 'succeeded');
    const amount_refunded = back.reduce((sum, { amount }) => sum + amount, 0);
    return { ...intent, latest_charge: { id: `ch_${intent.id}`, object: 'charge', amount_refunded } };
  }

  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.#kept.clear();
  }

  #page(fields: Record<string, string>): Kept {
    const id = `cs_${++this.#ids}`;
    const url = `${this.url}/pay/${id}`;
    this.pages.set(url, fields);
    return {
      status: 200,
      body: { id, object: 'checkout.session', url, metadata: metadataOf(fields, 'metadata') },
    };
  }

  #charge(fields: Record<string, string>): Kept {
    const card = fields.payment_method!;
    const isGood = card === CARDS.good;
    const intent = this.#add({
      status: isGood ? 'succeeded' : 'requires_payment_method',
      amount: Number(fields.amount),
      currency: fields.currency!,
      customer: fields.customer ?? null,
      payment_method: card,
      setup_future_usage: null,
      metadata: metadataOf(fields, 'metadata'),
    });
    if (isGood) return { status: 200, body: intent };
    const code = card === CARDS.owner ? 'authentication_required' : 'card_declined';
    return {
      status: 402,
      body: { error: { type: 'card_error', code, message: code, payment_intent: intent } },
    };
  }
}

/** What a list may be asked for. Anything else is refused, so that no test passes because a parameter was ignored. */
const LIST_PARAMS = /^(payment_intent|created\[gte\]|limit|starting_after|expand\[\d+\])$/;
const PAGE_ITEMS = '10';

/** A page of a list, the newest first. */
function listOf<T extends { id: string; created: number }>(
  url: URL,
  all: readonly T[],
  show: (one: T) => object = (one) => one,
): Kept {
  const { searchParams: asked, pathname } = url;
  const unknown = [...asked.keys()].find((name) => !LIST_PARAMS.test(name));
  if (unknown !== undefined) {
    const error = {
      type: 'invalid_request_error',
      code: 'parameter_unknown',
      param: unknown,
      message: unknown,
    };
    return { status: 400, body: { error } };
  }
  const since = Number(asked.get('created[gte]') ?? 0);
  const listed = all.filter(({ created }) => created >= since).reverse();
  const last = asked.get('starting_after');
  const rest = last === null ? listed : listed.slice(listed.findIndex(({ id }) => id === last) + 1);
  const limit = Number(asked.get('limit') ?? PAGE_ITEMS);
  const data = rest.slice(0, limit).map(show);
  return { status: 200, body: { object: 'list', url: pathname, has_more: rest.length > limit, data } };
}

function metadataOf(fields: Record<string, string>, name: string): Record<string, string> {
  const own = Object.entries(fields).filter(([key]) => key.startsWith(`${name}[`));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}
