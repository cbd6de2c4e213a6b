// The database as one thread has it: a connection that is opened when it is first needed, and anew after the engine has failed. Each batch of
// writes is one transaction and one sync to disk. It must never repeat work by itself: the caller knows what was asked.
import { UnusableDatabase } from '../storage.ts';
import type { VerbMessage } from './call-messages.ts';
import { syncOf } from './commit-sync.ts';
import { CommitInDoubt, SqliteConnection } from './connection.ts';
import { isNodeGone } from './node-lock.ts';
import type { Moment, VerbContext } from './verb-context.ts';

export interface DatabaseSettings {
  file: string;
  mode: 'write' | 'read';
  node: string;
  nodeDir: string;
  /** How long a batch waits for a lock of another process; the connection's own bound unless given. */
  busyMs?: number;
  /** True: copying the log into the database is left to the storage thread (connection.ts). */
  leavesLog?: boolean;
  /** Two numbers (done and total), for a verb that takes long. */
  progress?: SharedArrayBuffer;
}

const SQLITE_BUSY = 5;
const SQLITE_CONSTRAINT = 19;

export class Database {
  readonly #settings: DatabaseSettings;
  readonly #holdsSeen = new Map<string, number>();
  #connection: SqliteConnection | null = null;

  constructor(settings: DatabaseSettings) {
    this.#settings = settings;
  }

  read<T>(moment: Moment, work: (context: VerbContext) => T): T {
    try {
      return work(this.#contextAt(moment));
    } catch (error) {
      // The next batch starts on a new connection: after an I/O error the old one may not recover. A lock of another process breaks nothing.
      if (isEngineFailure(error) && codeOf(error) !== SQLITE_BUSY) this.disconnect();
      throw error;
    }
  }

  /** `verbs`: what `work` runs. It decides what the commit waits for. */
  write<T>(moment: Moment, verbs: readonly VerbMessage[], work: (context: VerbContext) => T): T {
    return this.read(moment, (context) => {
      const run = () => {
        context.db.assertUnderstood();
        return work(context);
      };
      return context.db.transaction('immediate', run, syncOf(verbs));
    });
  }

  #contextAt({ nowMs, monotonicMs }: Moment): VerbContext {
    const { file, mode, busyMs, leavesLog, node, nodeDir, progress } = this.#settings;
    this.#connection ??= new SqliteConnection(file, { readOnly: mode === 'read', busyMs, leavesLog });
    return {
      db: this.#connection,
      nowMs,
      monotonicMs,
      node,
      isNodeGone: (node) => isNodeGone(nodeDir, node),
      holdsSeen: this.#holdsSeen,
      progress: progress === undefined ? null : new BigInt64Array(progress),
    };
  }

  disconnect(): void {
    this.#connection?.close();
    this.#connection = null;
  }
}

/** Full disk, I/O error, lock timeout: any SQLite error except a violated constraint. */
export function isEngineFailure(error: unknown): boolean {
  if (error instanceof UnusableDatabase || error instanceof CommitInDoubt) return true;
  const code = codeOf(error);
  return code !== undefined && code !== SQLITE_CONSTRAINT && code !== 1;
}

function codeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}
