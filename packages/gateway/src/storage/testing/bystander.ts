// Puts a second account, the bystander, beside whatever a contract suite does. It has rows in every table that belongs to accounts. After
// each write those rows must be what they were before: an UPDATE that lost its WHERE, or acts on the wrong account, fails the test.

import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { CatalogDraft } from '../../domain/catalog.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { toMicros, ZERO } from '../../domain/money.ts';
import { pageRequestId } from '../../domain/request-id.ts';
import type { EditedStorage } from '../contracts/storage.contract.ts';
import type { Storage } from '../storage.ts';
import { TRANSFER_TABLES, type TransferTable } from '../transfer/transfer-tables.ts';
import { verbs as table } from '../verbs.ts';
import { newCollection, newWatch } from './gathered.ts';
import { addPayer, keyIdOf, openHold, PRICE, settlementOf, UNBOUND } from './payer.ts';
import { statementOf } from './statement.ts';

/** Every id, name and reference of its rows contains this word, so that they can be found in any table. */
export const BYSTANDER = 'bystander';
const COLLECTION = `col_${BYSTANDER}`;
const WATCH = `wat_${BYSTANDER}`;
const actor = 'test-bystander';

/** Verbs that work on all accounts by design, and the tables in which they may change rows of the bystander. */
const FOR_ALL_ACCOUNTS: Record<string, readonly string[]> = {
  'calls.expire': [],
  'calls.purgeAnswers': ['answers'],
  'calls.purgeQuestions': ['call_questions'],
  'usage.purge': ['usage_days', 'usage_carried', 'free_days'],
  'walkStates.purge': ['walk_states'],
  'events.purge': ['events'],
  'events.noteExpiringKeys': [],
  'events.notePriceChanges': [],
  'grants.expire': [],
  'collections.purge': [],
  'watches.purge': [],
  'watches.resumeDue': [],
  'sessions.purge': ['sessions', 'login_codes'],
  'ledger.keepCheckpoint': ['proven_accounts', 'proven_sums'],
  'duties.claim': [],
};

export type RunQuery = (sql: string) => Promise<Record<string, unknown>[]>;

/** Tables without rows of accounts. */
const OF_NO_ACCOUNT = new Set([
  ...[
    'catalogs',
    'provider_days',
    'call_steps',
    'provider_quotas',
    'told',
    'admin_tokens',
    'ledger_checkpoint',
  ],
  // Written by checks of the ledger and by purging old usage, which work on all accounts.
  ...['proven_accounts', 'proven_sums', 'usage_carried'],
]);
export const TABLES_OF_ACCOUNTS = TRANSFER_TABLES.map(({ name }) => name).filter(
  (name) => !OF_NO_ACCOUNT.has(name),
);

/** The condition that selects the bystander's rows of a table, by the column that names the account, so that an index is used. */
function isTheirs({ name, columns }: TransferTable, row: string): string {
  // A stored answer refers to its call only by number.
  if (name === 'answers') return `call_seq IN (SELECT seq FROM calls WHERE account_id = '${BYSTANDER}')`;
  if (name === 'accounts') return `id = '${BYSTANDER}'`;
  const whose = ['account_id', 'stream'].find((column) => column in columns);
  if (whose !== undefined) return `${whose} = '${BYSTANDER}'`;
  if ('owner' in columns) return `owner IN ('${COLLECTION}', '${WATCH}')`;
  if ('watch_id' in columns) return `watch_id = '${WATCH}'`;
  return `${'key_id' in columns ? 'key_id' : row} LIKE '%${BYSTANDER}%'`;
}

/** A row as text, in words that both databases understand. */
export const rowText = (columns: readonly string[]) =>
  columns.map((column) => `coalesce(CAST(${column} AS text), 'null')`).join(" || '|' || ");

/** All of the bystander's rows as text, by one query. */
const BYSTANDERS_ROWS = TRANSFER_TABLES.map((table) => {
  const { name, columns } = table;
  const row = rowText(Object.keys(columns));
  return `SELECT '${name}' AS place, ${row} AS content FROM ${name} WHERE ${isTheirs(table, row)}`;
}).join(' UNION ALL ');

async function rowsOfBystander(query: RunQuery): Promise<string[]> {
  const rows = await query(BYSTANDERS_ROWS);
  return rows.map(({ place, content }) => `${place}: ${content}`).sort();
}

/** What an account has without calls: money, keys, a webhook, a card with a recharge, sessions, a statement of the month before. */
export async function addBystander({ storage, edit }: EditedStorage): Promise<void> {
  const id = BYSTANDER;
  await addPayer(storage, id, 100);
  const project = { id: `${id}-project`, accountId: id, name: `${id}-project`, ...UNBOUND };
  await storage.projects.create({ actor, ...project, totalCapMicros: toMicros(50 * PRICE) });
  const key = { ...UNBOUND, id: `${id}-2`, accountId: id, name: `${id}-2`, groups: ['u1' as const] };
  await storage.keys.create({
    ...{ actor, ...key, prefix: 'p', hash: `hash-${id}-2`, projectId: project.id },
  });
  await storage.webhooks.create({
    ...{
      actor,
      id: `${id}-webhook`,
      stream: id,
      url: `https://${id}.example/`,
      secret: `${id}-secret`,
      max: 2,
    },
  });
  const session = {
    id: `${id}-session`,
    cookieHash: `${id}-cookie`,
    pageHash: `${id}-page`,
    lastsMs: DAY_MS,
  };
  await storage.sessions.openByKey({
    ...{ ...session, name: id, accountId: id, keyId: keyIdOf(id), secretHash: `hash-${id}` },
  });
  const portal = { kind: 'portal', name: id, accountId: id, keyId: keyIdOf(id) } as const;
  await storage.sessions.createCode({
    actor,
    id: `${id}-code`,
    hash: `${id}-code`,
    lastsMs: DAY_MS,
    for: portal,
  });
  await storage.grants.give({
    ...{
      actor,
      id: `${id}-grant`,
      accountId: id,
      kind: 'promo',
      amountMicros: toMicros(PRICE),
      priority: 10,
    },
    ...{ expiresAtMs: null, reference: `${id}-grant`, reason: 'test' },
  });
  await addWatch(storage);
  await addPayments(storage);
  await addSignUp(storage, edit);
  const before = { month: '2026-10', endMs: Number.MAX_SAFE_INTEGER };
  await storage.statements.keep(await statementOf(storage, id, before));
}

/** The invite that the account came with, and counts of free and tiered calls of a path that no suite asks for. */
async function addSignUp(storage: Storage, edit: EditedStorage['edit']): Promise<void> {
  const invite = { actor, id: `inv_${BYSTANDER}`, hash: `${BYSTANDER}-invite`, title: null, contact: null };
  await storage.signups.invite({ ...invite, creditMicros: ZERO, lastsMs: DAY_MS });
  for (const sql of [
    `UPDATE invites SET account_id = '${BYSTANDER}', used_at_ms = 1 WHERE id = '${invite.id}'`,
    `INSERT INTO signups (account_id, invite_id, at_ms) VALUES ('${BYSTANDER}', '${invite.id}', 1)`,
    `INSERT INTO free_days (account_id, day, path, used) VALUES ('${BYSTANDER}', '2026-11-15', '/theirs', 0)`,
    `INSERT INTO tier_months (account_id, month, path, used) VALUES ('${BYSTANDER}', '2026-11', '/theirs', 0)`,
  ])
    await edit(sql);
}

/** Paused, so that no suite claims it; with a run that failed. */
async function addWatch(storage: Storage): Promise<void> {
  const id = WATCH;
  const of = { accountId: BYSTANDER, id };
  await storage.watches.create(
    newWatch(BYSTANDER, {
      ...{ actor, ...of, requestId: `${id}-request`, name: BYSTANDER },
      ...{ everyMs: DAY_MS, pagesMax: 1, baseline: 'mark', max: 1, runMostMicros: PRICE },
    }),
  );
  const claim = { kind: 'watch', lease: id, leaseMs: 1, limit: 1, perParty: 1, held: {} } as const;
  await storage.duties.claim(claim);
  const leased = { ...of, lease: id };
  await storage.watches.beginRun({ ...leased, leastMicros: ZERO, mostMicros: ZERO });
  const run = { number: 1, requestId: `w-${id}-1`, slotMs: 0, lateBySeconds: 0 };
  await storage.watches.failRun({ ...leased, ...run, failure: 'UPSTREAM_BUSY', retryAfterMs: 0 });
  await storage.watches.update({ actor, ...of, state: 'paused', by: 'caller' });
  await storage.watches.setFeed({ actor, ...of, hash: `feed of ${id}`, by: keyIdOf(BYSTANDER) });
}

/** A payment with a saved card, one that was disputed, one that is paid back, and a recharge that was declined. */
async function addPayments(storage: Storage): Promise<void> {
  const id = BYSTANDER;
  const card = { way: 'stripe', customer: `cus_${id}`, card: `pm_${id}` } as const;
  const order = { id: `top_${id}`, accountId: id, way: 'stripe', savesCard: true } as const;
  const amountMicros = toMicros(10 * PRICE);
  await storage.payments.order({ actor, ...order, amountMicros, openMax: 1 });
  const paid = { actor, accountId: id, amountMicros, rechargeId: null };
  await storage.payments.credit({ ...paid, reference: `stripe:${id}_1`, orderId: order.id, card });
  await storage.payments.credit({ ...paid, reference: `stripe:${id}_2`, orderId: null, card: null });
  await storage.payments.withdraw({
    ...{ actor, id: `dp_${id}`, payment: `stripe:${id}_2`, disputedMicros: toMicros(PRICE) },
  });
  const payback = { id: `pbk_${id}`, accountId: id, payment: `stripe:${id}_1`, reference: `${id}-payback` };
  await storage.paybacks.want({ actor, ...payback, reason: 'test', amountMicros: toMicros(PRICE) });
  await storage.paybacks.end({ actor, id: payback.id, end: { kind: 'made' } });
  await addDeclinedRecharge(storage);
}

/** The bank wants to see the owner, so the rule is paused and no suite claims the recharge. */
async function addDeclinedRecharge(storage: Storage): Promise<void> {
  const [belowMicros, upToMicros] = [toMicros(1_000 * PRICE), toMicros(1_100 * PRICE)];
  const rule = { belowMicros, upToMicros, monthMaxMicros: toMicros(9_000 * PRICE) };
  await storage.recharges.setRule({ actor, accountId: BYSTANDER, rule });
  const bounds = { minMicros: toMicros(PRICE), maxMicros: upToMicros, stepMicros: PRICE };
  await storage.recharges.want();
  const share = { lease: 'test', leaseMs: DAY_MS, limit: 1, perParty: 1, held: {} };
  const [due] = await storage.duties.claim({ kind: 'recharge', ...share });
  if (due === undefined) throw new Error('expected a recharge to claim');
  const result = await storage.recharges.begin({ id: due.id, lease: 'test', way: 'stripe', bounds });
  if (result.kind !== 'begun') throw new Error(`expected a recharge to begin, got ${result.kind}`);
  await storage.recharges.decline({ id: due.id, failure: 'test', needsOwner: true });
}

/**
 * Settled calls with their answers, one of them with a complaint, and one that was released. None is held, because suites count the holds
 * that expire.
 */
async function addCalls(storage: Storage): Promise<void> {
  const id = BYSTANDER;
  for (const name of ['paid', 'disputed'])
    await storage.calls.settle(
      settlementOf(await openHold(storage, id, `${id}-${name}`, { question: '[["keyword","theirs"]]' })),
    );
  const failed = await openHold(storage, id, `${id}-failed`, { keyId: `${id}-2` });
  await storage.calls.release({ hold: failed, failureCode: 'UPSTREAM_TIMEOUT', attempts: [] });
  await storage.complaints.file({
    ...{ actor, id: `cmp_${id}`, accountId: id, requestId: `${id}-disputed`, reason: 'test', rule: null },
    ...{ provider: 'one', costMicros: ZERO, allowanceMicros: ZERO, automaticPerDay: 0 },
  });
  await addCollection(storage);
  await storage.walkStates.put({
    ...{
      id: `${id}-walk`,
      part: '',
      keyId: keyIdOf(id),
      body: Buffer.from(id),
      countMax: 10,
      bytesMax: 1_000,
    },
  });
}

/** An ended collection with one page, so that no suite claims it. */
async function addCollection(storage: Storage): Promise<void> {
  const [accountId, id] = [BYSTANDER, COLLECTION];
  const budgetMicros = toMicros(PRICE);
  await storage.collections.create(
    newCollection(accountId, {
      ...{ actor, id, requestId: `${id}-request`, fingerprint: `${id}-f` },
      ...{ budgetMicros, mostMicros: budgetMicros },
    }),
  );
  const settle = settlementOf(await openHold(storage, accountId, pageRequestId(id, 0)), { answer: null });
  await storage.gathered.settle({
    settle,
    found: {
      ...{ kind: 'page', collectionId: id, page: 0, items: 1, body: gzipSync('{}\n'), bytes: 3 },
      ...{ linksUntilMs: null, seen: [`x:${id}`], next: { end: 'exhausted' }, keepMs: 1_000 * DAY_MS },
    },
  });
}

/** A verb is followed by a comparison this often in a file of tests. Whatever it does later is compared at the end of its test. */
const COMPARED_AT_ONCE = 3;
/** By verb and file: a worker runs several files. */
const times = new Map<string, number>();

class Watch {
  readonly #query: RunQuery;
  #known: string[] = [];
  /** Running verbs that work on all accounts. While there are any, the rows of other verbs cannot be compared. */
  #sweeps = 0;
  /** Tables that such verbs may have changed since the last comparison. */
  readonly #swept = new Set<string>();
  /** Verbs since the last comparison. */
  readonly #since = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<string[]> | null = null;
  /** Verbs after which the rows were compared. */
  readonly compared = new Set<string>();

  constructor(query: RunQuery) {
    this.#query = query;
  }

  async read(): Promise<void> {
    this.#known = await rowsOfBystander(this.#query);
  }

  /** Verbs that end during one comparison share the next one. */
  #look(): Promise<string[]> {
    this.#next ??= this.#last.then(() => {
      const look = rowsOfBystander(this.#query);
      this.#next = null;
      this.#last = look.catch(() => {});
      return look;
    });
    return this.#next;
  }

  async run<T>(verb: string, act: () => Promise<T>): Promise<T> {
    const changes = FOR_ALL_ACCOUNTS[verb] ?? [];
    const isSweep = verb in FOR_ALL_ACCOUNTS;
    // What it may change is compared before it does.
    if (isSweep && this.#sweeps === 0) await this.compare();
    if (isSweep) this.#sweeps++;
    try {
      return await act();
    } finally {
      if (isSweep) this.#sweeps--;
      for (const table of changes) this.#swept.add(table);
      this.#since.add(verb);
      const counted = `${expect.getState().testPath} ${verb}`;
      const time = times.get(counted) ?? 0;
      times.set(counted, time + 1);
      if (this.#sweeps === 0 && (isSweep || time < COMPARED_AT_ONCE)) await this.compare();
    }
  }

  /** After one verb, or at the end of a test after those that were not compared. */
  async compare(): Promise<void> {
    if (this.#since.size === 0) return;
    const verbs = [...this.#since];
    this.#since.clear();
    const now = await this.#look();
    const isCompared = (row: string) => !this.#swept.has(row.slice(0, row.indexOf(':')));
    const before = this.#known.filter(isCompared);
    expect(now.filter(isCompared), `${verbs.join(', ')} changed rows of another account`).toEqual(before);
    if (this.#swept.size > 0) this.#known = now;
    this.#swept.clear();
    for (const verb of verbs) this.compared.add(verb);
  }
}

type Verb = (...input: unknown[]) => Promise<unknown>;

/** The writes of nouns. `ready` alone belongs to none: it commits an empty transaction. */
export const WRITES: readonly string[] = Object.entries(table).flatMap(([name, { mode }]) =>
  mode === 'write' && name.includes('.') ? [name] : [],
);

function watchVerbs(storage: Storage, watch: Watch, onPublished: (input: unknown) => Promise<void>): Storage {
  const watched: Record<string, unknown> = { ...storage };
  for (const [group, verbs] of Object.entries(storage)) {
    if (typeof verbs !== 'object') continue;
    watched[group] = Object.fromEntries(
      Object.entries(verbs as Record<string, Verb>).map(([name, verb]) => {
        const whole = `${group}.${name}`;
        if (!WRITES.includes(whole)) return [name, verb];
        const run: Verb = async (...input) => {
          const result = await watch.run(whole, () => verb(...input));
          if (whole === 'catalog.publish') await onPublished(input[0]);
          return result;
        };
        return [name, run];
      }),
    );
  }
  return watched as unknown as Storage;
}

/** The bystander's calls cost `PRICE`; under another price list `verify` would report a difference. */
function hasPlainPrice(input: unknown): boolean {
  const { endpoints } = (input as { draft: CatalogDraft }).draft;
  return endpoints.some(
    ({ path, unitPriceMicros, tiers }) => path === '/*' && unitPriceMicros === PRICE && !tiers,
  );
}

/** A ledger without the bystander, for suites that count all accounts. */
export interface OpenedAlone extends EditedStorage {
  query: RunQuery;
}

export interface BesideBystander extends EditedStorage {
  bystandersRows(): Promise<string[]>;
  /** Writes after which the bystander's rows were compared. */
  compared: ReadonlySet<string>;
}

/**
 * The same storage with the bystander in it, and every write watched. The bystander's calls are added with the first plain price list.
 */
export async function besideBystander(opened: EditedStorage, query: RunQuery): Promise<BesideBystander> {
  const { storage } = opened;
  const watch = new Watch(query);
  await watch.read();
  let hasCalls = false;
  const storageWatched = watchVerbs(storage, watch, async (input) => {
    if (hasCalls || !hasPlainPrice(input)) return;
    hasCalls = true;
    await addCalls(storage);
    await watch.read();
  });
  const close = async () => {
    // Of a sweep that never ended, nothing can be compared.
    try {
      await watch.compare();
    } finally {
      await opened.close();
    }
  };
  const bystandersRows = () => rowsOfBystander(query);
  return { ...opened, storage: storageWatched, bystandersRows, compared: watch.compared, close };
}
