// Each line that ends in names of rules loses a promise: the lint must refuse it by those rules, and no other line.
// `guarantees/lost-promises.test.ts` compares. Only that test lints this folder.
import { inBackground } from '../../domain/in-background.ts';

type Opened = { kind: 'opened'; hold: string } | { kind: 'limited'; retryAfterMs: number };

interface Storage {
  calls: { open(id: string): Promise<Opened>; release(hold: string): Promise<void> };
  /** As some ports are: at once where the answer is in memory. */
  peek(id: string): Opened | Promise<Opened>;
}

interface Exporter {
  send(lines: readonly string[]): Promise<void>;
}

type Verbs = { readonly [Name in 'give' | 'expire']: (input: string) => Promise<Opened> };

const timed = <I, R>(verb: (input: I) => R): ((input: I) => R) => verb;
declare function onTick(listener: () => void): void;
declare const emitter: { on(event: string, listener: (...given: unknown[]) => void): void };

export function forgottenVerb(storage: Storage): void {
  storage.calls.open('a'); // no-floating-promises
}

export function forgottenUnion(storage: Storage): void {
  storage.peek('a'); // no-floating-promises
}

export function forgottenInTable(verbs: Verbs, name: keyof Verbs): void {
  verbs[name]('a'); // no-floating-promises
}

export function forgottenInWrapper(storage: Storage): void {
  const release = timed(storage.calls.release);
  release('a'); // no-floating-promises
}

export function forgottenOptional(exporter?: Exporter): void {
  exporter?.send([]); // no-floating-promises
}

export function onlyTheGoodEnd(storage: Storage, noted: string[]): void {
  storage.calls.release('a').then(() => noted.push('a')); // no-floating-promises
}

export function silenced(storage: Storage): void {
  void storage.calls.release('a'); // no-floating-promises no-void
}

export function forgottenList(storage: Storage, holds: readonly string[]): void {
  holds.map((hold) => storage.calls.release(hold)); // no-floating-promises
}

export function asCondition(storage: Storage): string {
  return !storage.calls.open('a') ? 'opened' : 'refused'; // no-misused-promises
}

export function asTest(storage: Storage, holds: readonly string[]): readonly string[] {
  return holds.filter(async (hold) => (await storage.calls.open(hold)).kind === 'opened'); // no-misused-promises
}

export function inForEach(storage: Storage, holds: readonly string[]): void {
  holds.forEach(async (hold) => storage.calls.release(hold)); // no-misused-promises
}

export function inInterval(storage: Storage): NodeJS.Timeout {
  return setInterval(async () => storage.calls.release('a'), 1_000); // no-misused-promises
}

export function inListener(storage: Storage): void {
  emitter.on('message', async () => storage.calls.release('a')); // no-misused-promises
}

export function byName(storage: Storage): void {
  const tick = async () => storage.calls.release('a');
  onTick(tick); // no-misused-promises
}

export function asProperty(storage: Storage): { onEnd: () => void } {
  return { onEnd: async () => storage.calls.release('a') }; // no-misused-promises
}

export function spreadOut(storage: Storage): object {
  return { ...storage.calls.open('a') }; // no-misused-promises
}

export async function awaitedTooLate(storage: Storage): Promise<Opened | null> {
  try {
    return storage.calls.open('a'); // return-await
  } catch {
    return null;
  }
}

export async function nothingToAwait(opened: Opened): Promise<string> {
  const { kind } = await opened; // await-thenable
  return kind;
}

export function silencedInCallback(storage: Storage): void {
  onTick(() => void storage.calls.release('a')); // no-void
}

/** What is allowed: awaited, returned, or handed to a place that handles the failure. */
export async function handled(storage: Storage, noted: unknown[]): Promise<Opened> {
  await storage.calls.release('a');
  await Promise.all(['a', 'b'].map((hold) => storage.calls.release(hold)));
  storage.calls.release('b').catch((error: unknown) => noted.push(error));
  onTick(() => inBackground(storage.calls.release('c')));
  return storage.calls.open('a');
}
