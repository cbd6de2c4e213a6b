// Solves a puzzle in a worker thread that ends with its answer.
import type { SignupPuzzle } from '../api/api-types.ts';

export function solveInWorker(puzzle: SignupPuzzle): Promise<string> {
  const worker = new Worker(new URL('./puzzle-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message || 'the puzzle could not be solved here'));
  worker.postMessage(puzzle);
  return promise.finally(() => worker.terminate());
}
