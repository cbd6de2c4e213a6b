// A field of an answer as its kind is shown: a moment as a time, an amount as money, a number in the reader's digits, null as a dash. Which
// fields are moments and amounts stands in openapi.json.
import { amountFields, momentFields } from '../api/bounds.ts';
import { parseMicros } from '../money/money.ts';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { Money } from './Money.tsx';
import { Time } from './Time.tsx';

const MOMENTS: ReadonlySet<string> = new Set(momentFields);
const AMOUNTS: ReadonlySet<string> = new Set(amountFields);

export const isAmount = (field: string): boolean => AMOUNTS.has(field);

interface CellProps<Row> {
  of: Row;
  field: keyof Row & string;
  /** Of an amount, where the row does not say it. */
  currency?: string;
  write?: (amount: string) => string;
}

export function Cell<Row>({ of, field, currency = '', write }: CellProps<Row>) {
  const text = useCommonText();
  const format = useFormat();
  const value: unknown = of[field];
  if (value === null || value === undefined) return text.none;
  if (typeof value === 'number') return field.endsWith('_ms') ? format.ms(value) : format.count(value);
  const said = String(value);
  if (MOMENTS.has(field)) return <Time at={said} />;
  if (!isAmount(field)) return said;
  if (write !== undefined) return <data value={said}>{write(said)}</data>;
  return <Money of={said} currency={(of as { currency?: string }).currency ?? currency} />;
}

/** What a column of this field is sorted by. */
export function orderOf<Row>(field: keyof Row & string): (row: Row) => number | bigint | string {
  return (row) => {
    const value = (row[field] ?? '') as number | string;
    return isAmount(field) ? parseMicros(String(value)) : value;
  };
}
