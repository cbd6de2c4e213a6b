// Where the time of a call goes: its latency as the caller saw it, cut into parts by the gateway's own trace of the call. Pure.
export interface Interval {
  fromMs: number;
  toMs: number;
}

/** One request as the sender saw it, on the wall clock. */
export interface SentCall {
  id: string;
  dueAtMs: number;
  sentAtMs: number;
  endedAtMs: number;
}

/** The trace of one call, on the wall clock. */
export interface TracedCall {
  id: string;
  whole: Interval;
  hold: Interval;
  settle: Interval;
  /** From the first to the last byte exchanged with the platform. */
  ask: Interval;
}

/** Times at which the event loop of the gateway did something else. */
export interface Pauses {
  collections: Interval[];
  stalls: Interval[];
}

/** In the order of a call. The last two lie within the others. */
export const PARTS = [
  'sent late by the load',
  'before the call begins: socket, reading the request',
  'key, limits and checks',
  'storage: hold',
  'the platform: 20 ms of its own, the exchange, reading its answer',
  'writing the records',
  'storage: settle, with its commit',
  'writing the answer',
  'within these: garbage collection on the event loop',
  'within these: event loop busy for more than 10 ms',
] as const;

export type Parts = Record<(typeof PARTS)[number], number>;

const lengthOf = ({ fromMs, toMs }: Interval) => toMs - fromMs;

export function overlapMs(intervals: readonly Interval[], { fromMs, toMs }: Interval): number {
  const within = (one: Interval) => Math.max(0, Math.min(toMs, one.toMs) - Math.max(fromMs, one.fromMs));
  return intervals.reduce((sum, one) => sum + within(one), 0);
}

export function partsOf(sent: SentCall, traced: TracedCall, { collections, stalls }: Pauses): Parts {
  const { whole, hold, ask, settle } = traced;
  const seen = { fromMs: sent.dueAtMs, toMs: sent.endedAtMs };
  const milliseconds = [
    sent.sentAtMs - sent.dueAtMs,
    whole.fromMs - sent.sentAtMs,
    hold.fromMs - whole.fromMs,
    lengthOf(hold),
    ask.toMs - hold.toMs,
    settle.fromMs - ask.toMs,
    lengthOf(settle),
    sent.endedAtMs - whole.toMs,
    overlapMs(collections, seen),
    overlapMs(stalls, seen),
  ];
  return Object.fromEntries(PARTS.map((part, i) => [part, milliseconds[i]])) as Parts;
}

export interface Tail {
  /** Means over all calls, and over the slowest one in a hundred. */
  all: Parts & { total: number };
  slowest: Parts & { total: number };
  calls: number;
}

export function tailOf(sent: readonly SentCall[], traced: readonly TracedCall[], pauses: Pauses): Tail {
  const traces = new Map(traced.map((trace) => [trace.id, trace]));
  const calls = sent
    .flatMap((call) => {
      const trace = traces.get(call.id);
      const total = call.endedAtMs - call.dueAtMs;
      return trace === undefined ? [] : [{ ...partsOf(call, trace, pauses), total }];
    })
    .sort((a, b) => b.total - a.total);
  const mean = (of: typeof calls) =>
    Object.fromEntries(
      [...PARTS, 'total' as const].map((part) => [
        part,
        of.reduce((sum, one) => sum + one[part], 0) / of.length,
      ]),
    ) as Tail['all'];
  return {
    all: mean(calls),
    slowest: mean(calls.slice(0, Math.ceil(calls.length / 100))),
    calls: calls.length,
  };
}
