// Numbered items of a collection or watch, as many as fit, and the number after which to go on reading.
import { kindIn } from './gathering-question.ts';
import { rowOf, type ShownRecord } from './shown-records.ts';
import type { Arguments } from './tool.ts';
import type { ItemsWanted, ToolAnswer } from './tool-port.ts';
import { fitting } from './tool-result.ts';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;
const ID_CHARS_MAX = 64;
/** Rooms for the lines around the items: state, costs and notes. */
const FRAME_TEXT = 'x'.repeat(512);

export const idArgument = { type: 'string', minLength: 1, maxLength: ID_CHARS_MAX };

export const readArguments = {
  after: {
    type: 'integer',
    minimum: 0,
    description: 'Only items with a higher number: the `next_after` of the previous answer. Default 0.',
  },
  limit: { type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
};

export function wantedItems(given: Arguments): ItemsWanted {
  const { id, after = 0, limit = LIMIT_DEFAULT } = given as Partial<ItemsWanted>;
  return { id: String(id), after, limit };
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
