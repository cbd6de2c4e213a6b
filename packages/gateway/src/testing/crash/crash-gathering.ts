// One crash run of a collection and a watch: they are created in a process that dies where the plan says; a second gateway on what it left
// ends the collection and runs the watch again; then everything is read and judged by arithmetic of this file's own.
import { systemClock } from '../../domain/clock.ts';
import { CrashChild } from './crash-child.ts';
import { startOwnNode, verifyLedger } from './crash-node.ts';
import { COLLECTED_PAGES, WATCHED_ITEMS } from './crash-platform.ts';
import type { CrashPlan } from './crash-points.ts';
import type { Prepared, Verdict } from './crash-run.ts';

const PATH = '/api/u1/v1/scripted/app/search_video_v2';
const COLLECTION = { path: PATH, query: { keyword: 'list one' }, budget: '1', items_max: 100 };
const WATCH = {
  path: PATH,
  query: { keyword: 'news one' },
  every: '1d',
  baseline: 'deliver',
  budget: { total: '1' },
};
const ROUTES = { collections: '/api/collections/v1', watches: '/api/watches/v1' } as const;
/** A duty is looked for each second, and a page takes milliseconds. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 50;
const RUN_MS_MAX = 120_000;

type Kind = keyof typeof ROUTES;
// biome-ignore lint/suspicious/noExplicitAny: answers of many routes; a missing field is a fault.
type Body = any;

/** The requests of a caller, who may lose the connection at any time: null then. */
class CrashCaller {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async ask(target: string, body?: object): Promise<Body | null> {
    const text = await this.text(target, body);
    return text === null ? null : JSON.parse(text);
  }

  async text(target: string, body?: object): Promise<string | null> {
    const headers = { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' };
    const id = { 'x-reelgate-request-id': `make ${target}`.replaceAll(' ', '-') };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    try {
      const response = await fetch(this.#url + target, { headers: { ...headers, ...id }, ...sent });
      return response.ok ? await response.text() : null;
    } catch {
      return null;
    }
  }

  /** The same request id gives the same collection or watch, however often it is sent. */
  async make(kind: Kind): Promise<string | null> {
    const made = await this.ask(ROUTES[kind], kind === 'collections' ? COLLECTION : WATCH);
    return (made?.collection ?? made?.watch)?.id ?? null;
  }

  async look(kind: Kind, id: string): Promise<Body | null> {
    const shown = await this.ask(`${ROUTES[kind]}/${id}`);
    return shown?.collection ?? shown?.watch ?? null;
  }

  async items(kind: Kind, id: string): Promise<{ number: number; record: { id: string } }[]> {
    return (await this.ask(`${ROUTES[kind]}/${id}/items?limit=100`))?.items ?? [];
  }

  exported(id: string): Promise<string | null> {
    return this.text(`${ROUTES.collections}/${id}/export?format=jsonl`);
  }
}

async function until(isDone: () => Promise<boolean>): Promise<boolean> {
  const untilMs = systemClock.monotonicMs() + PATIENCE_MS;
  while (!(await isDone())) {
    if (systemClock.monotonicMs() > untilMs) return false;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return true;
}

export async function crashGathering(prepared: Prepared, plan: CrashPlan): Promise<Verdict> {
  const place = await prepared.place.copy();
  const child = new CrashChild(place.data, plan);
  const late = setTimeout(() => child.kill('SIGKILL'), RUN_MS_MAX);
  try {
    const serving = await child.serving();
    if (serving !== null) await playGathering(child, new CrashCaller(serving.url, prepared.keys.rich));
    await child.tell('drain');
    const { code, signal, err } = await child.ended;
    const struck = signal === 'SIGKILL';
    const broken = struck || code === 0 ? [] : [`the process ended with ${code}: ${err}`];
    await place.age();
    return { struck, faults: [...broken, ...(await takeOver(place.data, prepared))] };
  } finally {
    clearTimeout(late);
    child.kill('SIGKILL');
    await place.remove();
  }
}

/** Until both have done what they can, or the process is dead. */
async function playGathering(child: CrashChild, caller: CrashCaller): Promise<void> {
  const [collection, watch] = [await caller.make('collections'), await caller.make('watches')];
  if (collection === null || watch === null) return;
  await until(async () => {
    if (child.hasEnded) return true;
    const [one, other] = [await caller.look('collections', collection), await caller.look('watches', watch)];
    await caller.items('collections', collection);
    return one?.state === 'done' && other?.runs > 0;
  });
  await caller.exported(collection);
}

/** Starts the next gateway, and judges what became of the collection and the watch. */
async function takeOver(data: Parameters<typeof startOwnNode>[0], { keys }: Prepared): Promise<string[]> {
  const node = await startOwnNode(data);
  try {
    const caller = new CrashCaller(node.url, keys.rich);
    const [collection, watch] = [await caller.make('collections'), await caller.make('watches')];
    if (collection === null || watch === null) return ['the collection or the watch could not be created'];
    const hasEnded = await until(
      async () => (await caller.look('collections', collection))?.state === 'done',
    );
    const hasRun = await until(async () => (await caller.look('watches', watch))?.runs > 0);
    const before = (await caller.look('watches', watch))?.runs ?? 0;
    await caller.ask(`${ROUTES.watches}/${watch}/run`, {});
    const hasRunAgain = await until(async () => (await caller.look('watches', watch))?.runs > before);
    const faults = hasEnded && hasRun && hasRunAgain ? [] : ['the collection or the watch does not go on'];
    faults.push(...(await judgeItems(caller, collection, watch)));
    const entries = await allEntries(caller);
    const books = { entries, collection: await caller.look('collections', collection) };
    faults.push(...judgeMoney({ ...books, watch: await caller.look('watches', watch) }));
    const verify = await verifyLedger(node, keys.admin);
    if (!verify.clean) faults.push(`ledger verify: ${JSON.stringify(verify)}`);
    return faults;
  } finally {
    await node.close();
  }
}

/** Each item once, in the order of the list, numbered 1, 2, 3 …; the export has the same. */
async function judgeItems(caller: CrashCaller, collection: string, watch: string): Promise<string[]> {
  const due = { collections: [...new Set(COLLECTED_PAGES.flat())], watches: [...WATCHED_ITEMS] };
  const faults: string[] = [];
  for (const [kind, id] of [
    ['collections', collection],
    ['watches', watch],
  ] as const) {
    const items = await caller.items(kind, id);
    const ids = items.map(({ record }) => record.id);
    if (ids.join() !== due[kind].join()) faults.push(`${kind}: ${ids} instead of ${due[kind]}`);
    if (items.some(({ number }, i) => number !== i + 1)) faults.push(`${kind}: wrong numbers`);
  }
  const [once, twice] = [await caller.exported(collection), await caller.exported(collection)];
  const exported = (once ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id as string);
  if (exported.join() !== due.collections.join()) faults.push(`exported: ${exported}`);
  if (once !== twice) faults.push('two exports differ');
  return faults;
}

interface Entry {
  kind: string;
  amount: string;
  request_id: string | null;
}

async function allEntries(caller: CrashCaller): Promise<Entry[]> {
  return (await caller.ask('/api/account/v1/entries?limit=500'))?.entries ?? [];
}

const micros = (text: string) => Math.round(Number(text) * 1e6);

/** What the collection and the watch say that they cost is what their calls were charged: one call per page, and no id twice. */
function judgeMoney(books: { entries: Entry[]; collection: Body; watch: Body }): string[] {
  const { entries, collection, watch } = books;
  const charges = (prefix: string) =>
    entries.filter(({ kind, request_id }) => kind === 'charge' && request_id?.startsWith(prefix) === true);
  const sum = (list: readonly Entry[]) => list.reduce((total, { amount }) => total - micros(amount), 0);
  const faults: string[] = [];
  const [pages, runs] = [charges(`c-${collection?.id}-`), charges(`w-${watch?.id}-`)];
  if (sum(pages) !== micros(collection?.charged ?? '-1') || pages.length !== collection?.pages)
    faults.push(
      `${pages.length} pages for ${sum(pages)}; it says ${collection?.pages}, ${collection?.charged}`,
    );
  if (pages.length !== COLLECTED_PAGES.length) faults.push(`${pages.length} pages were paid`);
  if (sum(runs) !== micros(watch?.spent?.total ?? '-1'))
    faults.push(`runs cost ${sum(runs)}; the watch says ${watch?.spent?.total}`);
  const ids = [...pages, ...runs].map(({ request_id }) => request_id);
  if (new Set(ids).size !== ids.length) faults.push(`an id was charged twice: ${ids}`);
  return faults;
}
