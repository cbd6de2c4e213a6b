// Owns the callers: workers that carry out the steps of the seed against the nodes and write every invocation and its end
// to the client journal. Must never decide whether an answer is right.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, digestOf, type Heard, nonceIn } from './client.ts';
import type { ClientEvent, Journal, Op } from './journal.ts';
import { diceOf } from './seed.ts';
import { type Buy, money, PATHS, priceMicros, type Step, stepOf, type TopUp } from './workload.ts';

/** More than any account is ever given: it is there for its running sum, which every charge must keep through every fault. */
const TOTAL_CAP = '900000.000000';

export interface NodeDoor {
  name: string;
  /** Ports of the links, not of the node itself. */
  publicPort: number;
  adminPort: number;
}

/** What an event is about; the driver adds type, time and outcome. */
type About = Pick<
  ClientEvent,
  'node' | 'account' | 'id' | 'key' | 'path' | 'keyword' | 'amount' | 'version'
> & { op: Op };

/** Past a gateway's deadline twice over: an id may wait for its twin and then run itself. */
const TIMEOUT_MS = 35_000;
const PAUSE_AFTER_UNKNOWN_MS = 60;
/** An account that has so much is not topped up: a rich one never meets a 402. */
const RICH_MICROS = 256;
const LOOKS_MAX = 100;
const REVOKED_WAIT_MS = 5_500;
/** Revocations under way at one time; each sleeps past the allowed five seconds. */
const REVOCATIONS_MAX = 8;

export interface DriverOptions {
  seed: number;
  workers: number;
  doors: NodeDoor[];
  adminToken: string;
  journal: Journal<ClientEvent>;
}

export class Driver {
  readonly #options: DriverOptions;
  readonly #client = new Client();
  readonly #dice;
  /** Account → secret of its main key. */
  readonly keys = new Map<string, string>();
  /** Account → balance as last heard. */
  readonly #balances = new Map<string, number>();
  readonly #revocations = new Set<Promise<void>>();
  #n = 0;
  counts = { calls: 0, ok: 0, refused: 0, unknown: 0 };

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#dice = diceOf(options.seed, 'driver');
  }

  get doors(): NodeDoor[] {
    return this.#options.doors;
  }

  async run(isOver: () => boolean): Promise<void> {
    const { workers } = this.#options;
    await Promise.all(Array.from({ length: workers }, (_, worker) => this.#work(worker, isOver)));
    await Promise.all(this.#revocations);
  }

  close(): void {
    this.#client.close();
  }

  async #work(worker: number, isOver: () => boolean): Promise<void> {
    const { seed, workers } = this.#options;
    for (let n = 0; !isOver(); n++) await this.#step(stepOf(seed, workers, worker, n));
  }

  async #step(step: Step): Promise<void> {
    switch (step.op) {
      case 'burst':
        await Promise.all(Array.from({ length: step.copies }, () => this.buy('again', step.buy)));
        return;
      case 'topup': {
        const isRich = (this.#balances.get(step.topUp.account) ?? 0) > RICH_MICROS;
        return isRich
          ? this.#read('balance', step.topUp.account, '/api/account/v1/balance')
          : this.topUp('topup', step.topUp);
      }
      case 'topup_again':
      case 'topup_altered':
        return this.topUp(step.op, step.topUp);
      case 'revoke':
        if (this.#revocations.size < REVOCATIONS_MAX) this.#beginRevocation(step.account, step.buys);
        return;
      case 'publish':
        return this.publish(step.turn);
      case 'balance':
        return this.#read('balance', step.account, '/api/account/v1/balance');
      case 'entries':
        return this.#read('entries', step.account, '/api/account/v1/entries?limit=20');
      case 'receipt':
        return this.#read('receipt', step.buy.account, receiptPath(step.buy.id), step.buy.id);
      case 'free':
        return this.#read('free', step.account, `${PATHS[0]}?keyword=over&pcursor=no_more`);
      default:
        await this.buy(step.op, step.buy, step.hangUpMs === null ? {} : { timeoutMs: step.hangUpMs });
    }
  }

  /** One billed call; gives the status, 0 when unknown. */
  async buy(
    op: Op,
    buy: Buy,
    more: { timeoutMs?: number; key?: string; secret?: string; door?: NodeDoor } = {},
  ): Promise<number> {
    const door = more.door ?? this.#anyDoor();
    const about: About = {
      op,
      node: door.name,
      ...buy,
      ...(more.key === undefined ? {} : { key: more.key }),
    };
    const heard = await this.#perform(about, {
      port: door.publicPort,
      path: `${buy.path}?keyword=${buy.keyword}`,
      secret: more.secret ?? this.keys.get(buy.account)!,
      headers: { 'x-reelgate-request-id': buy.id },
      ...(more.timeoutMs === undefined ? {} : { timeoutMs: more.timeoutMs }),
    });
    return heard.kind === 'answer' ? heard.status : 0;
  }

  async topUp(op: Op, { account, reference, amountMicros }: TopUp, door = this.#anyDoor()): Promise<void> {
    await this.#admin(
      { op, account, id: reference, amount: amountMicros },
      `/accounts/${account}/topups`,
      { amount: money(amountMicros), reference },
      door,
    );
  }

  async publish(turn: number): Promise<void> {
    const endpoints = PATHS.map((path, route) => ({ path, unit_price: money(priceMicros(route, turn)) }));
    await this.#admin({ op: 'publish' }, '/catalog/versions', { endpoints });
  }

  async createAccount(name: string, rate: object | null): Promise<void> {
    const heard = await this.#admin({ op: 'account', account: name }, '/accounts', { name, rate });
    if (heard.kind !== 'answer' || heard.status !== 201)
      throw new Error(`no account: ${JSON.stringify(heard)}`);
  }

  /** Gives the key's id and secret; null when nobody knows whether it was made. */
  async createKey(account: string): Promise<{ id: string; secret: string } | null> {
    const heard = await this.#admin({ op: 'key', account }, '/keys', {
      account,
      name: 'torture',
      total_cap: TOTAL_CAP,
    });
    if (heard.kind !== 'answer' || heard.status !== 201) return null;
    const made = JSON.parse(heard.text) as { key: { id: string }; secret: string };
    return { id: made.key.id, secret: made.secret };
  }

  /** Reads on one door, for the end of a round. */
  async readOn(
    door: NodeDoor,
    op: 'final_receipt' | 'final_balance',
    account: string,
    id?: string,
  ): Promise<Heard> {
    const path = id === undefined ? '/api/account/v1/balance' : receiptPath(id);
    const about: About = { op, node: door.name, account, ...(id === undefined ? {} : { id }) };
    return this.#perform(about, { port: door.publicPort, path, secret: this.keys.get(account)! });
  }

  /** Over all accounts, as the first node that answers says. */
  async heldMicros(): Promise<number> {
    const { accounts } = await this.#look<{ accounts: { held: string }[] }>('/accounts?limit=500');
    return accounts.reduce((sum, { held }) => sum + Math.round(Number(held) * 1e6), 0);
  }

  async priceMicros(path: string): Promise<number> {
    const { catalog } = await this.#look<{ catalog: { endpoints: { path: string; unit_price: string }[] } }>(
      '/catalog',
    );
    const endpoint = catalog.endpoints.find((each) => each.path === path)!;
    return Math.round(Number(endpoint.unit_price) * 1e6);
  }

  /** Not journaled: it is how the harness waits, not part of the history. */
  async #look<T>(path: string): Promise<T> {
    for (let tries = 1; ; tries++) {
      const heard = await this.#client.exchange({
        port: this.#anyDoor().adminPort,
        method: 'GET',
        path: `/admin/v1${path}`,
        headers: { authorization: `Bearer ${this.#options.adminToken}` },
        timeoutMs: TIMEOUT_MS,
      });
      if (heard.kind === 'answer' && heard.status === 200) return JSON.parse(heard.text) as T;
      if (tries >= LOOKS_MAX) throw new Error(`${path}: ${JSON.stringify(heard)}`);
      await sleep(PAUSE_AFTER_UNKNOWN_MS);
    }
  }

  async #read(
    op: 'balance' | 'entries' | 'receipt' | 'free',
    account: string,
    path: string,
    id?: string,
  ): Promise<void> {
    const door = this.#anyDoor();
    const about: About = { op, node: door.name, account, ...(id === undefined ? {} : { id }) };
    await this.#perform(about, { port: door.publicPort, path, secret: this.keys.get(account)! });
  }

  #beginRevocation(account: string, buys: Buy[]): void {
    const work = this.#revoke(account, buys).finally(() => this.#revocations.delete(work));
    this.#revocations.add(work);
  }

  /** A key of its own that works, is revoked, and must not work again: at once here, after five seconds anywhere. */
  async #revoke(account: string, [first, ...later]: Buy[]): Promise<void> {
    const made = await this.createKey(account);
    if (made === null) return;
    const { id: key, secret } = made;
    await this.buy('buy', first!, { key, secret });
    const door = this.#anyDoor();
    const about: About = { op: 'revoke', account, key };
    const heard = await this.#admin(about, `/keys/${key}/revoke`, undefined, door);
    if (heard.kind !== 'answer' || heard.status !== 200) return;
    await this.buy('after_revoke', later[0]!, { key, secret, door });
    await this.buy('after_revoke', first!, { key, secret, door });
    await this.buy('after_revoke', later[1]!, { key, secret });
    await sleep(REVOKED_WAIT_MS);
    for (const [i, each] of this.doors.entries()) {
      await this.buy('after_revoke', later[2 + i] ?? later[2]!, { key, secret, door: each });
    }
  }

  #anyDoor(): NodeDoor {
    return this.#dice.pick(this.doors);
  }

  #admin(about: About, path: string, body?: unknown, door = this.#anyDoor()): Promise<Heard> {
    return this.#perform(
      { ...about, node: door.name },
      {
        port: door.adminPort,
        path: `/admin/v1${path}`,
        secret: this.#options.adminToken,
        method: 'POST',
        body,
      },
    );
  }

  async #perform(
    about: About,
    ask: {
      port: number;
      path: string;
      secret: string;
      method?: 'POST';
      headers?: Record<string, string>;
      body?: unknown;
      timeoutMs?: number;
    },
  ): Promise<Heard> {
    const { journal } = this.#options;
    const n = ++this.#n;
    journal.write({ n, type: 'invoke', ...about });
    const heard = await this.#client.exchange({
      port: ask.port,
      method: ask.method ?? 'GET',
      path: ask.path,
      headers: { authorization: `Bearer ${ask.secret}`, ...ask.headers },
      ...(ask.body === undefined ? {} : { body: ask.body }),
      timeoutMs: ask.timeoutMs ?? TIMEOUT_MS,
    });
    journal.write({ n, ...about, ...describe(about.op, heard) });
    this.#count(about, heard);
    if (heard.kind === 'unknown') await sleep(PAUSE_AFTER_UNKNOWN_MS);
    return heard;
  }

  #count(about: About, heard: Heard): void {
    this.counts.calls++;
    if (heard.kind === 'unknown') this.counts.unknown++;
    else if (heard.status < 300) this.counts.ok++;
    else this.counts.refused++;
    const balance = heard.kind === 'answer' ? heard.headers['x-reelgate-balance'] : undefined;
    if (balance !== undefined && about.account !== undefined)
      this.#balances.set(about.account, Math.round(Number(balance) * 1e6));
  }
}

function receiptPath(id: string): string {
  return `/api/account/v1/requests/${id}`;
}

const BILLED: readonly Op[] = [
  'buy',
  'again',
  'altered',
  'foreign',
  'after_revoke',
  'fresh',
  'exact',
  'limited',
  'free',
];

type Described = Partial<ClientEvent> & Pick<ClientEvent, 'type'>;

function describe(op: Op, heard: Heard): Described {
  if (heard.kind === 'unknown') return { type: 'info', why: heard.why };
  const body = parse(heard.text);
  if (heard.status >= 300) return { type: 'fail', status: heard.status, code: String(body.code ?? '') };
  const ok = { type: 'ok', status: heard.status } as const;
  return BILLED.includes(op)
    ? { ...ok, ...describeAnswer(heard.text, heard.headers, body) }
    : { ...ok, ...describeRead(op, body) };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function describeAnswer(
  text: string,
  headers: Record<string, string | undefined>,
  body: Record<string, unknown>,
): Partial<ClientEvent> {
  const receipt = (body.receipt ?? {}) as Record<string, string | number>;
  const nonce = nonceIn(text);
  return {
    digest: digestOf(text),
    ...(nonce === undefined ? {} : { nonce }),
    charged: headers['x-reelgate-charged'] ?? '',
    balance: String(receipt.balance),
    replayed: headers['x-reelgate-replayed'] === 'true',
    source: String(receipt.source),
    version: Number(receipt.catalog_version),
  };
}

function describeRead(op: Op, body: Record<string, unknown>): Partial<ClientEvent> {
  const part = (name: string) => (body[name] ?? {}) as Record<string, unknown>;
  switch (op) {
    case 'balance':
    case 'final_balance':
      return { balance: String(body.balance), held: String(body.held) };
    case 'receipt':
    case 'final_receipt':
      return { state: String(part('call').state), charged: String(part('call').charged) };
    case 'topup':
    case 'topup_again':
    case 'topup_altered':
      return { duplicate: body.duplicate === true, balance: String(part('entry').balance_after) };
    case 'key':
      return { key: String(part('key').id) };
    case 'publish':
      return { version: Number(part('catalog').version) };
    case 'entries': {
      const rows = (body.entries ?? []) as { seq: number; amount: string; balance_after: string }[];
      return { entries: rows.map((row) => [row.seq, row.amount, row.balance_after]) };
    }
    default:
      return {};
  }
}
