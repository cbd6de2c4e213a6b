// Owns answers in a cache that all nodes share, beside the one in memory: how they are named there, how long they last, and that nobody waits for
// it. Whatever goes wrong with it is a miss. It knows nothing of searches, accounts or money, and is never needed to be right.
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Clock, RandomBytes, Timers } from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { KB } from '../domain/limits.ts';
import type { About } from '../domain/thing-names.ts';
import type { Keep } from './answer-cache.ts';
import { openAnswer, sealAnswer } from './sealed-answer.ts';
import { ServerBreaker } from './server-breaker.ts';

/** The port: a server with values under names, each for a time. A rejection is a failure of the server. */
export interface CacheServer {
  /** In the order asked; null for what is not there, is no value, is longer than this, or would stay for ever. */
  get(names: readonly string[], bytesMax: number): Promise<(ServedValue | null)[]>;
  /** How many of these names have a value. */
  count(names: readonly string[]): Promise<number>;
  /** False when it answers and takes nothing more, as one that is full. */
  set(name: string, value: Uint8Array, lifeMs: number): Promise<boolean>;
  /** Gives up what it was asked, and begins anew: that takes too long. */
  drop(): void;
  close(): void;
}

export interface ServedValue {
  value: Buffer;
  /** Of its life, by the server's own clock. */
  leftMs: number;
}

/** What an answer depends on. */
export interface SharedName {
  provider: string;
  /** Everything beside it: two gateways with one secret that differ in anything of it keep their answers apart. */
  text: string;
}

export interface SharedAnswer extends Keep {
  ageMs: number;
  items: number;
  /** The things that it tells of. */
  about: About;
  /** Whose call brought it; see `markOf`. */
  mark: string;
  results: Uint8Array;
}

export interface SharedCacheFigures {
  looks: Record<'hit' | 'miss' | 'error' | 'skipped', number>;
  puts: Record<'kept' | 'error' | 'skipped', number>;
  isUp: boolean;
}

interface SharedCacheDeps {
  server: CacheServer;
  /** Of the service: whoever does not have it can neither name an answer nor write one. */
  secret: Uint8Array;
  clock: Clock;
  timers: Timers;
  random: RandomBytes;
  /** How long a call waits for it. */
  timeoutMs(): number;
  /** Told when it is given up for a while, and when it is back. */
  onState(isUp: boolean): void;
}

/** Raised when answers are written down another way, so that nodes of two versions keep theirs apart. */
const PREFIX = 'reelgate:2:';
/** Ten times a usual page; what is longer is kept by the node that asked. */
export const SHARED_VALUE_BYTES_MAX = 512 * KB;
/** Answers on their way there; beyond, the server is slower than the calls, and the rest stays here. */
export const SHARED_PUTS_MAX = 32;
/** Longer than any answer lives: a day fresh, a week stale. */
const ERA_LIFE_MS = 9 * 86_400_000;
const ERA_BYTES = 16;
/** A number of milliseconds. */
const GONE_BYTES_MAX = 16;

class TookTooLong extends Error {}

export class SharedCache {
  readonly #deps: SharedCacheDeps;
  readonly #rest: ServerBreaker;
  readonly #nameKey: KeyObject;
  readonly #sealKey: KeyObject;
  /** Of each provider, as heard last. Answers of another era are no longer given. */
  readonly #eras = new Map<string, string>();
  /** Eras that began here and that the server does not know yet. */
  readonly #unwritten = new Map<string, string>();
  #putsUnderWay = 0;
  #isToldUp = true;
  readonly #looks = { hit: 0, miss: 0, error: 0, skipped: 0 };
  readonly #puts = { kept: 0, error: 0, skipped: 0 };

  constructor(deps: SharedCacheDeps) {
    this.#deps = deps;
    this.#rest = new ServerBreaker(deps.clock);
    this.#nameKey = derived(deps.secret, 'reelgate shared cache names v1');
    this.#sealKey = derived(deps.secret, 'reelgate shared cache answers v1');
  }

  get figures(): SharedCacheFigures {
    return { looks: { ...this.#looks }, puts: { ...this.#puts }, isUp: !this.#rest.isResting };
  }

  /** In the order asked, in one exchange; never rejects and never takes longer than is set. */
  async find(names: readonly SharedName[]): Promise<(SharedAnswer | null)[]> {
    const eraNames = names.map(({ provider }) => this.#eraName(provider));
    const asked = names.map((name) => this.#nameOf(name));
    const got = await this.#ask((server) => server.get([...eraNames, ...asked], SHARED_VALUE_BYTES_MAX));
    if (got.kind !== 'answered') {
      this.#looks[got.kind]++;
      return names.map(() => null);
    }
    const found = names.map(({ provider }, i) => {
      const isSure = this.#hearOfEra(provider, got.value[i] ?? null);
      const served = got.value[names.length + i] ?? null;
      return isSure && served !== null ? this.#read(asked[i]!, provider, served) : null;
    });
    const still = await this.#withoutGone(found);
    this.#looks[still.some((one) => one !== null) ? 'hit' : 'miss']++;
    return still;
  }

  /**
   * Which of these things any node has said is gone, and how many milliseconds ago; null when the server does not say. One short question
   * unless there is one.
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
   * No answer about these things that is there by now is given again. Nobody waits for it. When the server does not take that, all answers of
   * these providers are forgotten instead: that is tried until the server has heard of it.
   */
  tellGone(
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

  /** Nobody waits for it. */
  put(name: SharedName, { freshMs, staleMs, results, ...rest }: Omit<SharedAnswer, 'ageMs'>): void {
    const lifeMs = Math.floor(freshMs + staleMs);
    const era = this.#eras.get(name.provider);
    const isTooMuch = this.#putsUnderWay >= SHARED_PUTS_MAX || results.length > SHARED_VALUE_BYTES_MAX - KB;
    // Without a look before, it is not known which era it is.
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

  /** No answer that this provider has given so far is given again, by any node that hears of it. */
  forgetAll(provider: string): void {
    const era = Buffer.from(this.#deps.random(ERA_BYTES)).toString('base64url');
    this.#eras.set(provider, era);
    this.#unwritten.set(provider, era);
    inBackground(this.#writeEra(provider, era));
  }

  /** Of an account whose call brought this answer. It differs from answer to answer, and says nothing to whoever lacks the secret. */
  markOf(name: SharedName, account: string): string {
    return this.#hidden(JSON.stringify([account, name.provider, name.text]));
  }

  close(): void {
    this.#deps.server.close();
  }

  /** An answer that is older than the word that one of its things is gone is none; nor is any while that is not known. */
  async #withoutGone(found: readonly (SharedAnswer | null)[]): Promise<(SharedAnswer | null)[]> {
    const names = new Set(found.flatMap((one) => one?.about ?? []));
    const gone = await this.goneAmong([...names]);
    return found.map((one) => {
      if (one === null || gone === null) return null;
      const isGone = (name: number) => (gone.get(name) ?? Number.POSITIVE_INFINITY) <= one.ageMs;
      return one.about.some(isGone) ? null : one;
    });
  }

  /** False while its answers may not be believed: they were forgotten here, and the server has not heard of it. */
  #hearOfEra(provider: string, served: ServedValue | null): boolean {
    const unwritten = this.#unwritten.get(provider);
    if (unwritten !== undefined) {
      inBackground(this.#writeEra(provider, unwritten));
      return false;
    }
    const [heard, known] = [served?.value.toString() ?? '', this.#eras.get(provider) ?? ''];
    if (heard === '' && known !== '') {
      // The server has lost it, and may have older answers again: it began from an old copy, or needed the room.
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
    // By the server's clock, which is one for all nodes, and by our own: the older one holds, whichever is wrong.
    const ageMs = Math.max(0, freshMs + staleMs - leftMs, this.#deps.clock.nowMs() - atMs);
    return ageMs >= freshMs + staleMs ? null : { ageMs, freshMs, staleMs, ...rest };
  }

  async #ask<T>(
    work: (server: CacheServer) => Promise<T>,
  ): Promise<{ kind: 'answered'; value: T } | { kind: 'error' | 'skipped' }> {
    if (!this.#rest.mayAsk()) return { kind: 'skipped' };
    try {
      const value = await this.#inTime(work(this.#deps.server));
      this.#rest.succeeded();
      return { kind: 'answered', value };
    } catch (error) {
      this.#rest.failed();
      // Not at the first: one pause of this process would make it connect anew.
      if (error instanceof TookTooLong && this.#rest.isResting) this.#deps.server.drop();
      return { kind: 'error' };
    } finally {
      this.#tellState();
    }
  }

  /** Once for each change, however many asked at the time. */
  #tellState(): void {
    const isUp = !this.#rest.isResting;
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

  /** What was searched for is nobody's business who can read the names of a server. */
  #hidden(text: string): string {
    return createHmac('sha256', this.#nameKey).update(text).digest('base64url');
  }
}

function derived(secret: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)));
}
