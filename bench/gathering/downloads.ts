// Interactive calls beside twenty connections that download: exports of one account and of ten, and a feed without a key, whole and as a 304.
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { treeUsage } from '../speed/usage.ts';
import { type BenchNode, PATH, type Place } from './node.ts';
import { quantile, slice } from './slice.ts';

const CONNECTIONS = 20;
const ACCOUNTS = 10;
const ITEMS = 20_000;
const PAGE = 50;
const FEED_ITEMS = 100;
const SECRET = 'b'.repeat(27);
const HOUR_MS = 3_600_000;
/** What a caller waits that is refused. */
const REFUSED_MS = 100;

/** The key and the address of each download. */
export interface Downloads {
  exports: { key: string; target: string }[];
  feed: string;
}

interface Made {
  collection?: { id: string };
  watch?: { id: string };
}

const line = (n: number) =>
  `${JSON.stringify({ platform: 'local', id: `x${n}`, title: 'T'.repeat(60), text: 'words '.repeat(500) })}\n`;

function fillPages(db: DatabaseSync, owner: string, items: number): void {
  db.exec(`DELETE FROM found_pages WHERE owner = '${owner}'`);
  const insert = db.prepare(
    'INSERT INTO found_pages (owner, first_number, items, request_id, found_at_ms, bytes, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  for (let n = 0; n < items; n += PAGE) {
    const lines = Array.from({ length: PAGE }, (_, i) => line(n + i + 1)).join('');
    insert.run(owner, n + 1, PAGE, `r-${owner}-${n}`, Date.now(), lines.length, gzipSync(lines));
  }
}

/** An ended collection in each of ten accounts, and a watch with a feed. Rows are written directly; nothing of them is in a node's memory. */
export async function fillDownloads(node: BenchNode, { folder }: Place): Promise<Downloads> {
  const exports: Downloads['exports'] = [];
  const db = new DatabaseSync(path.join(folder, 'data/reelgate.db'), { timeout: 10_000 });
  for (let n = 0; n < ACCOUNTS; n++) {
    const name = `downloads-${n}`;
    const { secret: key } = await node.newKey(name);
    const body = { path: PATH, query: { keyword: name }, items_max: 1, budget: '1' };
    const { collection } = (await node.ask('/api/collections/v1', body, name, key)) as Made;
    const { id } = collection!;
    while (db.prepare('SELECT state FROM collections WHERE id = ?').get(id)!.state !== 'done')
      await pause(50);
    fillPages(db, id, ITEMS);
    db.exec(`UPDATE collections SET items = ${ITEMS}, items_max = ${ITEMS} WHERE id = '${id}'`);
    exports.push({ key, target: `/api/collections/v1/${id}/export` });
  }
  const watch = { path: PATH, query: { keyword: 'fed' }, every: '7d' };
  const made = (await node.ask('/api/watches/v1', watch, 'fed')) as Made;
  const { id } = made.watch!;
  while (db.prepare('SELECT runs FROM watches WHERE id = ?').get(id)!.runs === 0) await pause(50);
  fillPages(db, id, FEED_ITEMS);
  const hash = createHash('sha256').update(SECRET).digest('hex');
  db.prepare(
    `UPDATE watches SET items = ?, feed_hash = ?, due_at_ms = due_at_ms + ${HOUR_MS} WHERE id = ?`,
  ).run(FEED_ITEMS, hash, id);
  db.close();
  return { exports, feed: `/feeds/v1/${SECRET}.atom` };
}

interface Asked {
  target: string;
  headers: Record<string, string>;
  /** Each connection comes from an address of its own: what is limited by address does not stop them. */
  from: string;
}

/** One connection that downloads again and again, until it is stopped. Counts what was sent whole. */
async function download(url: string, { target, headers, from }: Asked, until: AbortSignal): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: from });
  let [whole, etag] = [0, ''];
  while (!until.aborted) {
    const known: Record<string, string> =
      etag !== '' && 'if-none-match' in headers ? { 'if-none-match': etag } : {};
    const { status, tag } = await new Promise<{ status: number; tag: string }>((resolve, reject) => {
      const asked = request(
        url + target,
        { agent, headers: { ...headers, ...known }, signal: until },
        (answer) => {
          const tag = answer.headers.etag ?? '';
          answer
            .resume()
            .on('end', () => resolve({ status: answer.statusCode!, tag }))
            .on('error', reject);
        },
      );
      asked.on('error', reject).end();
    }).catch(() => ({ status: 0, tag: '' }));
    etag = tag || etag;
    if (status === 200 || status === 304) whole++;
    else await pause(REFUSED_MS);
  }
  agent.destroy();
  return whole;
}

const KINDS = [
  'exports of one account',
  'exports of ten accounts',
  'a feed',
  'a feed that did not change',
] as const;

function askedBy(kind: (typeof KINDS)[number], { exports, feed }: Downloads, connection: number): Asked {
  const gzip = { 'accept-encoding': 'gzip' };
  const from = `127.0.${KINDS.indexOf(kind)}.${connection + 2}`;
  if (kind === 'a feed') return { target: feed, headers: gzip, from };
  if (kind === 'a feed that did not change')
    return { target: feed, headers: { ...gzip, 'if-none-match': 'none' }, from };
  const { key, target } = exports[kind === 'exports of one account' ? 0 : connection % ACCOUNTS]!;
  return { target, headers: { ...gzip, authorization: `Bearer ${key}` }, from };
}

export async function besideDownloads(node: BenchNode, downloads: Downloads, slices: number): Promise<void> {
  await slice(node, 'downloads-warm');
  for (const [k, kind] of KINDS.entries()) {
    const [alone, beside]: [number[], number[]] = [[], []];
    let whole = 0;
    const cpuMs = { alone: 0, beside: 0 };
    const spent = () => treeUsage(node.pid).cpuMicros / 1_000;
    for (let i = 0; i < slices; i++) {
      const began = spent();
      alone.push(...(await slice(node, `dl-alone${k}x${i}`)));
      cpuMs.alone += spent() - began;
      const end = new AbortController();
      const running = Array.from({ length: CONNECTIONS }, (_, connection) =>
        download(node.url, askedBy(kind, downloads, connection), end.signal),
      );
      const joined = spent();
      beside.push(...(await slice(node, `dl-beside${k}x${i}`)));
      cpuMs.beside += spent() - joined;
      end.abort();
      for (const sent of await Promise.all(running)) whole += sent;
    }
    const [without, withThem] = [quantile(alone, 0.5), quantile(beside, 0.5)];
    console.log(
      `p50 of interactive calls beside ${CONNECTIONS} connections, ${kind}: ${without.toFixed(1)} ms alone, ${withThem.toFixed(1)} ms beside: ${(withThem / without).toFixed(2)} ×, ${whole} sent whole, CPU ${(cpuMs.alone / 1_000).toFixed(1)} s alone, ${(cpuMs.beside / 1_000).toFixed(1)} s beside`,
    );
  }
}
