// The one way to start work that no code waits for.

/**
 * Marks work that no code waits for. The lint refuses a promise that is neither awaited, returned nor given to this function.
 * Without `onFailure` the work handles its own failures: what still rejects is a bug, and ends the process as any uncaught error does.
 */
export function inBackground(work: Promise<unknown>, onFailure: (error: unknown) => void = endProcess): void {
  work.catch(onFailure);
}

/** Thrown where no code can catch it, so that the process ends and the message says which kind of bug it was. */
function endProcess(bug: unknown): never {
  throw new Error('work in the background failed, and nothing handles its failures', { cause: bug });
}
