// The fault of a provider is that of its newest row in the audit log, whichever read ends last.
import { expect, test } from 'vitest';
import type { ProviderFault } from '../domain/provider-status.ts';
import type { AuditRow } from '../storage/storage.ts';
import { followFaults } from './follow-faults.ts';

const row = (id: number, fault: ProviderFault): AuditRow => ({
  ...{ id, atMs: 0, actor: 'x', action: 'provider.fault', subject: 'north', detail: { fault } },
});

/** A log whose reads wait until the test lets them go on. */
function heldLog() {
  let rows: AuditRow[] = [];
  let isHeld = false;
  const waiting: (() => void)[] = [];
  return {
    write: (one: AuditRow) => {
      rows = [one, ...rows];
    },
    hold: () => {
      isHeld = true;
    },
    letGo: (at: number) => waiting[at]!(),
    audit: {
      list: async () => {
        const items = rows;
        if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
        return { items, next: null };
      },
    },
  };
}

test('a read that began before a change and ends after it does not bring the old fault back', async () => {
  const log = heldLog();
  log.write(row(1, 'down'));
  const faults = await followFaults(
    log,
    () => ['north'],
    () => {},
  );
  log.hold();
  log.write(row(2, 'slow'));
  const older = faults.take();
  log.write(row(3, 'none'));
  const newer = faults.take();
  log.letGo(1);
  await newer;
  expect(faults.of('north')).toBe('none');
  log.letGo(0);
  await older;
  expect(faults.of('north')).toBe('none');
});

test('after a start the faults are those that were switched on before it', async () => {
  const log = heldLog();
  log.write(row(1, 'slow'));
  const told: string[] = [];
  const faults = await followFaults(
    log,
    () => ['north'],
    (provider) => told.push(provider),
  );
  expect([faults.of('north'), told]).toEqual(['slow', ['north']]);
});

test('a fault that has not changed is told once, so that what was learned about the provider stays', async () => {
  const log = heldLog();
  const told: string[] = [];
  const faults = await followFaults(
    log,
    () => ['north'],
    (provider) => told.push(provider),
  );
  expect([faults.of('north'), faults.of('another')]).toEqual(['none', null]);
  log.write(row(1, 'down'));
  for (let look = 0; look < 3; look++) await faults.take();
  expect(told).toEqual(['north']);
  log.write(row(2, 'down'));
  await faults.take();
  expect(told).toEqual(['north', 'north']);
});
