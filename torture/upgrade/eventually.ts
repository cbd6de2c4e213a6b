// Waits for what a node does by itself, such as following new prices.
import { setTimeout as pause } from 'node:timers/promises';

const TRIES_MAX = 100;
const PAUSE_MS = 200;

/** The first value that is good, or the last one: whoever asked says what is wrong with it. */
export async function eventually<T>(read: () => Promise<T>, isGood: (value: T) => boolean): Promise<T> {
  let value = await read();
  for (let n = 1; n < TRIES_MAX && !isGood(value); n++) {
    await pause(PAUSE_MS);
    value = await read();
  }
  return value;
}
