// What the end of a call adds to the sums that operators look at: the daily usage of its key, and the current five-minute step. It moves
// no money.
import { type Attempt, hasFailed } from '../../domain/call.ts';
import { DURATION_COLUMNS, durationPlace } from './call-steps.ts';
import { type CallRow, type Ledger, nameOf, type StepRow } from './ledger.ts';

/** Takes a call that has just ended. */
export function countEnd(ledger: Ledger, call: CallRow, attempts: readonly Attempt[]): void {
  const isAnswered = call.state === 'settled';
  const usage = ledger.usageOf(call);
  usage.calls += isAnswered ? 1 : 0;
  usage.failures += isAnswered ? 0 : 1;
  usage.chargedMicros += call.chargedMicros;
  for (const attempt of attempts) {
    // The call of another account asked, and counts it.
    if (attempt.sparedMs !== undefined) continue;
    usage.costMicros += attempt.costMicros;
    countAttempt(stepFor(ledger, call.path, attempt.provider), attempt);
  }
  countCall(ledger, call, isAnswered, attempts);
}

/** Only the attempt that gave the answer earns the charge. In a call with several legs, each provider earns the charge of its leg. */
function countCall(ledger: Ledger, call: CallRow, isAnswered: boolean, attempts: readonly Attempt[]): void {
  const answered = isAnswered ? attempts.find(({ outcome }) => outcome === 'ok') : undefined;
  const step = stepFor(ledger, call.path, answered?.provider ?? '');
  step.calls += isAnswered ? 1 : 0;
  step.failedCalls += isAnswered ? 0 : 1;
  step.chargedMicros += call.chargedMicros;
  for (const { provider, earnedMicros = 0 } of attempts) {
    if (provider === step.provider) continue;
    stepFor(ledger, call.path, provider).chargedMicros += earnedMicros;
    step.chargedMicros -= earnedMicros;
  }
}

function countAttempt(step: StepRow, attempt: Attempt): void {
  step.attempts++;
  step.failures += hasFailed(attempt) ? 1 : 0;
  step.durationMs += attempt.durationMs;
  step.costMicros += attempt.costMicros;
  step.durations[durationPlace(attempt.durationMs)]!++;
}

function stepFor(ledger: Ledger, path: string, provider: string): StepRow {
  const name = nameOf(path, provider);
  const known = ledger.steps.get(name);
  if (known !== undefined) return known;
  const step: StepRow = {
    path,
    provider,
    calls: 0,
    failedCalls: 0,
    chargedMicros: 0,
    attempts: 0,
    failures: 0,
    durationMs: 0,
    costMicros: 0,
    durations: DURATION_COLUMNS.map(() => 0),
  };
  ledger.steps.set(name, step);
  return step;
}
