// A list that is loaded in parts: a table of the rows that are there, and the button for the next part.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { MoreButton } from './Button.tsx';
import { Loaded } from './Loaded.tsx';
import { Table, type TableProps } from './Table.tsx';

interface ListedProps<Part, Row> extends Omit<TableProps<Row>, 'rows'> {
  of: UseInfiniteQueryResult<InfiniteData<Part>>;
  rows: (part: Part) => readonly Row[];
}

export function Listed<Part, Row>({ of, rows, ...table }: ListedProps<Part, Row>) {
  return (
    <>
      <Loaded of={of}>{({ pages }) => <Table {...table} rows={pages.flatMap(rows)} />}</Loaded>
      <MoreButton of={of} />
    </>
  );
}
