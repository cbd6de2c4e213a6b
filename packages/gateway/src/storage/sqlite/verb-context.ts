// Owns what every SQLite verb is given beside its input: the connection, the time of its batch, and who runs it.
// Time is read once per batch, by the side that owns the clock.
import type { SqliteConnection } from './connection.ts';

export interface Moment {
  nowMs: number;
  monotonicMs: number;
}

export interface VerbContext extends Moment {
  db: SqliteConnection;
  /** This process, as its holds are marked. */
  node: string;
  /** True when no process stands behind that mark any more. */
  isNodeGone(node: string): boolean;
  /** When each unresolved hold was first seen, on the clock that never steps back; lives as long as the thread. */
  holdsSeen: Map<string, number>;
  /** Where a long verb tells how far it is: what is done, and of how much; null when nobody asks. */
  progress: BigInt64Array | null;
}
