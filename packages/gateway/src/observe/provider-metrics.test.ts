import { expect, test } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { createMetrics } from './metrics.ts';

async function providerLines(metrics: ReturnType<typeof createMetrics>): Promise<string[]> {
  return (await metrics.render()).split('\n').filter((line) => line.startsWith('reelgate_provider'));
}

test('the state of every provider is read at each scrape', async () => {
  const metrics = createMetrics(() => 0, systemClock);
  const one = {
    provider: 'gone',
    breaker: 'closed' as const,
    inFlight: 1,
    suspendedForMs: 0,
    recent: { attempts: 0, failures: 0 },
  };
  let figures: Parameters<typeof metrics.watchProviders>[0] = () => [one];
  metrics.watchProviders(
    () => figures(),
    () => ['p'],
  );
  await metrics.render();
  figures = () => [
    {
      provider: 'p',
      breaker: 'half_open',
      inFlight: 3,
      suspendedForMs: 1_500,
      recent: { attempts: 9, failures: 4 },
    },
  ];
  expect(await providerLines(metrics)).toEqual([
    'reelgate_provider_in_flight{provider="p"} 3',
    'reelgate_provider_suspended_seconds{provider="p"} 1.5',
    'reelgate_provider_recent_attempts{provider="p"} 9',
    'reelgate_provider_recent_failures{provider="p"} 4',
    'reelgate_provider_state{provider="p",state="closed"} 0',
    'reelgate_provider_state{provider="p",state="open"} 0',
    'reelgate_provider_state{provider="p",state="half_open"} 1',
    'reelgate_provider_cost_micros_total{provider="p"} 0',
  ]);
});

test('attempts are counted by provider and outcome, retries and hedges separately', async () => {
  const metrics = createMetrics(() => 0, systemClock);
  metrics.attemptEnded({ provider: 'p', role: 'first', outcome: 'timeout' });
  metrics.attemptEnded({ provider: 'p', role: 'retry', outcome: 'ok' });
  metrics.attemptEnded({ provider: 'q', role: 'hedge', outcome: 'ok' });
  expect(await providerLines(metrics)).toEqual([
    'reelgate_provider_attempts_total{provider="p",outcome="timeout"} 1',
    'reelgate_provider_attempts_total{provider="p",outcome="ok"} 1',
    'reelgate_provider_attempts_total{provider="q",outcome="ok"} 1',
    'reelgate_provider_retries_total{provider="p"} 1',
    'reelgate_provider_hedges_total{provider="q"} 1',
  ]);
});
