// Answers in a cache that all nodes share, beside the one in memory: how they are named, how long they live, and that no call
// waits long for them. Every failure of the cache is a miss. It does not deal with searches, accounts or money, and correctness
// never depends on it.
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Clock, RandomBytes, Timers } from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { KB } from '../domain/limits.ts';
import type { About } from '../domain/thing-names.ts';
import type { Keep } from './answer-cache.ts';
import { openAnswer, sealAnswer } from './sealed-answer.ts';
import { ServerBreaker } from './server-breaker.ts';

/** The port: a server with values under names, each with a time to live. A rejection is a failure of the server. */
export interface CacheServer {
  /**
   * In the order asked; null for a name without a value, a value of another type, one longer than `bytesMax`, or one without a
   * time to live.
   */
  get(names: readonly string[], bytesMax: number): Promise<(ServedValue | null)[]>;
  /** How many of these names have a value. */
  count(names: readonly string[]): Promise<number>;
  /** False when the server answers but accepts nothing more, for example because it is full. */
  set(name: string, value: Uint8Array, lifeMs: number): Promise<boolean>;
  /** Drops all running requests and reconnects, because the server takes too long. */
  drop(): void;
  close(): void;
}

export interface ServedValue {
  value: Buffer;
  /** Milliseconds left to live, by the server's own clock. */
  leftMs: number;
}

/** What identifies an answer. */
export interface SharedName {
  provider: string;
  /**
   * Everything that the answer depends on apart from its provider: two gateways with one secret that differ in any of it keep
   * their answers separate.
   */
  text: string;
}

interface SharedAnswer extends Keep {
  ageMs: number;
  items: number;
  /** The things that the answer is about. */
  about: About;
  /** Identifies the account whose call brought it; see `markOf`. */
  mark: string;
  /** The bytes of the provider's answer, and how long the provider took for it. */
  took: { bytes: number; durationMs: number };
  results: Uint8Array;
}

interface SharedCacheFigures {
  looks: Record<'hit' | 'miss' | 'error' | 'skipped', number>;
  puts: Record<'kept' | 'error' | 'skipped', number>;
  isUp: boolean;
}

interface SharedCacheDeps {
  server: CacheServer;
  /** The gateway's secret: without it an answer can be neither named nor written. */
  secret: Uint8Array;
  clock: Clock;
  timers: Timers;
  random: RandomBytes;
  /** How long a call waits for the cache, in milliseconds. */
  timeoutMs(): number;
  /** Called when the circuit breaker opens, and when the server is back. */
  onState(isUp: boolean): void;
}

/** Increased when the form of answers changes, so that nodes of two versions keep theirs separate. */
const PREFIX = 'reelgate:3:';
/** Ten times a usual page; a longer answer stays on the node that fetched it. */
export const SHARED_VALUE_BYTES_MAX = 512 * KB;
/** Answers being written; beyond this the server is slower than the calls, and further answers stay on this node. */
export const SHARED_PUTS_MAX = 32;
/** Longer than any answer lives: a day fresh, a week stale. */
const ERA_LIFE_MS = 9 * 86_400_000;
const ERA_BYTES = 16;
/** Room for a number of milliseconds. */
const GONE_BYTES_MAX = 16;

class TookTooLong extends Error {}

export class SharedCache {
  readonly #deps: SharedCacheDeps;
  readonly #breaker: ServerBreaker;
  readonly #nameKey: KeyObject;
  readonly #sealKey: KeyObject;
  /** Provider → its era as last read. Answers of another era are no longer given. */
  readonly #eras = new Map<string, string>();
  /** Provider → an era that began on this node and that is not written to the server yet. */
  readonly #unwritten = new Map<string, string>();
  #putsUnderWay = 0;
  #isToldUp = true;
  readonly #looks = { hit: 0, miss: 0, error: 0, skipped: 0 };
  readonly #puts = { kept: 0, error: 0, skipped: 0 };

  constructor(deps: SharedCacheDeps) {
    this.#deps = deps;
    this.#breaker = new ServerBreaker(deps.clock);
    this.#nameKey = derived(deps.secret, 'reelgate shared cache names v1');
    this.#sealKey = derived(deps.secret, 'reelgate shared cache answers v1');
  }

  get figures(): SharedCacheFigures {
    return { looks: { ...this.#looks }, puts: { ...this.#puts }, isUp: !this.#breaker.isOpen };
  }

  /** In the order asked, in one exchange. Never rejects and never takes longer than the configured timeout. */
  async find(names: readonly SharedName[]): Promise<(SharedAnswer | null)[]> {
    const eraNames = names.map(({ provider }) => this.#eraName(provider));
    const asked = names.map((name) => this.#nameOf(name));
    const got = await this.#ask((server) => server.get([...eraNames, ...asked], SHARED_VALUE_BYTES_MAX));
    if (got.kind !== 'answered') {
      this.#looks[got.kind]++;
      return names.map(() => null);
    }
    const found = names.map(({ provider }, i) => {
      const isSure = this.#updateEra(provider, got.value[i] ?? null);
      const served = got.value[names.length + i] ?? null;
      return isSure && served !== null ? this.#read(asked[i]!, provider, served) : null;
    });
    const still = await this.#withoutGone(found);
    this.#looks[still.some((one) => one !== null) ? 'hit' : 'miss']++;
    return still;
  }

  /**
   * Which of these things any node has reported as gone, and how many milliseconds ago; null when the server does not answer.
   * Usually one short request; more only when a thing is gone.
   */
  async goneAmong(names: readonly number[]): Promise<ReadonlyMap<number, number> | null> {
    const gone = new Map<number, number>();
    if (names.length === 0) return gone;
    const under = names.map((name) => this.#goneName(name));
    const counted = await this.#ask((server) => server.count(under));
    if (counted.kind !== 'answered') return null;
    if (counted.value === 0) return gone;
    const got = await this.#ask((server) => server.get(under, GONE_BYTES_MAX));
    if (got.kind !== 'answered') return null;
    for (const [i, served] of got.value.entries()) {
      if (served !== null) gone.set(names[i]!, Math.max(0, Number(served.value.toString()) - served.leftMs));
    }
    return gone;
  }

  /**
   * Makes sure that no stored answer about these things is given again. No call waits for it. If the server does not accept it,
   * all answers of these providers are forgotten instead, which is tried until the server has accepted it.
   */
  reportGone(
    names: ReadonlySet<number>,
    { lifeMs, providers }: { lifeMs: number; providers: readonly string[] },
  ): void {
    if (lifeMs < 1) return;
    const value = Buffer.from(String(Math.ceil(lifeMs)));
    const tell = (name: number) =>
      this.#ask((server) => server.set(this.#goneName(name), value, Math.ceil(lifeMs)));
    const telling = Promise.all([...names].map(tell)).then((told) => {
      const isTold = told.every((one) => one.kind === 'answered' && one.value);
      if (!isTold) for (const provider of providers) this.forgetAll(provider);
    });
    inBackground(telling);
  }

  /** No call waits for it. */
  put(name: SharedName, { freshMs, staleMs, results, ...rest }: Omit<SharedAnswer, 'ageMs'>): void {
    const lifeMs = Math.floor(freshMs + staleMs);
    const era = this.#eras.get(name.provider);
    const isTooMuch = this.#putsUnderWay >= SHARED_PUTS_MAX || results.length > SHARED_VALUE_BYTES_MAX - KB;
    // Without an earlier read, the provider's era is unknown.
    if (lifeMs < 1 || era === undefined || isTooMuch) {
      this.#puts.skipped++;
      return;
    }
    const sealed = { atMs: this.#deps.clock.nowMs(), freshMs, staleMs, era, ...rest, results };
    const under = this.#nameOf(name);
    const value = sealAnswer(this.#sealKey, under, sealed);
    this.#putsUnderWay++;
    const putting = this.#ask((server) => server.set(under, value, lifeMs)).then((told) => {
      this.#putsUnderWay--;
      this.#puts[told.kind !== 'answered' ? told.kind : told.value ? 'kept' : 'error']++;
    });
    inBackground(putting);
  }

  /** Makes sure that no answer which this provider has given so far is given again, on any node. */
  forgetAll(provider: string): void {
    const era = Buffer.from(this.#deps.random(ERA_BYTES)).toString('base64url');
    this.#eras.set(provider, era);
    this.#unwritten.set(provider, era);
    inBackground(this.#writeEra(provider, era));
  }

  /**
   * A mark of the account whose call brought this answer. It differs from answer to answer, and reveals nothing without the
   * secret.
   */
  markOf(name: SharedName, account: string): string {
    return this.#hidden(JSON.stringify([account, name.provider, name.text]));
  }

  close(): void {
    this.#deps.server.close();
  }

  /**
   * Drops answers that are older than the report that one of their things is gone, and all answers while the reports are unknown.
   */
  async #withoutGone(found: readonly (SharedAnswer | null)[]): Promise<(SharedAnswer | null)[]> {
    const names = new Set(found.flatMap((one) => one?.about ?? []));
    const gone = await this.goneAmong([...names]);
    return found.map((one) => {
      if (one === null || gone === null) return null;
      const isGone = (name: number) => (gone.get(name) ?? Number.POSITIVE_INFINITY) <= one.ageMs;
      return one.about.some(isGone) ? null : one;
    });
  }

  /**
   * False while the provider's stored answers cannot be trusted: this node forgot them, and the server has not accepted that yet.
   */
  #updateEra(provider: string, served: ServedValue | null): boolean {
    const unwritten = this.#unwritten.get(provider);
    if (unwritten !== undefined) {
      inBackground(this.#writeEra(provider, unwritten));
      return false;
    }
    const [heard, known] = [served?.value.toString() ?? '', this.#eras.get(provider) ?? ''];
    if (heard === '' && known !== '') {
      // The server has lost the era and may serve older answers again: it was restored from an old copy, or evicted the era.
      this.#unwritten.set(provider, known);
      inBackground(this.#writeEra(provider, known));
      return false;
    }
    this.#eras.set(provider, heard);
    return true;
  }

  async #writeEra(provider: string, era: string): Promise<void> {
    const written = await this.#ask((server) =>
      server.set(this.#eraName(provider), Buffer.from(era), ERA_LIFE_MS),
    );
    const isWritten = written.kind === 'answered' && written.value;
    if (isWritten && this.#unwritten.get(provider) === era) this.#unwritten.delete(provider);
  }

  #read(name: string, provider: string, { value, leftMs }: ServedValue): SharedAnswer | null {
    const sealed = openAnswer(this.#sealKey, name, value);
    if (sealed === null || sealed.era !== this.#eras.get(provider)) return null;
    const { freshMs, staleMs, atMs, era: _, ...rest } = sealed;
    // By the server's clock, which is the same for all nodes, and by our own: the larger age counts, whichever clock is wrong.
    const ageMs = Math.max(0, freshMs + staleMs - leftMs, this.#deps.clock.nowMs() - atMs);
    return ageMs >= freshMs + staleMs ? null : { ageMs, freshMs, staleMs, ...rest };
  }

  async #ask<T>(
    work: (server: CacheServer) => Promise<T>,
  ): Promise<{ kind: 'answered'; value: T } | { kind: 'error' | 'skipped' }> {
    if (!this.#breaker.mayAsk()) return { kind: 'skipped' };
    try {
      const value = await this.#inTime(work(this.#deps.server));
      this.#breaker.succeeded();
      return { kind: 'answered', value };
    } catch (error) {
      this.#breaker.failed();
      // Not at the first timeout: one pause of this process would cause a reconnect.
      if (error instanceof TookTooLong && this.#breaker.isOpen) this.#deps.server.drop();
      return { kind: 'error' };
    } finally {
      this.#reportState();
    }
  }

  /** Once for each change, however many requests were running. */
  #reportState(): void {
    const isUp = !this.#breaker.isOpen;
    if (isUp !== this.#isToldUp) this.#deps.onState(isUp);
    this.#isToldUp = isUp;
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    const { timers, timeoutMs } = this.#deps;
    return new Promise((resolve, reject) => {
      const stop = timers(timeoutMs(), () => reject(new TookTooLong('the shared cache took too long')));
      work.then(resolve, reject).finally(stop);
    });
  }

  #nameOf({ provider, text }: SharedName): string {
    return PREFIX + this.#hidden(JSON.stringify([provider, text]));
  }

  #goneName(name: number): string {
    return `${PREFIX}gone:${this.#hidden(String(name))}`;
  }

  #eraName(provider: string): string {
    return `${PREFIX}era:${this.#hidden(provider)}`;
  }

  /** Names are hashed: a person who can read the names of a server must not learn what was searched for. */
  #hidden(text: string): string {
    return createHmac('sha256', this.#nameKey).update(text).digest('base64url');
  }
}

function derived(secret: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)));
}
