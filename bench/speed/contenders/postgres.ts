// Reelgate on PostgreSQL: a real server from the packages in the lockfile, on disk and with its own defaults, and a gateway on an empty
// database. The server is a separate process, so its CPU is not counted as the gateway's.
import {
  type EmbeddedServer,
  startEmbeddedServer,
} from '../../../packages/gateway/src/testing/postgres-server.ts';
import type { Contender, Missing } from '../contender.ts';
import { Reelgate, type ReelgateSettings } from './reelgate.ts';

const OWN_DEFAULT = '100'; // PostgreSQL's own default for connections.

class PostgresGateway implements Contender {
  readonly gateway: Reelgate;
  readonly #server: EmbeddedServer;

  constructor(gateway: Reelgate, server: EmbeddedServer) {
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

export async function startPostgresGateway(settings: ReelgateSettings): Promise<PostgresGateway | Missing> {
  const server = await startEmbeddedServer({
    onDisk: true,
    settings: { max_connections: OWN_DEFAULT },
  }).catch((error: Error) => ({ missing: firstLine(error) }));
  if ('missing' in server) return server;
  try {
    return new PostgresGateway(
      await Reelgate.start({ ...settings, storage: server.url, databasePid: server.pid() }),
      server,
    );
  } catch (error) {
    await server.stop();
    return { missing: firstLine(error as Error) };
  }
}

const firstLine = ({ message }: Error) => message.split('\n')[0]!.slice(0, 80);
