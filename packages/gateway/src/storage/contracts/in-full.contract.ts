// What each verb of the storage answers and leaves behind, in full: fixed scenarios on a fixed clock, of which every result and every changed
// row is compared with a digest, the same one for both databases.
import { expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { expectTold } from '../../testing/told/told.ts';
import type { OpenedAlone } from '../testing/bystander.ts';
import { playAccounts } from '../testing/in-full/accounts.ts';
import { playCalls } from '../testing/in-full/calls.ts';
import { playCollections } from '../testing/in-full/collections.ts';
import { playPayments } from '../testing/in-full/payments.ts';
import { playService } from '../testing/in-full/service.ts';
import { playWatches } from '../testing/in-full/watches.ts';
import { type Recorder, recorderOf } from '../testing/recorder.ts';
import { verbs } from '../verbs.ts';
import { createTestClock } from './storage.contract.ts';

/** By the name of the stored text. */
const SCENARIOS = {
  accounts: playAccounts,
  calls: playCalls,
  collections: playCollections,
  payments: playPayments,
  service: playService,
  watches: playWatches,
} satisfies Record<string, (recorder: Recorder) => Promise<void>>;
const SCENARIO_NAMES = Object.keys(SCENARIOS) as ScenarioName[];

type ScenarioName = keyof typeof SCENARIOS;

export function describeInFull(
  name: string,
  open: (clock: Clock) => Promise<OpenedAlone>,
  chosen: readonly ScenarioName[] = SCENARIO_NAMES,
): void {
  const used = new Set<string>();

  for (const scenario of chosen)
    test(`${name}: ${scenario}: every answer and every row is as it was written down`, async () => {
      const clock = createTestClock();
      const opened = await open(clock);
      const recorder = recorderOf(opened, clock);
      try {
        await SCENARIOS[scenario](recorder);
        const { differences } = await opened.storage.ledger.verify();
        expect(differences).toEqual([]);
      } finally {
        await opened.close();
      }
      for (const verb of recorder.verbs) used.add(verb);
      expectTold({ by: import.meta.filename, name: scenario, text: recorder.text(), begins: /^# / });
    });

  if (chosen !== SCENARIO_NAMES) return;
  // The last test: it looks back at what the scenarios did.
  test(`${name}: every verb of the storage has its place in a scenario`, () => {
    expect(Object.keys(verbs).filter((verb) => !used.has(verb))).toEqual([]);
  });
}
