// Measures the memory of an idle gateway, for docs/guides/deploy.md, "Memory". It starts gateways as an operator does, on data of an
// earlier start, buys one search, lets each idle, and reads the kernel's figures. With workers and with a launcher all processes count.
// Usage: npm run bench:memory [-- FOLDER], the folder of an installed package; without one it uses the sources of this clone.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedServer } from '../packages/gateway/src/testing/postgres-server.ts';
import { treeUsage } from './speed/usage.ts';

const [folderOfPackage] = process.argv.slice(2);
const COMMAND =
  folderOfPackage === undefined
    ? path.join(import.meta.dirname, '../packages/gateway/bin/reelgate.js')
    : path.resolve(folderOfPackage, 'node_modules/reelgate/bin/reelgate.js');
/** Long enough for the garbage of the start to be collected. */
const REST_MS = 20_000;
const MIB = 1_024 * 1_024;

interface Setup {
  name: string;
  program: string;
  args: string[];
  storage: string;
}

/** The first start fills its data folder or database, and prints the key. */
async function measure(setup: Setup): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-memory-'));
  try {
    const key = await served(setup, folder, async (said) => /key\s+(rgk_\w+)\n/.exec(said)![1]!);
    return await served(setup, folder, async (said, pid) => {
      const url = /serves (http:\S+)/.exec(said)![1]!;
      const search = `${url}/api/u1/v1/library/app/search_video_v2?keyword=cat`;
      const answer = await fetch(search, { headers: { authorization: `Bearer ${key}` } });
      if (answer.status !== 200) throw new Error(`the search was answered with ${answer.status}`);
      await answer.text();
      await pause(REST_MS);
      return treeUsage(pid).rssBytes;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function served<T>(
  { program, args, storage }: Setup,
  folder: string,
  work: (said: string, pid: number) => Promise<T>,
): Promise<T> {
  const env = {
    PATH: process.env.PATH,
    REELGATE_DATA: path.join(folder, 'data'),
    REELGATE_PUBLIC: '127.0.0.1:0',
    REELGATE_ADMIN: '127.0.0.1:0',
  };
  // The gateway reads it from the folder in which it is started.
  writeFileSync(path.join(folder, 'reelgate.yaml'), `storage: ${JSON.stringify(storage)}\n`);
  const child = spawn(program, [COMMAND, 'serve', ...args], { cwd: folder, env });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    let said = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      said += chunk;
      if (/serves http/.test(said) && said.endsWith('\n')) break;
    }
    child.stdout.resume();
    return await work(said, child.pid!);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** The first Node on PATH that is not the project's own. */
function ownNode(): string | null {
  const places = (process.env.PATH ?? '').split(path.delimiter).filter((one) => !/node_modules/.test(one));
  return places.map((place) => path.join(place, 'node')).find((file) => existsSync(file)) ?? null;
}

const server = await startEmbeddedServer();
const pinned = process.execPath;
const own = ownNode();
const sqlite = { program: pinned, args: [], storage: 'sqlite' };
const setups: Setup[] = [
  { ...sqlite, name: 'SQLite' },
  { ...sqlite, name: 'PostgreSQL', storage: server.url },
  { ...sqlite, name: 'SQLite, two workers and their primary', args: ['--workers', '2'] },
  ...(own === null ? [] : [{ ...sqlite, name: `SQLite, started by ${own}`, program: own }]),
];
try {
  console.log('at rest, in MiB of resident memory:');
  for (const setup of setups) console.log(`  ${setup.name}: ${Math.round((await measure(setup)) / MIB)}`);
} finally {
  await server.stop();
}
