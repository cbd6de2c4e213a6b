// Owns what every verb of the control plane is given beside its input: its transaction, the database's time, and who runs it.
import type { SqlConnection } from './connection.ts';

export interface VerbContext {
  db: SqlConnection;
  nowMs: number;
  /** This process, as its holds are marked. */
  node: string;
  /** The audit row that this transaction writes: its proof, should the answer to COMMIT be lost. null while it has none. */
  auditId: number | null;
}
