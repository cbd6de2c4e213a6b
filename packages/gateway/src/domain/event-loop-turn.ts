// The end of a turn of the event loop, when the loop has polled every socket. What waits for one end shares one immediate: with two waits
// per exchange with a provider, and one immediate each, these alone cost a tenth of an exchange.

/**
 * Answers that continue in one turn. What follows an answer is most of a call's work, done in the turn in which it continues, and
 * new arrivals wait for the end of that turn. Without a limit, hundreds continued together under overload. With this many, calls
 * still share their commits.
 */
export const ANSWERS_PER_TURN = 24;

type Task = () => void;

/** Each has at most as many tasks as there are calls, exchanges in flight and storage threads. */
const tasks: Task[] = [];
const answers: Task[] = [];
const lasts: Task[] = [];
let isAwaited = false;
/** `polling`: sockets are read. `ending`: tasks and answers run. `ended`: the last tasks ran, and what follows from them goes on. */
let phase: 'polling' | 'ending' | 'ended' = 'polling';

/** Runs at the end of this turn; at the end of the next one, when this one is ending. */
export function afterTurn(task: Task): void {
  tasks.push(task);
  awaitEnd();
}

/**
 * Runs after a whole turn, begun after this call, in which the loop has polled every socket. While sockets are read, the end of the present turn
 * is not enough: within the event of another socket, the loop has already polled all of them.
 */
export function afterPoll(task: Task): void {
  if (phase === 'polling') afterTurn(() => afterTurn(task));
  else afterTurn(task);
}

/** Runs together with other answers, at the end of this turn or of one of the next. */
export function answerAfterTurn(task: Task): void {
  answers.push(task);
  awaitEnd();
}

/** Runs when all that the end of a turn has brought about is done, so that commits of one turn are one. */
export function lastInTurn(task: Task): void {
  lasts.push(task);
  if (phase !== 'ending') awaitEnd();
}

function awaitEnd(): void {
  if (isAwaited) return;
  isAwaited = true;
  setImmediate(endTurn);
}

function endTurn(): void {
  isAwaited = false;
  phase = 'ending';
  const due = [...tasks.splice(0), ...answers.splice(0, ANSWERS_PER_TURN)];
  if (answers.length > 0) awaitEnd();
  for (const task of due) run(task);
  whenDone(() => {
    phase = 'ended';
    for (const task of lasts.splice(0)) run(task);
    whenDone(() => {
      phase = 'polling';
    });
  });
}

/** Promises that are settled go on first, with everything that follows from them at once. The loop polls no socket before. */
function whenDone(task: Task): void {
  queueMicrotask(() => process.nextTick(task));
}

/** A task that throws must not keep the others from running; its error is thrown as if it had run alone. */
function run(task: Task): void {
  try {
    task();
  } catch (error) {
    setImmediate(() => {
      throw error;
    });
  }
}
