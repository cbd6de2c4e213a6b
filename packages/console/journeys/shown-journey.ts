// Every labelled value of every page of both apps: the right figure at the right label, with no two figures equal. Then every form: what it
// sends, what the gateway holds afterwards, and what the page shows without a reload.

import { type Browser, type BrowserPage, until } from './browser.ts';
import type { Checks } from './checks.ts';
import { type Answers, type Filled, makeDistinct } from './distinct.ts';
import { fillPages } from './fill-pages.ts';
import { CONSOLE_FORMS, PORTAL_FORMS } from './forms.ts';
import { judgeForms, ROUTE_IDS } from './judge-forms.ts';
import { judgeRoles } from './judge-roles.ts';
import { addressOf, consoleDialogs, goTo, type Ids, portalDialogs } from './pages.ts';
import { readShown, type Shown, type ShownTable } from './shown.ts';
import { CONSOLE_SHOWN, type Expect } from './shown-console.ts';
import { PORTAL_SHOWN } from './shown-portal.ts';
import type { Expected, ExpectedTable, Value } from './shown-words.ts';
import { BY_HAND, type Stage } from './stage.ts';
import { signInAtConsole, signInAtPortal, type Visit, visit } from './visit.ts';

/** Pages with something of the account on each. */
const OWN_PAGES = ['/balance', '/usage', '/receipts', '/keys', '/notices', '/collections', '/watches'];
const API = /\/api\/.*v1(?:\/|\?|$)/;

async function valuesOn(page: BrowserPage, address: string): Promise<string[]> {
  await goTo(page, address);
  const { facts, tables } = await readShown(page);
  const rows = tables.flatMap(({ label, rows }) => rows.map(({ id }) => `${address}: ${label} › ${id}`));
  return [...Object.entries(facts).map(([label, value]) => `${address}: ${label} ${value}`), ...rows];
}

/**
 * Somebody signs out of the portal, and another person signs in in the same tab: they see nothing of the one before, not even until the
 * gateway has answered.
 */
async function judgeLeaving({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await stage.admin('/accounts', { name: 'next-person' });
  const { secret } = await stage.admin<{ secret: string }>('/keys', { account: 'next-person', name: 'next' });
  await page.getByRole('button', { name: 'Preferences', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('API key').fill(secret);
  // The next person's own values never come, so that whatever is shown is the last person's.
  await page.route(API, async (route) => {
    if (route.request().method() !== 'GET') await route.continue();
  });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await until(page, `document.querySelector('nav') !== null`);
  const shown: string[] = [];
  for (const address of OWN_PAGES) shown.push(...(await valuesOn(page, address)));
  checks.equal('the next person in the tab sees nothing of the last one', shown, []);
}

/** A page has its values long before this, unless one of them is wrong. */
const PATIENCE_MS = 8_000;
const LOOK_MS = 50;

function isRight(found: string, value: Value): boolean {
  return typeof value === 'string' ? found === value : value.test(found);
}

/** What differs, by label. A label on one side only differs too. */
function differing(where: string, found: Record<string, string>, expected: Record<string, Value>): string[] {
  const labels = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...labels].flatMap((label) => {
    const [text, value] = [found[label], expected[label]];
    if (value === undefined) return [`${where}${label}: shows ${text}, and nothing says what it should show`];
    if (text === undefined) return [`${where}${label}: is not shown, expected ${value}`];
    return isRight(text, value) ? [] : [`${where}${label}: shows ${text}, expected ${value}`];
  });
}

function differingTable({ label, rows, totals }: ShownTable, expected: ExpectedTable): string[] {
  const columns = Object.entries(expected.columns);
  const isOfColumn = (name: string) => Object.values(rows).some(({ cells }) => name in cells);
  const ids = expected.rows.map(expected.id);
  // A statement's lines have no ids of their own.
  const listed = rows.length === ids.length ? [] : [`${label}: ${rows.length} rows, expected ${ids.length}`];
  const cells = expected.rows.flatMap((row, at) => {
    // Some columns are there only if a row needs them.
    const values = columns.filter(([name]) => isOfColumn(name)).map(([name, write]) => [name, write(row)]);
    return differing(`${label} › ${ids[at]} › `, rows[at]?.cells ?? {}, Object.fromEntries(values));
  });
  const sums = Object.fromEntries(Object.entries(totals).filter(([, text]) => text !== ''));
  return [...listed, ...cells, ...differing(`${label} › total › `, sums, expected.totals ?? {})];
}

const filled = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

function differences(shown: Shown, { facts = {}, tables = {}, fields = {}, says = [] }: Expected): string[] {
  const values = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== false));
  const missing = Object.keys(tables).filter((name) => !shown.tables.some(({ label }) => label === name));
  return [
    ...differing('', shown.facts, values as Record<string, Value>),
    ...differing('the field ', filled(shown.fields), fields),
    ...says.filter((words) => !shown.words.includes(words)).map((words) => `${words}: is not said`),
    ...missing.map((name) => `${name}: the table is not shown`),
    ...shown.tables.flatMap((table) => {
      const expected = tables[table.label];
      if (expected === undefined) return [`${table.label}: a table, and nothing says what it should show`];
      return differingTable(table, expected);
    }),
  ];
}

/** Waits until the page shows what it should; returns what differs if it does not. */
async function settled(page: BrowserPage, expected: () => Expected): Promise<string[]> {
  const look = async () => {
    try {
      return differences(await readShown(page), expected());
    } catch (error) {
      return [String(error)];
    }
  };
  const untilMs = performance.now() + PATIENCE_MS;
  let found = await look();
  while (found.length > 0 && performance.now() < untilMs) {
    await page.waitForTimeout(LOOK_MS);
    found = await look();
  }
  return found;
}

interface App {
  name: string;
  page: BrowserPage;
  answers: Answers;
  expected: Record<string, Expect>;
}

async function judgeShown({ name, page, answers, expected }: App, ids: Ids, checks: Checks): Promise<void> {
  const routes = await page.evaluate<string[]>('Object.keys(self.__TSR_ROUTER__.routesByPath)');
  const missing = routes.filter((route) => expected[route] === undefined);
  checks.equal(`${name}: it is known what every page shows`, missing, []);
  for (const [route, expect] of Object.entries(expected)) {
    await goTo(page, addressOf(route, ids));
    const found = await settled(page, () => expect(answers, ids));
    checks.holds(`${name} ${route}: each label has its own value`, found.length === 0, found.join('\n'));
  }
}

/** The answers of a gateway that saves cards, as one with payments by hand does not. */
const WITH_CARD: Filled = {
  '/api/account/v1/recharge': ({ recharge, ...rest }) => ({
    ...rest,
    recharge: { ...recharge, has_card: true, below: '1.000000', up_to: '2.000000', month_max: '3.000000' },
  }),
};

/** Limits of their own, so that their figures are shown; large ones, so that they hold nothing up. */
const RATE = { rate: { requests: 100_000, per_seconds: 60, concurrent: 100 } };

/** The values of the pages, with distinct figures. */
async function judgeValues(browser: Browser, stage: Stage, ids: Ids, checks: Checks): Promise<void> {
  const operator = await visit(browser);
  const { page } = operator;
  const given = await makeDistinct(page);
  await signInAtConsole(operator, await stage.consoleLink());
  await judgeShown({ name: 'console', page, answers: given, expected: CONSOLE_SHOWN }, ids, checks);
  checks.equal('no error in the console', operator.faults, []);
  await operator.leave();
  const caller = await visit(browser);
  const answers = await makeDistinct(caller.page, WITH_CARD);
  await signInAtPortal(caller, stage.publicUrl, stage.key);
  await judgeShown({ name: 'portal', page: caller.page, answers, expected: PORTAL_SHOWN }, ids, checks);
  checks.equal('no error in the portal', caller.faults, []);
  await judgeLeaving(caller, stage, checks);
  await caller.leave();
}

/** The forms. Those of the portal come first: an operator's forms end its key. */
async function judgeChanges(browser: Browser, stage: Stage, ids: Ids, checks: Checks): Promise<void> {
  const at = { stage, ids, checks };
  const caller = await visit(browser);
  await signInAtPortal(caller, stage.publicUrl, stage.key);
  await judgeForms(caller.page, portalDialogs(ROUTE_IDS), PORTAL_FORMS, at);
  await caller.leave();
  const operator = await visit(browser);
  await signInAtConsole(operator, await stage.consoleLink());
  await judgeForms(operator.page, consoleDialogs(ROUTE_IDS), CONSOLE_FORMS, at);
  await operator.leave();
}

export async function shownJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const own = await stage.beside(BY_HAND);
  try {
    const ids = await fillPages(own);
    await own.change('/accounts/demo', RATE);
    await own.change(`/keys/${ids.key}`, RATE);
    await judgeValues(browser, own, ids, checks);
    await judgeRoles(browser, own, ids, checks);
    await judgeChanges(browser, own, ids, checks);
  } finally {
    await own.strike();
  }
}
