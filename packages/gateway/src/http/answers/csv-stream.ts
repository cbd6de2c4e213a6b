// Sends a whole list as one CSV file: page after page of a verb, each sent before the next is read, so that at most
// one page is in memory. The number of rows is limited; a file that is cut says so in its last line.

import { type Failure, isFailure } from '../../domain/failure.ts';
import type { CsvForm } from '../../verb/csv.ts';

/** Pages of 500 rows each: 100,000 rows are about as many as a spreadsheet opens. */
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
      yield `"There are more rows: repeat the request with an end time at the last row above."\r\n`;
      return;
    }
    const next = await nextPage(cursor);
    // The headers are already sent: breaking off the file is the only way left to show the error.
    if (isFailure(next)) throw new Error(`the list broke off: ${next.detail}`);
    page = next;
    yield form.lines(page);
  }
}
