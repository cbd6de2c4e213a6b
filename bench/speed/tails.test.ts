import { expect, test } from 'vitest';
import { overlapMs, PARTS, partsOf, type SentCall, type TracedCall, tailOf } from './tails.ts';

const at = (fromMs: number, toMs: number) => ({ fromMs, toMs });

/** A call that is due at `due` and whose settlement takes `settleMs`. */
function call(id: string, due: number, settleMs: number): [SentCall, TracedCall] {
  const settle = at(due + 30, due + 30 + settleMs);
  return [
    { id, dueAtMs: due, sentAtMs: due + 1, endedAtMs: settle.toMs + 2 },
    { id, whole: at(due + 2, settle.toMs), hold: at(due + 3, due + 5), ask: at(due + 6, due + 27), settle },
  ];
}
const NO_PAUSES = { collections: [], stalls: [] };

test('the parts of a call add up to what its caller waited', () => {
  const [sent, traced] = call('a', 1_000, 4);
  const parts = partsOf(sent, traced, NO_PAUSES);
  expect(PARTS.map((part) => parts[part])).toEqual([1, 1, 1, 2, 22, 3, 4, 2, 0, 0]);
  expect(PARTS.reduce((sum, part) => sum + parts[part], 0)).toBe(sent.endedAtMs - sent.dueAtMs);
});

test('pauses count only as far as they lie within the call', () => {
  expect(overlapMs([at(0, 10), at(12, 14), at(19, 40)], at(5, 20))).toBe(5 + 2 + 1);
  expect(overlapMs([at(0, 5), at(20, 30)], at(5, 20))).toBe(0);
});

test('the slowest one in a hundred is told apart from all calls, and calls without a trace are left out', () => {
  const calls = Array.from({ length: 100 }, (_, i) => call(`c${i}`, i * 100, i === 40 ? 60 : 5));
  const sent = [...calls.map(([one]) => one), call('untraced', 0, 900)[0]];
  const traced = calls.map(([, one]) => one);
  const tail = tailOf(sent, traced, { ...NO_PAUSES, collections: [at(4_040, 4_050)] });
  expect(tail.calls).toBe(100);
  expect(tail.slowest.total).toBe(92);
  expect(tail.slowest['storage: settle, with its commit']).toBe(60);
  expect(tail.slowest['within these: garbage collection on the event loop']).toBe(10);
  expect(tail.all['storage: settle, with its commit']).toBeCloseTo(5.55);
});
