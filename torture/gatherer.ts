// Collections and watches from the caller's side: created, read while they run, sometimes cancelled, and read to their ends when all faults
// are over. It never judges an answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller.ts';
import type { Heard } from './client.ts';
import {
  COLLECTED_IDS_PATH,
  COLLECTED_PATHS,
  type CollectedPlatform,
  collectedLabel,
  GATHER_ACCOUNTS,
  lookedUpIds,
  POOR_GATHERER,
  WATCHED_PATH,
  watchedLabel,
} from './gather-offers.ts';
import { money } from './offers.ts';
import { type Dice, diceOf } from './seed.ts';

/** What a caller creates: the same request id always has the same content. */
export interface GatherPlan {
  kind: 'collections' | 'watches';
  /** The caller's request id. */
  id: string;
  account: string;
  body: object;
  /** The caller cancels it after this many looks; null for never. */
  cancelsAfter: number | null;
  /** After which look the caller changes its budget, and to what. */
  rebudgets?: { after: number; micros: number };
  /** It ends this long after its creation at the latest. */
  endsAfterMs?: number;
}

/** One that a caller has created. */
export interface Gathering extends GatherPlan {
  owner: string;
  /** The number of the last item that was read. */
  read: number;
}

const PATHS = { collections: '/api/collections/v1', watches: '/api/watches/v1' } as const;
const QUESTIONS_MAX = 5;
const IDS = [40, 70, 120] as const;
/** The first is used up by the first page or two, the last by none. */
const BUDGETS_MICROS = [400, 1_500, 60_000] as const;
const ITEMS_MAX = [40, 150, 5_000] as const;
const CANCEL_SHARE = 0.15;
/** Some of the new budgets are below what was charged, and are refused. */
const REBUDGET_SHARE = 0.4;
const TIMED_SHARE = 0.15;
/** Some end before their first page, and some long before their lists do. */
const TIMED_MS_MAX = 12_000;
const POOR_SHARE = 0.25;

export function collectionPlan(own: string, dice: Dice): GatherPlan {
  const name = `k${own}`;
  return {
    kind: 'collections',
    id: name,
    account: dice.chance(POOR_SHARE) ? POOR_GATHERER : dice.pick(GATHER_ACCOUNTS),
    body: {
      ...questionsOf(own, dice),
      items_max: dice.pick(ITEMS_MAX),
      budget: money(dice.pick(BUDGETS_MICROS)),
    },
    cancelsAfter: dice.chance(CANCEL_SHARE) ? 1 + dice.int(6) : null,
    ...(dice.chance(REBUDGET_SHARE) && {
      rebudgets: { after: dice.int(5), micros: dice.pick(BUDGETS_MICROS) + 7 },
    }),
    ...(dice.chance(TIMED_SHARE) && { endsAfterMs: 1_000 + dice.int(TIMED_MS_MAX) }),
  };
}

function questionsOf(own: string, dice: Dice): object {
  const path = COLLECTED_PATHS[dice.pick(Object.keys(COLLECTED_PATHS) as CollectedPlatform[])];
  switch (dice.pick(['one', 'several', 'ids'] as const)) {
    case 'one':
      return { path, query: { keyword: collectedLabel(own, 0) } };
    case 'several': {
      const count = 2 + dice.int(QUESTIONS_MAX - 1);
      const keywords = Array.from({ length: count }, (_, i) => collectedLabel(own, i));
      return { path, queries: keywords.map((keyword) => ({ query: { keyword } })) };
    }
    case 'ids':
      return { path: COLLECTED_IDS_PATH, ids: lookedUpIds(own, dice.pick(IDS)) };
  }
}

/** The watches of a round: half of them deliver what the list has at first, and one has no money for long. */
export function watchPlans(seed: number): GatherPlan[] {
  return [...GATHER_ACCOUNTS, GATHER_ACCOUNTS[0], POOR_GATHERER].map((account, i) => ({
    kind: 'watches',
    id: `v${seed}-${i}`,
    account,
    body: {
      path: WATCHED_PATH,
      query: { keyword: watchedLabel(`${seed}-${i}`) },
      every: '15m',
      pages_max: [8, 12, 2, 12][i],
      baseline: i % 2 === 0 ? 'deliver' : 'mark',
      budget: { total: money(50_000) },
    },
    cancelsAfter: null,
  }));
}

const PAUSE_MS = 150;
/** Fifteen seconds: an export here takes some milliseconds. */
const EXPORT_TRIES_MAX = 100;
const AGAIN_SHARE = 0.3;
const PEEK_SHARE = 0.15;
const ITEMS_PER_READ = 100;
/** The gateway allows twenty in an hour, and the second phase needs some. */
const RUNS_MAX = 14;
const STRANGER = 'acct-0';

interface Shown {
  id: string;
  state: string;
  items: number;
  runs?: number;
}

/** The collections and watches of a round. */
export class Gatherer {
  readonly #caller: Caller;
  readonly #dice: Dice;
  readonly made: Gathering[] = [];

  constructor(caller: Caller, seed: number) {
    this.#caller = caller;
    this.#dice = diceOf(seed, 'gatherer');
  }

  /** Creates a collection and follows it until it has ended, or the phase is over. */
  async collect(plan: GatherPlan, isOver: () => boolean): Promise<void> {
    const gathering = await this.#create(plan, isOver);
    if (gathering === null) return;
    for (let looks = 0; !isOver(); looks++) {
      if (looks === plan.cancelsAfter) await this.#post('cancel', gathering, 'cancel');
      if (looks === plan.rebudgets?.after) await this.#rebudget(gathering, plan.rebudgets.micros);
      await this.#readMore(gathering);
      if (this.#dice.chance(PEEK_SHARE)) await this.#peek(gathering);
      const shown = await this.look(gathering);
      if (shown !== null && isEnded(shown)) return;
      await sleep(PAUSE_MS);
    }
  }

  /** Creates a watch and lets it run again and again. */
  async watch(plan: GatherPlan, isOver: () => boolean): Promise<void> {
    const gathering = await this.#create(plan, isOver);
    if (gathering === null) return;
    for (let runs = 0; runs < RUNS_MAX && !isOver(); runs++) {
      await this.run(gathering, isOver);
      await this.#readMore(gathering);
      if (this.#dice.chance(PEEK_SHARE)) await this.#peek(gathering);
      await sleep(PAUSE_MS * (1 + this.#dice.int(8)));
    }
  }

  /** One run beside the schedule; resolves when it has ended. False when it did not end in time. */
  async run(gathering: Gathering, isOver: () => boolean): Promise<boolean> {
    const before = await this.look(gathering);
    const heard = await this.#post('run', gathering, 'run');
    if (before === null || heard.kind !== 'answer' || heard.status >= 300) return false;
    while (!isOver()) {
      const shown = await this.look(gathering);
      if (shown !== null && (shown.runs ?? 0) > (before.runs ?? 0)) return true;
      await sleep(PAUSE_MS);
    }
    return false;
  }

  /** null when there is no answer. */
  async look({ kind, owner, account }: Gathering): Promise<Shown | null> {
    const heard = await this.#caller.read('state', { account, owner }, `${PATHS[kind]}/${owner}`);
    return shownIn(heard);
  }

  /** Every item, from the first one on. */
  async readAll(gathering: Gathering): Promise<void> {
    gathering.read = 0;
    for (let before = -1; gathering.read > before; ) {
      before = gathering.read;
      await this.#readMore(gathering);
    }
  }

  async exportAll({ owner, account }: Gathering): Promise<boolean> {
    const path = `${PATHS.collections}/${owner}/export?format=jsonl`;
    for (let tries = 1; ; tries++) {
      const heard = await this.#caller.read('export', { account, owner }, path);
      // An account downloads two exports at one time, and here several of its collections end at once.
      const isRefused = heard.kind === 'answer' && heard.status === 429;
      if (!isRefused || tries >= EXPORT_TRIES_MAX) return heard.kind === 'answer' && heard.status === 200;
      await sleep(PAUSE_MS);
    }
  }

  /** The same id until the outcome is known, and sometimes once more, or with other content. */
  async #create(plan: GatherPlan, isOver: () => boolean): Promise<Gathering | null> {
    const op = plan.kind === 'collections' ? 'collect' : 'watch';
    const { account, id, endsAfterMs } = plan;
    const until =
      endsAfterMs === undefined ? {} : { until: new Date(Date.now() + endsAfterMs).toISOString() };
    const body = { ...plan.body, ...until };
    const send = (sent: object, as: 'collect' | 'watch' | 'collect_altered' = op) =>
      this.#caller.post(as, { account, id }, PATHS[plan.kind], sent, { 'x-reelgate-request-id': id });
    let shown: Shown | null = null;
    while (shown === null && !isOver()) {
      const heard = await send(body);
      if (heard.kind === 'answer' && heard.status >= 400 && heard.status < 500) return null;
      shown = shownIn(heard);
      if (shown === null) await sleep(PAUSE_MS);
    }
    if (shown === null) return null;
    if (this.#dice.chance(AGAIN_SHARE)) await send(body);
    if (op === 'collect' && this.#dice.chance(AGAIN_SHARE))
      await send({ ...body, items_max: 7 }, 'collect_altered');
    const gathering = { ...plan, owner: shown.id, read: 0 };
    this.made.push(gathering);
    return gathering;
  }

  async #readMore(gathering: Gathering): Promise<void> {
    const { kind, owner, account, read } = gathering;
    const path = `${PATHS[kind]}/${owner}/items?after=${read}&limit=${ITEMS_PER_READ}`;
    const heard = await this.#caller.read('items', { account, owner, after: read }, path);
    if (heard.kind !== 'answer' || heard.status !== 200) return;
    const { items } = JSON.parse(heard.text) as { items: { number: number }[] };
    gathering.read = items.at(-1)?.number ?? read;
  }

  async #peek({ kind, owner }: Gathering): Promise<void> {
    const path = `${PATHS[kind]}/${owner}${this.#dice.pick(['', '/items'])}`;
    await this.#caller.read('peek', { account: STRANGER, owner }, path);
  }

  async #rebudget({ kind, owner, account }: Gathering, micros: number): Promise<void> {
    const about = { account, owner, amount: micros };
    await this.#caller.post(
      'rebudget',
      about,
      `${PATHS[kind]}/${owner}`,
      { budget: money(micros) },
      {},
      'PATCH',
    );
  }

  /** Its schedule starts no further run. False when the gateway did not say so. */
  async pause({ kind, owner, account }: Gathering): Promise<boolean> {
    const path = `${PATHS[kind]}/${owner}`;
    const heard = await this.#caller.post(
      'pause',
      { account, owner },
      path,
      { state: 'paused' },
      {},
      'PATCH',
    );
    return heard.kind === 'answer' && heard.status === 200;
  }

  #post(op: 'cancel' | 'run', { kind, owner, account }: Gathering, verb: string): Promise<Heard> {
    return this.#caller.post(op, { account, owner }, `${PATHS[kind]}/${owner}/${verb}`);
  }
}

export const isEnded = ({ state }: { state: string }): boolean =>
  ['done', 'stopped', 'failed'].includes(state);

function shownIn(heard: Heard): Shown | null {
  if (heard.kind !== 'answer' || heard.status >= 300) return null;
  const { collection, watch } = JSON.parse(heard.text) as { collection?: Shown; watch?: Shown };
  return collection ?? watch ?? null;
}
