// Owns which trace a call belongs to: the one that its caller names in `traceparent` (W3C Trace Context), or a new one. What a caller sends
// names a trace and nothing else; whether one is kept is never the caller's choice.
import type { RandomBytes } from '../domain/clock.ts';

export interface TraceIdentity {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** Of the call itself; 16 hexadecimal digits. */
  spanId: string;
  /** The caller's; null in a trace that begins here. */
  parentSpanId: string | null;
  /** Drawn at the start: kept, whatever becomes of the call. */
  isSampled: boolean;
}

const TRACE_CHARS = 32;
const SPAN_CHARS = 16;
const TRACEPARENT_CHARS_MAX = 256;
/** A later version may have more fields behind these; `ff` is none. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/;
const VERSION_0_CHARS = 55;

/** null for whatever is none: then it is as if nothing had been sent. */
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
  };
}

/** 24 bytes for a call: enough for 170 of them, so that neither the draw nor its text is paid by each. */
const DRAWN_BYTES = 4_096;

/** Random hexadecimal digits, drawn many at a time. */
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

/** What a platform is sent that is to take part in the trace. */
export function traceparentOf({ traceId, spanId, isSampled }: TraceIdentity): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** Spans within a call: the id of the call plus their number, so that none of them needs chance. */
export function childSpanId({ spanId }: TraceIdentity, number: number): string {
  return BigInt.asUintN(64, BigInt(`0x${spanId}`) + BigInt(number))
    .toString(16)
    .padStart(16, '0');
}
