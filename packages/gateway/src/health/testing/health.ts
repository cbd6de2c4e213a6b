// For tests of health: a clock that the test moves, a random number that the test sets, and one method for each event at a
// provider.
import type { Clock } from '../../domain/clock.ts';
import { createHealth } from '../create-health.ts';
import type { AttemptEnding, AttemptRole, HealthView, ProviderHealthReport } from '../health.ts';

export class TestHealth {
  elapsedMs = 1_000_000;
  /** 0.5 means no jitter. */
  dice = 0.5;
  readonly clock: Clock = {
    nowMs: () => Date.parse('2026-11-15T12:00:00.000Z') + this.elapsedMs,
    monotonicMs: () => this.elapsedMs,
  };
  /** Attempts as the metrics saw them. */
  readonly ended: string[] = [];
  readonly health = createHealth({
    clock: this.clock,
    chance: () => this.dice,
    onAttempt: (provider, role, { outcome }) => this.ended.push(`${provider} ${role} ${outcome}`),
  });

  pass(ms: number): void {
    this.elapsedMs += ms;
  }

  view(provider = 'p'): HealthView {
    return this.health.view(provider);
  }

  report(provider = 'p'): ProviderHealthReport {
    return this.health.snapshot().find((one) => one.provider === provider)!;
  }

  calls(count: number, provider = 'p'): void {
    for (let n = 0; n < count; n++) this.health.callBegan([provider]);
  }

  begin(role: AttemptRole = 'first', provider = 'p'): (ending: AttemptEnding) => void {
    return this.health.attemptBegan(provider, role);
  }

  /** One attempt from start to end. */
  attempt(
    outcome: AttemptEnding['outcome'],
    {
      tookMs = 0,
      role = 'first',
      ...rest
    }: Partial<Omit<AttemptEnding, 'outcome'>> & { tookMs?: number; role?: AttemptRole } = {},
  ): void {
    const end = this.begin(role);
    this.pass(tookMs);
    end({ outcome, ...rest });
  }

  attempts(count: number, ...rest: Parameters<TestHealth['attempt']>): void {
    for (let n = 0; n < count; n++) this.attempt(...rest);
  }
}
