// A long history of two providers, drawn once and for all: good and bad attempts, pauses, retries, hedges, and quiet times. After each
// event, what plans and operators are told is compared with a digest.
import { test } from 'vitest';
import { createFixedDraw } from '../testing/fixed-random.ts';
import { expectTold } from '../testing/told/told.ts';
import type { AttemptEnding } from './health.ts';
import { TestHealth } from './testing/health.ts';

const EVENTS = 700;
const PROVIDERS = ['p', 'q'];
/** Good most of the time, and in bad times seldom. */
const GOOD = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'cancelled', 'input_rejected', 'not_found'] as const;
const BAD = ['unavailable', 'timeout', 'rate_limited', 'refused', 'bad_response', 'ok', 'cancelled'] as const;
/** Most of the time little time passes. Now and then it is longer than what is counted, than an ejection, or than the hour of the last attempts. */
const SHORT_MS = [1, 7, 50, 50, 120, 400, 400];
const LONG_MS = [1_000, 3_000, 9_999, 10_001, 31_000, 600_000, 3_600_001];

type Told = Record<string, unknown>;

test('what is told of two providers after each of 700 events', async () => {
  const draw = createFixedDraw(20_261_119);
  const world = new TestHealth();
  const running: { provider: string; end(ending: AttemptEnding): void }[] = [];
  const lines: string[] = [];
  const before = new Map<string, Told>();
  const changed = (provider: string): Told => {
    const { provider: _, lastFailure, ...report } = world.report(provider) ?? { lastFailure: null };
    const now: Told = { ...world.view(provider), ...report, last: lastFailure?.kind ?? null };
    const old = before.get(provider) ?? {};
    before.set(provider, now);
    return Object.fromEntries(
      Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])),
    );
  };
  const endOne = (isBad: boolean): string => {
    const { provider, end } = running.splice(draw.below(running.length), 1)[0]!;
    const ending: AttemptEnding = {
      outcome: draw.one(isBad ? BAD : GOOD),
      ...(draw.below(20) === 0 && { isLocal: true }),
      ...(draw.below(20) === 0 && { isOfInput: true }),
      ...(draw.below(90) === 0 && { suspendMs: draw.one([500, 30_000, 4_000_000]) }),
      ...(draw.below(6) === 0 && { pages: 1 + draw.below(3), waitedMs: draw.below(40) }),
    };
    end(ending);
    return `${provider} ends ${JSON.stringify(ending)}`;
  };
  const begin = (): string => {
    const provider = draw.one(PROVIDERS);
    const role = draw.one(['first', 'first', 'first', 'retry', 'hedge'] as const);
    if (role === 'first') world.calls(1, provider);
    running.push({ provider, end: world.begin(role, provider) });
    return `${provider} begins, ${role}`;
  };
  const happen = (isBad: boolean): string => {
    world.dice = draw.below(100) / 100;
    const kind = draw.below(20);
    if (kind < 8 || running.length === 0) return begin();
    if (kind < 16) return endOne(isBad);
    if (kind === 16) {
      const provider = draw.one(PROVIDERS);
      world.health.pageBegan(provider);
      return `${provider} is asked for a further page`;
    }
    if (kind === 17 && draw.below(8) === 0) {
      world.health.resume('p');
      return 'p is resumed';
    }
    if (kind === 18 && draw.below(12) === 0) {
      world.health.forget('q');
      return 'q is forgotten';
    }
    const ms = draw.one(draw.below(8) === 0 ? LONG_MS : SHORT_MS);
    world.pass(ms);
    return `${ms} ms pass`;
  };
  for (let n = 0; n < EVENTS; n++) {
    const event = happen(Math.floor(n / 60) % 3 === 1);
    world.pass(draw.below(30));
    const told = PROVIDERS.map((provider) => `${provider} ${JSON.stringify(changed(provider))}`);
    lines.push(event, ...told.filter((line) => !line.endsWith('{}')).map((line) => `  ${line}`));
  }
  lines.push(...world.ended);
  expectTold({ by: import.meta.filename, name: 'a long life', text: `${lines.join('\n')}\n` });
});
