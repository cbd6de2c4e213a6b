// Owns which calls are traced: all of them until they are over, and of those the ones that are worth keeping. Spans are made afterwards from
// the record of the call, so a call that is not kept pays for two ids and a few comparisons.
import type { Chance, RandomBytes } from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { type EndedCall, isHedged, isOurFailure } from './ended-call.ts';
import { HexDraws, identifyTrace, readTraceparent, type TraceIdentity } from './trace-identity.ts';

/** Where kept calls go. Resolves when they were taken, rejects when they were not. */
export interface TraceExporter {
  send(calls: readonly EndedCall[]): Promise<void>;
  close(): Promise<void>;
}

export interface CallTracesSettings {
  /** null: nobody collects traces. */
  exporter: TraceExporter | null;
  /** From 0 to 1: which share is kept, whatever becomes of it. */
  share(): number;
  /** A call that takes longer is kept. */
  slowMs(): number;
  random: RandomBytes;
  chance: Chance;
}

/** Kept calls that wait for the next sending; later ones are dropped. A minute of a machine that keeps thirty a second. */
const WAITING_MAX = 2_048;
/** In one sending: about 2,000 spans, some 2 MB of JSON. */
const SENT_TOGETHER_MAX = 512;
/** Soon enough to look for a trace at once, seldom enough to send many together. */
const SEND_INTERVAL_MS = 1_000;

export class CallTraces {
  readonly #settings: CallTracesSettings;
  readonly #ids: HexDraws;
  #waiting: EndedCall[] = [];
  #sending: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout | null;
  /** Calls whose traces nobody took. */
  dropped = 0;

  constructor(settings: CallTracesSettings) {
    this.#settings = settings;
    this.#ids = new HexDraws(settings.random);
    this.#timer =
      settings.exporter === null ? null : setInterval(() => inBackground(this.flush()), SEND_INTERVAL_MS);
    this.#timer?.unref();
  }

  get isOn(): boolean {
    return this.#settings.exporter !== null;
  }

  /** Where nobody collects, only a caller who names a trace has one: so that its own records and ours have a name in common. */
  identify(given: string | undefined): TraceIdentity | null {
    const { chance, share } = this.#settings;
    if (!this.isOn && (given === undefined || readTraceparent(given) === null)) return null;
    return identifyTrace({ ids: this.#ids, isSampled: this.isOn && chance() < share() }, given);
  }

  /** Takes a call that is to be kept; the id of its trace. */
  keep(call: EndedCall): string {
    if (this.#waiting.length >= WAITING_MAX) this.dropped++;
    else this.#waiting.push(call);
    if (this.#waiting.length >= SENT_TOGETHER_MAX) inBackground(this.flush());
    return call.trace!.traceId;
  }

  /** Worth keeping: drawn, failed, stale, slow or hedged. */
  wants(call: Pick<EndedCall, 'trace' | 'status' | 'source' | 'durationMs' | 'attempts'>): boolean {
    if (call.trace === null || !this.isOn) return false;
    return (
      call.trace.isSampled ||
      isOurFailure(call) ||
      call.source === 'stale' ||
      call.durationMs > this.#settings.slowMs() ||
      isHedged(call.attempts)
    );
  }

  /** Sends what waits, one batch after the other; resolves when all of it was taken or given up. */
  flush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, SENT_TOGETHER_MAX);
      await this.#settings.exporter!.send(batch).catch(() => {
        this.dropped += batch.length;
      });
    }
  }

  async close(): Promise<void> {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    await this.flush();
    await this.#settings.exporter!.close().catch(() => {});
  }
}
