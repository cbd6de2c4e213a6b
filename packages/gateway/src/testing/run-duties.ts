// Works on duties as a serving process does, once, for tests without a gateway.
import { describe } from 'vitest';
import { systemRandom } from '../domain/clock.ts';
import type { DutyWork } from '../domain/gathering/duty.ts';
import { DutyRunner } from '../duties/duty-runner.ts';
import type { Storage } from '../storage/storage.ts';

/** Runs what is due now, until nothing is. A failure of the work fails the test. */
export async function runDuties({ duties }: Pick<Storage, 'duties'>, ...works: DutyWork[]): Promise<void> {
  const failures: unknown[] = [];
  const runner = new DutyRunner({
    ...{ duties, random: systemRandom, chance: () => 0.5, intervals: () => () => {} },
    onFailed: (_, error) => failures.push(error),
    onGone: (_, error) => failures.push(error),
  });
  runner.register(...works);
  await runner.look();
  await runner.settled();
  if (failures.length > 0) throw new AggregateError(failures, 'a duty failed');
}

/**
 * Runs a suite twice: on what is new, and on what has begun, ended, failed and rested before. What a contract says of a new instance is
 * true of one that has a past, and most state that is left over is left by the first failure or the first rest.
 */
const LIVES = [
  ['is new', false],
  ['has worked, failed and rested', true],
] as const;

/** `suite` uses its instances up first when it is told so. */
export function inBothLives(what: string, suite: (isUsed: boolean) => void): void {
  describe.each(LIVES)(`${what} that %s`, (_, isUsed) => suite(isUsed));
}
