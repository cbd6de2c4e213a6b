// A backup is restored while collections and watches are under way, and caught up from the archive of the ledger: nothing is charged twice, what
// was charged is delivered again or given back, and every collection and watch goes on. On both databases, with whole gateways.
import { hash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { openStorage, systemPorts } from '../assemble/core.ts';
import { type Intervals, systemClock } from '../domain/clock.ts';
import { backupStorage, copyStorage } from '../move/move-storage.ts';
import { jsonLines } from '../observe/log.ts';
import { Archive } from '../storage/archive/archive-files.ts';
import { Archiver } from '../storage/archive/archiver.ts';
import { catchUpArchive } from '../storage/archive/catch-up-archive.ts';
import type { Storage } from '../storage/storage.ts';
import { freshDatabase, type TestDatabase } from '../testing/postgres-databases.ts';
import type { Script } from '../testing/scripted-platform.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway, testConfig } from '../testing/test-gateway.ts';

const PATH = '/api/u1/v1/scripted/app/search_video_v2';
const SECRET = 'ab'.repeat(32);
/** Micro-units; a page costs at least one more. */
const ITEM = 1_000;
const LEAST = 2_000;
/** Items of a page of a collection. */
const PAGE = 50;
const quiet = () => {};

/** A gateway, what it was asked, and its copies. */
class World {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'reelgate-restored-'));
  readonly jobs = new Set<() => Promise<void>>();
  readonly lists = new Map<string, string[]>();
  /** Pages of these keywords wait. */
  readonly gates = new Map<string, Promise<void>>();
  readonly lines: string[] = [];
  readonly #kind: 'sqlite' | 'postgres';
  readonly #databases: TestDatabase[] = [];
  #gateway: TestGateway | null = null;

  constructor(kind: 'sqlite' | 'postgres') {
    this.#kind = kind;
  }

  get gateway(): TestGateway {
    return this.#gateway!;
  }

  get archive(): string {
    return path.join(this.folder, 'archive');
  }

  #settings(): string {
    const place = this.#kind === 'sqlite' ? '' : `storage: "${this.#databases.at(-1)!.url}"\n`;
    return `${TEST_SETTINGS.replace('service: {', `service: { secret: "${SECRET}",`)}${place}gathering: { watches: { max: 20 } }\n`;
  }

  async newDatabase(): Promise<void> {
    if (this.#kind === 'postgres') this.#databases.push(await freshDatabase());
  }

  config() {
    return testConfig(this.folder, this.#settings());
  }

  #script: Script = async (query) => {
    const keyword = query.get('q')!;
    const from = Number(query.get('cursor') || 0);
    await this.gates.get(`${keyword} ${from}`);
    const ids = this.lists.get(keyword);
    if (ids === undefined) return { kind: 'input_rejected', detail: 'no such list' } as never;
    const to = from + Number(query.get('count'));
    return { ids: ids.slice(from, to), cursor: to < ids.length ? String(to) : null };
  };

  async start(): Promise<void> {
    const intervals: Intervals = (_everyMs, work) => {
      this.jobs.add(work);
      return () => this.jobs.delete(work);
    };
    const log = jsonLines('info', { write: (line: string) => void this.lines.push(line) });
    this.#gateway = await startTestGateway({
      ...{ settings: this.#settings(), script: this.#script },
      ports: { intervals, log: log as never },
      ...(this.#gateway === null ? { folder: this.folder } : { beside: this.#gateway }),
    });
  }

  async stop(): Promise<void> {
    await this.gateway.close();
    this.jobs.clear();
  }

  async withStorage<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
    const storage = await openStorage(this.config(), systemPorts, { serves: false });
    try {
      return await work(storage);
    } finally {
      await storage.close();
    }
  }

  async backUp(name: string): Promise<void> {
    const { storage } = this.config();
    const from = { from: storage, dataDir: this.folder, file: this.#backup(name), library: 'left' } as const;
    expect(await backupStorage(from, quiet)).toMatchObject({ kind: 'copied' });
  }

  #backup = (name: string) => path.join(this.folder, `${name}.db`);

  /** Nothing of the ledger is left but this backup. */
  async restore(name: string): Promise<void> {
    if (this.#kind === 'sqlite') {
      for (const file of readdirSync(this.folder))
        if (file.startsWith('reelgate.db')) rmSync(path.join(this.folder, file), { recursive: true });
      copyFileSync(this.#backup(name), path.join(this.folder, 'reelgate.db'));
      return;
    }
    await this.newDatabase();
    const { storage: to } = this.config();
    const from = { kind: 'sqlite', file: this.#backup(name) } as const;
    const copied = await copyStorage({ from, to, dataDir: this.folder, library: 'left' }, quiet);
    expect(copied).toMatchObject({ kind: 'copied' });
  }

  archiveNow(): Promise<unknown> {
    return this.withStorage(async (storage) =>
      (await Archiver.open(this.archive)).archiveNew(storage.ledger, () => systemClock.nowMs()),
    );
  }

  /** Returns the number of entries that were added. `batches`: it is killed after so many. */
  catchUp(batches = Number.POSITIVE_INFINITY): Promise<number> {
    return this.withStorage(async (storage) => {
      let [missing, read] = [0, 0];
      const how = { writes: true, actor: 'test' };
      for await (const found of catchUpArchive(new Archive(this.archive), storage.ledger, how)) {
        expect(found.diverged).toEqual([]);
        missing += found.missing.length;
        if (++read >= batches) break;
      }
      expect((await storage.ledger.verify()).differences).toEqual([]);
      // As the command does when nothing is missing any more: nodes serve a ledger that lacks what they saw charged only from then on.
      if (read < batches) await storage.ledger.acceptLoss({ actor: 'test' });
      return missing;
    });
  }

  async sql(text: string): Promise<void> {
    const database = this.#databases.at(-1);
    if (database !== undefined) return void (await database.query(text));
    const file = new DatabaseSync(path.join(this.folder, 'reelgate.db'));
    file.exec(text);
    file.close();
  }

  async close(): Promise<void> {
    if (this.jobs.size > 0) await this.stop();
    for (const database of this.#databases) await database.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The lines of an archive as a release wrote them that kept no collections and watches. */
function asOlderRelease(archive: string): void {
  const file = path.join(archive, 'segment-00000001.jsonl');
  let after = '';
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const older = lines.map((line) => {
    const { columns, rows, ...rest } = JSON.parse(line.slice(65));
    for (const table of ['collections', 'watches']) for (const part of [columns, rows]) delete part[table];
    const body = JSON.stringify({ ...rest, after, columns, rows });
    after = hash('sha256', body);
    return `${after} ${body}\n`;
  });
  writeFileSync(file, older.join(''));
}

const idsOf = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `v${from + i}`);

describe.each(['sqlite', 'postgres'] as const)('a restore on %s', (kind) => {
  let world: World;
  let made = 0;
  afterEach(() => world.close());

  async function begin(): Promise<void> {
    world = new World(kind);
    await world.newDatabase();
    await world.start();
    const price = (of: string) => ({
      path: `/api/u1/v1/*/${of}/search_video_v2`,
      unit: 'item',
      unit_price: '0.001',
      minimum: '0.002',
    });
    const body = { mode: 'merge', endpoints: [price('collect'), price('watch')] };
    expect((await world.gateway.admin('catalog/versions', { method: 'POST', body })).status).toBe(201);
    await world.gateway.fundCalls(10_000);
  }

  const make = async (what: 'collections' | 'watches', keyword: string, body: object = {}) => {
    const answer = await world.gateway.ask(`/api/${what}/v1`, {
      ...{ method: 'POST', headers: { 'x-reelgate-request-id': `make-${++made}` } },
      body: {
        path: PATH,
        query: { keyword },
        ...(what === 'watches' ? { every: '1h' } : { budget: '10' }),
        ...body,
      },
    });
    expect(answer.status, answer.text).toBe(201);
    return (answer.body.collection ?? answer.body.watch).id as string;
  };
  const read = async (id: string) => {
    const what = id.startsWith('col_') ? 'collections' : 'watches';
    const { body } = await world.gateway.ask(`/api/${what}/v1/${id}`);
    return body.collection ?? body.watch ?? body;
  };
  const work = async () => {
    for (const job of world.jobs) await job();
  };
  const until = (id: string, isThere: (now: Awaited<ReturnType<typeof read>>) => boolean) =>
    expect
      .poll(
        async () => {
          await work();
          return isThere(await read(id));
        },
        { interval: 25, timeout: 15_000 },
      )
      .toBe(true);
  const hasEnded = ({ state }: { state: string }) => ['done', 'stopped', 'failed'].includes(state);
  const itemsOf = async (id: string) => {
    const what = id.startsWith('col_') ? 'collections' : 'watches';
    const { body } = await world.gateway.ask(`/api/${what}/v1/${id}/items?limit=500`);
    return body.items.map(({ record }: { record: { id: string } }) => record.id);
  };
  /** Charges and refunds by request id, in micro-units. */
  const entriesOf = async (prefix: string) => {
    const { body } = await world.gateway.ask('/api/account/v1/entries?limit=500');
    const micros = (amount: string) => Math.round(Number(amount) * 1e6);
    const of = body.entries.filter(({ request_id }: { request_id: string | null }) =>
      request_id?.startsWith(prefix),
    );
    return of.map(({ kind, request_id, amount }: { kind: string; request_id: string; amount: string }) => [
      kind,
      request_id,
      micros(amount),
    ]) as [string, string, number][];
  };
  const chargesOf = async (prefix: string) => (await entriesOf(prefix)).filter(([kind]) => kind === 'charge');
  const runNow = async (id: string) => {
    const { runs } = await read(id);
    const headers = { 'x-reelgate-request-id': `run-${++made}` };
    expect((await world.gateway.ask(`/api/watches/v1/${id}/run`, { method: 'POST', headers })).status).toBe(
      200,
    );
    await until(id, (now) => now.runs === runs + 1);
  };

  test('a collection that went on after the backup has every item once, and no page is charged a second time', async () => {
    await begin();
    world.lists.set('long', idsOf(0, 220));
    const [gate, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.gates.set('long 50', gate.promise);
    world.gates.set('long 200', last.promise);
    const id = await make('collections', 'long');
    await until(id, ({ pages }) => pages === 1);
    await world.backUp('backup');
    gate.resolve();
    await until(id, ({ pages }) => pages === 4);
    await world.archiveNow();
    const before = await chargesOf(`c-${id}`);
    const { balance } = await world.gateway.money();
    last.resolve();
    await world.stop();

    await world.restore('backup');
    expect(await world.catchUp()).toBe(3);
    expect(await world.catchUp()).toBe(0);
    await world.start();
    expect(await read(id)).toMatchObject({ pages: 1, items: PAGE, charged: '0.200000' });
    expect((await world.gateway.money()).balance).toBe(balance);
    await until(id, hasEnded);
    expect(await read(id)).toMatchObject({
      state: 'done',
      end: 'exhausted',
      items: 220,
      pages: 5,
      charged: '0.220000',
    });
    expect((await itemsOf(id)).sort()).toEqual(idsOf(0, 220).sort());
    const charges = await chargesOf(`c-${id}`);
    expect(charges.map(([, requestId, micros]) => [requestId, micros]).sort()).toEqual(
      [0, 1, 2, 3, 4].map((page) => [`c-${id}-${page}`, -ITEM * (page === 4 ? 20 : PAGE)]),
    );
    expect(before).toHaveLength(4);
    expect(await entriesOf(`c-${id}`)).toHaveLength(5);
    expect(world.lines.filter((line) => line.includes('was asked again, free'))).toHaveLength(3);
  });

  test('a collection made, finished, deleted or cancelled after the backup is as its owner left it, with what it had paid', async () => {
    await begin();
    for (const keyword of ['made', 'finished', 'deleted', 'cancelled'])
      world.lists.set(keyword, idsOf(0, 120));
    const gates = new Map(
      ['finished', 'deleted', 'cancelled'].map((keyword) => [keyword, Promise.withResolvers<void>()]),
    );
    for (const [keyword, { promise }] of gates) world.gates.set(`${keyword} 0`, promise);
    const [finished, deleted, cancelled] = await Promise.all(
      [...gates.keys()].map((keyword) => make('collections', keyword)),
    );
    await world.backUp('backup');
    const held = Promise.withResolvers<void>();
    for (const keyword of ['deleted', 'cancelled']) world.gates.set(`${keyword} 50`, held.promise);
    for (const { resolve } of gates.values()) resolve();
    const lost = await make('collections', 'made', { items_max: 100 });
    await until(finished!, hasEnded);
    await until(lost, hasEnded);
    await until(deleted!, ({ pages }) => pages === 1);
    await until(cancelled!, ({ pages }) => pages === 1);
    const post = (id: string, verb: string) =>
      world.gateway.ask(`/api/collections/v1/${id}/${verb}`, { method: 'POST' });
    expect((await post(cancelled!, 'cancel')).status).toBe(200);
    expect(
      (await world.gateway.ask(`/api/collections/v1/${deleted}`, { method: 'DELETE' })).status,
    ).toBeLessThan(300);
    held.resolve();
    await until(cancelled!, hasEnded);
    await world.archiveNow();
    const { balance } = await world.gateway.money();
    await world.stop();
    world.gates.clear();
    // The list has grown since: what had ended goes no further.
    for (const keyword of ['made', 'finished']) world.lists.set(keyword, idsOf(0, 400));

    await world.restore('backup');
    await world.catchUp();
    await world.start();
    for (const id of [finished!, lost, cancelled!]) await until(id, hasEnded);
    expect(await read(finished!)).toMatchObject({ state: 'done', end: 'exhausted', charged: '0.120000' });
    expect(await read(lost)).toMatchObject({ state: 'done', end: 'items', items: 100, charged: '0.100000' });
    expect(await read(cancelled!)).toMatchObject({
      state: 'stopped',
      end: 'cancelled',
      charged: '0.100000',
      items: 100,
    });
    expect(await read(deleted!)).toMatchObject({ code: 'NOT_FOUND' });
    expect((await world.gateway.money()).balance).toBe(balance);
  });

  test('items that a platform no longer has are refunded, each charge once, and the collection ends', async () => {
    await begin();
    world.lists.set('gone', idsOf(0, 200));
    const [gate, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.gates.set('gone 50', gate.promise);
    world.gates.set('gone 150', last.promise);
    const id = await make('collections', 'gone');
    await until(id, ({ pages }) => pages === 1);
    await world.backUp('backup');
    gate.resolve();
    await until(id, ({ pages }) => pages === 3);
    await world.archiveNow();
    const { balance } = await world.gateway.money();
    last.resolve();
    await world.stop();
    // Of the 100 items that were paid after the backup, 20 are left.
    world.lists.set('gone', idsOf(0, 70));

    await world.restore('backup');
    await world.catchUp();
    await world.start();
    await until(id, hasEnded);
    await work();
    expect(await read(id)).toMatchObject({ state: 'done', items: 70, charged: '0.150000' });
    expect((await world.gateway.money()).balance).toBe(balance + 80 * ITEM);
    const refunds = (await entriesOf(`c-${id}`)).filter(([kind]) => kind === 'refund');
    expect(refunds.map(([, requestId, micros]) => [requestId, micros]).sort()).toEqual([
      [`c-${id}-1`, 30 * ITEM],
      [`c-${id}-2`, 50 * ITEM],
    ]);
  });

  test('a watch runs again at its time, delivers again what it had paid, and its runs are charged once', async () => {
    await begin();
    world.lists.set('news', idsOf(0, 3));
    const id = await make('watches', 'news', { baseline: 'deliver' });
    await until(id, ({ runs }) => runs === 1);
    await world.backUp('backup');
    for (const to of [5, 5, 6]) {
      world.lists.set('news', idsOf(0, to).reverse());
      await runNow(id);
    }
    expect(await read(id)).toMatchObject({ runs: 4, items: 6 });
    const late = await make('watches', 'news', { baseline: 'mark' });
    await until(late, ({ runs }) => runs === 1);
    await world.archiveNow();
    const { balance } = await world.gateway.money();
    await world.stop();

    await world.restore('backup');
    expect(await world.catchUp()).toBe(4);
    await world.start();
    await until(id, ({ runs }) => runs === 4);
    await until(late, ({ runs }) => runs === 1);
    expect((await world.gateway.money()).balance).toBe(balance);
    expect((await itemsOf(id)).sort()).toEqual(idsOf(0, 6));
    const now = await read(id);
    expect(now).toMatchObject({ state: 'active', items: 6 });
    expect(Date.parse(now.next_run_at)).toBeGreaterThan(systemClock.nowMs());
    await runNow(id);
    await runNow(late);
    expect(await chargesOf(`w-${id}`)).toHaveLength(5);
    expect(await chargesOf(`w-${late}`)).toHaveLength(2);
    expect((await world.gateway.money()).balance).toBe(balance - 2 * LEAST);
  });

  test('what was restored by an older release, and stood still, finds its own ids charged and goes on', async () => {
    await begin();
    world.lists.set('still', idsOf(0, 120));
    world.lists.set('fresh', idsOf(0, 3));
    const [gate, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.gates.set('still 50', gate.promise);
    world.gates.set('still 100', last.promise);
    const [id, watch] = [
      await make('collections', 'still'),
      await make('watches', 'fresh', { baseline: 'deliver' }),
    ];
    await until(watch, ({ runs }) => runs === 1);
    await until(id, ({ pages }) => pages === 1);
    await world.backUp('backup');
    gate.resolve();
    await until(id, ({ pages }) => pages === 2);
    world.lists.set('fresh', idsOf(0, 4).reverse());
    await runNow(watch);
    await world.archiveNow();
    const { balance } = await world.gateway.money();
    last.resolve();
    await world.stop();

    await world.restore('backup');
    await world.catchUp();
    await world.sql(`UPDATE collections SET paid_to = 0, charged_micros = ${PAGE * ITEM}`);
    await world.sql('UPDATE watches SET paid_to = 0, spent_micros = spent_micros - 2000, due_at_ms = 0');
    await world.start();
    await until(watch, ({ runs }) => runs === 2);
    await until(id, hasEnded);
    expect(await read(id)).toMatchObject({ state: 'done', items: 120, charged: '0.120000' });
    expect(await chargesOf(`w-${watch}`)).toHaveLength(2);
    expect((await world.gateway.money()).balance).toBe(balance - 20 * ITEM);
    expect(
      world.lines.filter((line) => line.includes('is charged already, and is asked again')),
    ).toHaveLength(2);
  });

  test('an archive of the release before goes on with what the backup has, and ends and refunds the rest', async () => {
    await begin();
    world.lists.set('old', idsOf(0, 120));
    const gate = Promise.withResolvers<void>();
    world.gates.set('old 50', gate.promise);
    const known = await make('collections', 'old');
    await until(known, ({ pages }) => pages === 1);
    await world.backUp('backup');
    gate.resolve();
    await until(known, hasEnded);
    const { balance } = await world.gateway.money();
    const lost = await make('collections', 'old', { items_max: 70 });
    const watch = await make('watches', 'old', { baseline: 'deliver' });
    await until(lost, hasEnded);
    await until(watch, ({ runs }) => runs === 1);
    await world.archiveNow();
    await world.stop();
    asOlderRelease(world.archive);

    await world.restore('backup');
    await world.catchUp();
    await world.start();
    for (const id of [known, lost]) await until(id, hasEnded);
    await until(watch, ({ state }) => state === 'ended');
    expect(await read(known)).toMatchObject({ state: 'done', items: 120, charged: '0.120000' });
    expect(await read(lost)).toMatchObject({
      state: 'failed',
      failure: 'REQUEST_EXPIRED',
      charged: '0.070000',
    });
    expect((await world.gateway.money()).balance).toBe(balance);
    const refunds = (await entriesOf('')).filter(([entry]) => entry === 'refund');
    expect(refunds.map(([, requestId]) => requestId).sort()).toEqual(
      [`c-${lost}-0`, `c-${lost}-1`, `w-${watch}-1`, `w-${watch}-1.2`, `w-${watch}-1.3`].sort(),
    );
  });

  test('a second restore from an older backup, by a catching up that was killed, with half a batch at the end, charges and refunds nothing twice', async () => {
    await begin();
    world.lists.set('twice', idsOf(0, 180));
    const gates = [50, 100, 150].map((from) => {
      const gate = Promise.withResolvers<void>();
      world.gates.set(`twice ${from}`, gate.promise);
      return gate;
    });
    const id = await make('collections', 'twice');
    const watch = await make('watches', 'twice', { baseline: 'deliver' });
    await until(id, ({ pages }) => pages === 1);
    await world.backUp('older');
    gates[0]!.resolve();
    await until(id, ({ pages }) => pages === 2);
    await until(watch, ({ runs }) => runs === 1);
    await world.archiveNow();
    await world.backUp('newer');
    gates[1]!.resolve();
    await until(id, ({ pages }) => pages === 3);
    await world.archiveNow();
    gates[2]!.resolve();
    await world.stop();
    // Ten of the items of the third page are gone.
    world.lists.set('twice', idsOf(0, 140));

    await world.restore('newer');
    await world.catchUp();
    await world.start();
    await until(id, hasEnded);
    await world.archiveNow();
    const [{ balance }, entries] = [await world.gateway.money(), await entriesOf('')];
    expect(await read(id)).toMatchObject({ state: 'done', items: 140, charged: '0.150000' });
    await world.stop();

    await world.restore('older');
    appendFileSync(path.join(world.archive, 'segment-00000001.jsonl'), 'half a batch');
    await world.catchUp(2);
    await world.catchUp();
    expect(await world.catchUp()).toBe(0);
    await world.start();
    await until(id, hasEnded);
    await until(watch, ({ runs }) => runs === 1);
    await work();
    expect(await read(id)).toMatchObject({ state: 'done', items: 140, charged: '0.150000' });
    expect((await itemsOf(id)).sort()).toEqual(idsOf(0, 140).sort());
    expect(await entriesOf('')).toEqual(entries);
    expect((await world.gateway.money()).balance).toBe(balance);
  });
});
