// The servers that `npm run test:servers` meets: the packages of Debian that have them, where their programs lie, and how each tells its
// version. It starts and installs nothing.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface ServerKind {
  /** The packages that bring it: the first list of which Debian has all. */
  packages: readonly (readonly string[])[];
  /** Paths of its programs, by their names; null when one is missing. */
  find(): Record<string, string> | null;
  version(programs: Record<string, string>): string;
}

/** Debian keeps servers where an ordinary PATH does not look. */
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/local/sbin', '/usr/sbin', '/sbin'];

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const onPath = (name: string) => FOLDERS.map((folder) => path.join(folder, name)).find(isProgram) ?? null;

function allOf(...names: string[]): Record<string, string> | null {
  const found = names.map((name) => [name, onPath(name)] as const);
  return found.some(([, file]) => file === null) ? null : Object.fromEntries(found as [string, string][]);
}

/** The first number with dots in what the program prints. */
function printed(file: string, flag: string): string {
  const { stdout, stderr } = spawnSync(file, [flag], { encoding: 'utf8' });
  return /\d+(\.\d+)+/.exec(stdout + stderr)?.[0] ?? 'of an unknown version';
}

const POSTGRES_FOLDER = '/usr/lib/postgresql';
const WIKI_FOLDER = '/usr/share/mediawiki';

/** Of the versions that Debian installs side by side, the oldest: the lockfile brings a new one. */
function findPostgres(): Record<string, string> | null {
  if (!existsSync(POSTGRES_FOLDER)) return null;
  const versions = readdirSync(POSTGRES_FOLDER).toSorted((a, b) => Number(a) - Number(b));
  const binOf = (version: string, name: string) => path.join(POSTGRES_FOLDER, version, 'bin', name);
  const version = versions.find((one) => ['initdb', 'postgres'].every((name) => isProgram(binOf(one, name))));
  if (version === undefined) return null;
  return { initdb: binOf(version, 'initdb'), postgres: binOf(version, 'postgres') };
}

function findWiki(): Record<string, string> | null {
  const php = onPath('php');
  if (php === null || !existsSync(path.join(WIKI_FOLDER, 'api.php'))) return null;
  const { stdout } = spawnSync(php, ['-m'], { encoding: 'utf8' });
  return stdout.includes('pdo_sqlite') ? { php, wiki: WIKI_FOLDER } : null;
}

function wikiVersion({ wiki }: Record<string, string>): string {
  const text = readFileSync(path.join(wiki!, 'includes/Defines.php'), 'utf8');
  return /'MW_VERSION', '([^']+)'/.exec(text)?.[1] ?? 'of an unknown version';
}

const KINDS = {
  PostgreSQL: {
    packages: [['postgresql-15'], ['postgresql']],
    find: findPostgres,
    version: ({ postgres }) => printed(postgres!, '--version'),
  },
  PgBouncer: {
    packages: [['pgbouncer']],
    find: () => allOf('pgbouncer'),
    version: ({ pgbouncer }) => printed(pgbouncer!, '--version'),
  },
  'Valkey or Redis': {
    packages: [['valkey-server'], ['redis-server']],
    find: () => allOf('valkey-server') ?? allOf('redis-server'),
    version: (programs) => {
      const [name, file] = Object.entries(programs)[0]!;
      return `(${name}) ${printed(file, '--version')}`;
    },
  },
  Prometheus: {
    packages: [['prometheus']],
    find: () => allOf('prometheus', 'promtool'),
    version: ({ prometheus }) => printed(prometheus!, '--version'),
  },
  nginx: {
    packages: [['nginx']],
    find: () => allOf('nginx'),
    version: ({ nginx }) => printed(nginx!, '-v'),
  },
  HAProxy: {
    packages: [['haproxy']],
    find: () => allOf('haproxy'),
    version: ({ haproxy }) => printed(haproxy!, '-v'),
  },
  MediaWiki: {
    // PHP wants one of its servers: the CGI program is the smallest, and nothing starts it.
    packages: [['mediawiki', 'php-cgi', 'php-cli', 'php-sqlite3']],
    find: findWiki,
    version: wikiVersion,
  },
} satisfies Record<string, ServerKind>;

export type ServerName = keyof typeof KINDS;
export const SERVERS: Record<ServerName, ServerKind> = KINDS;
export const SERVER_NAMES = Object.keys(KINDS) as ServerName[];

export const missingServers = () => SERVER_NAMES.filter((name) => SERVERS[name].find() === null);

/** The programs of these servers by name; null, said aloud, when one of them is missing. */
export function programsFor(what: string, ...names: ServerName[]): Record<string, string> | null {
  const missing = names.filter((name) => SERVERS[name].find() === null);
  if (missing.length === 0) return Object.assign({}, ...names.map((name) => SERVERS[name].find()));
  console.warn(`SKIPPED: ${what}, because ${missing.join(' and ')} is not installed`);
  return null;
}
