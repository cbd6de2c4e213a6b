// Decides which calls are traced. Every call is recorded until it ends, and only some are kept. Spans are made
// afterwards from the record, so a call that is not kept costs two ids and a few comparisons.
import { type Chance, type RandomBytes, systemIntervals } from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { type EndedCall, isHedged, isOurFailure } from './ended-call.ts';
import { HexDraws, identifyTrace, readTraceparent, type TraceIdentity } from './trace-identity.ts';

/** Receives the kept calls. Resolves when they were accepted, rejects when they were not. */
export interface TraceExporter {
  send(calls: readonly EndedCall[]): Promise<void>;
  close(): Promise<void>;
}

interface CallTracesSettings {
  /** null when traces are not exported. */
  exporter: TraceExporter | null;
  /** The share of calls that are kept in any case, from 0 to 1. */
  share(): number;
  /** Calls that take longer are kept, in milliseconds. */
  slowMs(): number;
  random: RandomBytes;
  chance: Chance;
}

/** Kept calls that wait to be sent; further ones are dropped. Enough for a minute at thirty kept calls per second. */
const WAITING_MAX = 2_048;
/** Calls per batch: about 2,000 spans, some 2 MB of JSON. */
const SENT_TOGETHER_MAX = 512;
/** Short enough that a trace can be looked up at once, long enough to send many together. */
const SEND_INTERVAL_MS = 1_000;

export class CallTraces {
  readonly #settings: CallTracesSettings;
  readonly #ids: HexDraws;
  #waiting: EndedCall[] = [];
  #sending: Promise<void> | null = null;
  readonly #stopSending: () => void;
  /** Calls whose traces could not be sent. */
  dropped = 0;

  constructor(settings: CallTracesSettings) {
    this.#settings = settings;
    this.#ids = new HexDraws(settings.random);
    this.#stopSending =
      settings.exporter === null ? () => {} : systemIntervals(SEND_INTERVAL_MS, () => this.flush());
  }

  get isOn(): boolean {
    return this.#settings.exporter !== null;
  }

  /**
   * Without an exporter only a call with a valid `traceparent` has a trace id, so that the caller can match its
   * records with our log.
   */
  identify(given: string | undefined): TraceIdentity | null {
    const { chance, share } = this.#settings;
    if (!this.isOn && (given === undefined || readTraceparent(given) === null)) return null;
    return identifyTrace({ ids: this.#ids, isSampled: this.isOn && chance() < share() }, given);
  }

  /** Queues a call for export; returns the id of its trace. */
  keep(call: EndedCall): string {
    if (this.#waiting.length >= WAITING_MAX) this.dropped++;
    else this.#waiting.push(call);
    if (this.#waiting.length >= SENT_TOGETHER_MAX) inBackground(this.flush());
    return call.trace!.traceId;
  }

  /** Kept are calls that were sampled, failed, got a stale answer, were slow or were hedged. */
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

  /** Sends all queued calls, batch after batch; resolves when each was accepted or dropped. */
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
    if (!this.isOn) return;
    this.#stopSending();
    await this.flush();
    await this.#settings.exporter!.close().catch(() => {});
  }
}
