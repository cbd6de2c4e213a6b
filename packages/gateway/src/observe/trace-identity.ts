// Finds the trace of a call: the one that its caller names in `traceparent` (W3C Trace Context), or a new one. The
// header only names a trace; the caller cannot decide whether it is kept.
import type { RandomBytes } from '../domain/clock.ts';

export interface TraceIdentity {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** The span of the call itself; 16 hexadecimal digits. */
  spanId: string;
  /** The caller's span; null in a trace that begins here. */
  parentSpanId: string | null;
  /** Sampled at the start: kept whatever the outcome of the call. */
  isSampled: boolean;
  /** HTTP exchanges with providers, in the order of their starts; null for one that our own limits stopped. */
  exchanges: (TracedExchange | null)[];
}

export interface TracedExchange {
  provider: string;
  method: string;
  /** Scheme, host and path. */
  url: string;
  /** On the monotonic clock, without the time in our own queue. */
  startedMs: number;
  /** null while it runs, and when the call ended before it. */
  endedMs: number | null;
  /** The HTTP status; null without an answer. */
  status: number | null;
  /** The kind of failure; null when the provider answered. */
  failure: string | null;
}

const TRACE_CHARS = 32;
const SPAN_CHARS = 16;
const TRACEPARENT_CHARS_MAX = 256;
/** A later version may append fields; version `ff` is invalid. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/;
const VERSION_0_CHARS = 55;

/** null for an invalid value, which is ignored. */
export function readTraceparent(text: string): Pick<TraceIdentity, 'traceId' | 'parentSpanId'> | null {
  if (text.length > TRACEPARENT_CHARS_MAX) return null;
  const found = TRACEPARENT.exec(text);
  if (found === null || (text.startsWith('00') && text.length !== VERSION_0_CHARS)) return null;
  return { traceId: found[1]!, parentSpanId: found[2]! };
}

export function identifyTrace(
  { ids, isSampled }: { ids: HexDraws; isSampled: boolean },
  given: string | undefined,
): TraceIdentity {
  const known = given === undefined ? null : readTraceparent(given);
  return {
    traceId: known?.traceId ?? ids.take(TRACE_CHARS),
    spanId: ids.take(SPAN_CHARS),
    parentSpanId: known?.parentSpanId ?? null,
    isSampled,
    exchanges: [],
  };
}

/** A call takes 24 bytes: these are enough for 170 calls, so that drawing and encoding are not paid by each. */
const DRAWN_BYTES = 4_096;

/** Random hexadecimal digits, drawn in large blocks. */
export class HexDraws {
  readonly #random: RandomBytes;
  #text = '';
  #taken = 0;

  constructor(random: RandomBytes) {
    this.#random = random;
  }

  take(chars: number): string {
    if (this.#taken + chars > this.#text.length) {
      this.#text = Buffer.from(this.#random(DRAWN_BYTES)).toString('hex');
      this.#taken = 0;
    }
    this.#taken += chars;
    return this.#text.slice(this.#taken - chars, this.#taken);
  }
}

/** The header for an upstream that takes part in the trace. `spanId`: the span that the upstream's own belong to. */
export function traceparentOf({ traceId, isSampled }: TraceIdentity, spanId: string): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** Ids of spans within a call: the id of the call plus their number, so that no randomness is needed. */
export function childSpanId({ spanId }: Pick<TraceIdentity, 'spanId'>, number: number): string {
  return BigInt.asUintN(64, BigInt(`0x${spanId}`) + BigInt(number))
    .toString(16)
    .padStart(16, '0');
}

/** The numbers of all other spans of a call are lower. */
const FIRST_EXCHANGE = 1_000;

export const exchangeSpanId = (trace: Pick<TraceIdentity, 'spanId'>, index: number) =>
  childSpanId(trace, FIRST_EXCHANGE + index);
