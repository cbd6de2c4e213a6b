// Waits for what a node does by itself, such as following new prices or reading new settings.
import { setTimeout as pause } from 'node:timers/promises';

/** On a busy machine a gateway was seen to stand still for 13 s. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 50;

/** The first value that is good, or the last one: whoever asked says what is wrong with it. */
export async function eventually<T>(read: () => T | Promise<T>, isGood: (value: T) => boolean): Promise<T> {
  const untilMs = performance.now() + PATIENCE_MS;
  let value = await read();
  while (!isGood(value) && performance.now() < untilMs) {
    await pause(LOOK_MS);
    value = await read();
  }
  return value;
}
