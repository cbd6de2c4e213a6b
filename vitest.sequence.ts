// Starts the longest test files first, so that none of them begins when the others have ended. Vitest itself goes by the durations of the
// last run, and without one (a new clone, CI) by the size of the file. These files are small: what takes long stands in the suites and the
// generated cases that they import.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const PACKAGES = path.join(import.meta.dirname, 'packages');

/** The longest takes 55 s, the last of them 4 s. */
const LONGEST = [
  'gateway/src/storage/postgres/contracts.test.ts',
  'console/src/pages.test.ts',
  'gateway/src/storage/postgres/connection.test.ts',
  'gateway/src/storage/sqlite/contracts.test.ts',
  'gateway/src/connectors/walks.test.ts',
  'gateway/src/connectors/connector.contract.test.ts',
  'gateway/src/storage/postgres/storage.test.ts',
  'gateway/src/http/requests/spellings.test.ts',
  'gateway/src/guarantees/patterns.test.ts',
  'gateway/src/guarantees/api-properties.test.ts',
  'gateway/src/testing/platforms/operations.test.ts',
  'gateway/src/storage/postgres/queues/locked-accounts.test.ts',
  'gateway/src/storage/postgres/outage.test.ts',
  'gateway/src/guarantees/repeats.test.ts',
  'gateway/src/guarantees/owners.test.ts',
  'gateway/src/cli/top/top.test.ts',
  'gateway/src/storage/postgres/backend.test.ts',
  'gateway/src/library/sqlite/library.test.ts',
  'gateway/src/call/left-behind.test.ts',
  'gateway/src/storage/postgres/checkpoint.test.ts',
  'gateway/src/storage/postgres/in-full.test.ts',
  'gateway/src/storage/sqlite/in-full.test.ts',
].map((file) => path.join(PACKAGES, file));

const moved = LONGEST.filter((file) => !existsSync(file));
if (moved.length > 0) throw new Error(`vitest.sequence.ts names files that are gone: ${moved.join(', ')}`);

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.indexOf(moduleId);
  return rank === -1 ? LONGEST.length : rank;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
