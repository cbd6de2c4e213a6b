// One round: one seed, one new database, safety under faults and then liveness without them. It builds the whole setup, runs it, takes it
// down and passes journals and dump to the checker, which is a separate program.
import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inBackground } from '../packages/gateway/src/domain/in-background.ts';
import { WEBHOOK_SECRET } from '../packages/gateway/src/testing/fake-stripe.ts';
import { Caller } from './caller.ts';
import type { Verdict } from './check/verdict.ts';
import { Customers } from './customers.ts';
import { dumpSqlite, dumpSqliteCopy, PostgresServer } from './databases.ts';
import { Driver } from './driver.ts';
import { Link } from './fault-proxy.ts';
import { GATHER_ACCOUNTS, POOR_GATHERER } from './gather-offers.ts';
import {
  BURST_ACCOUNT,
  BURST_RATE,
  EXACT_ACCOUNT,
  FRESH_ACCOUNT,
  GIFT_ACCOUNT,
  requireLiveness,
  startAgainAndAgain,
} from './healing.ts';
import { type ClientEvent, type FaultEvent, Journal } from './journal.ts';
import { judge } from './judge.ts';
import type { Ledger } from './ledger.ts';
import { Nemesis } from './nemesis.ts';
import { nodeSettings } from './node-settings.ts';
import { PROVIDERS } from './offers.ts';
import { scheduleOf } from './schedule.ts';
import { diceOf } from './seed.ts';
import { GatewayNode, START_MS_MAX } from './supervisor.ts';
import type { UpstreamOrder } from './upstream.ts';
import {
  ACCOUNTS,
  accountName,
  BUDGET_ACCOUNTS,
  LIMITED_ACCOUNT,
  LIMITED_RATE,
  WALK_ACCOUNTS,
} from './workload.ts';

export interface RoundOptions {
  seed: number;
  storage: 'sqlite' | 'postgres';
  nodes: number;
  workers: number;
  chaosMs: number;
  /** PostgreSQL has a synchronous standby, which takes over in the middle of the round. */
  failsOver: boolean;
  /** PostgreSQL gets the schema of a future release in the middle of the round. */
  migrates: boolean;
  /** Where the folder of a round with violations is kept. */
  keepIn: string;
  keepAlways: boolean;
}

export interface RoundResult {
  seed: number;
  storage: string;
  verdict: Verdict;
  calls: Caller['counts'];
  faults: Nemesis['counts'];
  seconds: number;
  /** The folder of kept journals; null when there was nothing to keep. */
  folder: string | null;
}

export interface Progress {
  phase: string;
  calls: Caller['counts'];
  faults: Nemesis['counts'] | null;
}

/** Enough for the twenty new calls of every node, for many failures, and for any burst. */
const AMPLE_MICROS = 1_000_000;
const FIRST_MICROS = 256;
/** Copies of a stopped database, per round. */
const CHECKPOINTS_MAX = 12;
const RUNNING_CHECKPOINT_MS = 7_000;
/** Six minutes, and half a minute for what is sent then. */
const TAKEN_MS_MAX = 390_000;
/** Accounts of the second phase, and those that pay for caps and walks. */
const OTHERS: readonly string[] = [
  FRESH_ACCOUNT,
  EXACT_ACCOUNT,
  BURST_ACCOUNT,
  GIFT_ACCOUNT,
  ...BUDGET_ACCOUNTS,
  ...WALK_ACCOUNTS,
  ...GATHER_ACCOUNTS,
];
/** Enough for a collection or two. */
const POOR_MICROS = 3_000;
const firstMicros = (name: string) => (name === POOR_GATHERER ? POOR_MICROS : FIRST_MICROS);
const WITHOUT_MONEY = [EXACT_ACCOUNT, GIFT_ACCOUNT];
const UPSTREAM = path.join(import.meta.dirname, 'upstream.ts');

export class Round {
  readonly #options: RoundOptions;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'reelgate-torture-'));
  readonly #epoch = process.hrtime.bigint();
  readonly #faults = new Journal<FaultEvent>(this.#file('faults.jsonl'), this.#epoch);
  readonly #client = new Journal<ClientEvent>(this.#file('client.jsonl'), this.#epoch);
  readonly #customers: Customers;
  #links: Link[] = [];
  /** One link per server. */
  #databaseLinks: Link[] = [];
  #upstream: ChildProcess | null = null;
  #postgres: PostgresServer | null = null;
  #nodes: GatewayNode[] = [];
  #caller: Caller | null = null;
  #driver: Driver | null = null;
  #nemesis: Nemesis | null = null;
  #checkpoints = 0;
  #ports: Record<string, number> = {};
  /** The data folder of the first killed node that left calls behind, with a dump of its ledger. */
  #left: { data: string; ledger: Ledger } | null = null;
  #isDown = false;
  #phase = 'starting';

  constructor(options: RoundOptions) {
    this.#options = options;
    this.#customers = new Customers(options.seed);
    for (const name of ['checkpoints', 'recoveries']) mkdirSync(this.#file(name));
  }

  progress(): Progress {
    const calls = this.#caller?.counts ?? { calls: 0, ok: 0, refused: 0, unknown: 0 };
    return { phase: this.#phase, calls, faults: this.#nemesis?.counts ?? null };
  }

  async run(): Promise<RoundResult> {
    const began = performance.now();
    try {
      await this.#build();
      await this.#safety();
      await this.#liveness();
      this.#phase = 'checking';
      await this.#stopNodes();
      // A copied gateway that is started again must not charge a card.
      await this.#customers.stop();
      this.#save('payments.json', this.#customers.history());
      this.#save('ledger.json', await this.#dump('final'));
      await this.#recover();
      return await this.#result(began);
    } catch (error) {
      // A setup that failed is evidence too.
      this.#keep();
      throw error;
    } finally {
      await this.abandon();
    }
  }

  /** Takes down everything that the round has started, at any time. */
  async abandon(): Promise<void> {
    await this.#takeDown();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A gateway that does not recover is a finding, not the end of the round. */
  async #liveness(): Promise<void> {
    this.#phase = 'healing';
    const { seed } = this.#options;
    const clientJournal = this.#file('client.jsonl');
    try {
      await this.#nemesis!.heal();
      await this.#hearOfPayments();
      await Promise.all([
        requireLiveness({
          ...{ seed, caller: this.#caller!, gatherer: this.#driver!.gatherer },
          ...{ faults: this.#faults, clientJournal },
        }),
        this.#sendEvents(),
      ]);
    } catch (error) {
      const detail = (error as Error).message.slice(0, 300);
      this.#faults.write({ kind: 'phase', name: 'healing', code: 1, detail });
    }
  }

  /** Unacknowledged payments are reported again, and must be acknowledged. */
  async #hearOfPayments(): Promise<void> {
    const untold = await this.#customers.heal(performance.now() + START_MS_MAX);
    const detail = `${untold} payments and disputes are told in vain`;
    this.#faults.write({ kind: 'phase', name: 'payments', code: untold === 0 ? 0 : 1, detail });
  }

  /**
   * A node that was killed while it sent events keeps its lease for a minute. A receiver that refused twice in a row is tried again after
   * five or six minutes.
   */
  async #sendEvents(): Promise<void> {
    const unsent = await this.#customers.untilAllTaken(performance.now() + TAKEN_MS_MAX);
    const detail = `${unsent} takers wait for events`;
    this.#faults.write({ kind: 'phase', name: 'events', code: unsent === 0 ? 0 : 1, detail });
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }

  #save(name: string, value: unknown): void {
    writeFileSync(this.#file(name), JSON.stringify(value));
  }

  async #build(): Promise<void> {
    const { seed, storage, nodes } = this.#options;
    const wallMs = Date.now() - Number(process.hrtime.bigint() - this.#epoch) / 1e6;
    this.#faults.write({ kind: 'round', name: storage, detail: `seed ${seed}, ${nodes} nodes`, wallMs });
    await this.#customers.start();
    this.#ports = await this.#startUpstream();
    if (storage === 'postgres') await this.#startPostgres();
    const configFile = this.#file('reelgate.yaml');
    writeFileSync(configFile, this.#config(this.#file('data')));
    const common = { seed, folder: this.#folder, configFile, faults: this.#faults };
    this.#nodes = Array.from({ length: nodes }, (_, i) => new GatewayNode(`n${i + 1}`, common));
    for (const link of this.#nodes.flatMap((node) => node.links)) await link.open();
    for (const node of this.#nodes) await node.start();
    this.#caller = this.#makeCaller();
    await this.#fillAccounts(this.#caller);
  }

  /** One port per provider, each behind its own link. */
  async #startUpstream(): Promise<Record<string, number>> {
    const { seed } = this.#options;
    const names = PROVIDERS.map(({ name, platform }) => `${name}:${platform}`);
    const child = fork(UPSTREAM, [String(seed), String(this.#epoch), this.#file('upstream.jsonl'), ...names]);
    this.#upstream = child;
    const ports = await new Promise<Record<string, number>>((resolve, reject) => {
      child.once('message', (message: { ports: Record<string, number> }) => resolve(message.ports));
      child.once('exit', () => reject(new Error('the fake platform did not start')));
    });
    for (const [name, port] of Object.entries(ports)) {
      const link = new Link(`upstream-${name}`, diceOf(seed, 'link', name));
      await link.open();
      link.retarget(port);
      this.#links.push(link);
    }
    return Object.fromEntries(this.#links.map((link) => [link.name.slice('upstream-'.length), link.port]));
  }

  async #startPostgres(): Promise<void> {
    const { seed, failsOver } = this.#options;
    const postgres = await PostgresServer.create({ isReplicated: failsOver });
    this.#postgres = postgres;
    for (const [i, port] of postgres.ports.entries()) {
      const name = i === 0 ? 'database' : `database-${i + 1}`;
      const link = new Link(name, diceOf(seed, 'link', name));
      await link.open();
      link.retarget(port);
      this.#databaseLinks.push(link);
    }
  }

  #config(data: string): string {
    const ports = this.#databaseLinks.map(({ port }) => port);
    const storage = this.#postgres === null ? 'sqlite' : this.#postgres.url(ports);
    const cards = { url: this.#customers.stripe.url, secret: WEBHOOK_SECRET };
    return nodeSettings({ data, storage, providerPorts: this.#ports, cards });
  }

  #adminToken(): string {
    const token = /admin\s+(rga_\S+)/.exec(this.#nodes[0]!.out)?.[1];
    if (token === undefined) throw new Error(`no admin token in: ${this.#nodes[0]!.out}`);
    return token;
  }

  #makeCaller(): Caller {
    const adminToken = this.#adminToken();
    const doors = this.#nodes.map(({ name, publicLink, adminLink }) => ({
      name,
      publicPort: publicLink.port,
      adminPort: adminLink.port,
    }));
    return new Caller({ seed: this.#options.seed, doors, adminToken, journal: this.#client });
  }

  async #fillAccounts(caller: Caller): Promise<void> {
    const names = Array.from({ length: ACCOUNTS }, (_, i) => accountName(i));
    const rates = new Map([
      [accountName(LIMITED_ACCOUNT), LIMITED_RATE],
      [BURST_ACCOUNT, BURST_RATE],
    ]);
    for (const name of [...names, POOR_GATHERER, ...OTHERS]) {
      await caller.createAccount(name, rates.get(name) ?? null);
      const key = await caller.createKey(name);
      if (key === null) throw new Error(`no key for ${name}`);
      caller.keys.set(name, key.secret);
      if (WITHOUT_MONEY.includes(name)) continue;
      const amountMicros = OTHERS.includes(name) ? AMPLE_MICROS : firstMicros(name);
      const reference = `first-${this.#options.seed}-${name}`;
      await caller.topUp('topup', { account: name, reference, amountMicros });
    }
  }

  async #safety(): Promise<void> {
    const { seed, chaosMs, storage, failsOver, migrates } = this.#options;
    const schedule = scheduleOf(seed, chaosMs, {
      storage,
      nodes: this.#nodes.map(({ name }) => name),
      clientLinks: this.#nodes.flatMap(({ links }) => links.map(({ name }) => name)),
      upstreamLinks: this.#links.map(({ name }) => name),
      databaseLinks: this.#databaseLinks.map(({ name }) => name),
      failsOver,
      migrates,
    });
    this.#save('schedule.json', schedule);
    this.#nemesis = new Nemesis(
      {
        nodes: this.#nodes,
        links: this.#allLinks(),
        upstream: (order: UpstreamOrder) => void this.#upstream?.send(order),
        database: this.#postgres,
        afterDown: (_node, how) => this.#afterDown(how),
      },
      this.#faults,
    );
    this.#phase = 'faults';
    const until = performance.now() + chaosMs;
    const looks = setInterval(() => inBackground(this.#runningCheckpoint()), RUNNING_CHECKPOINT_MS);
    const driver = new Driver(this.#caller!, this.#options);
    this.#driver = driver;
    const isOver = () => performance.now() >= until;
    const work = Promise.all([
      driver.run(isOver),
      this.#customers.run(this.#caller!, this.#adminToken(), isOver),
    ]);
    await this.#nemesis.run(schedule);
    this.#phase = 'last callers';
    // Late callers may wait for what is still broken, so healing must not wait for them.
    await Promise.allSettled([work, this.#nemesis.heal()]);
    clearInterval(looks);
  }

  #allLinks(): Link[] {
    return [...this.#links, ...this.#nodes.flatMap(({ links }) => links), ...this.#databaseLinks];
  }

  /** While the only node is down the file does not change, so it can be read. */
  async #afterDown(how: 'kill' | 'terminate'): Promise<void> {
    if (this.#postgres !== null || this.#nodes.length > 1 || this.#checkpoints >= CHECKPOINTS_MAX) return;
    const copy = this.#file(`copy-${++this.#checkpoints}`);
    const ledger = await dumpSqliteCopy(this.#file('data'), copy, how);
    this.#save(`checkpoints/${this.#checkpoints}.json`, ledger);
    const hasWork = how === 'kill' && ledger.calls.some(({ state }) => state === 'held');
    if (hasWork && this.#left === null) this.#left = { data: copy, ledger };
    else rmSync(copy, { recursive: true, force: true });
  }

  async #recover(): Promise<void> {
    if (this.#left === null) return;
    const { data, ledger } = this.#left;
    const about = { seed: this.#options.seed, folder: this.#folder, faults: this.#faults };
    const dumps = await startAgainAndAgain({ ...about, data, config: this.#config(data) });
    for (const [i, dump] of [ledger, ...dumps].entries()) this.#save(`recoveries/${i}.json`, dump);
  }

  async #runningCheckpoint(): Promise<void> {
    if (this.#postgres === null || this.#checkpoints >= CHECKPOINTS_MAX) return;
    try {
      const ledger = await this.#postgres.dump('running');
      this.#save(`checkpoints/${++this.#checkpoints}.json`, ledger);
    } catch {
      // The database is down on purpose; the next read may succeed.
    }
  }

  #dump(taken: Ledger['taken']): Promise<Ledger> {
    return this.#postgres === null ? dumpSqlite(this.#file('data'), taken) : this.#postgres.dump(taken);
  }

  async #stopNodes(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.terminate()));
  }

  async #result(began: number): Promise<RoundResult> {
    const verdict = await judge(this.#folder);
    const { seed, storage } = this.#options;
    const seconds = Math.round((performance.now() - began) / 1_000);
    const folder = verdict.violations.length > 0 || this.#options.keepAlways ? this.#keep() : null;
    const counts = { calls: this.#caller!.counts, faults: this.#nemesis!.counts };
    return { seed, storage, verdict, ...counts, seconds, folder };
  }

  /** Journals, dumps, logs and the SQLite file; a PostgreSQL cluster is too large to keep. */
  #keep(): string {
    const { seed, storage, keepIn } = this.#options;
    const folder = path.join(keepIn, `${storage}-seed-${seed}`);
    rmSync(folder, { recursive: true, force: true });
    cpSync(this.#folder, folder, { recursive: true });
    return folder;
  }

  async #takeDown(): Promise<void> {
    if (this.#isDown) return;
    this.#isDown = true;
    for (const node of this.#nodes) node.resume();
    await Promise.all(this.#nodes.map((node) => node.kill()));
    this.#caller?.close();
    await this.#customers.stop();
    if (this.#upstream?.connected === true) this.#upstream.disconnect();
    await Promise.all(this.#allLinks().map((link) => link.close()));
    await this.#postgres?.remove();
    this.#client.close();
    this.#faults.close();
  }
}
