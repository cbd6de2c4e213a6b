// The one way to wait for the end of a response or a connection. Whoever listens for its event after an `await` may come too late: the event is
// sent once, and the place that it should give back would be taken until the process ends.
import type { Pace } from '../../domain/limiting/paced-work.ts';

/** A response or a socket. Never a request: one without a body counts as destroyed from its beginning. */
interface Closable {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/**
 * Calls `leave` exactly once: now, when it is closed already, or when it closes. A response closes when its last byte was given to the operating
 * system, or when its connection is gone. The returned function takes `leave` back.
 */
export function untilClosed(one: Closable, leave: () => void): () => void {
  if (one.destroyed) leave();
  else one.once('close', leave);
  return () => {
    one.off('close', leave);
  };
}

/** Steps that end with the response they are for: nobody reads what the remaining ones would make. */
export function paceUntilClosed(one: Pick<Closable, 'destroyed'>, pace: Pace): Pace {
  const look = () => {
    if (one.destroyed) throw new DOMException('The caller has left.', 'AbortError');
  };
  return async (step) => {
    const made = await pace(() => {
      look();
      return step();
    });
    look();
    return made;
  };
}
