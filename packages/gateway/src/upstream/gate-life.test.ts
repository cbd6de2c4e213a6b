// A long history of gates, drawn once and for all: accounts, collections and the gateway itself ask, leave and give up, time passes, limits
// change. Who is admitted, who is refused, and what is expected is compared with a digest. At the end every place is free and no timer is
// left.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inBackground } from '../domain/in-background.ts';
import { gatheringParty } from '../domain/limiting/fair-share.ts';
import { createFixedDraw } from '../testing/fixed-random.ts';
import { expectTold } from '../testing/told/told.ts';
import { Gate, type GateLimits, type Leave } from './gate.ts';
import { Cancel, TimeLimit } from './time-limit.ts';

const EVENTS = 400;
const PARTIES = ['a', 'b', 'c', gatheringParty('a'), gatheringParty('d'), null];
const SIGNS = ['good', 'good', 'good', 'unknown', 'overloaded'] as const;

const GATES: Record<string, GateLimits> = {
  'few places': { requestsPerSecond: null, inFlightMax: 4, gatheringShare: 0.5, waitingMax: 6 },
  'many places': { requestsPerSecond: null, inFlightMax: 20, gatheringShare: 0.25, waitingMax: 12 },
  'a rate': { requestsPerSecond: 20, inFlightMax: 8, gatheringShare: 0.5, waitingMax: 8 },
  'a slow rate': { requestsPerSecond: 0.5, inFlightMax: null, waitingMax: 5 },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each(Object.entries(GATES))('who is admitted by a gate with %s', async (name, limits) => {
  const draw = createFixedDraw(20_261_119);
  const beganMs = Date.now();
  const gate = new Gate(limits, { nowMs: () => 0, monotonicMs: () => Date.now() - beganMs });
  const inside: { who: string; leave: Leave; limit: TimeLimit }[] = [];
  const cancels: Cancel[] = [];
  let happened: string[] = [];
  const note = (who: string, limit: TimeLimit, leave: Leave | null) => {
    happened.push(`${who} ${leave === null ? 'refused' : 'in'}`);
    if (leave === null) limit.close();
    else inside.push({ who, leave, limit });
  };
  let asked = 0;
  const ask = () => {
    const party = draw.one(PARTIES);
    const who = `${party ?? 'gateway'}#${++asked}`;
    const leftMs = draw.one([300, 900, 1_500, 5_000, 20_000]);
    const cancel = new Cancel();
    cancels.push(cancel);
    const limit = new TimeLimit(leftMs, cancel);
    const turnsAway = gate.turnsAway(leftMs, party);
    inBackground(gate.enter(limit, leftMs, party).then((leave) => note(who, limit, leave)));
    return `${who} asks with ${leftMs} ms${turnsAway ? ', to be turned away' : ''}`;
  };
  const end = () => {
    const { who, leave, limit } = inside.splice(draw.below(inside.length), 1)[0]!;
    const sign = draw.one(SIGNS);
    leave(sign);
    // A second end changes nothing.
    leave('overloaded');
    limit.close();
    return `${who} out, ${sign}`;
  };
  const happen = async () => {
    const kind = draw.below(20);
    if (kind < 9) return ask();
    if (kind < 14 && inside.length > 0) return end();
    if (kind === 14 && cancels.length > 0) {
      cancels.splice(draw.below(cancels.length), 1)[0]!.abort();
      return 'one is no longer wanted';
    }
    if (kind === 15 && draw.below(6) === 0) {
      gate.allow({ ...limits, inFlightMax: draw.one([2, 6, 16]) });
      return 'other limits';
    }
    const ms = draw.one([5, 20, 60, 60, 200, 700, 2_100]);
    await vi.advanceTimersByTimeAsync(ms);
    return `${ms} ms pass`;
  };
  const lines: string[] = [];
  for (let n = 0; n < EVENTS; n++) {
    const event = await happen();
    await vi.advanceTimersByTimeAsync(0);
    const { limit, inFlight, waiting } = gate.state;
    const waits = PARTIES.map((party) => Math.round(gate.expectedWaitMs(party)));
    lines.push(
      `${event}: ${happened.join(', ')} | ${inFlight} of ${limit}, ${waiting} wait, expected ${waits.join(' ')}`,
    );
    happened = [];
  }
  while (inside.length > 0 || gate.state.waiting > 0) {
    for (const { leave, limit } of inside.splice(0)) {
      leave('unknown');
      limit.close();
    }
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect([gate.state.inFlight, gate.state.waiting, vi.getTimerCount()]).toEqual([0, 0, 0]);
  expectTold({ by: import.meta.filename, name, text: `${lines.join('\n')}\n` });
});
