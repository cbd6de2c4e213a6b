// Checks every page, dialog and drawer in both themes, at phone and at desktop width: axe finds nothing, no text is cut, the keyboard
// reaches everything, the browser logs no errors, and opening a page sends no more requests than allowed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { drawn } from '../../gateway/src/testing/drawn.ts';
import { type BrowserPage, keepPicture, until } from './browser.ts';
import type { Checks } from './checks.ts';
import { judgeFirstFocus, judgeOrder } from './judge-keyboard.ts';
import { layoutFaults } from './judge-layout.ts';
import { goTo, type JudgedDialog, type JudgedPage } from './pages.ts';
import type { Visit } from './visit.ts';

const AXE = path.join(import.meta.dirname, 'node_modules/axe-core/axe.min.js');
interface Look {
  theme: 'light' | 'dark';
  width: number;
}

/** Each theme and each width once. The two pairs repeat each other but for the colours and rules of a width: a run draws one for each page. */
const PAIRS: (readonly Look[])[] = [
  [
    { theme: 'light', width: 390 },
    { theme: 'dark', width: 1280 },
  ],
  [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 390 },
  ],
];
/** By a name that is the same in each run: ids differ. */
export const looksOf = (name: string) => drawn(name, PAIRS, 1).flat();

/** Themes differ in colours only, so rules about anything else are checked in one theme. */
const RULES = {
  light: { resultTypes: ['violations'] },
  dark: {
    resultTypes: ['violations'],
    runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  },
};

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Rows after these look like them, and axe takes ten seconds for the hundred rows of the price list. */
const MORE_ROWS = 'tbody tr:nth-child(n+13)';

/** Evaluated by the browser's debugging interface, which the page's content security policy does not affect. */
async function violations(page: BrowserPage, { theme }: Look): Promise<Violation[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(readFileSync(AXE, 'utf8'));
  // The page under a dialog was checked without it.
  const top = `[...document.querySelectorAll('dialog[open]')].at(-1) ?? document`;
  return page.evaluate<Violation[]>(
    `axe.run({ include: [${top}], exclude: ['${MORE_ROWS}'] }, ${JSON.stringify(RULES[theme])}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes })))`,
  );
}

/** Waits until the page has its heading, or any, and nothing on it is being loaded. */
async function settle(page: BrowserPage, heading?: string): Promise<void> {
  const found = page.getByRole('heading', heading === undefined ? {} : { name: heading, exact: true });
  await found.first().waitFor();
  await until(
    page,
    `![...document.querySelectorAll('[role=status]')].some((one) => /Loading|正在加载/.test(one.textContent))`,
  );
}

/** Both apps have pages of the same name. */
function nameOf(base: string, path: string): string {
  return `${base.endsWith('/portal/') ? 'portal' : 'console'} ${path}`;
}

/** Starts from an empty page, so that late requests of the page before are not counted. */
export async function openPage(seen: Visit, base: string, judged: JudgedPage): Promise<void> {
  const { page } = seen;
  await page.goto('about:blank');
  seen.asked();
  await page.goto(`${base}#${judged.path}`);
  await settle(page, judged.heading);
}

async function judgeLook({ page }: Visit, where: string, look: Look, checks: Checks): Promise<void> {
  const { theme, width } = look;
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height: 900 });
  const found = await violations(page, look);
  const detail = found
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
    .join('\n');
  checks.holds(`${where} ${theme} ${width}: axe finds nothing`, found.length === 0, detail);
  checks.equal(`${where} ${width}: all can be read`, await layoutFaults(page), []);
  await keepPicture(page, `${where} ${theme} ${width}`);
}

async function judgeLooks(seen: Visit, where: string, looks: readonly Look[], checks: Checks): Promise<void> {
  for (const look of looks) await judgeLook(seen, where, look, checks);
  await seen.page.setViewportSize({ width: 1280, height: 900 });
  await seen.page.emulateMedia({ colorScheme: 'light' });
}

/** Options of the page that show another part of it, such as the tabs of an account. */
const VIEWS = `[...document.querySelectorAll('main [role=radiogroup] input:enabled:not(:checked)')].map((one) => one.value)`;

/** Shows each view of the page at phone width. A view that is in another view is not looked for. */
async function judgeViews({ page }: Visit, where: string, checks: Checks): Promise<void> {
  const views = [...new Set(await page.evaluate<string[]>(VIEWS))];
  if (views.length === 0) return;
  await page.setViewportSize({ width: 390, height: 900 });
  for (const view of views) {
    await page.evaluate(
      `document.querySelector('main [role=radiogroup] input[value=${JSON.stringify(view)}]')?.click()`,
    );
    await settle(page);
    checks.equal(`${where} › ${view} 390: all can be read`, await layoutFaults(page), []);
    await keepPicture(page, `${where} › ${view} light 390`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

export async function judgePages(
  seen: Visit,
  base: string,
  pages: readonly JudgedPage[],
  checks: Checks,
): Promise<void> {
  for (const [at, judged] of pages.entries()) {
    await openPage(seen, base, judged);
    // Pages poll every two seconds at most, so the requests counted here come from opening the page.
    const asked = seen.asked().filter((one) => !one.endsWith('/session'));
    const first = [...new Set(asked)];
    checks.holds(
      `${nameOf(base, judged.path)} asks at most ${judged.requestsMax}`,
      first.length <= judged.requestsMax,
      first.join(', '),
    );
    const where = nameOf(base, judged.path);
    await judgeLooks(seen, where, looksOf(nameOf(base, `page ${at}`)), checks);
    // All pages of an app have the same frame: it is walked through once.
    await judgeOrder(seen.page, where, at === 0 ? 'body' : 'main', checks);
    await judgeViews(seen, where, checks);
  }
  checks.equal('no error in the console', seen.faults, []);
}

/** The same pages in the other language at phone width, where words of another length could be cut. */
export async function judgeReading(
  seen: Visit,
  base: string,
  pages: readonly JudgedPage[],
  checks: Checks,
): Promise<void> {
  for (const { path } of pages) {
    await goTo(seen.page, path);
    await settle(seen.page);
    const where = nameOf(base, path);
    checks.equal(`${where} in Chinese 390: all can be read`, await layoutFaults(seen.page), []);
    await keepPicture(seen.page, `${where} zh light 390`);
  }
}

/** Leaves a few parts of each kind on a long page such as the reference: they look alike, and axe takes a minute for hundreds of them. */
const SHORTEN = `for (const parent of document.querySelectorAll('main, main :not(tr), nav *'))
  for (const alike of Map.groupBy(parent.children, ({ tagName, className }) => tagName + ' ' + className).values())
    for (const part of alike.slice(3)) part.remove()`;

/** A page outside of the two apps, or for visitors who are not signed in. All of it can be read at each width; axe reads its beginning. */
export async function judgeAddress(
  seen: Visit,
  url: string,
  looks: readonly Look[],
  checks: Checks,
): Promise<void> {
  const { page } = seen;
  await page.goto('about:blank');
  await page.goto(url);
  await settle(page);
  const { pathname } = new URL(url);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    checks.equal(`${pathname} ${width}: all can be read`, await layoutFaults(page), []);
  }
  if (looks.length === 0) return;
  await page.evaluate(SHORTEN);
  await judgeLooks(seen, pathname, looks, checks);
}

/** Escape closes the top dialog, and the button that opened it has the focus again. */
async function judgeReturn(
  page: BrowserPage,
  where: string,
  button: string | undefined,
  checks: Checks,
): Promise<void> {
  const open = `document.querySelectorAll('dialog[open]').length`;
  const before = await page.evaluate<number>(open);
  await page.keyboard.press('Escape');
  await until(page, `${open} === ${before - 1}`);
  if (button === undefined) return;
  const has = `document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()`;
  checks.equal(`${where}: the focus comes back`, await page.evaluate<string>(has), button);
}

export async function judgeDialogs(
  seen: Visit,
  base: string,
  dialogs: readonly JudgedDialog[],
  checks: Checks,
): Promise<void> {
  const { page } = seen;
  for (const [at, { path, buttons }] of dialogs.entries()) {
    await goTo(page, path);
    await settle(page);
    for (const name of buttons) await page.getByRole('button', { name, exact: true }).first().click();
    await page.locator('dialog[open]').first().waitFor();
    await settle(page);
    const where = [nameOf(base, path), ...buttons].join(' › ');
    await judgeFirstFocus(seen, where, checks);
    await judgeLooks(seen, where, looksOf(nameOf(base, `dialog ${at}`)), checks);
    await judgeReturn(page, where, buttons.at(-1), checks);
  }
  checks.equal('no error in the console', seen.faults, []);
}
