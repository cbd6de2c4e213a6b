// A caller reads the documents that the gateway serves: the reference, every guide and pages of error codes, in both themes, on a phone
// and on a desktop. The list of guides is read from the gateway, so a new guide is checked without a change here.
import { type Browser, type BrowserPage, until } from './browser.ts';
import type { Checks } from './checks.ts';
import { DIALOG_LOOKS, judgeLooks, LOOKS } from './judge-pages.ts';
import type { Stage } from './stage.ts';
import { type Visit, visit } from './visit.ts';

/** Pages of codes are made by one function; these have the most and the least text. */
const CODES = ['STORAGE_UNAVAILABLE', 'CANCELLED'];

/** One page of each kind is checked in every theme at every width. */
const ALL_LOOKS: ReadonlySet<string> = new Set([
  '/docs',
  '/docs/data-routes',
  '/docs/errors',
  `/docs/errors/${CODES[0]}`,
]);

const NAVIGATION = `[...document.querySelectorAll('nav a')].map((one) => one.getAttribute('href'))`;

/** The paths of all guides, as the navigation of the reference lists them. */
async function guidesOf(page: BrowserPage): Promise<string[]> {
  const links = await page.evaluate<string[]>(NAVIGATION);
  return links.filter((href) => href.startsWith('/docs/'));
}

async function copyCode(page: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  await page.goto(`${stage.publicUrl}/docs/prices`);
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await until(page, `document.querySelector('.copy').textContent === 'Copied'`);
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  const shown = await page.evaluate<string>(`document.querySelector('pre').textContent`);
  checks.equal('the button copies the block, and nothing else', copied, shown);
}

/** By keyboard alone: from the reference to a guide, and to one of its sections. */
async function followLinks(page: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  await page.goto(`${stage.publicUrl}/docs`);
  await page.locator('nav a[href="/docs/prices"]').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Prices, and how to bound them', exact: true }).waitFor();
  const current = `document.querySelector('nav [aria-current]').getAttribute('href')`;
  checks.equal('the navigation marks the open guide', await page.evaluate<string>(current), '/docs/prices');
  await page.locator('nav section a[href^="#"]').first().focus();
  await page.keyboard.press('Enter');
  checks.holds('a section has an address', (await page.evaluate<string>('location.hash')).length > 1);
}

/** The parts of a page are of a few kinds: the first of them stand for all. On whole pages axe takes minutes. */
const SHORTEN = `for (const section of document.querySelectorAll('main section'))
  for (const one of [...section.querySelectorAll('article')].slice(2)) one.remove();
for (const one of [...document.querySelectorAll('.guide > *')].slice(40)) one.remove();
for (const table of document.querySelectorAll('tbody')) for (const row of [...table.rows].slice(5)) row.remove()`;

/** The whole page must fit on a phone; axe reads its beginning. */
async function judgeDocument(seen: Visit, stage: Stage, where: string, checks: Checks) {
  const { page } = seen;
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(stage.publicUrl + where);
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
  checks.holds(`${where}: the whole page fits on a phone`, wide <= 390, `${wide} pixels`);
  await page.evaluate(SHORTEN);
  // Guides are made of the same parts: each theme and each width is checked once.
  await judgeLooks(seen, where, ALL_LOOKS.has(where) ? LOOKS : DIALOG_LOOKS, checks);
}

async function judgeDocuments(seen: Visit, stage: Stage, checks: Checks): Promise<void> {
  await seen.page.goto(`${stage.publicUrl}/docs`);
  const guides = await guidesOf(seen.page);
  checks.holds('the reference lists the guides', guides.length > 20, String(guides.length));
  const paths = ['/docs', ...guides, ...CODES.map((code) => `/docs/errors/${code}`)];
  for (const path of paths) await judgeDocument(seen, stage, path, checks);
  checks.equal('no document logs an error or asks another host', seen.faults, []);
}

export async function documentsJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const seen = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await followLinks(seen.page, stage, checks);
  await copyCode(seen.page, stage, checks);
  await judgeDocuments(seen, stage, checks);
  await seen.leave();
}
