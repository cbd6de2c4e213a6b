// Single requests of callers and operators: each is sent once, and its start and end are written to the client journal. It never judges an
// answer, and never decides what is asked next.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe } from './answer-figures.ts';
import { Client, type Heard } from './client.ts';
import type { ClientEvent, Journal, Op } from './journal.ts';
import { endpointsOf, money, queryOf } from './offers.ts';
import { diceOf } from './seed.ts';
import { type Revision, toolHeaders, toolMessage } from './tool-call.ts';
import type { Budget, Buy, TopUp } from './workload.ts';

/** More than any account is ever given. The cap exists for its running sum, which every charge must keep correct through every fault. */
const TOTAL_CAP = '900000.000000';

export interface NodeDoor {
  name: string;
  /** Ports of the links, not of the node itself. */
  publicPort: number;
  adminPort: number;
}

/** What an event is about; the driver adds type, time and outcome. */
export type About = Pick<
  ClientEvent,
  | 'node'
  | 'account'
  | 'id'
  | 'key'
  | 'path'
  | 'keyword'
  | 'pcursor'
  | 'amount'
  | 'ceiling'
  | 'quotedVersion'
  | 'budget'
  | 'project'
  | 'decision'
  | 'owner'
  | 'after'
> & { op: Op };

/** Further choices of a caller. */
interface BuyOptions {
  timeoutMs?: number;
  /** The key that pays, and its secret; the account's main key by default. */
  key?: string;
  secret?: string;
  door?: NodeDoor;
  ceiling?: number | null;
  quote?: Told | null;
}

/** A quoted price, while it is valid. */
export interface Told {
  quote: string;
  version: number;
}

/** Longer than two deadlines of a gateway: an id may wait for its twin and then run itself. */
const TIMEOUT_MS = 35_000;
const PAUSE_AFTER_UNKNOWN_MS = 60;
const LOOKS_MAX = 100;

const CAP_FIELDS: Record<Budget['window'], string> = {
  day: 'daily_cap',
  month: 'monthly_cap',
  total: 'total_cap',
  call: 'max_call',
};

export interface MadeKey {
  id: string;
  secret: string;
}

export interface CallerOptions {
  seed: number;
  doors: NodeDoor[];
  adminToken: string;
  journal: Journal<ClientEvent>;
}

export class Caller {
  readonly #options: CallerOptions;
  readonly #client = new Client();
  readonly #dice;
  /** Account → secret of its main key. */
  readonly keys = new Map<string, string>();
  /** Account → balance in the last answer. */
  readonly balances = new Map<string, number>();
  #n = 0;
  counts = { calls: 0, ok: 0, refused: 0, unknown: 0 };

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#dice = diceOf(options.seed, 'caller');
  }

  get doors(): NodeDoor[] {
    return this.#options.doors;
  }

  close(): void {
    this.#client.close();
  }

  async readBalance(account: string): Promise<void> {
    await this.read('balance', { account }, '/api/account/v1/balance');
  }

  /** One billed call; returns the status, 0 when it is unknown. */
  async buy(op: Op, buy: Buy, more: BuyOptions = {}): Promise<number> {
    const heard = await this.#ask(op, buy, more);
    return heard.kind === 'answer' ? heard.status : 0;
  }

  /** One page of a walk; returns the cursor of the next page, null when there is no answer. */
  async readPage(op: Op, buy: Buy): Promise<string | null> {
    const heard = await this.#ask(op, buy, {});
    if (heard.kind !== 'answer' || heard.status !== 200) return null;
    return (JSON.parse(heard.text) as { pcursor: string }).pcursor;
  }

  #ask(op: Op, buy: Buy, more: BuyOptions): Promise<Heard> {
    const door = more.door ?? this.anyDoor();
    const { ceiling, quote, key } = more;
    const about: About = {
      op,
      node: door.name,
      ...buy,
      ...(key === undefined ? {} : { key }),
      ...(ceiling == null ? {} : { ceiling }),
      ...(quote == null ? {} : { quotedVersion: quote.version }),
    };
    const from = buy.pcursor === undefined ? '' : `&pcursor=${encodeURIComponent(buy.pcursor)}`;
    return this.#perform(about, {
      port: door.publicPort,
      path: `${buy.path}?${queryOf(buy.path, buy.keyword)}${from}`,
      secret: more.secret ?? this.keys.get(buy.account)!,
      headers: {
        'x-reelgate-request-id': buy.id,
        ...(ceiling == null ? {} : { 'x-reelgate-max-price': money(ceiling) }),
        ...(quote == null ? {} : { 'x-reelgate-quote': quote.quote }),
      },
      ...(more.timeoutMs === undefined ? {} : { timeoutMs: more.timeoutMs }),
    });
  }

  /** One question through the tools for agents. */
  async askTool({ account, path, keyword }: Buy, revision: Revision, timeoutMs?: number): Promise<void> {
    const door = this.anyDoor();
    const platform = path.split('/')[4]!;
    const about: About = { op: 'asked', node: door.name, account, path, keyword };
    await this.#perform(about, {
      port: door.publicPort,
      path: '/mcp',
      secret: this.keys.get(account)!,
      method: 'POST',
      headers: toolHeaders(revision),
      body: toolMessage(this.#n, revision, platform, keyword),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  async askPrice({ account, path }: Buy): Promise<Told | null> {
    const heard = await this.read('quote', { account, path }, `/api/pricing/v1/quote?path=${path}`);
    if (heard.kind !== 'answer' || heard.status !== 200) return null;
    const { quote, catalog_version } = JSON.parse(heard.text) as { quote: string; catalog_version: number };
    return { quote, version: catalog_version };
  }

  async dryRun(buy: Buy, ceiling: number | null): Promise<void> {
    const about = { ...buy, ...(ceiling === null ? {} : { ceiling }) };
    const bound = ceiling === null ? '' : `&max_price=${money(ceiling)}`;
    const path = `${buy.path}?${queryOf(buy.path, buy.keyword)}&dry_run=1${bound}`;
    await this.read('dry', about, path, { 'x-reelgate-request-id': buy.id });
  }

  /** When several complaints race, the ledger decides which one counts. */
  async complain({ account, id }: Buy): Promise<void> {
    const door = this.anyDoor();
    await this.#perform(
      { op: 'complain', node: door.name, account, id },
      {
        port: door.publicPort,
        path: `${receiptPath(id)}/complaint`,
        secret: this.keys.get(account)!,
        method: 'POST',
        body: { reason: 'not what I asked for' },
      },
    );
  }

  /** Keys that this budget limits; null when it is unknown whether they were created. */
  async makeBudget(account: string, budget: Budget, name: string): Promise<MadeKey[] | null> {
    const cap = { [CAP_FIELDS[budget.window]]: money(budget.capMicros) };
    if (budget.scope === 'key') {
      const key = await this.createKey(account, cap, budget);
      return key === null ? null : [key];
    }
    const heard = await this.admin({ op: 'project', account, budget }, '/projects', {
      account,
      name,
      ...cap,
    });
    if (heard.kind !== 'answer' || heard.status !== 201) return null;
    const { project } = JSON.parse(heard.text) as { project: { id: string } };
    const keys = [
      await this.createKey(account, { project: project.id }),
      await this.createKey(account, { project: project.id }),
    ];
    return keys.every((key) => key !== null) ? keys : null;
  }

  async topUp(op: Op, { account, reference, amountMicros }: TopUp, door = this.anyDoor()): Promise<void> {
    await this.admin(
      { op, account, id: reference, amount: amountMicros },
      `/accounts/${account}/topups`,
      { amount: money(amountMicros), reference },
      door,
    );
  }

  async publish(turn: number): Promise<void> {
    await this.admin({ op: 'publish' }, '/catalog/versions', { endpoints: endpointsOf(turn) });
  }

  async createAccount(name: string, rate: object | null): Promise<void> {
    const heard = await this.admin({ op: 'account', account: name }, '/accounts', { name, rate });
    if (heard.kind !== 'answer' || heard.status !== 201)
      throw new Error(`no account: ${JSON.stringify(heard)}`);
  }

  /** null when it is unknown whether it was created. */
  async createKey(
    account: string,
    limits: object = { total_cap: TOTAL_CAP },
    budget?: Budget,
  ): Promise<MadeKey | null> {
    const about = { op: 'key' as const, account, ...(budget === undefined ? {} : { budget }) };
    const heard = await this.admin(about, '/keys', { account, name: 'torture', ...limits });
    if (heard.kind !== 'answer' || heard.status !== 201) return null;
    const made = JSON.parse(heard.text) as { key: { id: string }; secret: string };
    return { id: made.key.id, secret: made.secret };
  }

  /** Reads through one node, at the end of a round. */
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

  /** Money held over all accounts, from the first node that answers. */
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

  /** Repeats until a node answers. */
  async #look<T>(path: string): Promise<T> {
    for (let tries = 1; ; tries++) {
      const answer = await this.ask(path);
      if (answer !== null) return answer as T;
      if (tries >= LOOKS_MAX) throw new Error(`${path} was not answered`);
      await sleep(PAUSE_AFTER_UNKNOWN_MS);
    }
  }

  /** Not journaled: the harness itself reads, so it is not part of the history. */
  async ask(path: string): Promise<unknown> {
    const heard = await this.#client.exchange({
      port: this.anyDoor().adminPort,
      method: 'GET',
      path: `/admin/v1${path}`,
      headers: { authorization: `Bearer ${this.#options.adminToken}` },
      timeoutMs: TIMEOUT_MS,
    });
    return heard.kind === 'answer' && heard.status === 200 ? JSON.parse(heard.text) : null;
  }

  read(
    op: Op,
    about: Omit<About, 'op' | 'node'> & { account: string },
    path: string,
    headers: Record<string, string> = {},
  ): Promise<Heard> {
    const door = this.anyDoor();
    const secret = this.keys.get(about.account)!;
    return this.#perform({ op, node: door.name, ...about }, { port: door.publicPort, path, secret, headers });
  }

  post(
    op: Op,
    about: Omit<About, 'op' | 'node'> & { account: string },
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    method: 'POST' | 'PATCH' = 'POST',
  ): Promise<Heard> {
    const door = this.anyDoor();
    const secret = this.keys.get(about.account)!;
    const ask = { port: door.publicPort, path, secret, method, body, headers };
    return this.#perform({ op, node: door.name, ...about }, ask);
  }

  anyDoor(): NodeDoor {
    return this.#dice.pick(this.doors);
  }

  admin(about: About, path: string, body?: unknown, door = this.anyDoor()): Promise<Heard> {
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
      method?: 'POST' | 'PATCH';
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
      this.balances.set(about.account, Math.round(Number(balance) * 1e6));
  }
}

export function receiptPath(id: string): string {
  return `/api/account/v1/requests/${id}`;
}
