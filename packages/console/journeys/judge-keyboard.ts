// Checks that the keyboard is enough: Tab reaches every control in the sequence of the page, the focus is visible, and dialogs keep the
// focus and give it back.
import type { BrowserPage } from './browser.ts';
import type { Checks } from './checks.ts';
import type { Visit } from './visit.ts';

// Checks the focus when a dialog opens: typing must go into the dialog.

/** The first field of the top dialog; without fields, an element on which Enter does not close the dialog. */
const HAS_FOCUS = `(() => {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const fields = [...dialog.querySelectorAll('input, select, textarea')];
  const first = fields.find((one) => !one.disabled && (one.type !== 'radio' || one.checked) && one.checkVisibility());
  const has = document.activeElement;
  const isDrawer = dialog.getBoundingClientRect().height >= innerHeight;
  const isRight = first === undefined || isDrawer
    ? dialog.contains(has) && has !== dialog && has.getAttribute('aria-label') !== 'Close'
    : has === first;
  return isRight ? '' : has.outerHTML.slice(0, 120);
})()`;

export async function judgeFirstFocus({ page }: Visit, where: string, checks: Checks): Promise<void> {
  checks.equal(`${where}: opens with the focus where one begins`, await page.evaluate<string>(HAS_FOCUS), '');
}

/**
 * Marks all controls in an element that Tab should reach, and puts the focus before them. Of a radio group that is one button, of a list
 * none of its options: arrow keys reach the others.
 */
const mark = (root: string) => `(() => {
  const root = document.querySelector('${root}');
  const all = [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
  const shown = all.filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.role !== 'option');
  const stops = shown.filter((one) => one.type !== 'radio' || one.checked);
  document.querySelectorAll('[data-stop]').forEach((one) => one.removeAttribute('data-stop'));
  stops.forEach((one, at) => one.setAttribute('data-stop', at));
  document.activeElement?.blur();
  root.focus();
  return stops.map((one) => (one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40)) || one.outerHTML.slice(0, 80));
})()`;

interface Focused {
  /** null if the focused element is not marked. */
  at: number | null;
  isSeen: boolean;
}

/** The outline may be on the element, or on the label of a button that is not drawn itself. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  const at = one?.getAttribute('data-stop') ?? null;
  const outlined = (element) => element !== null && getComputedStyle(element).outlineStyle !== 'none';
  return { at: at === null ? null : Number(at), isSeen: outlined(one) || outlined(one?.closest('label') ?? null) };
})()`;

/** Rows that open something when they are clicked, without a link or button to do so by keyboard. */
const MOUSE_ONLY = `document.querySelectorAll('tr[data-opens]:not(:has(a[href], button))').length`;

/** Some elements have several Tab stops inside, such as the parts of a date. */
const INNER_STOPS_MAX = 60;

async function tabThrough(page: BrowserPage, count: number): Promise<Focused[]> {
  const seen: Focused[] = [];
  for (let press = 0; press < count + INNER_STOPS_MAX; press += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<Focused>(FOCUSED);
    if (focused.at === null && seen.length > 0) break;
    if (focused.at !== null && focused.at !== seen.at(-1)?.at) seen.push(focused);
    if (focused.at === count - 1) break;
  }
  return seen;
}

/** Tab reaches every control in the element, in the order of the page. */
export async function judgeOrder(
  page: BrowserPage,
  where: string,
  root: string,
  checks: Checks,
): Promise<void> {
  const names = await page.evaluate<string[]>(mark(root));
  if (names.length === 0) return;
  const focused = await tabThrough(page, names.length);
  const reached = focused.map(({ at }) => at!);
  const missed = names.filter((_, at) => !reached.includes(at));
  checks.equal(`${where}: Tab reaches everything`, missed, []);
  checks.equal(
    `${where}: in the order of the page`,
    reached,
    reached.toSorted((a, b) => a - b),
  );
  const mouseOnly = await page.evaluate<number>(MOUSE_ONLY);
  checks.equal(`${where}: a row that opens has a link in it`, mouseOnly, 0);
  const unseen = focused.filter(({ isSeen }) => !isSeen).map(({ at }) => names[at!]);
  checks.equal(`${where}: the focus can be seen`, unseen, []);
}

const IN_DIALOG = `document.activeElement === document.body || document.activeElement.closest('dialog') !== null`;

/** Opens a dialog by keyboard from the focused element, moves through it, and closes it. */
export async function judgeDialogFocus(
  { page }: Visit,
  what: string,
  key: string,
  checks: Checks,
): Promise<void> {
  await page.evaluate(`document.activeElement.setAttribute('data-before', '')`);
  await page.keyboard.press(key);
  await page.locator('dialog').first().waitFor();
  checks.holds(`${what}: the focus goes in`, await page.evaluate<boolean>(IN_DIALOG));
  for (let press = 0; press < 30; press += 1) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate<boolean>(IN_DIALOG);
    checks.holds(`${what}: the focus stays in it`, isInside);
    if (!isInside) break;
  }
  await page.keyboard.press('Escape');
  await page.locator('dialog').first().waitFor({ state: 'hidden' });
  const isBack = await page.evaluate<boolean>(`document.activeElement.hasAttribute('data-before')`);
  checks.holds(`${what}: the focus comes back`, isBack);
  await page.evaluate(
    `document.querySelectorAll('[data-before]').forEach((one) => one.removeAttribute('data-before'))`,
  );
}

/** The menu of a narrow screen, opened and closed by keyboard. */
export async function judgeMenu({ page }: Visit, checks: Checks): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  const has = () =>
    page.evaluate<string>(`document.activeElement.closest('nav, header')?.tagName ?? 'neither'`);
  const links = page.locator('nav ul').first();
  await page.locator('header button[aria-expanded]').focus();
  await page.keyboard.press('Enter');
  await links.waitFor();
  checks.equal('the menu: the focus goes in', await has(), 'NAV');
  await page.keyboard.press('Escape');
  await links.waitFor({ state: 'hidden' });
  checks.equal('the menu: Escape gives the focus back', await has(), 'HEADER');
  await page.keyboard.press('Enter');
  await links.waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await links.waitFor({ state: 'hidden' });
  await page.locator('header button[aria-expanded]').focus();
  await page.keyboard.press('Enter');
  await links.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await links.waitFor({ state: 'hidden' });
  checks.holds('the menu: Enter opens a page', (await page.evaluate<string>('location.hash')) !== '#/');
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Presses Tab until the named element has the focus. */
export async function tabTo(page: BrowserPage, name: string): Promise<void> {
  const reached = `document.activeElement.textContent.trim() === ${JSON.stringify(name)}`;
  for (let press = 0; press < 60; press += 1) {
    if (await page.evaluate<boolean>(reached)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${name}`);
}
