// Plays the forms: opens each dialog, fills every field, sends it, and compares.
import type { BrowserPage, Found } from './browser.ts';
import type { Checks } from './checks.ts';
import type { FormCase, Forms } from './forms.ts';
import { addressOf, goTo, type Ids, type JudgedDialog } from './pages.ts';
import { readShown } from './shown.ts';
import type { Stage } from './stage.ts';

const LOOK_MS = 50;
/** Time for an answer of the gateway to arrive at the page, on a busy machine. */
const PATIENCE_MS = 8_000;

/** Typed into texts that the case of a form does not name; opened again, the form must hold it. */
const TYPED = 'typed by hand';

/** Ids that are the names of their parameters: with them, a dialog is listed under the name of its route. */
export const ROUTE_IDS = new Proxy({} as Ids, { get: (_, name) => `$${String(name)}` });

/** Labels of the fields of the open dialog; options count as one field, with the label of their group. */
const LABELS = `[...new Set([...[...document.querySelectorAll('dialog[open]')].at(-1).querySelectorAll('input, select, textarea')].map((field) =>
  field.closest('[role=radiogroup]')?.ariaLabel ?? field.labels[0].textContent))]`;

async function isSoon(page: BrowserPage, expression: string): Promise<boolean> {
  const untilMs = performance.now() + PATIENCE_MS;
  while (!(await page.evaluate<boolean>(`Boolean(${expression})`))) {
    if (performance.now() > untilMs) return false;
    await page.waitForTimeout(LOOK_MS);
  }
  return true;
}

async function fill(page: BrowserPage, dialog: Found, label: string, value: string): Promise<void> {
  const group = dialog.getByRole('radiogroup', { name: label, exact: true });
  if ((await group.count()) > 0) return group.getByText(value, { exact: true }).click();
  // Some fields come with a choice in another one.
  const field = dialog.locator(`[data-field=${JSON.stringify(label)}]`);
  await isSoon(
    page,
    `(() => { const found = [...[...document.querySelectorAll('dialog[open]')].at(-1).querySelectorAll('input, select, textarea')]
      .find((field) => field.labels[0]?.textContent === ${JSON.stringify(label)});
      if (found?.tagName === 'SELECT' && ![...found.options].some(({ value, label }) => [value, label].includes(${JSON.stringify(value)}))) return false;
      found?.setAttribute('data-field', ${JSON.stringify(label)}); return found; })()`,
  );
  const isChoice = await page.evaluate<boolean>(
    `document.querySelector('dialog[open] select[data-field=${JSON.stringify(label)}]') !== null`,
  );
  await (isChoice ? field.selectOption(value) : field.fill(value));
}

/** The dialog's action is its last button. Once the gateway has answered, the button is gone: the dialog is closed, or shows the answer. */
const ACTION = `[...[...document.querySelectorAll('dialog[open]')].at(-1).querySelectorAll('[data-actions] button')].at(-1)`;

/** Sends the open dialog; gives what it promised before and said afterwards. */
async function send(page: BrowserPage): Promise<string> {
  const promised = await page.evaluate<string>(
    `document.querySelector('dialog[open] [data-preview]')?.textContent ?? ''`,
  );
  const dialogs = await page.evaluate<number>(`document.querySelectorAll('dialog[open]').length`);
  await page.evaluate(`(self.sentBy = ${ACTION}).click()`);
  await isSoon(page, `!self.sentBy.isConnected || self.sentBy.textContent === 'Done'`);
  const left = await page.evaluate<string[]>(
    `[...document.querySelectorAll('dialog[open]')].map(({ textContent }) => textContent)`,
  );
  if (left.length < dialogs) return promised;
  await page.keyboard.press('Escape');
  return `${promised} ${left.at(-1)}`;
}

async function sameSoon(
  read: () => Promise<unknown>,
  expected: unknown,
  page: BrowserPage,
): Promise<unknown> {
  const untilMs = performance.now() + PATIENCE_MS;
  let found = await read();
  while (JSON.stringify(found) !== JSON.stringify(expected) && performance.now() < untilMs) {
    await page.waitForTimeout(LOOK_MS);
    found = await read();
  }
  return found;
}

async function open(page: BrowserPage, buttons: readonly string[]): Promise<boolean> {
  for (const button of buttons) {
    const shown = `[...([...document.querySelectorAll('dialog[open]')].at(-1) ?? document).querySelectorAll('button')].find(({ textContent }) => textContent === ${JSON.stringify(button)})`;
    await isSoon(page, shown);
    await page.evaluate(`${shown}.click()`);
  }
  return isSoon(page, `document.querySelector('dialog[open] [data-actions]') !== null`);
}

/** Amounts come back with all six places. */
const withoutZeros = (value: string) => value.replace(/^(\d+\.\d*?)0+$/, '$1');

/** What the fields of a dialog hold when it is opened again. */
async function keptIn(page: BrowserPage, buttons: readonly string[], labels: string[]): Promise<unknown> {
  await open(page, buttons);
  const { fields } = await readShown(page);
  return Object.fromEntries(labels.map((label) => [label, withoutZeros(fields[label] ?? '')]));
}

async function play(
  page: BrowserPage,
  name: string,
  { route, buttons, form }: { route: string; buttons: readonly string[]; form: FormCase },
  { stage, ids, checks }: { stage: Stage; ids: Ids; checks: Checks },
): Promise<void> {
  await goTo(page, addressOf(form.at ?? route, ids));
  if (form.at !== undefined) {
    const isOneRow = await isSoon(page, `document.querySelectorAll('main tr[data-row]').length === 1`);
    checks.holds(`${name}: the search of the address finds its row`, isOneRow);
  }
  if (!(await open(page, buttons))) return checks.holds(`${name}: it opens`, false);
  const dialog = page.locator('dialog[open]');
  const labels = await page.evaluate<string[]>(LABELS);
  const others = form.keeps === true ? labels.filter((label) => !(label in form.fields)) : [];
  const fields = { ...form.fields, ...Object.fromEntries(others.map((label) => [label, TYPED])) };
  for (const [label, value] of Object.entries(fields))
    await fill(
      page,
      dialog,
      label,
      addressOf(value, ids, (id) => id),
    );
  checks.equal(
    `${name}: every field is filled`,
    (await page.evaluate<string[]>(LABELS)).sort(),
    Object.keys(fields).sort(),
  );
  const isThere = `document.querySelector('main').textContent.includes(${JSON.stringify(form.shows)})`;
  const inForm = `[...document.querySelectorAll('dialog[open]')].at(-1).textContent.includes(${JSON.stringify(form.shows)})`;
  const wasThere = await page.evaluate<boolean>(`${isThere} && !${inForm}`);
  const said = await send(page);
  const found = await sameSoon(() => form.holds(stage, ids, said), form.expected, page);
  checks.equal(`${name}: the gateway holds what was typed`, found, form.expected);
  if (form.shows === undefined) return;
  const isShown = await isSoon(page, isThere);
  checks.holds(`${name}: the page shows it without a reload`, isShown && !wasThere, form.shows);
  if (!form.keeps) return;
  const kept = await keptIn(page, buttons, Object.keys(fields));
  checks.equal(`${name}: opened again, it holds what was typed`, kept, fields);
  await page.keyboard.press('Escape');
}

export async function judgeForms(
  page: BrowserPage,
  dialogs: readonly JudgedDialog[],
  forms: Forms,
  at: { stage: Stage; ids: Ids; checks: Checks },
): Promise<void> {
  const asked = dialogs.filter(({ buttons }) => buttons.length > 0);
  const missing = asked
    .map(({ path, buttons }) => `${path} ${buttons.join(' › ')}`)
    .filter((name) => !(name in forms));
  at.checks.equal('every dialog that changes something is played', missing, []);
  for (const [name, form] of Object.entries(forms)) {
    if (typeof form === 'string') continue;
    const [route = '', ...words] = name.split(' ');
    await play(page, name, { route, buttons: [words.join(' ')], form }, at);
  }
}
