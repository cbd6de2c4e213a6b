// Waits for the end of a turn of the event loop. All waits for the same end share one immediate: with two waits per exchange, and
// one immediate each, these alone cost a tenth of an exchange.

/**
 * Answers that continue in one turn. What follows an answer is most of a call's work, done in the turn in which it continues, and
 * new arrivals wait for the end of that turn. Without a limit, hundreds continued together under overload. With this many, calls
 * still share their commits.
 */
export const ANSWERS_PER_TURN = 24;

class Waiting {
  readonly #perTurn: number;
  /** At most as many as there are exchanges in flight. */
  #tasks: (() => void)[] = [];

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  add(task: () => void): void {
    if (this.#tasks.push(task) === 1) setImmediate(this.#runSome);
  }

  readonly #runSome = (): void => {
    const tasks = this.#tasks.splice(0, this.#perTurn);
    if (this.#tasks.length > 0) setImmediate(this.#runSome);
    for (const task of tasks) run(task);
  };
}

const looks = new Waiting(Number.POSITIVE_INFINITY);
const answers = new Waiting(ANSWERS_PER_TURN);

/**
 * Runs after a whole turn, begun after this call, in which the loop has polled every socket. The end of the present turn is not
 * enough: within the event of another socket, the loop has already polled all of them.
 */
export function afterPoll(task: () => void): void {
  looks.add(() => looks.add(task));
}

/** Runs when the loop has polled every socket of this turn, together with other answers, or in one of the next turns. */
export function answerAfterTurn(task: () => void): void {
  answers.add(task);
}

/** A task that throws must not keep the others from running; its error is thrown as if it had run alone. */
function run(task: () => void): void {
  try {
    task();
  } catch (error) {
    setImmediate(() => {
      throw error;
    });
  }
}
