// PgBouncer in front of one PostgreSQL server, on every database of it.
import { unprivilegedOwner } from '../src/testing/postgres-server.ts';
import { ServerProgram } from './server-program.ts';

export interface PgBouncer {
  url: string;
  program: ServerProgram;
}

/** Seconds; it keeps hundreds of databases of tests, each with connections of its own, otherwise. */
const IDLE_S = 2;

export async function startPgBouncer(
  program: string,
  server: string,
  settings: Record<string, string | number> = {},
): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(server);
  const bouncer = new ServerProgram({
    name: 'pgbouncer',
    program,
    owner: unprivilegedOwner(),
    args: (place) => [
      bouncer.write(
        'pgbouncer.ini',
        iniOf(`* = host=${hostname} port=${port}`, {
          listen_addr: '127.0.0.1',
          listen_port: place.port,
          unix_socket_dir: '',
          auth_type: 'plain',
          auth_file: bouncer.write('users', `"${username}" "${password}"\n`),
          pool_mode: 'transaction',
          server_login_retry: 1,
          server_idle_timeout: IDLE_S,
          ...settings,
        }),
      ),
    ],
  });
  await bouncer.start();
  const url = new URL(server);
  url.host = `127.0.0.1:${bouncer.port}`;
  return { url: url.href, program: bouncer };
}

function iniOf(databases: string, settings: Record<string, string | number>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return ['[databases]', databases, '[pgbouncer]', ...lines, ''].join('\n');
}
