// One run of a watch as paid calls: each page that it reads is a call, which costs its new items, or the price of a check. A page is held
// before it is read, and all pages are settled in the commit that records the run. So a process that is killed has charged nothing, and
// the run that is made again opens the same ids.
import { type Failure, failure, isFailure } from '../../domain/failure.ts';
import { DEEPER } from '../../domain/gathering/watch.ts';
import { HOLD_TTL_MS } from '../../domain/limits.ts';
import { toMicros } from '../../domain/money.ts';
import { runPageId } from '../../domain/request-id.ts';
import { linksUntilMs } from '../../domain/retention.ts';
import type { AnswerAtHand } from '../answers/answer-memory.ts';
import type { CallDeps } from '../call-deps.ts';
import { type CallFacts, noteObtained, noteTime } from '../call-facts.ts';
import type { Opened } from '../open.ts';
import type { Obtained } from '../task.ts';
import type { GatherOutcome, RunRead, RunRequest } from './gathered.ts';
import { type GatheredRecord, gatheredRecords, packRecords, unseenOf } from './gathered-records.ts';
import { findAtHand, obtainGathered } from './obtain-gathered.ts';
import {
  askAgain,
  type BilledPage,
  billPage,
  countMissed,
  endGathered,
  type Gathered,
  observed,
  openGathered,
  releaseFailed,
  settlePages,
} from './open-gathered.ts';
import { type GatheredCall, readGathered } from './read-gathered.ts';

/** Milliseconds after which no further page is begun: a page may take 15 s, and a hold lives for 60. */
export const RUN_READ_MS = 30_000;

export function watchRun(deps: CallDeps, request: RunRequest): Promise<GatherOutcome> {
  return observed(deps, request.requestId, async (facts, reads) => {
    const run = new Run(deps, request, facts);
    const first = await run.ask({}, facts?.trace ?? null);
    if (isFailure(first)) return first;
    reads(first.gathered);
    if (request.paid !== undefined) return askAgain(deps, request.paid, () => run.read(first));
    noteTime(deps, facts, 'holdMs');
    const opened = await run.open(first);
    return opened.kind === 'opened' ? endGathered(deps, opened, () => run.pay(first), run.held) : opened;
  });
}

type Failed = Extract<Obtained, { kind: 'failed' }>;
type Good = Extract<Obtained, { kind: 'good' }>;
type Moved = Extract<GatherOutcome, { kind: 'moved' }>;

/** A page that is to be read. */
interface Asked {
  gathered: GatheredCall;
  found: AnswerAtHand | null;
  /** null for a run that was paid before. */
  opened: Opened | null;
}

/** The list goes on where no page said that it ends. */
interface Position {
  isNew: boolean;
  pcursor: string | null;
  end: unknown;
}

/** The pages of one run. */
class Run {
  readonly #deps: CallDeps;
  readonly #request: RunRequest;
  readonly #facts: CallFacts | null;
  readonly #beganMs: number;
  readonly #seen = new Set<string>();
  readonly #fresh: GatheredRecord[] = [];
  readonly #open = new Set<Opened>();
  readonly #billed: BilledPage[] = [];
  #pages = 0;
  #isCut = false;
  #linksUntilMs: number | null = null;

  constructor(deps: CallDeps, request: RunRequest, facts: CallFacts | null) {
    this.#deps = deps;
    this.#request = request;
    this.#facts = facts;
    this.#beganMs = deps.clock.monotonicMs();
  }

  readonly held = () => [...this.#open];

  /** The next page as a call, with the answer to it if there is one in memory. */
  async ask(
    position: { pcursor?: string },
    trace: CallFacts['trace'] | null = null,
  ): Promise<Asked | Failure> {
    const { requestId, query } = this.#request;
    const asked = { requestId: runPageId(requestId, this.#pages + 1), query: { ...query, ...position } };
    const delivered = this.#pages === 0 ? {} : { delivered: this.#delivered };
    const read = await readGathered(this.#deps, { ...this.#request, ...asked, ...delivered, trace }, 'watch');
    if (isFailure(read)) return read;
    const gathered = this.#request.marksOnly ? withoutItems(read) : read;
    const found = await findAtHand(this.#deps, gathered.call);
    return isFailure(found) ? found : { gathered, found, opened: null };
  }

  /** Holds what the page may cost. What the pages before it have cost is no longer there for it. */
  async open(asked: Asked): Promise<Opened | Moved | Failure> {
    const spent = this.#billed.reduce((sum, { bill }) => sum + bill.chargedMicros, 0);
    const ceiling = toMicros(Math.max(0, this.#request.ceilingMicros - spent));
    const opened = await openGathered(this.#deps, asked.gathered.billed, ceiling);
    if (opened.kind !== 'opened') return opened;
    this.#open.add(opened);
    asked.opened = opened;
    return opened;
  }

  async pay(first: Asked): Promise<GatherOutcome> {
    noteTime(this.#deps, this.#facts, 'workMs');
    const done = await this.read(first);
    noteTime(this.#deps, this.#facts, 'endMs');
    if (done.kind === 'failed') return done.failure;
    const outcome = done.kind === 'moved' ? done : await settlePages(this.#deps, this.#billed, done.found);
    if (outcome.kind === 'moved') await this.#letGo();
    return outcome;
  }

  async read(first: Asked): Promise<Gathered | Failed | Moved> {
    for (let asked = first; ; ) {
      const obtained = await obtainGathered(this.#deps, asked.gathered.call, asked.found);
      noteObtained(this.#facts, obtained);
      if (obtained.kind === 'failed') return this.#failed(asked, obtained);
      const { isNew, pcursor, end } = await this.#take(asked, obtained);
      if (!isNew && (pcursor === null || this.#isDeepEnough())) return this.#gather(false);
      if (pcursor === null) return this.#gather(end !== 'exhausted');
      if (!this.#mayReadOn()) return this.#gather(true);
      const next = await this.#next(pcursor);
      if (isFailure(next)) return this.#cut();
      if (next.kind === 'moved') return next;
      asked = next.asked;
    }
  }

  /** After a gap, the pages that the last run could read may be known, and those behind them not. What is marked is marked whole. */
  #isDeepEnough(): boolean {
    const { isDeeper, marksOnly, pagesMax } = this.#request;
    return !marksOnly && (!isDeeper || this.#pages > pagesMax);
  }

  #mayReadOn(): boolean {
    const { isDeeper, marksOnly, pagesMax } = this.#request;
    if (this.#pages >= (isDeeper && !marksOnly ? DEEPER * pagesMax : pagesMax)) return false;
    return this.#deps.clock.monotonicMs() - this.#beganMs < RUN_READ_MS;
  }

  async #next(pcursor: string): Promise<{ kind: 'next'; asked: Asked } | Moved | Failure> {
    await this.#deps.pace.turn();
    const asked = await this.ask({ pcursor });
    if (isFailure(asked)) return asked;
    if (this.#request.paid !== undefined) return { kind: 'next', asked };
    const opened = await this.open(asked);
    if (isFailure(opened)) return opened;
    // A process that was killed had opened this page later than the first one. Its hold ends within this time.
    if (opened.kind === 'moved') {
      countMissed(this.#deps, this.#billed);
      return { kind: 'moved', retryAfterMs: HOLD_TTL_MS };
    }
    return { kind: 'next', asked };
  }

  /** A run is a walk of its own: what earlier runs delivered is not left out of its pages, because it says where new items end. */
  readonly #delivered = async (keys: readonly string[]) => new Set(keys.filter((key) => this.#seen.has(key)));

  async #failed({ opened }: Asked, failed: Failed): Promise<Gathered | Failed> {
    if (opened !== null) {
      await releaseFailed(this.#deps, opened, failed);
      this.#open.delete(opened);
    }
    return this.#pages === 0 ? failed : this.#cut();
  }

  /** Pages that were read before are delivered, and the rest may be missing. */
  #cut(): Promise<Gathered> {
    this.#isCut = true;
    return this.#gather(true);
  }

  /** Takes a page: whether it has an id that the watch has never seen, and where the list goes on. */
  async #take({ gathered, opened }: Asked, obtained: Good): Promise<Position> {
    const { source, attempts, answered = 0 } = obtained;
    const { records, after } = gatheredRecords(gathered.call, obtained);
    const unread = records.filter(({ key }) => !this.#seen.has(key));
    const fresh = await unseenOf(unread, this.#request.seen);
    for (const { key } of records) this.#seen.add(key);
    this.#fresh.push(...fresh);
    this.#pages++;
    const page = { items: this.#request.marksOnly ? 0 : fresh.length, source, attempts, answered };
    if (opened !== null) this.#billed.push(billPage(this.#deps, gathered, opened, page));
    this.#lapse(linksUntilMs(obtained.by?.connector.facts, this.#deps.clock.nowMs() - obtained.ageMs));
    const pcursor = after.end === 'more' ? (after.pcursor as string) : null;
    return { isNew: fresh.length > 0, pcursor, end: after.end };
  }

  /** The links of a run lapse with the first of its pages. */
  #lapse(untilMs: number | null): void {
    if (untilMs !== null) this.#linksUntilMs = Math.min(untilMs, this.#linksUntilMs ?? untilMs);
  }

  /** Another process works on this run, or has settled it: nothing of it is charged here. */
  async #letGo(): Promise<void> {
    for (const opened of this.#open)
      await releaseFailed(this.#deps, opened, { kind: 'failed', failure: MOVED, attempts: [] });
  }

  async #gather(gap: boolean): Promise<Gathered> {
    const { marksOnly, paid } = this.#request;
    const delivered = marksOnly ? [] : this.#fresh.slice(0, paid?.items ?? this.#fresh.length);
    // The next run delivers what this one did not pay for.
    for (const { key } of marksOnly ? [] : this.#fresh.slice(delivered.length)) this.#seen.delete(key);
    const read: RunRead = {
      ...(await packRecords(delivered)),
      linksUntilMs: this.#linksUntilMs,
      seen: [...this.#seen],
      pages: this.#pages,
      // What was there before a watch with the baseline `mark` began is not missing, once it is marked.
      gap: gap && (!marksOnly || this.#isCut),
      isCut: this.#isCut,
      lines: delivered.map(({ line }) => line),
    };
    return { kind: 'gathered', found: this.#request.foundOf(read) };
  }
}

const MOVED = failure('REQUEST_IN_PROGRESS', 'Another process works on this run.');

/** Its items are not delivered, so the page costs the minimum. */
function withoutItems({ call, billed, target }: GatheredCall): GatheredCall {
  const { terms } = call;
  if (terms.unit !== 'item') return { call, billed, target };
  const none = { terms: { ...terms, itemsMax: 0 } };
  return { call: { ...call, ...none }, billed: { ...billed, ...none }, target };
}
