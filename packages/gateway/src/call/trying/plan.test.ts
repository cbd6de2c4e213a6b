// What a plan allows, as a table of situations. No clock and no provider: a plan is a function.
import { describe, expect, test } from 'vitest';
import type { AttemptFailureKind } from '../../connectors/connector.ts';
import type { Variant } from '../../domain/call.ts';
import type { HealthView } from '../../health/health.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { type Candidate, type PastAttempt, type PlanInput, plan } from './plan.ts';

const WELL: HealthView = {
  suspendedMs: 0,
  isEjected: false,
  isDemoted: false,
  typicalMs: 100,
  slowMs: 500,
  hedgeAfterMs: null,
  mayRetry: true,
  mayTakeOver: true,
  mayHedge: true,
  pagesLeft: 50,
};

function provider(name: string, health: Partial<HealthView> = {}, costMicros = 0): Candidate {
  return {
    by: { provider: { name }, costMicros } as ConnectedProvider,
    health: { ...WELL, ...health },
    pages: 1,
  };
}

const failed = (name: string, failure: AttemptFailureKind): PastAttempt => ({
  provider: name,
  startedMs: 0,
  failure,
  endedMs: 0,
  isLocal: false,
});
const running = (name: string): PastAttempt => ({
  isLocal: false,
  provider: name,
  startedMs: 0,
  failure: null,
  endedMs: null,
});

function planned(candidates: Candidate[], past: PastAttempt[] = [], changes: Partial<PlanInput> = {}) {
  const input = { variant: 'stable' as Variant, elapsedMs: 0, deadlineMs: 15_000, chance: 0.5 };
  return plan({ ...input, candidates, past, ...changes }).map(({ by, role, startMs, timeoutMs }) => ({
    at: by.provider.name,
    role,
    startMs,
    timeoutMs,
  }));
}
const names = (...given: Parameters<typeof planned>) => planned(...given).map(({ at }) => at);

describe('the first attempt', () => {
  test('goes to the first provider in order', () => {
    expect(names([provider('a'), provider('b')])).toEqual(['a']);
  });

  test.each([
    ['is suspended', { suspendedMs: 5_000 }],
    ['is ejected', { isEjected: true }],
    ['failed too often of late', { isDemoted: true }],
  ])('goes to the next one when the first %s', (_, health) => {
    expect(names([provider('a', health), provider('b')])).toEqual(['b']);
  });

  test("goes to an ejected provider when there is no other: a platform's last one is never ejected", () => {
    const ejected = { isEjected: true };
    const both = [provider('a', ejected), provider('b', ejected)];
    // They take turns, so that a provider which has recovered is found.
    expect(names(both, [], { chance: 0 })).toEqual(['a']);
    expect(names(both, [], { chance: 0.99 })).toEqual(['b']);
    expect(names([provider('a', { suspendedMs: 9_000 }), provider('b', ejected)])).toEqual(['b']);
  });

  test('skips a provider that asked for a long pause, and waits for a short one', () => {
    expect(names([provider('a', { suspendedMs: 5_000 })])).toEqual([]);
    expect(
      planned([provider('a', { suspendedMs: 9_000 }), provider('b', { suspendedMs: 800 })]),
    ).toMatchObject([{ at: 'b', startMs: 800 }]);
  });

  test('of an economy call asks one provider whatever its health, with all the time and no second attempt', () => {
    const economy = { variant: 'economy' as const };
    const ill = { isEjected: true, isDemoted: true, hedgeAfterMs: 60 };
    expect(planned([provider('a', ill)], [], economy)).toEqual([
      { at: 'a', role: 'first', startMs: 0, timeoutMs: 15_000 },
    ]);
    expect(planned([provider('a', { suspendedMs: 500 })], [], economy)).toEqual([]);
    expect(planned([provider('a')], [failed('a', 'unavailable')], economy)).toEqual([]);
  });

  test('leaves time for a second: at most half, and no more than three times its slowest', () => {
    const first = (health: Partial<HealthView>) =>
      planned([provider('a', health), provider('b')])[0]!.timeoutMs;
    expect(first({ slowMs: 2_000 })).toBe(6_000);
    expect(first({ slowMs: 10 })).toBe(5_000);
    expect(first({ slowMs: null })).toBe(7_500);
  });

  test('has all the time when no provider could be asked after it', () => {
    const timeMs = (...candidates: Candidate[]) => planned(candidates)[0]!.timeoutMs;
    expect(timeMs(provider('a', {}, 1_000))).toBe(15_000);
    expect(timeMs(provider('a', {}, 1_000), provider('b', { isEjected: true }))).toBe(15_000);
    expect(timeMs(provider('a', {}, 1_000), provider('b', { suspendedMs: 9_000 }))).toBe(15_000);
    expect(timeMs(provider('a'))).toBe(5_000);
    const [second] = planned([provider('a', {}, 1_000), provider('b', {}, 1_000)], [failed('a', 'timeout')], {
      elapsedMs: 7_500,
    });
    expect(second).toMatchObject({ at: 'b', timeoutMs: 7_500 });
  });
});

describe('after a failure', () => {
  const table: [AttemptFailureKind, string[], string[], string[]][] = [
    // kind, with another provider, alone and free, alone and paid
    ['unavailable', ['b'], ['a'], ['a']],
    ['timeout', ['b'], ['a'], []],
    ['bad_response', ['b'], ['a'], []],
    ['rate_limited', ['b'], [], []],
    ['refused', ['b'], [], []],
    ['not_found', [], [], []],
    ['input_rejected', [], [], []],
  ];
  test.each(table)(
    '%s: another provider %j, the same where a repeat is free %j, where it costs %j',
    (kind, other, free, paid) => {
      expect(names([provider('a'), provider('b')], [failed('a', kind)])).toEqual(other);
      expect(names([provider('a')], [failed('a', kind)])).toEqual(free);
      expect(names([provider('a', {}, 1_000)], [failed('a', kind)])).toEqual(paid);
    },
  );

  test('another provider is asked at once, the same one after a pause with full jitter', () => {
    expect(planned([provider('a'), provider('b')], [failed('a', 'unavailable')])[0]!.startMs).toBe(0);
    const alone = (chance: number, past: PastAttempt[]) =>
      planned([provider('a')], past, { chance })[0]!.startMs;
    const once = [failed('a', 'unavailable')];
    expect([alone(0, once), alone(0.5, once), alone(0.999, once)]).toEqual([0, 50, 99.9]);
    expect(alone(0.5, [...once, ...once])).toBe(100);
    // The pause ends at the same moment, however often the plan is computed.
    const later = planned([provider('a')], once, { elapsedMs: 30 })[0]!.startMs;
    expect([later, planned([provider('a')], once, { elapsedMs: 70 })[0]!.startMs]).toEqual([50, 70]);
  });

  test('of our own limit the same provider is not asked again: it is as full a moment later', () => {
    const past = [{ ...failed('a', 'unavailable'), isLocal: true }];
    expect(names([provider('a')], past)).toEqual([]);
    expect(names([provider('a'), provider('b')], past)).toEqual(['b']);
  });

  test('there are never more than three attempts', () => {
    const past = [failed('a', 'unavailable'), failed('b', 'unavailable'), failed('a', 'unavailable')];
    expect(names([provider('a'), provider('b'), provider('c')], past)).toEqual([]);
  });

  test('a provider without retry tokens, ejected or suspended is not asked', () => {
    const past = [failed('a', 'unavailable')];
    const failing = { mayRetry: false, mayTakeOver: false };
    for (const health of [failing, { isEjected: true }, { suspendedMs: 5_000 }]) {
      expect(names([provider('a', failing), provider('b', health)], past)).toEqual([]);
    }
  });

  test('another provider that does well needs no retry token; a repeat at the same one does', () => {
    const spent = { mayRetry: false, mayTakeOver: true };
    const past = [failed('a', 'unavailable')];
    expect(names([provider('a', spent), provider('b', spent)], past)).toEqual(['b']);
    expect(names([provider('a', spent)], past)).toEqual([]);
  });

  test('no attempt begins without time to finish', () => {
    const late = { elapsedMs: 14_950 };
    expect(names([provider('a'), provider('b')], [failed('a', 'timeout')], late)).toEqual([]);
    const slow = provider('b', { typicalMs: 4_000 });
    expect(names([provider('a'), slow], [failed('a', 'timeout')], { elapsedMs: 12_000 })).toEqual([]);
    expect(names([provider('a'), slow], [failed('a', 'timeout')], { elapsedMs: 9_000 })).toEqual(['b']);
  });

  test('the last attempt has all the time that is left', () => {
    const past = [failed('a', 'unavailable'), failed('b', 'unavailable')];
    const [last] = planned([provider('a'), provider('b'), provider('c')], past, { elapsedMs: 3_000 });
    expect(last).toMatchObject({ at: 'c', timeoutMs: 12_000 });
  });
});

describe('in the middle of a walk', () => {
  const far = { ...provider('b'), pages: 4 };

  test('a provider that often fails is still asked first: to move would cost pages', () => {
    expect(names([provider('a', { isDemoted: true }), far])).toEqual(['a']);
    expect(names([provider('a', { isEjected: true }), far])).toEqual(['b']);
  });

  test('a provider that has to catch up gets the time for it, and is never the hedge', () => {
    const [moved] = planned([provider('a'), far], [failed('a', 'unavailable')]);
    expect(moved).toMatchObject({ at: 'b', timeoutMs: 6_000 });
    expect(names([provider('a', { hedgeAfterMs: 120 }, 1_000), far])).toEqual(['a']);
  });
});

describe('a hedge', () => {
  const slow = provider('a', { hedgeAfterMs: 120 });

  test('is planned at another provider, for when the first attempt takes longer than usual', () => {
    expect(planned([slow, provider('b')])).toMatchObject([
      { at: 'a', role: 'first', startMs: 0 },
      { at: 'b', role: 'hedge', startMs: 120 },
    ]);
    expect(planned([slow, provider('b')], [running('a')], { elapsedMs: 50 })).toMatchObject([
      { at: 'b', role: 'hedge', startMs: 120 },
    ]);
  });

  test('goes to the same provider only when there is no other and a repeat is free', () => {
    expect(names([slow])).toEqual(['a', 'a']);
    expect(names([provider('a', { hedgeAfterMs: 120 }, 1_000)])).toEqual(['a']);
  });

  test('is not made without a retry token, without history, or beside another one', () => {
    expect(names([slow, provider('b', { mayHedge: false })])).toEqual(['a']);
    expect(names([provider('a'), provider('b')])).toEqual(['a']);
    expect(names([slow, provider('b'), provider('c')], [running('a'), running('b')])).toEqual([]);
  });

  test('that outlives the first attempt is waited for before another provider is asked', () => {
    expect(names([slow, provider('b')], [failed('a', 'unavailable'), running('b')])).toEqual([]);
  });
});
