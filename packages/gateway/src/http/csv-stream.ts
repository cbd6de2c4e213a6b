// Owns a list as one file: page after page of a verb, each sent before the next is asked for, so that neither the gateway nor its
// ledger ever holds more than a page. The number of rows is bounded; a file that is cut says so in its last line.

import { type Failure, isFailure } from '../domain/failure.ts';
import type { CsvForm } from '../verb/csv.ts';

/** Of 500 rows each: a hundred thousand calls are what a spreadsheet still opens. */
const PAGES_MAX = 200;

export async function* csvChunks(
  form: CsvForm,
  first: object,
  nextPage: (cursor: string) => Promise<object | Failure>,
): AsyncGenerator<string> {
  yield form.head(first) + form.lines(first);
  let page = first;
  for (let pages = 1; ; pages++) {
    const cursor = form.next?.(page) ?? null;
    if (cursor === null) return;
    if (pages >= PAGES_MAX) {
      yield `"There are more rows: ask for an earlier time, up to the last one above."\r\n`;
      return;
    }
    const next = await nextPage(cursor);
    // The headers have left long ago: a file that breaks off is the only sign that is left.
    if (isFailure(next)) throw new Error(`the list broke off: ${next.detail}`);
    page = next;
    yield form.lines(page);
  }
}
