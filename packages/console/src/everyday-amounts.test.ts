// Forms of money are tried with everyday amounts: an amount that is shown, typed or left as it is, is the amount that is sent. Amounts in
// which every digit is another one do not show a form that cuts zeros.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Visits } from '../testing/visit.ts';
import * as bounds from './api/bounds.ts';
import type { BodyFields } from './parts/body.ts';

/** Zeros at the end, with and without a point before them, and nothing but zero. */
const AMOUNTS = ['100', '0', '0.50'];

/** The pages with fields of money, and the files of these fields. */
const FIELDS = {
  console: {
    '/accounts': ['InviteDialogs.tsx'],
    '/accounts/account_2': ['MoneyDialog.tsx', 'DetailsDialog.tsx'],
    '/accounts/account_2?tab=grants': ['GrantDialog.tsx'],
    '/accounts/account_2?tab=keys': ['MakeKeyDialog.tsx', 'KeyDrawer.tsx', 'Projects.tsx'],
    '/catalog': ['Draft.tsx'],
  },
  portal: {
    '/balance': ['TopUp.tsx', 'RechargePanel.tsx'],
    '/keys': ['Keys.tsx'],
    '/collections/new': ['NewCollection.tsx'],
    '/collections/collection_2': ['BudgetDialog.tsx'],
    '/watches/new': ['NewWatch.tsx'],
    '/watches/watch_2': [],
  },
} as const;

const hasAmount = (body: unknown) => Object.values(body as BodyFields).some(({ kind }) => kind === 'amount');
const BODIES = Object.entries(bounds).flatMap(([name, of]) =>
  /Body$/.test(name) && hasAmount(of) ? [name] : [],
);
/** A field of its own, or a form made of a body with an amount. */
const MONEY = new RegExp(`inputMode="decimal"|\\b(?:${BODIES.join('|')})\\b`);

test('every file with a field of money has its page here', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const found = sources.filter(
    (name) =>
      name.endsWith('.tsx') &&
      !name.startsWith('parts/') &&
      MONEY.test(readFileSync(path.join(import.meta.dirname, name), 'utf8')),
  );
  const listed = Object.values(FIELDS).flatMap((pages) => Object.values(pages).flat());
  expect(found.map((name) => path.basename(name)).sort()).toEqual([...listed].sort());
});

/** In bodies: what changes something, with its address. */
const SENT = /^> (?:POST|PATCH|PUT) (\S+) .*?(\{.*\})(?:, before \S+ has answered)?$/gm;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** All texts in a body that read as an amount. */
function amountsIn(of: unknown): string[] {
  if (typeof of === 'string') return DECIMAL.test(of) ? [of] : [];
  return typeof of === 'object' && of !== null ? Object.values(of).flatMap(amountsIn) : [];
}

const PAGES = (['console', 'portal'] as const).flatMap((entry) =>
  Object.keys(FIELDS[entry]).map((address) => [entry, address] as const),
);

test.each(PAGES)(
  '%s %s sends the everyday amounts that it shows and that are typed',
  async (entry, address) => {
    for (const amount of AMOUNTS) {
      const visits = new Visits(entry, { amount });
      const sent = [...(await visits.explore(address)).matchAll(SENT)].flatMap(([, to, body]) =>
        amountsIn(JSON.parse(body!)).map((one) => `${to} ${Math.abs(Number(one))}`),
      );
      await visits.close();
      expect(sent.filter((one) => !one.endsWith(` ${Number(amount)}`))).toEqual([]);
      // A form may refuse nothing at all, before it is sent.
      if (Number(amount) > 0) expect(sent.length, amount).toBeGreaterThan(0);
    }
  },
);
