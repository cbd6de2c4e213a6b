// One crash run: a copy of the prepared data, the workload against a process that dies where the plan says, a second gateway on what it
// left, every id repeated until it is answered, and the judgement. The second gateway runs in the caller's own process, where it starts in
// a tenth of the time.
import { systemClock } from '../../domain/clock.ts';
import { CrashChild, type Serving } from './crash-child.ts';
import { emptyPlace, type Place } from './crash-data.ts';
import { type After, judge } from './crash-judge.ts';
import { adminAsk, readBooks, startOwnNode, verifyLedger } from './crash-node.ts';
import { readJournal } from './crash-platform.ts';
import type { CrashPlan } from './crash-points.ts';
import {
  ask,
  CALLS,
  type CallAnswer,
  complain,
  cursorIn,
  isRefundedCall,
  type Keys,
  ORPHANS,
  PAID,
  playWorkload,
} from './crash-workload.ts';

export interface Prepared {
  place: Place;
  keys: Keys;
  /** The balances of the two accounts before the run, in micro-units. */
  start: { rich: number; poor: number };
}

export interface Verdict {
  /** False when the workload ended before the point was reached that often. */
  struck: boolean;
  /** The broken promises; empty when there are none. */
  faults: string[];
}

/** Less than one stable call costs. */
const POOR_AMOUNT = '0.005';
/** A hold that is never ended makes each repeat wait for its whole deadline; one such wait is enough. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 100;
const NOTHING: CallAnswer = { status: 0, text: '', charged: null, isReplay: false };
/** A run takes a few seconds; a process that hangs is a finding. */
const RUN_MS_MAX = 120_000;

/** Runs the first process, up to its death in the middle of two calls. */
export async function prepare(server: string | null): Promise<Prepared> {
  const place = await emptyPlace(server);
  const child = new CrashChild(place.data, null);
  const serving = await child.serving();
  if (serving?.firstStart == null) throw new Error(`did not serve: ${(await child.ended).err}`);
  const { apiKey: rich, adminToken: admin } = serving.firstStart;
  const poor = await addPoorAccount(serving, admin);
  const keys = { rich, poor, admin };
  if ((await ask(serving.url, keys, PAID))?.status !== 200) throw new Error('the first call failed');
  const orphans = ORPHANS.map((planned) => ask(serving.url, keys, planned));
  for (const { keyword } of ORPHANS) await child.asked(keyword);
  const start = { rich: await balance(serving, admin, 'demo'), poor: await balance(serving, admin, 'poor') };
  child.kill('SIGKILL');
  await Promise.all([child.ended, ...orphans]);
  await place.age();
  return { place, keys, start };
}

/** `earlier` are starts before it, each of which dies before it serves. */
export async function crashRun(
  prepared: Prepared,
  plan: CrashPlan,
  earlier: CrashPlan[] = [],
): Promise<Verdict> {
  const place = await prepared.place.copy();
  for (const death of earlier) await dieAtStart(place, death);
  const child = new CrashChild({ ...place.data, holdTtlMs: 0 }, plan);
  let isHanging = false;
  const late = setTimeout(() => {
    isHanging = true;
    child.kill('SIGKILL');
  }, RUN_MS_MAX);
  try {
    const serving = await child.serving();
    const seen = serving === null ? new Map() : await playWorkload(child, serving, prepared.keys);
    await child.tell('drain');
    const { code, signal, err } = await child.ended;
    const struck = signal === 'SIGKILL' && !isHanging;
    const broken = struck || code === 0 ? [] : [`the process ended with ${code ?? 'no end in time'}: ${err}`];
    await place.age();
    const after = await takeOver(place, prepared.keys);
    return { struck, faults: [...broken, ...judge({ ...prepared, seen, after })] };
  } finally {
    clearTimeout(late);
    child.kill('SIGKILL');
    await place.remove();
  }
}

async function dieAtStart(place: Place, plan: CrashPlan): Promise<void> {
  const child = new CrashChild({ ...place.data, holdTtlMs: 0 }, plan);
  if ((await child.serving()) !== null) throw new Error(`a start outlived ${plan.point}`);
  await child.ended;
  await place.age();
}

/** Starts the next gateway, with a platform that works again, and collects the answers. */
async function takeOver({ data }: Place, keys: Keys): Promise<After> {
  const node = await startOwnNode(data);
  try {
    const answers = await repeatAll(node.url, keys);
    const again = await repeatAll(node.url, keys);
    const complaint = await repeat(() => complain(node.url, keys));
    const rich = await readBooks(node, keys.admin, 'demo');
    const poor = await readBooks(node, keys.admin, 'poor');
    const verify = await verifyLedger(node, keys.admin);
    const journal = readJournal(data.journal);
    return { answers, again, complaint, accounts: { rich, poor }, verify, journal };
  } finally {
    await node.close();
  }
}

async function repeatAll(url: string, keys: Keys): Promise<Map<string, CallAnswer>> {
  const answers = new Map<string, CallAnswer>();
  for (const planned of CALLS) {
    const before = planned.after === undefined ? undefined : answers.get(planned.after);
    const pcursor = before?.status === 200 ? cursorIn(before) : '';
    answers.set(planned.id, await repeat(() => ask(url, keys, planned, pcursor)));
  }
  return answers;
}

/** Repeats a call until its answer is final. */
export async function repeat(once: () => Promise<CallAnswer | null>): Promise<CallAnswer> {
  const untilMs = systemClock.monotonicMs() + PATIENCE_MS;
  for (;;) {
    const answer = await once();
    const isFinal =
      answer !== null && answer.status < 500 && (answer.status !== 409 || isRefundedCall(answer));
    if (isFinal || systemClock.monotonicMs() > untilMs) return answer ?? NOTHING;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function addPoorAccount(serving: Serving, admin: string): Promise<string> {
  await adminAsk(serving, admin, 'accounts', { name: 'poor' });
  await adminAsk(serving, admin, 'accounts/poor/topups', { amount: POOR_AMOUNT, reference: 'start' });
  return (await adminAsk(serving, admin, 'keys', { account: 'poor', name: 'key' })).secret;
}

async function balance(serving: Serving, admin: string, name: string): Promise<number> {
  const { account } = await adminAsk(serving, admin, `accounts/${name}`);
  return Math.round(Number(account.balance) * 1e6);
}
