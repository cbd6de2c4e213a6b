// Owns the wait for the end of the event loop's turn. Everything that waits for the same end shares one immediate: with
// two waits per exchange, and one immediate each, these alone cost a tenth of an exchange.

/** As many as exchanges are in flight; emptied in every turn. */
let waiting: (() => void)[] = [];

/** Runs when the loop has looked at every socket of this turn. What is begun there gets a whole turn of its own. */
export function afterTurn(task: () => void): void {
  if (waiting.push(task) === 1) setImmediate(runAll);
}

/**
 * Runs when the loop has looked at every socket in a whole turn that began after this. The end of the present turn alone
 * would not do: within the event of another socket, the loop has already looked at all of them.
 */
export function afterLook(task: () => void): void {
  afterTurn(() => afterTurn(task));
}

function runAll(): void {
  const tasks = waiting;
  waiting = [];
  for (const task of tasks) run(task);
}

/** A bug in one must not keep the others from running; it is thrown as if it had run alone. */
function run(task: () => void): void {
  try {
    task();
  } catch (error) {
    setImmediate(() => {
      throw error;
    });
  }
}
