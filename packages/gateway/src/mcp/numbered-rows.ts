// Numbered items of a collection or watch, as many as fit, and the number after which to go on reading.
import type { collectedQuery } from '../features/collections/collection-views.ts';
import type { watchItemsQuery } from '../features/watches/watch-views.ts';
import { kindIn } from './gathering-question.ts';
import { rowOf, type ShownRecord } from './shown-records.ts';
import type { Arguments } from './tool.ts';
import type { ToolAnswer } from './tool-port.ts';
import { fitting } from './tool-result.ts';
import { argument } from './verb-fields.ts';

/** Fewer than a program reads at once: a result has room for about so many. */
const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;
/** Rooms for the lines around the items: state, costs and notes. */
const FRAME_TEXT = 'x'.repeat(512);

/** Which items of a collection or watch to read: what both verbs take. */
export function readArguments(query: typeof collectedQuery | typeof watchItemsQuery) {
  return {
    after: argument(query, 'after', {
      description: 'Only items with a higher number: the `next_after` of the previous answer. Default 0.',
    }),
    limit: argument(query, 'limit', { maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  };
}

export function wantedItems(given: Arguments): { after: number; query: { after: string; limit: string } } {
  const { after = 0, limit = LIMIT_DEFAULT } = given as { after?: number; limit?: number };
  return { after, query: { after: String(after), limit: String(limit) } };
}

interface Numbered {
  number: number;
  record: Record<string, unknown>;
}

interface NumberedRows {
  rows: ShownRecord[];
  nextAfter: number;
}

/** `path`: the data route of the list, which says what kind of records it has. */
export function numberedRows({ body }: ToolAnswer, path: unknown, after: number): NumberedRows {
  const items = (body.items ?? []) as Numbered[];
  const rows = items.map(({ number, record }) => {
    const { line, facts } = rowOf(kindIn(path), record, 'brief');
    return { line: `${number}. ${line}`, facts: { number, ...facts } };
  });
  const fit = fitting(rows, FRAME_TEXT);
  return { rows: fit, nextAfter: (fit.at(-1)?.facts.number as number | undefined) ?? after };
}
