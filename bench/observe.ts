// Measures what observing calls costs a call that is not kept: its facts, the ids of its trace, the decision not to keep it, and also what
// metrics cost. In nanoseconds of CPU time; each figure is the best of several rounds, because other work on the machine can only add to
// it. Fails when tracing takes more than the promised microsecond.
// Run: npm run bench:observe

import type { CallDeps } from '../packages/gateway/src/call/call-deps.ts';
import { collectFacts, noteObtained, noteTime, reportCall } from '../packages/gateway/src/call/call-facts.ts';
import type { CallOutcome } from '../packages/gateway/src/call/call-outcome.ts';
import { systemChance, systemClock, systemRandom } from '../packages/gateway/src/domain/clock.ts';
import { toMicros } from '../packages/gateway/src/domain/money.ts';
import { createCallLog } from '../packages/gateway/src/observe/call-log.ts';
import { CallTraces } from '../packages/gateway/src/observe/call-traces.ts';
import { silentLog } from '../packages/gateway/src/observe/log.ts';
import { createMetrics } from '../packages/gateway/src/observe/metrics.ts';

const PROMISED_NS = 1_000;
const WARM_UP = 200_000;
const ROUNDS = 9;
const RUNS_PER_ROUND = 100_000;

const exporter = { send: async () => {}, close: async () => {} };
const callLog = createCallLog({ to: 'off', successes: () => 0, log: silentLog, chance: systemChance });
const depsWith = (isTraced: boolean) =>
  ({
    clock: systemClock,
    callLog,
    traces: new CallTraces({
      exporter: isTraced ? exporter : null,
      share: () => 0,
      slowMs: () => 2_500,
      random: systemRandom,
      chance: systemChance,
    }),
    statusOf: () => 500,
    settings: () => ({ logsKeywords: false }),
  }) as unknown as CallDeps;

const attempt = {
  provider: 'p',
  startedMs: 1,
  durationMs: 20,
  outcome: 'ok',
  bytes: 9,
  costMicros: toMicros(0),
};
const obtained = {
  kind: 'good',
  source: 'live',
  by: { provider: { name: 'p' } },
  attempts: [attempt],
} as never;
const outcome = { kind: 'answered', content: { kind: 'text' }, chargedMicros: toMicros(12_000) };
const observed = {
  requestId: 'req_0',
  target: { kind: 'operation', called: { action: { variant: 'stable' } } } as never,
};
/** Everything that `run-call` and `gateway-calls` do to observe it. */
function observeCall(deps: CallDeps): void {
  const facts = collectFacts(deps, observed, 0);
  noteTime(deps, facts, 'holdMs');
  noteTime(deps, facts, 'workMs');
  noteObtained(facts, obtained);
  noteTime(deps, facts, 'endMs');
  if (facts !== null) reportCall(deps, observed, facts, outcome as unknown as CallOutcome, 20);
}

function cpuNs(work: () => void): number {
  for (let i = 0; i < WARM_UP; i++) work();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.threadCpuUsage();
    for (let i = 0; i < RUNS_PER_ROUND; i++) work();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, ((user + system) * 1_000) / RUNS_PER_ROUND);
  }
  return Math.round(best);
}

const [off, on] = [depsWith(false), depsWith(true)];
const without = cpuNs(() => observeCall(off));
const traced = cpuNs(() => observeCall(on));
const metrics = createMetrics(() => 0, systemClock);
const counted = {
  variant: 'stable',
  outcome: 'ok',
  durationMs: 20,
  chargedMicros: 12_000,
  traceId: null,
} as const;
const counting = cpuNs(() => metrics.callEnded(counted));
console.log(`nobody looks              ${without} ns`);
console.log(
  `traced, and not kept      ${traced} ns: ${traced - without} ns for tracing, promised are ${PROMISED_NS}`,
);
console.log(`counted in the metrics    ${counting} ns`);
await Promise.all([off.traces.close(), on.traces.close()]);
process.exitCode = traced - without > PROMISED_NS ? 1 : 0;
