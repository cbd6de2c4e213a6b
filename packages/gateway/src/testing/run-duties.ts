// Works on duties as a serving process does, once, for tests without a gateway.
import { systemRandom } from '../domain/clock.ts';
import type { DutyWork } from '../domain/duty.ts';
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
