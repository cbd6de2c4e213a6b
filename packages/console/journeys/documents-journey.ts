// A caller reads the documents that the gateway serves: the reference, every guide and pages of error codes, in both themes, on a phone
// and on a desktop. The list of guides is read from the gateway, so a new guide is checked without a change here.
import { drawn } from '../../gateway/src/testing/drawn.ts';
import { type Browser, type BrowserPage, until } from './browser.ts';
import type { Checks } from './checks.ts';
import { judgeAddress, looksOf } from './judge-pages.ts';
import type { Stage } from './stage.ts';
import { type Visit, visit } from './visit.ts';

/** One page of each kind, which axe reads in each run. The code has the longest text. */
const OF_EACH_KIND = ['/docs', '/docs/data-routes', '/docs/errors', '/docs/errors/STORAGE_UNAVAILABLE'];

/** Other pages that axe reads: pages of one kind have one template, so each run draws a few. */
const DRAWN = 6;

const LINKED = `[...new Set([...document.querySelectorAll('a[href^="/docs/"]')].map(({ pathname }) => pathname))]`;

/** The paths of all documents, as the reference links to them. */
async function documentsOf(page: BrowserPage, stage: Stage): Promise<string[]> {
  await page.goto(`${stage.publicUrl}/docs`);
  const linked = await page.evaluate<string[]>(LINKED);
  return ['/docs', ...linked.filter((path) => !path.endsWith('.md'))];
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

async function judgeDocuments(seen: Visit, stage: Stage, checks: Checks): Promise<void> {
  const paths = await documentsOf(seen.page, stage);
  const guides = paths.filter((path) => !path.startsWith('/docs/errors'));
  checks.holds('the reference lists the guides', guides.length > 20, String(guides.length));
  const read = new Set([...OF_EACH_KIND, ...drawn('documents that axe reads', paths, DRAWN)]);
  for (const path of paths) {
    await judgeAddress(seen, stage.publicUrl + path, read.has(path) ? looksOf(path) : [], checks);
  }
  checks.equal('no document logs an error or asks another host', seen.faults, []);
}

export async function documentsJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const seen = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await followLinks(seen.page, stage, checks);
  await copyCode(seen.page, stage, checks);
  await judgeDocuments(seen, stage, checks);
  await seen.leave();
}
