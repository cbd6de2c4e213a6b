// Iterators of this package. Steps run one after another, and an iterator can continue after an error: `next()` repeats the failed step.

/** Runs each work after the one before it has ended. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function turns(): InTurn {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const taken = tail.then(work);
    tail = taken.catch(() => {});
    return taken;
  };
}

/** `step` gives the next value, or undefined at the end. */
export function iterate<T>(
  step: () => Promise<T | undefined>,
  inTurn: InTurn = turns(),
): AsyncIterableIterator<T> {
  const next = async (): Promise<IteratorResult<T>> => {
    const value = await step();
    return value === undefined ? { done: true, value } : { done: false, value };
  };
  return {
    next: () => inTurn(next),
    return: async () => ({ done: true, value: undefined }),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
