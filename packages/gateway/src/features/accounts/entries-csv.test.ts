import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EntryView, entriesCsv } from './account-views.ts';

const entry: EntryView = {
  id: '7',
  seq: 3,
  kind: 'charge',
  amount: '-0.012000',
  balance_after: '9.988000',
  currency: 'USD',
  at: '2026-11-15T12:00:00.000Z',
  request_id: null,
  reference: null,
  reason: null,
};

test('a negative amount stays a number', () => {
  expect(entriesCsv([entry])).toContain(',"-0.012000","9.988000",');
});

test('absent values are empty cells and lines end as RFC 4180 says', () => {
  const [header, line, end] = entriesCsv([entry]).split('\r\n');
  expect(header).toBe('id,seq,at,kind,amount,balance_after,currency,request_id,reference,reason');
  expect(line).toMatch(/,"","",""$/);
  expect(end).toBe('');
});

test('no text of a caller starts a formula, and every other text comes through unchanged', () => {
  const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝', '＋', '', '"', ',', ';=');
  const hostile = fc.tuple(start, fc.string()).map(([head, tail]) => head + tail);
  fc.assert(
    fc.property(hostile, (text) => {
      const rows = parse(entriesCsv([{ ...entry, request_id: text }]), { columns: true }) as EntryView[];
      const read = rows[0]?.request_id ?? '';
      const isNumber = /^-\d+(\.\d+)?$/.test(read);
      expect(/^[=+\-@\t\r\n＝＋－＠]/.test(read) && !isNumber).toBe(false);
      expect([text, `'${text}`]).toContain(read);
    }),
  );
});
