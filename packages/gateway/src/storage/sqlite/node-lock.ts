// Proves that a process is alive. Each serving process keeps a small file under an exclusive SQLite lock, which the operating system
// releases when the process ends, also on kill -9. So the holds of a dead process can be ended at once instead of after their whole
// lifetime, without relying on clocks or process ids.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../process/make-folder.ts';

const SUFFIX = '.node';
const SQLITE_BUSY = 5;

interface NodeLock {
  release(): void;
}

export function takeNodeLock(nodeDir: string, node: string, pid: number): NodeLock {
  makeFolder(nodeDir);
  const file = lockFile(nodeDir, node);
  // Locked before it gets its name: another process must never find the file of a living node unlocked.
  const db = new DatabaseSync(`${file}.new`);
  db.exec('PRAGMA journal_mode = MEMORY; CREATE TABLE node (pid INTEGER NOT NULL)');
  db.prepare('INSERT INTO node (pid) VALUES (?)').run(pid);
  db.exec('BEGIN IMMEDIATE');
  renameSync(`${file}.new`, file);
  return {
    release() {
      db.close();
      rmSync(file, { force: true });
    },
  };
}

/** True when the node's lock is not held; its file is then removed. A node without a file is gone as well. */
export function isNodeGone(nodeDir: string, node: string): boolean {
  return readNode(nodeDir, node) === null;
}

/** Every process that serves with this data folder right now. */
export function listNodes(nodeDir: string): { id: string; pid: number }[] {
  let names: string[];
  try {
    names = readdirSync(nodeDir).filter((name) => name.endsWith(SUFFIX));
  } catch (error) {
    // No node has ever served here. Of a folder that cannot be read nobody knows, and "none" would allow a copy beside a living node.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return names.flatMap((name) => {
    const id = name.slice(0, -SUFFIX.length);
    const node = readNode(nodeDir, id);
    return node === null ? [] : [{ id, pid: node.pid }];
  });
}

function lockFile(nodeDir: string, node: string): string {
  return path.join(nodeDir, node + SUFFIX);
}

function readNode(nodeDir: string, node: string): { pid: number } | null {
  const file = lockFile(nodeDir, node);
  // Opening would create the file, and an unlocked file without content looks like a node that is just starting.
  if (!existsSync(file)) return null;
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    const row = db.prepare('SELECT pid FROM node').get() as { pid: number } | undefined;
    if (isLocked(db)) return { pid: row?.pid ?? 0 };
  } catch {
    // The file is just being written, or it is not a node's: assume that it is alive.
    return { pid: 0 };
  } finally {
    db.close();
  }
  rmSync(file, { force: true });
  return null;
}

function isLocked(db: DatabaseSync): boolean {
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return true;
    throw error;
  }
}
