// A list by action reads the log in ranges of ids, because nothing indexes actions. No row may fall between two ranges.
import { expect, test } from 'vitest';
import type { Row } from '../steps/reading.ts';
import { type AuditRow, listAudit } from './audit.ts';

/** The newest row. */
const LAST = 25_000;
/** Ids of rows with the action: both sides of each range of 10,000, and both ends of the log. */
const MATCHING = [1, 5_000, 5_001, 5_002, 15_000, 15_001, 15_002, LAST];

/** Answers the two queries of a page as a database with these rows would. */
function pageAfter(after: string | null) {
  const reading = listAudit({ action: 'key.revoke', limit: 3, after });
  let step = reading.next();
  while (!step.done) {
    const { sql, values = [] } = step.value;
    step = reading.next(sql.includes('max(id)') ? [{ id: LAST }] : rowsOf(values as number[]));
  }
  return step.value;
}

function rowsOf([below = 0, lowest = 0, ...rest]: number[]): Row[] {
  const ids = MATCHING.filter((id) => id < below && id >= lowest).sort((a, b) => b - a);
  const row = { at_ms: 0, actor: 'x', action: 'key.revoke', subject: 's', detail: '{}' };
  return ids.slice(0, rest.at(-1)).map((id) => ({ ...row, id }));
}

test('a walk over all pages by action finds every row once, also those at the edges of what one page looks at', () => {
  const found: AuditRow[] = [];
  let after: string | null = null;
  let pages = 0;
  do {
    const page: ReturnType<typeof pageAfter> = pageAfter(after);
    found.push(...page.items);
    after = page.next;
  } while (after !== null && ++pages < 20);
  expect(found.map(({ id }) => id)).toEqual([...MATCHING].reverse());
  expect(after).toBeNull();
});
