// A release of the gateway to run: an older commit that is checked out and installed into its own folder, or this tree.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayProcess } from '../../packages/gateway/src/testing/gateway-process.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Some releases have 30 MB without their history. */
const ARCHIVE_BYTES_MAX = 512 * 1024 * 1024;
/** Older releases take a call at a price per item, such as a run of a watch, for a wrong price when they verify the ledger. */
const FIRST_SCHEMA_WITH_ITEM_PRICES = 6;
/** The first schema with authors, events and five-minute usage steps; older releases are not asked for these. */
const FIRST_SCHEMA_WITH_STEPS = 11;
/** From this schema version on, nodes on PostgreSQL have the library in the database. */
const FIRST_SCHEMA_WITH_LIBRARY = 22;

export class Release {
  readonly name: string;
  readonly root: string;

  constructor(name: string, root: string) {
    this.name = name;
    this.root = root;
  }

  /** Starts a process as its operator does, to serve or to run a command. */
  start(args: string[], env: Record<string, string> = {}): GatewayProcess {
    return new GatewayProcess(args, env, path.join(this.root, 'packages/gateway/bin/reelgate.js'));
  }

  get knowsItemPrices(): boolean {
    return this.#schema >= FIRST_SCHEMA_WITH_ITEM_PRICES;
  }

  get hasSteps(): boolean {
    return this.#schema >= FIRST_SCHEMA_WITH_STEPS;
  }

  get keepsLibraryInDatabase(): boolean {
    return this.#schema >= FIRST_SCHEMA_WITH_LIBRARY;
  }

  /** A file of a migration begins with its number; one of several with the first and the last. */
  get #schema(): number {
    const folder = path.join(this.root, 'packages/gateway/src/storage/postgres/migrations');
    const names = execFileSync('ls', [folder], { encoding: 'utf8' }).split('\n');
    return Math.max(...names.flatMap(numbersOf));
  }
}

export const thisRelease = new Release('this tree', ROOT);

const numbersOf = (name: string): number[] => (name.match(/\b\d{4}\b/g) ?? []).map(Number);

/** An existing installation in the folder is reused. */
export function installRelease(commit: string, folder: string): Release {
  const root = path.join(folder, commit);
  const done = path.join(root, 'node_modules/.installed-for-upgrades');
  if (!existsSync(done)) {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    const archive = git('archive', '--format=tar', commit);
    execFileSync('tar', ['-x', '-C', root], { input: archive });
    run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], root);
    writeFileSync(done, '');
  }
  return new Release(commit, root);
}

export function git(...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: ROOT, maxBuffer: ARCHIVE_BYTES_MAX });
}

function run(program: string, args: string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} in ${cwd} failed:\n${stderr}`);
}
