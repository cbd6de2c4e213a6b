// Owns the wait for the end of the event loop's turn. Everything that waits for the same end shares one immediate: with
// two waits per exchange, and one immediate each, these alone cost a tenth of an exchange.

/**
 * What an answer sets in motion is most of a call's work, all of it in the turn in which it goes on, and whoever arrives meanwhile
 * waits for the end of that turn. Unbounded, under overload, hundreds went on together. So many still share their commit.
 */
export const ANSWERS_PER_TURN = 24;

class Waiting {
  readonly #perTurn: number;
  /** As many as exchanges are in flight, at most. */
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
 * Runs when the loop has looked at every socket in a whole turn that began after this. The end of the present turn alone
 * would not do: within the event of another socket, the loop has already looked at all of them.
 */
export function afterLook(task: () => void): void {
  looks.add(() => looks.add(task));
}

/** Runs when the loop has looked at every socket of this turn, with other answers of it, or in one of the next turns. */
export function answerAfterTurn(task: () => void): void {
  answers.add(task);
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
