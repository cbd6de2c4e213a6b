// Proves that the file of calls holds what the list holds, and nothing that a spreadsheet would run.
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { AdminCall } from '../../api/api-types.ts';
import { csvOf } from './calls-csv.ts';

const call = (change: Partial<AdminCall>) => ({ id: 'call_1', charged: '0.012000', ...change }) as AdminCall;

test.each(['=1+1', '+1', '-x', '@sum', '\t=1'])(
  'a name such as %j is a text, not a formula',
  (account_name) => {
    const [row] = parse(csvOf([call({ account_name })]), { columns: true }) as Record<string, string>[];
    expect(row?.account_name).toBe(`'${account_name}`);
  },
);

test('amounts below zero stay numbers, and quotes, commas and lines survive', () => {
  const text = csvOf([call({ margin: '-0.004000', account_name: 'a "b", c\nd' })]);
  const [row] = parse(text, { columns: true }) as Record<string, string>[];
  expect(row).toMatchObject({ margin: '-0.004000', account_name: 'a "b", c\nd', charged: '0.012000' });
});
