// Owns a library file as something to write to. It blocks its thread while it writes, so it belongs in a command, not in a serving
// gateway.
import type { LibraryWriter } from '../library-store.ts';
import { BATCH_RECORDS_MAX } from '../limits.ts';
import { openForWriting } from './database.ts';
import { Writer } from './writer.ts';

export function openSqliteWriter(path: string): LibraryWriter {
  const db = openForWriting(path);
  const writer = new Writer(db);
  // Folds the log back into the file; readers in other processes may keep part of it, which is no failure.
  const fold = () => db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return {
    batchMax: BATCH_RECORDS_MAX,
    write: async (entries) => writer.write(entries),
    async remove(ids) {
      // What they said is overwritten in the file, not only forgotten by it.
      db.exec('PRAGMA secure_delete = ON');
      const removed = writer.remove(ids);
      fold();
      return removed;
    },
    removeSample: async () => writer.removeSample(),
    // Opening it has made the file.
    begin: async () => {},
    tidy: async () => fold(),
    close: async () => db.close(),
  };
}
