// A table with columns, figures aligned right, and a row of totals. Rows come sorted from the gateway; readers may sort by columns that
// define a sort key. On a narrow screen each row becomes a card in which every value has the heading of its column beside it, so that no
// column is left out or cut.
import { type ReactNode, useState } from 'react';
import { useCommonText } from '../text/common.ts';
import { joined } from './joined.ts';
import style from './table.module.css';

export interface Column<Row> {
  id: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  right?: boolean;
  wraps?: boolean;
  /** Of second rank: on a narrow screen it stands in smaller text. */
  wide?: boolean;
  /** Sort key of the column; without it readers cannot sort by the column. */
  order?: (row: Row) => number | bigint | string;
  total?: ReactNode;
}

interface TableProps<Row> {
  /** Title of the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  onOpen?: (row: Row) => void;
  empty?: ReactNode;
}

interface Sorted {
  id: string;
  down: boolean;
}

function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
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
function labelOf<Row>({ head }: Column<Row>): { 'data-label'?: string } {
  return typeof head === 'string' ? { 'data-label': head } : {};
}

export function Table<Row>({ label, columns, rows, rowKey, onOpen, empty }: TableProps<Row>) {
  const [by, setBy] = useState<Sorted | null>(null);
  const text = useCommonText();
  if (rows.length === 0 && empty !== undefined) return empty;
  const look = ({ right, wraps, wide }: Column<Row>) =>
    joined(right && style.right, wraps && style.wraps, wide && style.wide);
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
                className={look(column)}
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
                  className={look(column)}
                  {...labelOf(column)}
                  {...ROLES.cell}
                >
                  {column.cell(row)}
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
                  className={look(column)}
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
