// What fails and when: a pure function of the seed, the length of the run and the names of nodes and links. Each run draws its own subset
// of faults, because a run with all of them at once hides what one of them alone would show.
import type { Applied, Toxic } from './fault-proxy.ts';
import { type Dice, diceOf } from './seed.ts';
import { FAULT_NAMES } from './upstream-faults.ts';

export type Action =
  /** A killed node is killed again, this long after it serves. */
  | { kind: 'kill'; node: string; againAfterMs: number[] }
  | { kind: 'terminate'; node: string }
  | { kind: 'stop'; node: string; forMs: number }
  | { kind: 'database'; forMs: number }
  /** The primary is killed for good and its standby takes over; once in a round. */
  | { kind: 'fail_over' }
  /** A future release changes the schema under the nodes; once in a round. */
  | { kind: 'migrate' }
  | { kind: 'link'; link: string; applied: Applied[]; forMs: number }
  | { kind: 'upstream'; level: number; faults: string[] | null; forMs: number }
  | { kind: 'quiet'; forMs: number };

export interface Planned {
  atMs: number;
  action: Action;
}

export interface Place {
  storage: 'sqlite' | 'postgres';
  nodes: string[];
  clientLinks: string[];
  upstreamLinks: string[];
  databaseLinks: string[];
  /** There is a standby that can take over. */
  failsOver?: boolean;
  /** A future release changes the schema. */
  migrates?: boolean;
}

type Kind =
  | 'kill'
  | 'terminate'
  | 'stop'
  | 'database'
  | 'client_link'
  | 'upstream_link'
  | 'database_link'
  | 'upstream';

const PERIOD_MS_MIN = 5_000;
const PERIOD_MS_MAX = 10_000;
const QUIET_SHARE = 0.25;
const KIND_SHARE = 0.6;
/** Faults that most runs have, because without them a run has little to break. A share of runs omits them too. */
const USUAL: readonly Kind[] = ['kill', 'upstream'];
const USUAL_SHARE = 0.85;
const ACTIONS_MAX = 3;
const KILLS_MORE_MAX = 3;
export const SWIZZLE_MS = 6_000;
/** Longer than the lifetime of a hold and its sweep; only useful where a run has the time and another node to sweep. */
const LONG_STOP_MS = 72_000;
const LONG_STOP_FROM_MS = 240_000;

export function scheduleOf(seed: number, totalMs: number, place: Place): Planned[] {
  const dice = diceOf(seed, 'schedule');
  const kinds = swarm(dice, place);
  const planned: Planned[] = [];
  const endMs = totalMs - SWIZZLE_MS;
  for (let atMs = 0; atMs < endMs; ) {
    const forMs = Math.min(dice.between(PERIOD_MS_MIN, PERIOD_MS_MAX), endMs - atMs);
    if (dice.chance(QUIET_SHARE)) planned.push({ atMs, action: { kind: 'quiet', forMs } });
    else planned.push(...period(dice, place, kinds, atMs, forMs, totalMs));
    atMs += forMs;
  }
  planned.push(...swizzle(dice, place, endMs));
  if (place.failsOver === true) planned.push(once(seed, totalMs, 'fail_over'));
  if (place.migrates === true) planned.push(once(seed, totalMs, 'migrate'));
  return planned.sort((a, b) => a.atMs - b.atMs);
}

/** In the middle of the run, with calls before and after it. It has its own dice, so that a seed gives the same round with and without it. */
function once(seed: number, totalMs: number, kind: 'fail_over' | 'migrate'): Planned {
  const atMs = Math.round(totalMs * diceOf(seed, kind.replace('_', ' ')).between(0.3, 0.6));
  return { atMs, action: { kind } };
}

function swarm(dice: Dice, place: Place): Kind[] {
  const all: Kind[] = ['kill', 'terminate', 'stop', 'client_link', 'upstream_link', 'upstream'];
  if (place.storage === 'postgres') all.push('database', 'database_link');
  const drawn = all.filter((kind) => dice.chance(USUAL.includes(kind) ? USUAL_SHARE : KIND_SHARE));
  return drawn.length >= 2 ? drawn : [...USUAL];
}

function period(
  dice: Dice,
  place: Place,
  kinds: Kind[],
  atMs: number,
  forMs: number,
  totalMs: number,
): Planned[] {
  const count = 1 + dice.int(ACTIONS_MAX);
  return Array.from({ length: count }, () => {
    const startMs = dice.next() * forMs * 0.6;
    const kind = dice.pick(kinds);
    return {
      atMs: Math.round(atMs + startMs),
      action: actionOf(dice, place, kind, forMs - startMs, totalMs - atMs),
    };
  });
}

function actionOf(dice: Dice, place: Place, kind: Kind, leftMs: number, runLeftMs: number): Action {
  const forMs = Math.round(leftMs * dice.between(0.4, 1));
  switch (kind) {
    case 'kill': {
      const againAfterMs = Array.from({ length: dice.int(KILLS_MORE_MAX + 1) }, () => 50 + dice.int(1_500));
      return { kind, node: dice.pick(place.nodes), againAfterMs };
    }
    case 'terminate':
      return { kind, node: dice.pick(place.nodes) };
    case 'stop': {
      const isLong = place.nodes.length > 1 && runLeftMs > LONG_STOP_FROM_MS && dice.chance(0.2);
      return { kind, node: dice.pick(place.nodes), forMs: isLong ? LONG_STOP_MS : forMs };
    }
    case 'database':
      return { kind, forMs: Math.round(dice.between(0, 2_000)) };
    case 'client_link':
      return { kind: 'link', link: dice.pick(place.clientLinks), applied: toxics(dice), forMs };
    case 'upstream_link':
      return { kind: 'link', link: dice.pick(place.upstreamLinks), applied: toxics(dice), forMs };
    case 'database_link':
      return { kind: 'link', link: dice.pick(place.databaseLinks), applied: toxics(dice), forMs };
    case 'upstream':
      return upstreamAction(dice, forMs);
  }
}

/** Some periods have all platform faults, some have one, and in some the platform never works. */
function upstreamAction(dice: Dice, forMs: number): Action {
  const faults = dice.chance(0.5) ? null : dice.shuffle(FAULT_NAMES).slice(0, 1 + dice.int(4));
  return { kind: 'upstream', level: dice.pick([0.1, 0.3, 0.6, 1]), faults, forMs };
}

function toxics(dice: Dice): Applied[] {
  return Array.from({ length: 1 + dice.int(2) }, () => ({
    toxic: toxic(dice),
    direction: dice.pick(['up', 'down'] as const),
    probability: dice.pick([0.3, 0.7, 1]),
  }));
}

function toxic(dice: Dice): Toxic {
  const draw: Toxic[] = [
    { name: 'latency', ms: dice.int(400), jitterMs: dice.int(200) },
    { name: 'down' },
    { name: 'bandwidth', bytesPerSecond: 2_000 + dice.int(100_000) },
    { name: 'slow_close', ms: dice.int(3_000) },
    { name: 'timeout', ms: dice.chance(0.5) ? 0 : 500 + dice.int(3_000) },
    { name: 'reset_peer', ms: dice.int(800) },
    { name: 'slicer', bytes: 20 + dice.int(400), delayMs: dice.int(4) },
    { name: 'limit_data', bytes: 200 + dice.int(20_000) },
  ];
  return dice.pick(draw);
}

/** Links are cut one by one in one sequence and restored in another. */
function swizzle(dice: Dice, place: Place, atMs: number): Planned[] {
  const links = dice.shuffle([...place.clientLinks, ...place.upstreamLinks, ...place.databaseLinks]);
  const cut = links.slice(0, 1 + dice.int(links.length));
  const back = dice.shuffle(cut.map((_, i) => i));
  return cut.map((link, i) => {
    const startMs = (i / cut.length) * (SWIZZLE_MS / 2);
    const endMs = SWIZZLE_MS / 2 + (back[i]! / cut.length) * (SWIZZLE_MS / 2);
    const applied: Applied[] = [{ toxic: { name: 'down' }, direction: 'up', probability: 1 }];
    return {
      atMs: Math.round(atMs + startMs),
      action: { kind: 'link', link, applied, forMs: Math.round(endMs - startMs) },
    };
  });
}
