// A table with columns, figures aligned right, and a row of totals. Rows come sorted from the gateway; readers may sort by columns that
// define a sort key.
import { type ReactNode, useState } from 'react';
import { joined } from './joined.ts';
import style from './table.module.css';

export interface Column<Row> {
  id: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  right?: boolean;
  wraps?: boolean;
  /** Hidden on narrow screens, so that the other columns fit without scrolling. */
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

export function Table<Row>({ label, columns, rows, rowKey, onOpen, empty }: TableProps<Row>) {
  const [by, setBy] = useState<Sorted | null>(null);
  if (rows.length === 0 && empty !== undefined) return empty;
  const look = ({ right, wraps, wide }: Column<Row>) =>
    joined(right && style.right, wraps && style.wraps, wide && style.wide);
  return (
    // A table wider than the screen scrolls, and must be scrollable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the group scrolls
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={style.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={style.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={look(column)} aria-sort={ariaSort(by, column.id)}>
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
        <tbody>
          {sortedRows(rows, columns, by).map((row) => (
            <tr
              key={rowKey(row)}
              data-row={rowKey(row)}
              className={onOpen && style.opens}
              onClick={onOpen && (() => onOpen(row))}
            >
              {columns.map((column) => (
                <td key={column.id} data-column={column.id} className={look(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) && (
          <tfoot>
            <tr className={style.totals}>
              {columns.map((column) => (
                <td key={column.id} data-total={column.id} className={look(column)}>
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
