// Measures what the ledger costs: microseconds of CPU time for each storage verb that a call may use, with 1, 32 and 128 callers that share
// one key, or 32 with a key each, and the bytes that its files grow by. Threads of storage are part of the process; the CPU time of a
// database server and the bytes of its log are reported separately. With --postgres it measures the embedded server, on a real disk.
// Run: node bench/ledger.ts [--seconds 3] [--only replay] [--callers 32] [--postgres]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { systemClock, systemRandom } from '../packages/gateway/src/domain/clock.ts';
import { toMicros } from '../packages/gateway/src/domain/money.ts';
import { openPostgresStorage } from '../packages/gateway/src/storage/postgres/open-storage.ts';
import { openSqliteStorage } from '../packages/gateway/src/storage/sqlite/open-storage.ts';
import type { OpenCall, Storage } from '../packages/gateway/src/storage/storage.ts';
import {
  addPayer,
  callOf,
  openHold,
  PRICE,
  publishPrice,
  settlementOf,
} from '../packages/gateway/src/storage/testing/payer.ts';
import { startEmbeddedServer } from '../packages/gateway/src/testing/postgres-server.ts';
import { childrenCpuMicros } from './speed/usage.ts';

/** A page of twenty videos, as text. */
const ANSWER_BYTES = 8_000;

function write(): string {
  let text = '{"items":[';
  for (let i = 0; text.length < ANSWER_BYTES; i++) {
    text += `{"id":"v${i * 7919}","title":"A title of video number ${i * 31}","plays":${i * 104_729}},`;
  }
  return `${text}],"balance":"`;
}

/** An answer for the ledger to store: about as long as a page of twenty videos, and as easy to compress. */
const pageAnswer = { kind: 'text' as const, head: [Buffer.from(write())], tail: '"}' };

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    callers: { type: 'string', default: '1,32,128' },
    postgres: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const CALLERS = values.callers.split(',').map(Number);
/** Until code is compiled, query plans are cached and the server has its files in memory. */
const WARM_UP_SECONDS = 1.5;
/** Money for more calls than any measurement makes. */
const RICH_CALLS = 100_000_000;

const ATTEMPTS = [
  { provider: 'p', startedMs: 0, durationMs: 120, outcome: 'ok', bytes: 9_000, costMicros: toMicros(0) },
];

/** As long as a usual path, but with one segment: the price of testing-payer.ts covers no more. */
const PATH = '/api-u1-v1-peertube-search_video_v2';
const rich = (id: string, changes: Partial<OpenCall> = {}) =>
  callOf('rich', id, { path: PATH, fingerprint: 'f'.repeat(64), ...changes });

async function openAndSettle(
  storage: Storage,
  call: OpenCall,
  stored: typeof pageAnswer | null,
): Promise<void> {
  const opened = await storage.calls.open(call);
  if (opened.kind !== 'opened') throw new Error(`not opened: ${opened.kind}`);
  await storage.calls.settle(settlementOf(opened.hold, { answer: stored, attempts: ATTEMPTS }));
}

async function openSettled(
  storage: Storage,
  call: OpenCall,
  stored: typeof pageAnswer | null,
): Promise<void> {
  const paid = { chargedMicros: PRICE, source: 'cache' as const, answer: stored };
  expectKind('settled', await storage.calls.openSettled({ ...call, ...paid }));
}

function expectKind(kind: string, result: { kind: string }): void {
  if (result.kind !== kind) throw new Error(`expected ${kind}, got ${result.kind}`);
}

/** One call each, with an id that no other call of the measurement has. */
const WORK: Record<string, (storage: Storage, id: string, caller: number) => Promise<void>> = {
  'open + settle': (storage, id) => openAndSettle(storage, rich(id), null),
  'open + settle, own keys': (storage, id, caller) =>
    openAndSettle(storage, callOf(`own-${caller}`, id, { path: PATH }), null),
  'open + settle, answer stored': (storage, id) => openAndSettle(storage, rich(id), pageAnswer),
  openSettled: (storage, id) => openSettled(storage, rich(id), null),
  'openSettled, answer stored': (storage, id) => openSettled(storage, rich(id), pageAnswer),
  replay: async (storage) => expectKind('replay', await storage.calls.open(rich('kept'))),
  'refused: balance': async (storage, id) =>
    expectKind('insufficient', await storage.calls.open(callOf('poor', id, { path: PATH }))),
  'refused: rate': async (storage, id) => {
    const defaultRate = { requests: 1, perSeconds: 3_600, concurrent: 10 };
    expectKind('limited', await storage.calls.open(callOf('limited', id, { path: PATH, defaultRate })));
  },
};

async function prepare(storage: Storage): Promise<void> {
  await publishPrice(storage);
  for (const id of ['rich', 'limited']) await addPayer(storage, id, RICH_CALLS);
  await addPayer(storage, 'poor', 0);
  for (let caller = 0; caller < Math.max(...CALLERS); caller++)
    await addPayer(storage, `own-${caller}`, 900_000);
  await openAndSettle(storage, rich('kept'), pageAnswer);
  await openHold(storage, 'limited', 'first');
}

interface Measured {
  perSecond: number;
  processMicros: number;
  /** NaN without a server, or where the system does not provide it. */
  serverMicros: number;
  /** Bytes per call; NaN for the log where there is none. */
  written: Written;
}

async function measure({ storage, written }: Backend, name: string, callers: number): Promise<Measured> {
  const one = WORK[name]!;
  let calls = 0;
  let isOver = false;
  const work = async (caller: number) => {
    for (let n = 0; !isOver; n++) {
      await one(storage, `${name}-${callers}-${caller}-${n}`, caller);
      calls++;
    }
  };
  const workers = Array.from({ length: callers }, (_, caller) => work(caller));
  await sleep(WARM_UP_SECONDS);
  const written0 = await written();
  calls = 0;
  const startedMs = systemClock.monotonicMs();
  const before = { cpu: process.cpuUsage(), server: childrenCpuMicros() };
  await sleep(seconds);
  const { user, system } = process.cpuUsage(before.cpu);
  const measured = {
    perSecond: (calls * 1_000) / (systemClock.monotonicMs() - startedMs),
    processMicros: (user + system) / calls,
    serverMicros: (childrenCpuMicros() - before.server) / calls,
    written: perCall(written0, await written(), calls),
  };
  isOver = true;
  await Promise.all(workers);
  return measured;
}

const sleep = (time: number) => new Promise((resolve) => setTimeout(resolve, time * 1_000));

/** In bytes. */
interface Written {
  files: number;
  log: number;
}

const perCall = (before: Written, after: Written, calls: number): Written => ({
  files: (after.files - before.files) / calls,
  log: (after.log - before.log) / calls,
});

interface Backend {
  storage: Storage;
  written(): Promise<Written>;
  stop(): Promise<void>;
}

async function startSqlite(): Promise<Backend> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-ledger-'));
  const file = path.join(folder, 'ledger.db');
  const storage = await openSqliteStorage({ file, clock: systemClock, random: systemRandom, serves: true });
  const reader = new DatabaseSync(file, { readOnly: true });
  const pages = reader.prepare(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  );
  const written = async () => ({ files: Number(pages.get()?.bytes), log: Number.NaN });
  const stop = async () => {
    reader.close();
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { storage, written, stop };
}

const WRITTEN = `SELECT pg_database_size(current_database())::float8 AS files,
                        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS log`;

async function startPostgres(): Promise<Backend> {
  const server = await startEmbeddedServer({ onDisk: true });
  const settings = { url: server.url, clock: systemClock, random: systemRandom, serves: true };
  const storage = await openPostgresStorage({ sync: 'any', ...settings });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const written = async () => (await client.query<Written>(WRITTEN)).rows[0]!;
  const stop = async () => {
    await client.end();
    await storage.close();
    await server.stop();
  };
  return { storage, written, stop };
}

const backend = await (values.postgres ? startPostgres() : startSqlite());
const { storage, stop } = backend;
await prepare(storage);
console.log(`µs of CPU per call, ${values.postgres ? 'PostgreSQL' : 'SQLite'}, ${seconds} s each`);
const more = values.postgres ? '  log bytes' : '';
console.log(`${'  callers'.padEnd(42)}process  ${values.postgres ? 'server  ' : ''}calls/s  bytes${more}`);
for (const name of Object.keys(WORK).filter((one) => one.includes(values.only))) {
  for (const callers of CALLERS) {
    const { perSecond, processMicros, serverMicros, written } = await measure(backend, name, callers);
    const server = values.postgres ? serverMicros.toFixed(0).padStart(8) : '';
    const micros = `${processMicros.toFixed(0).padStart(8)}${server}`;
    const log = values.postgres ? written.log.toFixed(0).padStart(11) : '';
    const bytes = `${written.files.toFixed(0).padStart(7)}${log}`;
    console.log(
      `  ${name.padEnd(32)}${String(callers).padStart(7)}${micros}${perSecond.toFixed(0).padStart(9)}${bytes}`,
    );
  }
}
const { differenceCount } = await storage.ledger.verify();
await stop();
console.log(`  the ledger has ${differenceCount} differences`);
if (differenceCount > 0) process.exitCode = 1;
