// Checks every page, dialog and drawer in both themes at phone and desktop width: axe finds nothing, the browser logs no errors, and
// opening a page sends no more requests than allowed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserPage, until } from './browser.ts';
import type { Checks } from './checks.ts';
import { judgeFirstFocus } from './judge-focus.ts';
import type { JudgedDialog, JudgedPage } from './pages.ts';
import type { Visit } from './visit.ts';

const AXE = path.join(import.meta.dirname, 'node_modules/axe-core/axe.min.js');
interface Look {
  theme: 'light' | 'dark';
  width: number;
}

const LOOKS: Look[] = [
  { theme: 'light', width: 390 },
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
  { theme: 'dark', width: 1280 },
];
/** Themes differ in colours only, so rules about anything else are checked in one theme. */
const RULES = {
  light: { resultTypes: ['violations'] },
  dark: {
    resultTypes: ['violations'],
    runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  },
};
/** Dialogs use the same parts as pages: each theme and each width is checked once. */
const DIALOG_LOOKS: Look[] = [LOOKS[0]!, LOOKS[3]!];

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Evaluated by the browser's debugging interface, which the page's content security policy does not affect. */
async function violations(page: BrowserPage, { theme }: Look): Promise<Violation[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(readFileSync(AXE, 'utf8'));
  // The page under a dialog was checked without it.
  const top = `[...document.querySelectorAll('dialog[open]')].at(-1) ?? document`;
  return page.evaluate<Violation[]>(
    `axe.run(${top}, ${JSON.stringify(RULES[theme])}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes })))`,
  );
}

/** Waits until no request is running. */
async function settle(page: BrowserPage): Promise<void> {
  await until(page, `document.querySelector('[role=status]')?.textContent !== 'Loading…'`);
}

/** Starts from an empty page, so that late requests of the page before are not counted. */
export async function openPage(seen: Visit, base: string, judged: JudgedPage): Promise<void> {
  const { page } = seen;
  await page.goto('about:blank');
  seen.asked();
  await page.goto(`${base}#${judged.path}`);
  await page.getByRole('heading', { name: judged.heading, exact: true }).first().waitFor();
  await settle(page);
}

/** Tables that are wider than their place: a part of them is seen only by scrolling sideways. */
const CUT = `[...document.querySelectorAll('table')].map((one) => one.parentElement)
  .filter((place) => place.scrollWidth > place.clientWidth).map((place) => place.getAttribute('aria-label'))`;

async function judgeLooks(
  { page }: Visit,
  { where, fits }: { where: string; fits: boolean },
  looks: readonly Look[],
  checks: Checks,
): Promise<void> {
  for (const look of looks) {
    const { theme, width } = look;
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    const found = await violations(page, look);
    const detail = found
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
      .join('\n');
    checks.holds(`${where} ${theme} ${width}: axe finds nothing`, found.length === 0, detail);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    checks.holds(`${where} ${theme} ${width}: nothing stands outside`, wide <= width, `${wide} pixels`);
    if (fits)
      checks.equal(`${where} ${theme} ${width}: no column is cut`, await page.evaluate<string[]>(CUT), []);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

export async function judgePages(
  seen: Visit,
  base: string,
  pages: readonly JudgedPage[],
  checks: Checks,
): Promise<void> {
  for (const judged of pages) {
    await openPage(seen, base, judged);
    // Pages poll every two seconds at most, so the requests counted here come from opening the page.
    const asked = seen.asked().filter((one) => !one.endsWith('/session'));
    const first = [...new Set(asked)];
    checks.holds(
      `${judged.path} asks at most ${judged.requestsMax}`,
      first.length <= judged.requestsMax,
      first.join(', '),
    );
    await judgeLooks(seen, { where: judged.path, fits: judged.fits ?? false }, LOOKS, checks);
  }
  checks.equal('no error in the console', seen.faults, []);
}

export async function judgeDialogs(
  seen: Visit,
  base: string,
  dialogs: readonly JudgedDialog[],
  checks: Checks,
): Promise<void> {
  const { page } = seen;
  for (const { path, heading, buttons } of dialogs) {
    await openPage(seen, base, { path, heading, requestsMax: 0 });
    for (const name of buttons) await page.getByRole('button', { name, exact: true }).first().click();
    await page.locator('dialog[open]').first().waitFor();
    await settle(page);
    const where = [path, ...buttons].join(' › ');
    await judgeFirstFocus(seen, where, checks);
    await judgeLooks(seen, { where, fits: false }, DIALOG_LOOKS, checks);
  }
  checks.equal('no error in the console', seen.faults, []);
}
