// What every SQLite verb gets besides its input: the connection, the time of its batch, and the node. The time is read once per batch, by
// the process that owns the clock.
import type { SqliteConnection } from './connection.ts';

export interface Moment {
  nowMs: number;
  monotonicMs: number;
}

export interface VerbContext extends Moment {
  db: SqliteConnection;
  /** Id of this process; its holds carry it. */
  node: string;
  /** True when the process with this id is gone. */
  isNodeGone(node: string): boolean;
  /** When each open hold was first seen, on the monotonic clock. It lives as long as the thread. */
  holdsSeen: Map<string, number>;
  /** Where a long verb writes its progress: what is done, and the total; null when no progress is wanted. */
  progress: BigInt64Array | null;
}
