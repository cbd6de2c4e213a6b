// Works on duties: looks what is due, claims it, runs the work of its kind, and keeps the leases while the work runs. Every serving process
// has one runner. When a process dies, its leases lapse and another process claims what it was working on.

import { base62 } from '../domain/access/key.ts';
import type { Chance, Intervals, RandomBytes } from '../domain/clock.ts';
import type { ClaimedDuty, DutyKind, DutyWork } from '../domain/gathering/duty.ts';
import { inBackground } from '../domain/in-background.ts';
import { type Storage, StorageUnavailable } from '../storage/storage.ts';

/** A killed process's duties are claimed by another this long after its last renewal, and a look later. */
export const DUTY_LEASE_MS = 10_000;
/** Two renewals may fail before a lease lapses. */
export const RENEW_EVERY_MS = 3_000;
/** The delay after the first failure; it doubles with each further one. */
const RETRY_MS = 5_000;
const RETRY_MS_MAX = 3_600_000;
/** The delay is changed by up to this share, so that duties that failed at the same moment are not tried again at the same moment. */
const RETRY_JITTER = 0.2;
const LEASE_CHARS = 16; // 95 random bits: two leases never collide.

export interface DutyRunnerDeps {
  duties: Pick<Storage['duties'], 'dueKinds' | 'claim' | 'renew' | 'postpone' | 'release'>;
  intervals: Intervals;
  random: RandomBytes;
  chance: Chance;
  /** The work threw, or did not move its duty on; or the duty could not be given back. It is tried again later. */
  onFailed(duty: Pick<ClaimedDuty, 'kind' | 'id' | 'party'> | null, error: unknown): void;
  /** The work threw when its duty was no longer this process's: it was deleted meanwhile, or another process has it. */
  onGone(duty: Pick<ClaimedDuty, 'kind' | 'id' | 'party'>, error: unknown): void;
}

export class DutyRunner {
  readonly #deps: DutyRunnerDeps;
  readonly #works: DutyWork[] = [];
  /** What this process works on. */
  readonly #running = new Map<ClaimedDuty, Promise<void>>();
  #looking: Promise<void> | null = null;
  #isAskedAgain = false;
  #stopRenewing: (() => void) | null = null;
  #isStopping = false;

  constructor(deps: DutyRunnerDeps) {
    this.#deps = deps;
  }

  register(...works: readonly DutyWork[]): void {
    this.#works.push(...works);
  }

  /** Starts what is due and does not wait for its end. What becomes due during a look is found by the look after it. */
  look(): Promise<void> {
    this.#isAskedAgain = true;
    this.#looking ??= this.#lookWhileAsked().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Resolves when nothing runs. */
  async settled(): Promise<void> {
    while (this.#running.size > 0 || this.#looking !== null) {
      await this.#looking?.catch(() => {});
      await Promise.all(this.#running.values());
    }
  }

  /** Claims nothing more and asks what runs to end. Resolves when it has ended. */
  stop(): Promise<void> {
    this.#isStopping = true;
    return this.settled();
  }

  /** After `stop`: gives up the leases of what did not end in time, so that another process need not wait until they lapse. */
  async giveUp(): Promise<void> {
    this.#stopRenewing?.();
    this.#stopRenewing = null;
    await Promise.all([...this.#running.keys()].map((duty) => this.#deps.duties.release(leaseOf(duty))));
  }

  async #lookWhileAsked(): Promise<void> {
    while (this.#isAskedAgain && !this.#isStopping) {
      this.#isAskedAgain = false;
      await this.#lookOnce();
    }
  }

  async #lookOnce(): Promise<void> {
    const free = this.#works.filter((work) => work.isOn() && this.#of(work.kind).length < work.atOnceMax);
    if (free.length === 0) return;
    const due = await this.#deps.duties.dueKinds({ kinds: free.map(({ kind }) => kind) });
    await Promise.all(free.filter(({ kind }) => due.includes(kind)).map((work) => this.#claim(work)));
  }

  #of(kind: DutyKind): ClaimedDuty[] {
    return [...this.#running.keys()].filter((duty) => duty.kind === kind);
  }

  async #claim(work: DutyWork): Promise<void> {
    const { kind, atOnceMax, perPartyMax } = work;
    const running = this.#of(kind);
    const held: Record<string, number> = {};
    for (const { party } of running) held[party] = (held[party] ?? 0) + 1;
    const lease = base62(this.#deps.random, LEASE_CHARS);
    const limit = atOnceMax - running.length;
    const input = { kind, lease, leaseMs: DUTY_LEASE_MS, limit, perParty: perPartyMax, held };
    for (const { failures, ...claimed } of await this.#deps.duties.claim(input))
      this.#begin(work, { kind, lease, ...claimed }, failures);
  }

  #begin(work: DutyWork, duty: ClaimedDuty, failures: number): void {
    const ended = this.#run(work, duty, failures)
      .catch((error: unknown) => this.#deps.onFailed(duty, error))
      .finally(() => this.#end(duty));
    this.#running.set(duty, ended);
    this.#stopRenewing ??= this.#deps.intervals(RENEW_EVERY_MS, () => this.#renew());
  }

  /** A place has become free, and the duty may be due again. */
  #end(duty: ClaimedDuty): void {
    this.#running.delete(duty);
    if (this.#running.size === 0) {
      this.#stopRenewing?.();
      this.#stopRenewing = null;
    }
    // A ledger that is away is noticed and reported by the next regular look.
    inBackground(this.look(), () => {});
  }

  async #run(work: DutyWork, duty: ClaimedDuty, failures: number): Promise<void> {
    const { duties, onFailed, onGone } = this.#deps;
    const thrown = await this.#work(work, duty);
    if (thrown === null && this.#isStopping) {
      await duties.release(leaseOf(duty));
      return;
    }
    const later = { ...leaseOf(duty), dueInMs: this.#retryMs(failures), isFailure: true };
    const { isOurs } = await duties.postpone(later).catch((error: unknown) => {
      if (thrown !== null) onFailed(duty, thrown.error);
      throw error;
    });
    if (isOurs)
      onFailed(duty, thrown?.error ?? new Error('the work has ended and has not moved its duty on'));
    else if (thrown !== null) onGone(duty, thrown.error);
  }

  /** What it threw; null when it ended well. */
  async #work(work: DutyWork, duty: ClaimedDuty): Promise<{ error: unknown } | null> {
    try {
      if (!this.#isStopping) await work.run(duty, () => this.#isStopping);
      return null;
    } catch (error) {
      return { error };
    }
  }

  #retryMs(failures: number): number {
    const plain = Math.min(RETRY_MS * 2 ** failures, RETRY_MS_MAX);
    return Math.round(plain * (1 + RETRY_JITTER * (2 * this.#deps.chance() - 1)));
  }

  /** A process that cannot renew loses its leases, and its work changes nothing any more. */
  async #renew(): Promise<void> {
    const held = [...this.#running.keys()].map(leaseOf);
    try {
      await this.#deps.duties.renew({ held, leaseMs: DUTY_LEASE_MS });
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) this.#deps.onFailed(null, error);
    }
  }
}

const leaseOf = ({ kind, id, lease }: ClaimedDuty) => ({ kind, id, lease });
