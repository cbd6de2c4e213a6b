// Measures collections and watches on one machine: items collected per second and their memory, bytes exported per second, ten thousand watches
// at rest, interactive calls beside ten collections and beside downloads, and how long the work of a killed node stands still.
// Run: npm run bench:gathering [-- --only collect,export,downloads,rest,beside,killed --pace slow,fast --slices 3 --collections 10]
// With `--collections 0` the row of interactive calls shows the noise of the machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startEmbeddedServer } from '../packages/gateway/src/testing/postgres-server.ts';
import { besideDownloads, fillDownloads } from './gathering/downloads.ts';
import { BenchNode, PATH, type Place, startPlatform } from './gathering/node.ts';
import { quantile, SLICE_MS, slice } from './gathering/slice.ts';
import { treeUsage } from './speed/usage.ts';

const COLLECTIONS = '/api/collections/v1';
const MIB = 1_024 * 1_024;
const COLLECTED = 10_000;
const EXPORTED = 100_000;
const EXPORT_PAGE = 50;
const WATCHES = 10_000;
const REST_MS = 60_000;
const HOUR_MS = 3_600_000;
/** More than any collection here costs. */
const BUDGET = '5000';

const say = (row: string, figures: string) => console.log(`${row}: ${figures}`);
const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;

interface Shown {
  id: string;
  state: string;
  items: number;
  pages: number;
}

async function create(node: BenchNode, name: string, itemsMax: number): Promise<Shown> {
  const body = { path: PATH, query: { keyword: name }, items_max: itemsMax, budget: BUDGET };
  return ((await node.ask(COLLECTIONS, body, name)) as unknown as { collection: Shown }).collection;
}

const look = async (node: BenchNode, id: string): Promise<Shown> =>
  ((await node.ask(`${COLLECTIONS}/${id}`)) as unknown as { collection: Shown }).collection;

/** Ten thousand items, alone on the node. */
async function collect(node: BenchNode): Promise<void> {
  const before = treeUsage(node.pid);
  const began = performance.now();
  const { id } = await create(node, 'collect', COLLECTED);
  let most = 0;
  for (let shown = await look(node, id); shown.state !== 'done'; shown = await look(node, id)) {
    if (shown.state === 'stopped' || shown.state === 'failed' || shown.state === 'waiting')
      throw new Error(`the collection is ${JSON.stringify(shown)}`);
    most = Math.max(most, treeUsage(node.pid).rssBytes);
    await pause(100);
  }
  const seconds = (performance.now() - began) / 1_000;
  const cpu = (treeUsage(node.pid).cpuMicros - before.cpuMicros) / 1e6;
  const rate = Math.round(COLLECTED / seconds);
  say(
    'collect 10,000 items',
    `${rate} items/s, ${cpu.toFixed(1)} s of CPU, memory ${mib(before.rssBytes)} → at most ${mib(most)}`,
  );
}

/** Writes a hundred thousand items into an ended collection, while no node runs. */
function fillExport({ folder }: Place, id: string): number {
  const db = new DatabaseSync(path.join(folder, 'data/reelgate.db'));
  const line = (n: number) =>
    `${JSON.stringify({ platform: 'local', id: `x${n}`, title: 'T'.repeat(60), text: 'words '.repeat(100) })}\n`;
  db.exec(`BEGIN; DELETE FROM found_pages WHERE owner = '${id}'`);
  const insert = db.prepare(
    'INSERT INTO found_pages (owner, first_number, items, request_id, found_at_ms, bytes, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  let bytes = 0;
  for (let n = 0; n < EXPORTED; n += EXPORT_PAGE) {
    const lines = Array.from({ length: EXPORT_PAGE }, (_, i) => line(n + i + 1)).join('');
    bytes += lines.length;
    insert.run(id, n + 1, EXPORT_PAGE, `c-${id}-${n}`, Date.now(), lines.length, gzipSync(lines));
  }
  db.exec(`UPDATE collections SET items = ${EXPORTED}, items_max = ${EXPORTED} WHERE id = '${id}'; COMMIT`);
  db.close();
  return bytes;
}

async function exportAll(node: BenchNode, id: string, bytes: number): Promise<void> {
  const before = treeUsage(node.pid).rssBytes;
  const began = performance.now();
  const headers = { authorization: `Bearer ${node.secrets.key}`, 'accept-encoding': 'identity' };
  const response = await fetch(`${node.url}${COLLECTIONS}/${id}/export?format=jsonl`, { headers });
  if (!response.ok) throw new Error(`the export answered ${response.status} ${await response.text()}`);
  let [got, most] = [0, 0];
  for await (const chunk of response.body!) {
    got += (chunk as Uint8Array).length;
    if (got % 97 === 0) most = Math.max(most, treeUsage(node.pid).rssBytes);
  }
  if (got !== bytes) throw new Error(`${got} bytes of ${bytes}`);
  most = Math.max(most, treeUsage(node.pid).rssBytes);
  const rate = got / 1e6 / ((performance.now() - began) / 1_000);
  say(
    'export 100,000 items',
    `${rate.toFixed(0)} MB/s of ${(got / 1e6).toFixed(0)} MB, memory ${mib(before)} → ${mib(most)}`,
  );
}

/** Ten thousand watches of an hour, whose next runs are spread over the hour. They are written while no node runs. */
function fillWatches({ folder }: Place): void {
  const db = new DatabaseSync(path.join(folder, 'data/reelgate.db'));
  const owner = db.prepare('SELECT id, account_id FROM keys LIMIT 1').get() as {
    id: string;
    account_id: string;
  };
  const now = Date.now();
  const insert =
    db.prepare(`INSERT INTO watches (id, account_id, key_id, request_id, fingerprint, platform, path, query, every_ms,
    pages_max, baseline, run_most_micros, created_at_ms, due_at_ms) VALUES (?, ?, ?, ?, 'f', 'local', ?, ?, ${HOUR_MS}, 1, 'mark', 1000000, ${now}, ?)`);
  db.exec('BEGIN');
  for (let i = 0; i < WATCHES; i++) {
    const id = `wat_${String(i).padStart(16, '0')}`;
    const query = JSON.stringify({ keyword: `news-${i}` });
    insert.run(id, owner.account_id, owner.id, id, PATH, query, now + Math.floor((i / WATCHES) * HOUR_MS));
  }
  db.exec('COMMIT');
  db.close();
}

async function rest(node: BenchNode, { folder }: Place): Promise<void> {
  await pause(5_000);
  const before = treeUsage(node.pid);
  await pause(REST_MS);
  const after = treeUsage(node.pid);
  const share = (after.cpuMicros - before.cpuMicros) / 1e3 / REST_MS;
  const db = new DatabaseSync(path.join(folder, 'data/reelgate.db'), { readOnly: true });
  const runs = db.prepare('SELECT count(*) AS n, max(late_by_s) AS late FROM watch_runs').get() as {
    n: number;
    late: number;
  };
  const overdue = db
    .prepare(
      `SELECT count(*) AS n FROM watches WHERE due_at_ms < ${Date.now() - 60_000} AND state = 'active'`,
    )
    .get() as { n: number };
  db.close();
  say(
    '10,000 watches of an hour',
    `${(100 * share).toFixed(1)} % of a core with ${runs.n} runs, latest by ${runs.late} s, ${overdue.n} overdue by more than a minute, ${mib(after.rssBytes)}`,
  );
}

async function foundBy(node: BenchNode, made: readonly Shown[]): Promise<number> {
  const shown = await Promise.all(made.map(({ id }) => look(node, id)));
  return shown.reduce((sum, { items }) => sum + items, 0);
}

/**
 * Slices with collections and slices without, one after the other. A slow platform answers after 100 ms, as platforms on the web do at
 * best; with a fast one collections take all CPU that is left.
 */
async function beside(node: BenchNode, pace: string, slices: number, collections: number): Promise<void> {
  const [alone, together]: [number[], number[]] = [[], []];
  let found = 0;
  await slice(node, `${pace}-warm`);
  for (let i = 0; i < slices; i++) {
    alone.push(...(await slice(node, `${pace}-alone${i}`)));
    const made = await Promise.all(
      Array.from({ length: collections }, (_, k) => create(node, `${pace}-beside${i}x${k}`, EXPORTED)),
    );
    await pause(1_500);
    const before = await foundBy(node, made);
    together.push(...(await slice(node, `${pace}-beside${i}`)));
    found += (await foundBy(node, made)) - before;
    await Promise.all(made.map(({ id }) => node.ask(`${COLLECTIONS}/${id}/cancel`, {})));
    await pause(1_000);
  }
  for (const share of [0.5, 0.9, 0.99]) {
    const [without, withThem] = [quantile(alone, share), quantile(together, share)];
    say(
      `p${100 * share} of interactive calls, ${pace} platform`,
      `${without.toFixed(1)} ms alone, ${withThem.toFixed(1)} ms beside ${collections} collections: ${(withThem / without).toFixed(2)} ×`,
    );
  }
  const rate = found / ((slices * SLICE_MS) / 1_000);
  say(`${collections} collections beside interactive calls, ${pace} platform`, `${Math.round(rate)} items/s`);
}

/** How long a collection stands still when its node is killed and another one runs. */
async function killed(place: Place): Promise<void> {
  const first = await BenchNode.start(place);
  const { id } = await create(first, 'killed', EXPORTED);
  while ((await look(first, id)).pages < 3) await pause(50);
  const second = await BenchNode.start(place, first.secrets);
  const { pages } = await look(second, id);
  const began = performance.now();
  await first.stop('SIGKILL');
  const atKill = Math.max(pages, (await look(second, id)).pages);
  while ((await look(second, id)).pages <= atKill + 1) await pause(50);
  say(
    'a killed node',
    `its collection goes on elsewhere after ${((performance.now() - began) / 1_000).toFixed(1)} s`,
  );
  await second.stop();
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'collect,export,downloads,rest,beside,killed' },
    pace: { type: 'string', default: 'slow,fast' },
    slices: { type: 'string', default: '3' },
    collections: { type: 'string', default: '10' },
  },
});
const wanted = new Set(values.only.split(','));
const platform = await startPlatform();
const folders: string[] = [];
const newPlace = (storage: string): Place => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-gathering-'));
  folders.push(folder);
  return { folder, storage, platformPort: platform.port };
};

/** On SQLite; the rows that are written directly are written between two starts. */
async function onOneNode(): Promise<void> {
  const place = newPlace('sqlite');
  const first = await BenchNode.start(place);
  const { secrets } = first;
  if (wanted.has('collect')) await collect(first);
  const { id } = await create(first, 'export', 1);
  while ((await look(first, id)).state !== 'done') await pause(50);
  const paces = wanted.has('beside') ? values.pace.split(',') : [];
  for (const pace of paces) await beside(first, pace, Number(values.slices), Number(values.collections));
  const downloads = wanted.has('downloads') ? await fillDownloads(first, place) : null;
  await first.stop();
  const bytes = wanted.has('export') ? fillExport(place, id) : 0;
  if (wanted.has('rest')) fillWatches(place);
  const second = await BenchNode.start(place, secrets);
  if (wanted.has('export')) await exportAll(second, id, bytes);
  if (downloads !== null) await besideDownloads(second, downloads, Number(values.slices));
  if (wanted.has('rest')) await rest(second, place);
  await second.stop();
}

try {
  if (['collect', 'export', 'downloads', 'rest', 'beside'].some((row) => wanted.has(row))) await onOneNode();
  if (wanted.has('killed')) {
    const server = await startEmbeddedServer();
    await killed(newPlace(server.url));
    await server.stop();
  }
} finally {
  platform.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
