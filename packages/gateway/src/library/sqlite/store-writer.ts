// Writes a library file. It blocks its thread while it writes, so it belongs in a command, not in a serving gateway.
import type { LibraryWriter } from '../library-store.ts';
import { BATCH_RECORDS_MAX } from '../limits.ts';
import { openForWriting } from './database.ts';
import { Writer } from './writer.ts';

export function openSqliteWriter(path: string): LibraryWriter {
  const db = openForWriting(path);
  const writer = new Writer(db);
  // Moves the write-ahead log back into the file. Readers in other processes may keep part of it, which is not a failure.
  const fold = () => db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return {
    batchMax: BATCH_RECORDS_MAX,
    write: async (entries) => writer.write(entries),
    async remove(ids) {
      // Removed records are overwritten in the file, not only unlinked.
      db.exec('PRAGMA secure_delete = ON');
      const removed = writer.remove(ids);
      fold();
      return removed;
    },
    removeSample: async () => writer.removeSample(),
    // Opening the file has already created the library.
    begin: async () => {},
    tidy: async () => fold(),
    close: async () => db.close(),
  };
}
