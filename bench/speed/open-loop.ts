// Sends requests at fixed times, whether or not earlier ones were answered: real callers do not wait for one another. A request that could
// not be sent in time is sent as soon as possible, and its latency counts from the time at which it was due.

export interface Schedule {
  /** Requests per second. */
  rate: number;
  total: number;
  /** Requests without an answer at one time. Beyond this limit requests wait, and are late. */
  outstandingMax: number;
}

export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** A timer fires up to 1 ms after its time, and a turn of the sender's own loop takes about as long. */
const LATE_MS = 3;

/** `send` resolves when the request was answered. Returns how many requests were sent late, once all were answered. */
export async function sendAtRate(
  { rate, total, outstandingMax }: Schedule,
  clock: Clock,
  send: (dueMs: number) => Promise<void>,
): Promise<number> {
  const began = clock.now();
  let [outstanding, late] = [0, 0];
  let wake = () => {};
  const oneAnswered = () => new Promise<void>((resolve) => (wake = resolve));
  const end = () => {
    outstanding--;
    wake();
  };
  for (let i = 0; i < total; i++) {
    const dueMs = began + (i * 1_000) / rate;
    while (clock.now() < dueMs) await clock.sleep(dueMs - clock.now());
    while (outstanding >= outstandingMax) await oneAnswered();
    if (clock.now() - dueMs > LATE_MS) late++;
    outstanding++;
    send(dueMs).then(end, end);
  }
  while (outstanding > 0) await oneAnswered();
  return late;
}
