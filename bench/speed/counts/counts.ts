// Counts what one call of each kind is made of. Counts are exact on any machine, so they notice one step more, which no timing can. Of
// several slices the least counts: work that goes on beside the calls only adds.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Contender } from '../contender.ts';
import { startBilling } from '../contenders/do-it-yourself.ts';
import { Reelgate } from '../contenders/reelgate.ts';
import { aligned } from '../report.ts';
import { allRow, billingRow, getRow, type Row, reelgateRows } from '../rows.ts';
import type { Stage } from '../stage.ts';
import { type Counts, KINDS } from './ask-probe.ts';

const FILE = path.join(import.meta.dirname, 'recorded.json');
const SLICES = 5;
/** So many that work of the gateway's own within a slice is a fraction of one per call. */
const CALLS = 100;
/** Where several calls share a batch, what is shared varies. */
const EXACT_WHEN_SHARED: readonly (keyof Counts)[] = ['promises', 'timers'];
/** Less than one step. The share is for calls of several hundred steps, some of which depend on who is first. */
const MORE_MAX = 0.6;
const SHARE_MORE_MAX = 0.01;
/** A checkpoint writes pages again, now and then. */
const KB_SHARE_MORE_MAX = 0.1;

type Countable = Contender & { counts(): Promise<Counts> };
export type CountedCall = Partial<Counts>;
export type CountedCalls = Record<string, CountedCall>;

export async function countCalls(stage: Stage): Promise<CountedCalls> {
  const settings = { folder: stage.folder('counts'), upstream: stage.upstream.at, isCounted: true };
  const gateway = await stage.keep(Reelgate.start(settings));
  const of = (id: string) => ({ id: `sqlite-${id}`, label: id, contender: gateway });
  const rows = [...reelgateRows(gateway, '', 'sqlite'), getRow(of('get')), allRow(of('all'))];
  const found: CountedCalls = {};
  for (const row of rows) found[row.id.slice('sqlite-'.length)] = await countRow(stage, row, gateway, 1);
  for (const row of rows.slice(0, 2))
    found[`${row.id.slice('sqlite-'.length)}, four callers`] = await countRow(stage, row, gateway, 4);
  return found;
}

/** A live call of the gateway that does the same work, for comparison. Its packages have to be installed. */
async function countByHand(stage: Stage): Promise<CountedCalls> {
  const file = `${stage.folder('counts-billing')}/billing.db`;
  const contender = await stage.keep(startBilling(stage.upstream.at.fast, file, true));
  const row = billingRow({ id: '', label: '', contender }, {});
  const found: CountedCalls = {};
  for (const callers of [1, 4])
    found[`the same work, live, ${callers === 1 ? 'one caller' : 'four callers'}`] = await countRow(
      stage,
      row,
      contender,
      callers,
    );
  return found;
}

async function countRow(stage: Stage, row: Row, contender: Countable, callers: number): Promise<CountedCall> {
  const slices: Counts[] = [];
  // The first slice is left out: it prepares statements and opens connections.
  for (let i = 0; i <= SLICES; i++) slices.push(await countSlice(stage, row, contender, callers));
  const kinds = callers === 1 ? KINDS : EXACT_WHEN_SHARED;
  const least = (kind: keyof Counts) => Math.min(...slices.slice(1).map((slice) => slice[kind]));
  return Object.fromEntries(kinds.map((kind) => [kind, Number(least(kind).toFixed(1))]));
}

async function countSlice(
  { load }: Stage,
  { head, expect }: Row,
  contender: Countable,
  callers: number,
): Promise<Counts> {
  const looks: Counts[] = [];
  const usage = async () => {
    looks.push(await contender.counts());
    return contender.usage();
  };
  const job = { port: contender.port, head, expect, callers, callsMin: CALLS };
  const { answered } = await load.run(
    { ...job, keys: null, warmMs: 20, runMs: 1, rate: null, isTold: false },
    usage,
  );
  const [before, after] = looks as [Counts, Counts];
  return Object.fromEntries(
    KINDS.map((kind) => [kind, (after[kind] - before[kind]) / answered.count]),
  ) as Counts;
}

/** Work beside the calls only adds. */
export function leastOf(one: CountedCalls, other: CountedCalls): CountedCalls {
  const least = (call: string, counts: CountedCall) =>
    Object.entries(counts).map(([kind, count]) => [
      kind,
      Math.min(count, other[call]![kind as keyof Counts]!),
    ]);
  return Object.fromEntries(
    Object.entries(one).map(([call, counts]) => [call, Object.fromEntries(least(call, counts))]),
  );
}

/** What a call is made of more than recorded: a line for each. A kind of call without a record is one, too. */
export function moreThan(recorded: CountedCalls, found: CountedCalls): string[] {
  return Object.entries(found).flatMap(([call, counts]) =>
    Object.entries(counts).flatMap(([kind, count]) => {
      const before = recorded[call]?.[kind as keyof Counts] ?? Number.NaN;
      const share = kind === 'kB' ? KB_SHARE_MORE_MAX : SHARE_MORE_MAX;
      const most = before + Math.max(MORE_MAX, before * share);
      return count <= most ? [] : [`${call}: ${count} ${kind} instead of ${before}`];
    }),
  );
}

export const recordedCounts = () => JSON.parse(readFileSync(FILE, 'utf8')) as CountedCalls;

export async function showCounts(stage: Stage, isRecording: boolean): Promise<number> {
  const found = await countCalls(stage);
  const rows = Object.entries({ ...found, ...(await countByHand(stage)) });
  const cells = rows.map(([call, counts]) => [call, ...KINDS.map((kind) => counts[kind]?.toFixed(1) ?? '')]);
  console.log(aligned({ head: ['a call', ...KINDS], rows: cells }));
  if (isRecording) writeFileSync(FILE, `${JSON.stringify(found, null, 2)}\n`);
  const more = isRecording ? [] : moreThan(recordedCounts(), found);
  for (const line of more) console.log(`MORE: ${line}`);
  return more.length > 0 ? 1 : 0;
}
