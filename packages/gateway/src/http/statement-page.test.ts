// A statement as a page: each amount and each party in its place, and safe to open: no script, and all texts are escaped.
import { expect, test } from 'vitest';
import { statementCsv } from '../features/statements/statement-views.ts';
import { statementHtml } from './statement-page.ts';

const evil = '<script>alert("1")</script>&\'';
const statement = {
  ...{
    number: 7,
    account_id: 'acc_1',
    month: '2026-10',
    currency: 'USD',
    closed_at: '2026-11-01T00:10:00.000Z',
  },
  ...{ opening: '1.000000', movements: '-0.500000', closing: '0.500000' },
  seller: { name: evil, address: evil, tax_id: evil, tax_note: evil },
  buyer: { name: 'acme', title: evil, contact: evil, address: evil, tax_id: evil },
  lines: [
    { kind: 'charge' as const, path: evil, catalog_version: 3, tier: 1000, count: 2, amount: '-0.500000' },
  ],
  ...{ first_entry: 1, last_entry: 2, digest: 'abc' },
};

test('whatever its texts contain, a statement has no markup but its own', () => {
  const page = statementHtml.page({ statement });
  expect(page).not.toContain('<script');
  expect(page.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;').length).toBeGreaterThan(8);
  expect(page).toContain('Balance before');
  expect(page).toContain('-0.500000');
  expect(page).toContain('version 3, after 1000');
  expect(statementHtml.policy).toContain("default-src 'none'");
  expect(statementHtml.policy).not.toContain('script-src');
});

test('each balance, party and figure is in its place', () => {
  const page = statementHtml.page({
    statement: {
      ...{ ...statement, first_entry: 11, last_entry: 12 },
      seller: { name: 'Seller', address: 'S street', tax_id: 'S tax', tax_note: 'S note' },
      buyer: { name: 'acme', title: 'Buyer', contact: 'B contact', address: 'B street', tax_id: 'B tax' },
      lines: [{ ...statement.lines[0]!, path: '/p' }],
    },
  });
  for (const part of [
    '<small>From</small>\nSeller\nS street\nS tax</address>',
    '<small>To</small>\nBuyer\nB street\nB contact\nB tax</address>',
    '<tbody><tr class="open"><td colspan="3">Balance before</td><td class="n">1.000000</td></tr>',
    '<tr><td>Calls: /p</td><td>version 3, after 1000</td><td class="n">2</td><td class="n">-0.500000</td></tr>',
    '<tfoot><tr class="close"><td colspan="3">Balance after</td><td class="n">0.500000</td></tr></tfoot>',
    '<p>S note</p>',
    'Account acc_1, entries 11 to 12, closed 2026-11-01T00:10:00.000Z',
  ])
    expect(page).toContain(part);
});

test('as CSV it has a row for each line between the balances, and no cell is a formula', () => {
  const line = { ...statement.lines[0]!, path: '=1+1' };
  const text = statementCsv.lines({ statement: { ...statement, lines: [line] } });
  expect(text.trimEnd().split('\r\n')).toEqual([
    '"7","2026-10","opening","","","","1.000000","USD",""',
    `"7","2026-10","charge","'=1+1","3","2","-0.500000","USD","1000"`,
    '"7","2026-10","closing","","","","0.500000","USD",""',
  ]);
});
