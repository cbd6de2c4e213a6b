// The one way to start work that no code waits for, and the one place where its failures end up when nothing else takes them.

type OnBug = (bug: unknown) => void;

/** Thrown where no code can catch it, so that a command or a test ends and the message says which kind of bug it was. */
function endProcess(bug: unknown): never {
  throw new Error('work in the background failed, and nothing handles its failures', { cause: bug });
}

let onBug: OnBug = endProcess;

/** A process that serves goes on: work of its own that fails must not end the calls of everybody. `tell` writes it to the log. */
export function surviveBackgroundBugs(tell: OnBug): void {
  onBug = tell;
}

/**
 * Marks work that no code waits for. The lint refuses a promise that is neither awaited, returned nor given to this function.
 * Without `onFailure` the work handles its own failures: what still rejects is a bug.
 */
export function inBackground(work: Promise<unknown>, onFailure: OnBug = (bug) => onBug(bug)): void {
  work.catch(onFailure);
}
