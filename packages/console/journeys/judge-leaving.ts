// Somebody signs out of the portal, and another person signs in in the same tab: they see nothing of the one before, not even until the
// gateway has answered.
import { type BrowserPage, until } from './browser.ts';
import type { Checks } from './checks.ts';
import { goTo } from './pages.ts';
import { readShown } from './shown.ts';
import type { Stage } from './stage.ts';
import type { Visit } from './visit.ts';

/** Pages with something of the account on each. */
const OWN_PAGES = ['/balance', '/usage', '/receipts', '/keys', '/notices', '/collections', '/watches'];
const API = /\/api\/.*v1(?:\/|\?|$)/;

async function valuesOn(page: BrowserPage, address: string): Promise<string[]> {
  await goTo(page, address);
  const { facts, tables } = await readShown(page);
  const rows = tables.flatMap(({ label, rows }) => rows.map(({ id }) => `${address}: ${label} › ${id}`));
  return [...Object.entries(facts).map(([label, value]) => `${address}: ${label} ${value}`), ...rows];
}

export async function judgeLeaving({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
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
