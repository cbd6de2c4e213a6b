// What is planned in 400 situations of a call, drawn once and for all, compared with a digest.
import { test } from 'vitest';
import type { AttemptFailureKind } from '../../connectors/connector.ts';
import type { HealthView } from '../../health/health.ts';
import { createFixedDraw } from '../../testing/fixed-random.ts';
import { expectTold } from '../../testing/told/told.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { type Candidate, type PastAttempt, type PlanInput, plan } from './plan.ts';

const SITUATIONS = 400;
const DEADLINE_MS = 15_000;
const FAILURES: AttemptFailureKind[] = [
  ...(['unavailable', 'unavailable', 'timeout', 'bad_response', 'rate_limited', 'refused'] as const),
  ...(['not_found', 'input_rejected'] as const),
];

const USUAL: Partial<HealthView> = {
  ...{ suspendedMs: 0, isEjected: false, isDemoted: false, pagesLeft: 50 },
  ...{ mayRetry: true, mayTakeOver: true, mayHedge: true },
};

const draw = createFixedDraw(20_261_119);
const seldom = () => draw.below(5) === 0;

function healthOf(): HealthView {
  const typicalMs = draw.one([null, 40, 300, 2_000]);
  return {
    suspendedMs: draw.one([0, 0, 0, 0, 300, 2_000, 60_000]),
    isEjected: seldom(),
    isDemoted: seldom(),
    typicalMs,
    slowMs: typicalMs === null ? null : typicalMs * draw.one([1, 3, 10]),
    hedgeAfterMs: typicalMs === null ? null : typicalMs * 2,
    mayRetry: !seldom(),
    mayTakeOver: !seldom(),
    mayHedge: !seldom(),
    pagesLeft: draw.one([50, 50, 1, 0]),
  };
}

const candidate = (name: string): Candidate => ({
  by: { provider: { name }, costMicros: draw.one([0, 0, 1_000]) } as ConnectedProvider,
  health: healthOf(),
  pages: draw.one([1, 1, 1, 2, 8]),
});

function pastOf(names: readonly string[], elapsedMs: number): PastAttempt[] {
  return Array.from({ length: draw.one([1, 1, 1, 2, 2, 3]) }, () => {
    const startedMs = draw.below(elapsedMs + 1);
    const isRunning = draw.below(3) === 0;
    return {
      provider: draw.one(names),
      startedMs,
      failure: isRunning ? null : draw.one(FAILURES),
      endedMs: isRunning ? null : startedMs + draw.below(elapsedMs - startedMs + 1),
      isLocal: !isRunning && draw.below(2) === 0,
    };
  }).sort((one, other) => one.startedMs - other.startedMs);
}

/** What is as usual is left out. */
function written({ variant, candidates, past, elapsedMs, chance }: PlanInput): string {
  const at = candidates.map(({ by, health, pages }) => {
    const unusual = Object.entries(health).filter(
      ([name, value]) => USUAL[name as keyof HealthView] !== value,
    );
    const of = unusual.map(([name, value]) => `${name}=${value}`).join(' ');
    return `${by.provider.name}(cost ${by.costMicros}, ${pages} pages, ${of})`;
  });
  const before = past.map(
    (one) =>
      `${one.provider} ${one.startedMs}-${one.endedMs ?? ''} ${one.failure ?? 'runs'}${one.isLocal ? ' here' : ''}`,
  );
  return `${variant} at ${elapsedMs}, chance ${chance}: ${at.join(' ')}; before: ${before.join(', ')}`;
}

test('what is planned in 400 situations', async () => {
  const lines = Array.from({ length: SITUATIONS }, () => {
    const names = ['p', 'q', 'r'].slice(0, 1 + draw.below(3));
    const elapsedMs = draw.one([0, 200, 3_000, 9_000, 14_700]);
    const past = elapsedMs === 0 ? [] : pastOf(names, elapsedMs);
    const input = {
      variant: draw.one(['stable', 'stable', 'stable', 'economy'] as const),
      candidates: names.map(candidate),
      past,
      elapsedMs,
      deadlineMs: DEADLINE_MS,
      chance: draw.below(100) / 100,
    };
    const planned = plan(input).map(
      ({ by, role, startMs, timeoutMs }) => `${by.provider.name} ${role} at ${startMs} for ${timeoutMs}`,
    );
    return `${written(input)}\n  → ${planned.join(', ') || 'nothing'}`;
  });
  expectTold({ by: import.meta.filename, name: 'plans', text: `${lines.join('\n')}\n` });
});
