// Runs the suites of calls with terms and with tiers on SQLite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { systemRandom } from '../../domain/clock.ts';
import { describeTerms } from '../terms.contract.ts';
import { describeTiers } from '../tiers.contract.ts';
import { openSqliteStorage } from './open-storage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-terms-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const [name, describeSuite] of Object.entries({ describeTerms, describeTiers })) {
  describeSuite('SQLite', async (clock) => {
    const file = path.join(folder, `${name}.db`);
    const storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
    return { storage, close: () => storage.close() };
  });
}
