// One run of a watch as a paid call: its pages are attempts of one call, which is charged for the items that the watch has not seen, and
// settled in the commit that records the run.
import type { Attempt, Source } from '../../domain/call.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { type Micros, toMicros } from '../../domain/money.ts';
import { linksUntilMs } from '../../domain/retention.ts';
import { mostOf, type Terms } from '../../domain/terms.ts';
import { DEEPER } from '../../domain/watch.ts';
import type { AnswerAtHand } from '../answers/answer-memory.ts';
import type { CallDeps } from '../call-deps.ts';
import { type CallFacts, noteObtained, noteTime } from '../call-facts.ts';
import type { Obtained } from '../task.ts';
import type { GatherOutcome, RunRead, RunRequest } from './gathered.ts';
import { type GatheredRecord, gatheredRecords, packRecords, unseenOf } from './gathered-records.ts';
import { findAtHand, obtainGathered, obtainNow } from './obtain-gathered.ts';
import { askAgain, endGathered, type Gathered, observed, openGathered } from './open-gathered.ts';
import { type GatheredCall, readGathered } from './read-gathered.ts';

/** Milliseconds after which no further page is begun: a page may take 15 s, and a hold lives for 60. */
export const RUN_READ_MS = 30_000;

export function watchRun(deps: CallDeps, request: RunRequest): Promise<GatherOutcome> {
  return observed(deps, request.requestId, async (facts, reads) => {
    const read = await readGathered(deps, { ...request, trace: facts?.trace ?? null }, 'watch');
    if (isFailure(read)) return read;
    const sized = request.paid === undefined ? await withHold(deps, request, read) : forPaid(request, read);
    reads(sized);
    return payForRun(deps, request, sized, facts);
  });
}

const pagesMaxOf = ({ pagesMax, isDeeper }: RunRequest) => (isDeeper ? DEEPER * pagesMax : pagesMax);

/**
 * The call with terms for as many items as its pages can have, and as ceiling, balance and key allow. At least one page is asked for: if the
 * ledger cannot hold that, it refuses the run.
 */
async function withHold(deps: CallDeps, request: RunRequest, read: GatheredCall): Promise<GatheredCall> {
  const { terms, task } = read.call;
  if (terms.unit !== 'item') return read;
  const wanted = request.marksOnly ? 0 : pagesMaxOf(request) * task.itemsMax;
  const whole: Terms = { ...terms, itemsMax: wanted };
  const allowedMicros = await allowedFor(deps, request);
  const fits = mostOf(whole) <= allowedMicros || terms.unitPriceMicros === 0;
  const affordable = fits ? wanted : Math.floor(allowedMicros / terms.unitPriceMicros);
  const itemsMax = Math.min(wanted, Math.max(affordable, task.itemsMax));
  const sized = { terms: { ...terms, itemsMax } };
  return { ...read, call: { ...read.call, ...sized }, billed: { ...read.billed, ...sized } };
}

/** Nothing is held, so nothing but its pages bounds it. */
function forPaid(request: RunRequest, read: GatheredCall): GatheredCall {
  const { terms, task } = read.call;
  if (terms.unit !== 'item') return read;
  return {
    ...read,
    call: { ...read.call, terms: { ...terms, itemsMax: pagesMaxOf(request) * task.itemsMax } },
  };
}

async function allowedFor(deps: CallDeps, { holder, ceilingMicros }: RunRequest): Promise<Micros> {
  const account = await deps.storage.accounts.find({ idOrName: holder.account.id });
  const availableMicros = account === null ? 0 : account.balanceMicros - account.heldMicros;
  const ofKey = holder.key.maxCallMicros ?? Number.POSITIVE_INFINITY;
  return toMicros(Math.max(0, Math.min(ceilingMicros, availableMicros, ofKey)));
}

async function payForRun(
  deps: CallDeps,
  request: RunRequest,
  gathered: GatheredCall,
  facts: CallFacts | null,
): Promise<GatherOutcome> {
  const found = await findAtHand(deps, gathered.call);
  if (isFailure(found)) return found;
  const work = () => new Run(deps, request, gathered, facts).read(found);
  if (request.paid !== undefined) return askAgain(deps, request.paid, work);
  noteTime(deps, facts, 'holdMs');
  const opened = await openGathered(deps, gathered.billed, request.ceilingMicros);
  return opened.kind === 'opened' ? endGathered(deps, gathered, opened, work, facts) : opened;
}

type Good = Extract<Obtained, { kind: 'good' }>;

/** The pages of one run. */
class Run {
  readonly #deps: CallDeps;
  readonly #request: RunRequest;
  readonly #gathered: GatheredCall;
  readonly #facts: CallFacts | null;
  readonly #beganMs: number;
  readonly #seen = new Set<string>();
  readonly #fresh: GatheredRecord[] = [];
  readonly #attempts: Attempt[] = [];
  #answered = 0;
  #pages = 0;
  /** A stored answer may be cheaper. The price of a run is whole as soon as one of its pages is live. */
  #source: Source = 'cache';
  #linksUntilMs: number | null = null;

  constructor(deps: CallDeps, request: RunRequest, gathered: GatheredCall, facts: CallFacts | null) {
    this.#deps = deps;
    this.#request = request;
    this.#gathered = gathered;
    this.#facts = facts;
    this.#beganMs = deps.clock.monotonicMs();
  }

  async read(found: AnswerAtHand | null): Promise<Gathered | Extract<Obtained, { kind: 'failed' }>> {
    let obtained = await obtainGathered(this.#deps, this.#gathered.call, found);
    for (;;) {
      noteObtained(this.#facts, obtained);
      // Pages that were read before the failure are delivered, and the rest may be missing.
      if (obtained.kind === 'failed') return this.#pages === 0 ? obtained : this.#failedLater(obtained);
      const { isNew, pcursor, end } = await this.#take(obtained);
      if (!isNew && this.#isDeepEnough()) return this.#gather(false);
      if (!isNew && pcursor === null) return this.#gather(false);
      if (pcursor === null) return this.#gather(end !== 'exhausted');
      if (!this.#mayReadOn()) return this.#gather(true);
      const next = await this.#next(pcursor);
      obtained = isFailure(next) ? { kind: 'failed', failure: next, attempts: [] } : next;
    }
  }

  /** After a gap, the pages that the last run could read may be known, and those behind them not. */
  #isDeepEnough(): boolean {
    return !this.#request.isDeeper || this.#pages > this.#request.pagesMax;
  }

  async #next(pcursor: string): Promise<Obtained | Failure> {
    await this.#deps.pace.turn();
    const query = { ...this.#request.query, pcursor };
    const read = await readGathered(
      this.#deps,
      { ...this.#request, query, delivered: this.#delivered },
      'watch',
    );
    return isFailure(read) ? read : obtainNow(this.#deps, read.call);
  }

  /** A run is a walk of its own: what earlier runs delivered is not left out of its pages, because it says where new items end. */
  readonly #delivered = async (keys: readonly string[]) => new Set(keys.filter((key) => this.#seen.has(key)));

  #failedLater({ attempts }: Extract<Obtained, { kind: 'failed' }>): Promise<Gathered> {
    this.#attempts.push(...attempts);
    return this.#gather(true);
  }

  /** Takes a page: whether it has an id that the watch has never seen, and where the list goes on. */
  async #take(obtained: Good): Promise<{ isNew: boolean; pcursor: string | null; end: unknown }> {
    const { records, after } = gatheredRecords(this.#gathered.call, obtained);
    const unread = records.filter(({ key }) => !this.#seen.has(key));
    const fresh = await unseenOf(unread, this.#request.seen);
    for (const { key } of records) this.#seen.add(key);
    this.#fresh.push(...fresh);
    this.#pages++;
    this.#attempts.push(...obtained.attempts);
    this.#answered += obtained.answered ?? 0;
    if (obtained.source === 'live') this.#source = 'live';
    this.#lapse(linksUntilMs(obtained.by?.connector.facts, this.#deps.clock.nowMs() - obtained.ageMs));
    const pcursor = after.end === 'more' ? (after.pcursor as string) : null;
    return { isNew: fresh.length > 0, pcursor, end: after.end };
  }

  /** The links of a run lapse with the first of its pages. */
  #lapse(untilMs: number | null): void {
    if (untilMs !== null) this.#linksUntilMs = Math.min(untilMs, this.#linksUntilMs ?? untilMs);
  }

  /** False before a page that could cost more than is held. */
  #mayReadOn(): boolean {
    if (this.#pages >= pagesMaxOf(this.#request)) return false;
    if (this.#deps.clock.monotonicMs() - this.#beganMs >= RUN_READ_MS) return false;
    const { terms, task } = this.#gathered.call;
    if (terms.unit !== 'item' || this.#request.marksOnly) return true;
    return this.#fresh.length + task.itemsMax <= terms.itemsMax;
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
      // What was there before a watch with the baseline `mark` began is not missing.
      gap: gap && !marksOnly,
      lines: delivered.map(({ line }) => line),
    };
    const { foundOf } = this.#request;
    const rest = {
      items: delivered.length,
      source: this.#source,
      attempts: this.#attempts,
      answered: this.#answered,
    };
    return { kind: 'gathered', found: foundOf(read), ...rest };
  }
}
