// A table with columns, figures aligned right, and a row of totals. Rows come sorted from the gateway; readers may sort by columns that
// define a sort key. On a narrow screen each row becomes a card in which every value has the heading of its column beside it, so that no
// column is left out or cut.
import { type ReactNode, useState } from 'react';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { Cell, isAmount, orderOf } from './Cell.tsx';
import { joined } from './joined.ts';
import { Empty } from './Notice.tsx';
import style from './table.module.css';

type Word = 'right' | 'wraps' | 'wide' | 'sorted' | 'hidden' | 'filled';
/**
 * `wide`: of second rank, on a narrow screen in smaller text. `sorted`: readers may sort by it. `hidden`: its heading is for screen readers.
 * `filled`: left out while no row has a value in its field.
 */
type Look = '' | Word | `${Word} ${Word}` | `${Word} ${Word} ${Word}`;

interface More<Row> {
  /** What readers sort by; without it the field, or the one that the column is named after, where the column is `sorted`. */
  order?: (row: Row) => number | bigint | string;
  total?: ReactNode;
}

/**
 * Id, heading, look, cell. The cell is a function of the row, or the name of a field, which is shown as its kind is (`Cell.tsx`); without
 * it the id is the name of the field.
 */
export type Column<Row> =
  | readonly [id: keyof Row & string, head: ReactNode, look?: Look]
  | readonly [
      id: string,
      head: ReactNode,
      look: Look,
      cell: (keyof Row & string) | ((row: Row) => ReactNode),
      more?: More<Row>,
    ];

export interface TableProps<Row> {
  /** Title of the table for screen readers. */
  label: string;
  /** What is false is left out. */
  columns: readonly (Column<Row> | false)[];
  rows: readonly Row[];
  /** By default the id of the row. */
  rowKey?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** A last row with the sums of the fields that it has. Amounts of one column then have the same places. */
  totals?: Partial<Record<string, unknown>>;
  /** Of the amounts, where a row does not say it. */
  currency?: string;
  /** Shown instead of an empty table: why it is empty, and the next step. */
  empty?: ReactNode;
}

interface Sorted {
  id: string;
  down: boolean;
}

type Read<Row> = ReturnType<typeof read<Row>>;

/** A column with what follows from its row of words. */
function read<Row>([id, head, look = '', cell = id as keyof Row & string, more = {}]: Column<Row>) {
  const words = look.split(' ') as Word[];
  const field = typeof cell === 'function' ? null : cell;
  const order =
    more.order ?? (words.includes('sorted') ? orderOf<Row>(field ?? (id as keyof Row & string)) : undefined);
  const shown = words.includes('hidden') ? <span className="hidden-visually">{head}</span> : head;
  return { id, head: shown, words, field, cell, order, total: more.total };
}

/** How each column writes its cells, and its total. */
function useWriting<Row>({
  rows,
  totals,
  currency = '',
}: Pick<TableProps<Row>, 'rows' | 'totals' | 'currency'>) {
  const format = useFormat();
  return ({ field, cell, total, ...column }: Read<Row>) => {
    if (field === null) return { ...column, cell: cell as (row: Row) => ReactNode, total };
    const all = totals?.[field] === undefined || !isAmount(field) ? null : [totals, ...rows];
    const write =
      all &&
      format.column(
        all.map((of) => (of as Record<string, string>)[field]!),
        currency,
      );
    const shown = (of: Row) => <Cell of={of} field={field} currency={currency} {...(write && { write })} />;
    const sum = totals?.[field] === undefined ? total : (total ?? shown(totals as Row));
    return { ...column, cell: shown, total: sum };
  };
}

function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<Read<Row>, 'id' | 'order'>[],
  by: Sorted | null,
): readonly Row[] {
  const order = columns.find(({ id }) => id === by?.id)?.order;
  if (by === null || order === undefined) return rows;
  const sign = by.down ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [order(a), order(b)];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}

function next(by: Sorted | null, id: string): Sorted | null {
  if (by?.id !== id) return { id, down: true };
  return by.down ? { id, down: false } : null;
}

function ariaSort(by: Sorted | null, id: string) {
  if (by?.id !== id) return undefined;
  return by.down ? ('descending' as const) : ('ascending' as const);
}

/** Browsers take the role of a table from elements that are displayed as blocks, so each role is written out. */
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
};

/** The heading beside each value on a narrow screen. Headings for screen readers only, such as "Actions", are not shown. */
function labelOf({ head }: { head: ReactNode }): { 'data-label'?: string } {
  return typeof head === 'string' ? { 'data-label': head } : {};
}

const idOf = (row: unknown) => (row as { id: string }).id;
const lookOf = ({ words }: { words: readonly Word[] }) => joined(...words.map((word) => style[word]));

export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, rowKey = idOf, onOpen, empty } = props;
  const [by, setBy] = useState<Sorted | null>(null);
  const text = useCommonText();
  const writing = useWriting(props);
  if (rows.length === 0 && empty !== undefined) return empty && <Empty>{empty}</Empty>;
  const isShown = ({ words, field }: Read<Row>) =>
    field === null || !words.includes('filled') || rows.some((row) => (row[field] ?? null) !== null);
  const columns = props.columns
    .filter((one) => one !== false)
    .map((column) => read<Row>(column))
    .filter(isShown)
    .map(writing);
  return (
    // A table wider than the screen scrolls, and must be scrollable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the group scrolls
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={style.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={style.table} {...ROLES.table}>
        <thead data-label={text.sortBy} {...ROLES.group}>
          <tr {...ROLES.row}>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={lookOf(column)}
                aria-sort={ariaSort(by, column.id)}
                {...ROLES.head}
              >
                {column.order === undefined ? (
                  column.head
                ) : (
                  <button type="button" className={style.sort} onClick={() => setBy(next(by, column.id))}>
                    {column.head}
                    {by?.id === column.id && <span aria-hidden="true">{by.down ? '↓' : '↑'}</span>}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.group}>
          {sortedRows(rows, columns, by).map((row) => (
            <tr
              key={rowKey(row)}
              data-row={rowKey(row)}
              className={onOpen && style.opens}
              data-opens={onOpen && ''}
              onClick={onOpen && (() => onOpen(row))}
              {...ROLES.row}
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  data-column={column.id}
                  className={lookOf(column)}
                  {...labelOf(column)}
                  {...ROLES.cell}
                >
                  {typeof column.cell === 'function' ? (
                    column.cell(row)
                  ) : (
                    <Cell of={row} field={column.cell} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) && (
          <tfoot {...ROLES.group}>
            <tr className={style.totals} {...ROLES.row}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  data-total={column.id}
                  className={lookOf(column)}
                  {...labelOf(column)}
                  {...ROLES.cell}
                >
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
