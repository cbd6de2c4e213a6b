// Latencies of interactive calls during a few seconds, and their quantiles.
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchNode, PATH } from './node.ts';

export const SLICE_MS = 5_000;
const CALLS_PER_SECOND = 40;

/** Latencies of live calls at a steady rate, whether or not earlier ones have ended. */
export async function slice(node: BenchNode, name: string): Promise<number[]> {
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; performance.now() - began < SLICE_MS; n++) {
    await pause(Math.max(0, began + (n * 1_000) / CALLS_PER_SECOND - performance.now()));
    const at = performance.now();
    const call = node.ask(`${PATH}?keyword=${name}-${n}`).then(() => void times.push(performance.now() - at));
    sent.push(call);
  }
  await Promise.all(sent);
  return times;
}

export const quantile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!;
