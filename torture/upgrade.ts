// `npm run test:upgrade`: installations with data of older releases are upgraded to this tree, downgraded and upgraded again, on both
// databases, with their libraries. It installs those releases from this repository's history, which takes minutes and the package registry.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedServer } from '../packages/gateway/src/testing/postgres-server.ts';
import { Installation } from './upgrade/installation.ts';
import { travel } from './upgrade/journey.ts';
import { Judge } from './upgrade/judge.ts';
import { installRelease, type Release } from './upgrade/release.ts';

/** One from before the library was in PostgreSQL and had authors, and one from after. */
const RELEASES = ['facdce04', '69fbb988'];
const STORAGES = ['sqlite', 'postgres'] as const;
type StorageName = (typeof STORAGES)[number];

const USAGE = `npm run test:upgrade -- [--from COMMIT]... [--storage sqlite|postgres] [--releases FOLDER]

  --from      the older release; may be given several times (default: ${RELEASES.join(', ')})
  --storage   one database only
  --releases  where older releases are installed and kept for the next run (default: a folder that is removed)
`;

const { values } = parseArgs({
  options: {
    from: { type: 'string', multiple: true },
    storage: { type: 'string' },
    releases: { type: 'string' },
    help: { type: 'boolean' },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);

async function withDatabase<T>(storage: StorageName, work: (url: string | null) => Promise<T>): Promise<T> {
  if (storage === 'sqlite') return work(null);
  const server = await startEmbeddedServer();
  try {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('CREATE DATABASE upgraded');
    await client.end();
    return await work(server.url.replace(/\/[^/]*$/, '/upgraded'));
  } finally {
    await server.stop();
  }
}

/** Returns what was wrong. */
async function play(older: Release, storage: StorageName): Promise<string[]> {
  const name = `${older.name} on ${storage}`;
  return withDatabase(storage, async (url) => {
    const world = new Installation(url);
    const judge = new Judge(world);
    try {
      await travel({ world, judge, older, say: (step) => say(`${name}: ${step}`) });
    } catch (error) {
      judge.faults.push(`the journey ended: ${(error as Error).stack}`);
    } finally {
      await world.end();
    }
    say(`${name}: ${judge.faults.length === 0 ? 'good' : 'BAD'}, ${judge.facts} facts`);
    return judge.faults.map((fault) => `${name}: ${fault}`);
  });
}

async function main(): Promise<number> {
  const storages = STORAGES.filter((one) => values.storage === undefined || values.storage === one);
  if (values.help === true || storages.length === 0) {
    say(USAGE);
    return storages.length === 0 ? 2 : 0;
  }
  const folder = values.releases ?? mkdtempSync(path.join(tmpdir(), 'reelgate-releases-'));
  const faults: string[] = [];
  try {
    for (const commit of values.from ?? RELEASES) {
      say(`${commit}: installing`);
      const older = installRelease(commit, path.resolve(folder));
      for (const storage of storages) faults.push(...(await play(older, storage)));
    }
  } finally {
    if (values.releases === undefined) rmSync(folder, { recursive: true, force: true });
  }
  for (const fault of faults) say(fault);
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = await main();
