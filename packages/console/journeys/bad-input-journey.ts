// Much too long texts in every form, and wrong values in the address: the page says what is wrong, and is never blank.
import { type Browser, type BrowserPage, until } from './browser.ts';
import type { Checks } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, signInAtPortal, type Visit, visit } from './visit.ts';

/** Longer than any sensible input, and than the gateway reads. */
const LONG = 'x'.repeat(100_000);

/** Fills a field as if it had no length limit. */
async function fillLong(page: BrowserPage, label: string | RegExp): Promise<void> {
  await page.evaluate(
    `document.querySelectorAll('[maxlength]').forEach((one) => one.removeAttribute('maxlength'))`,
  );
  await page.getByLabel(label).first().fill(LONG);
}

interface LongForm {
  path: string;
  /** Opens the form; absent if the form is visible at once. */
  button?: string;
  /** Another field that must be filled before the form can be sent. */
  given?: readonly [label: RegExp, text: string];
  label: string | RegExp;
  sends: RegExp;
}

/** True if the gateway, the page or the browser refused the input. */
const REFUSED = `document.querySelector('main [role=alert], dialog [role=alert], dialog input:invalid') !== null`;

async function writeTooMuch(
  { page }: Visit,
  base: string,
  forms: readonly LongForm[],
  checks: Checks,
): Promise<void> {
  for (const { path, button, given, label, sends } of forms) {
    await page.goto('about:blank');
    await page.goto(`${base}#${path}`);
    if (button !== undefined) await page.getByRole('button', { name: button, exact: true }).first().click();
    if (given !== undefined) await page.getByLabel(given[0]).first().fill(given[1]);
    await fillLong(page, label);
    const isOver = (await page.locator('dialog').count()) > 0;
    const send = page.locator(isOver ? 'dialog' : 'main').getByRole('button', { name: sends });
    // A form that is already refused cannot be sent.
    if (!(await page.evaluate<boolean>(REFUSED))) await send.first().click();
    await until(page, REFUSED);
    checks.holds(
      `${path} › ${button ?? sends.source}: a text far too long is refused in words`,
      (await page.locator('nav').count()) > 0,
    );
  }
}

const consoleForms = (account: string): LongForm[] => [
  { path: `/accounts/${account}`, button: 'Details', label: 'Title', sends: /^Save$/ },
  { path: `/accounts/${account}`, button: 'Details', label: 'Address for statements', sends: /^Save$/ },
  {
    path: `/accounts/${account}`,
    button: 'Adjust',
    given: [/^Amount/, '1'],
    label: 'Reason',
    sends: /^Adjust/,
  },
  {
    path: `/accounts/${account}?tab=grants`,
    button: 'Give a grant',
    given: [/^Amount/, '1'],
    label: 'Reason',
    sends: /^Give a grant/,
  },
  { path: '/accounts', button: 'Make an account', label: 'Name', sends: /^Make an account$/ },
  { path: '/accounts', button: 'Make an invite', label: 'For whom', sends: /^Make an invite$/ },
  { path: '/keys', button: 'Make a key', label: 'Name of the key', sends: /^Make a key$/ },
  {
    path: '/catalog',
    button: 'Draft new prices',
    given: [/get_video$/, '0.003'],
    label: /note/i,
    sends: /^Show what would change$/,
  },
  { path: '/system', button: 'Make a token', label: /^Name/, sends: /^Make a token$/ },
  { path: '/notices', button: 'Make a webhook', label: 'Address', sends: /^Make a webhook$/ },
];

const portalForms = (request: string): LongForm[] => [
  { path: '/receipts', label: /^Request id$/, sends: /^Find$/ },
  {
    path: `/receipts/${request}`,
    button: 'Complain about this answer',
    label: 'What is wrong with it?',
    sends: /^Send$/,
  },
  { path: '/balance', label: /^Amount/, sends: /^How to pay$/ },
  { path: '/keys', button: 'Make a key', label: 'Name of the key', sends: /^Make a key$/ },
];

/** Opens an address with wrong values: the page must show a text and a link. */
async function openNonsense(
  { page }: Visit,
  base: string,
  paths: readonly string[],
  checks: Checks,
): Promise<void> {
  for (const path of paths) {
    await page.goto('about:blank');
    await page.goto(`${base}#${path}`);
    await until(page, `(document.querySelector('main')?.textContent.trim() ?? '') !== ''`);
    checks.holds(`${path.slice(0, 40)}: no blank page`, (await page.locator('nav').count()) > 0);
  }
}

const NONSENSE = encodeURIComponent('\u0000\u202e💥%%<>');
const CONSOLE_NONSENSE = [
  `/calls?from=${NONSENSE}&state=${NONSENSE}&open=${NONSENSE}`,
  `/accounts/${NONSENSE}`,
  `/usage?by=${NONSENSE}&days=-1`,
  `/statements/${NONSENSE}`,
];
const PORTAL_NONSENSE = [
  `/?operation=${NONSENSE}&platform=${NONSENSE}&count=${NONSENSE}&about=${NONSENSE}`,
  `/?count=1e999`,
  `/receipts/${NONSENSE}`,
  `/statements/${NONSENSE}`,
  `/usage?by=${NONSENSE}`,
];

/** Runs on one database only: pages behave the same on both. */
export async function badInputJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const { account } = await stage.admin<{ account: { id: string } }>('/accounts/demo');
  const writer = await visit(browser);
  await signInAtConsole(writer, await stage.consoleLink());
  await writeTooMuch(writer, `${stage.adminUrl}/`, consoleForms(account.id), checks);
  await openNonsense(writer, `${stage.adminUrl}/`, CONSOLE_NONSENSE, checks);
  await writer.leave();
  await stage.caller('/api/u1/v1/library/app/search_video_v2?keyword=cat');
  const { calls } = await stage.caller<{ calls: { request_id: string }[] }>(
    '/api/account/v1/requests?limit=1',
  );
  const caller = await visit(browser);
  await signInAtPortal(caller, stage.publicUrl, stage.key);
  const base = `${stage.publicUrl}/portal/`;
  await writeTooMuch(caller, base, portalForms(calls[0]!.request_id), checks);
  await openNonsense(caller, base, PORTAL_NONSENSE, checks);
  await caller.leave();
}
