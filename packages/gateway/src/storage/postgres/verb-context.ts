// What every verb of the control plane gets besides its input: its transaction, the database's time, and the node.
import type { SqlConnection } from './connection.ts';
import type { DatabaseSync } from './durability.ts';
import type { Mark } from './marks.ts';

export interface VerbContext {
  db: SqlConnection;
  nowMs: number;
  /** What the settings of the server must promise. */
  sync: DatabaseSync;
  /** Id of this process; its holds carry it. */
  node: string;
  /**
   * Id of the audit row that this transaction writes: the proof of its commit if the answer to COMMIT is lost. null before it is written.
   */
  auditId: number | null;
  /** Set by a verb that has another proof of its commit than an audit row. */
  wasCommitted?: (later: SqlConnection) => Promise<boolean>;
  /** Set by a verb that charges a call. */
  charged?: Mark | undefined;
}
