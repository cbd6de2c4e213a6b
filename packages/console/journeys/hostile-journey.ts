// Somebody means ill: markup in every text that a page shows, a page of another origin that rides on the cookie, a link that was used,
// two roles in one browser, texts far too long, and nonsense in the address. No script runs, nothing moves, and the pages stay whole.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserPage, until } from './browser.ts';
import type { Claims } from './claims.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, signInAtPortal, type Visit, visit } from './visit.ts';

/** Runs whatever way it is written into a page, if it is written as markup. */
const MARKUP = `"'><img src=x onerror=pwned=1><svg onload=pwned=1>{{7*7}}`;
const FORMULA = `=HYPERLINK("http://evil.example";"pay")`;
/** Longer than anything that is meant, and than the gateway reads. */
const LONG = 'x'.repeat(100_000);

/** Nothing of the markup became an element, and nothing of it ran. */
async function isInert(page: BrowserPage): Promise<boolean> {
  return page.evaluate<boolean>(
    `!('pwned' in globalThis) && document.querySelectorAll('[onerror],[onload],img[src="x"]').length === 0`,
  );
}

async function poison(stage: Stage): Promise<string> {
  const search = `/api/u1/v1/library/app/search_video_v2?keyword=${encodeURIComponent('poisoned')}`;
  await stage.importVideo({
    id: 'poison',
    title: `poisoned ${MARKUP}`,
    description: MARKUP,
    author: { name: MARKUP },
  });
  const { account } = await stage.admin<{ account: { id: string } }>('/accounts/demo');
  await stage.change(`/accounts/${account.id}`, {
    title: MARKUP,
    billing_address: MARKUP,
    tax_id: MARKUP.slice(0, 64),
  });
  await stage.admin(`/accounts/${account.id}/topups`, { amount: '1', reference: MARKUP, reason: FORMULA });
  await stage.admin(`/accounts/${account.id}/adjustments`, { amount: '1', reason: MARKUP });
  await stage.caller(search);
  const { calls } = await stage.admin<{ calls: { request_id: string }[] }>('/calls?state=settled&limit=1');
  const request = calls[0]!.request_id;
  await stage.tell(`/api/account/v1/requests/${request}/complaint`, { reason: MARKUP });
  return account.id;
}

async function lookEverywhere(
  seen: Visit,
  base: string,
  paths: readonly string[],
  claims: Claims,
): Promise<void> {
  for (const path of paths) {
    await seen.page.goto('about:blank');
    await seen.page.goto(`${base}#${path}`);
    await seen.page.getByText('onerror=pwned', { exact: false }).first().waitFor();
    claims.holds(`${path}: markup is shown as text`, await isInert(seen.page));
  }
}

async function saveEntries({ page }: Visit, stage: Stage, claims: Claims): Promise<void> {
  await page.goto(`${stage.publicUrl}/portal/#/balance`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Entries (CSV)' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  claims.holds(
    'a formula is in the file as text',
    text.includes(`"'=HYPERLINK`) && !text.includes('"=HYPERLINK'),
  );
}

/** On another port of this machine: the cookie goes along, because cookies know no ports. */
async function startForeignSite(): Promise<{ url: string; stop(): void }> {
  const server = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>evil</title>'),
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
}

async function rideTheCookie(seen: Visit, stage: Stage, account: string, claims: Claims): Promise<void> {
  const site = await startForeignSite();
  const balance = async () =>
    (await stage.admin<{ account: { balance: string } }>(`/accounts/${account}`)).account.balance;
  const before = await balance();
  const target = `${stage.adminUrl}/admin/v1/accounts/${account}/topups`;
  const body = JSON.stringify({ amount: '100', reference: 'evil' });
  const evil = await seen.newTab();
  await evil.goto(site.url);
  for (const type of ['text/plain', 'application/json']) {
    const init = JSON.stringify({
      method: 'POST',
      credentials: 'include',
      mode: 'no-cors',
      headers: { 'content-type': type },
      body,
    });
    await evil.evaluate(`fetch(${JSON.stringify(target)}, ${init}).then(() => 0, () => 0)`);
  }
  const read = await evil.evaluate<string>(
    `fetch(${JSON.stringify(`${stage.adminUrl}/admin/v1/accounts`)}, { credentials: 'include' }).then((answer) => answer.text(), () => 'refused')`,
  );
  claims.equal('a page of another port reads nothing', read, 'refused');
  claims.equal('and moves nothing', await balance(), before);
  await evil.close();
  site.stop();
}

async function useLinkTwice(browser: Browser, stage: Stage, claims: Claims): Promise<void> {
  const link = await stage.consoleLink();
  const first = await visit(browser);
  await signInAtConsole(first, link);
  const thief = await visit(browser);
  await thief.page.goto(link);
  await thief.page
    .getByRole('heading', { name: /sign in/i })
    .first()
    .waitFor();
  claims.equal(
    'a link that was used opens nothing',
    await thief.page.getByRole('heading', { name: 'Today' }).count(),
    0,
  );
  await thief.leave();
  await first.leave();
}

/** Cookies belong to the browser, the other half to the tab: the tab that was signed in before is out, and takes no other role. */
async function mixRoles(browser: Browser, stage: Stage, account: string, claims: Claims): Promise<void> {
  const owner = await visit(browser);
  await signInAtConsole(owner, await stage.consoleLink('owner'));
  const tab = await owner.newTab();
  await tab.goto(await stage.consoleLink('viewer'));
  await tab.getByRole('heading', { name: 'Today' }).waitFor();
  await tab.goto(`${stage.adminUrl}/#/accounts/${account}`);
  await tab.locator('[data-figure="Available"]').waitFor();
  claims.equal('a viewer is offered no change', await tab.getByRole('button', { name: 'Top up' }).count(), 0);
  const forced = await tab.evaluate<number>(
    `fetch('/admin/v1/accounts/${account}/topups', { method: 'POST', body: '{"amount":"100","reference":"forced"}',
      headers: { 'content-type': 'application/json', 'x-reelgate-page': sessionStorage.getItem('reelgate.console') } }).then(({ status }) => status)`,
  );
  claims.equal('and is refused when the page is made to ask', forced, 403);
  await owner.page.goto(`${stage.adminUrl}/#/accounts/${account}`);
  await owner.page
    .getByRole('heading', { name: /sign in/i })
    .first()
    .waitFor();
  claims.equal(
    'the tab of the owner is signed out',
    await owner.page.getByRole('button', { name: 'Top up' }).count(),
    0,
  );
  await owner.leave();
}

/** As if the field had no limit of its own. */
async function fillLong(page: BrowserPage, label: string | RegExp): Promise<void> {
  await page.evaluate(
    `document.querySelectorAll('[maxlength]').forEach((one) => one.removeAttribute('maxlength'))`,
  );
  await page.getByLabel(label).first().fill(LONG);
}

interface LongForm {
  path: string;
  /** That opens the form, where it is not there at once. */
  button?: string;
  /** What else it wants before it can be sent. */
  given?: readonly [label: RegExp, text: string];
  label: string | RegExp;
  sends: RegExp;
}

/** Refused by the gateway, by the page, or by the browser before it is sent. */
const REFUSED = `document.querySelector('main [role=alert], dialog [role=alert], dialog input:invalid') !== null`;

async function writeTooMuch(
  { page }: Visit,
  base: string,
  forms: readonly LongForm[],
  claims: Claims,
): Promise<void> {
  for (const { path, button, given, label, sends } of forms) {
    await page.goto('about:blank');
    await page.goto(`${base}#${path}`);
    if (button !== undefined) await page.getByRole('button', { name: button, exact: true }).first().click();
    if (given !== undefined) await page.getByLabel(given[0]).first().fill(given[1]);
    await fillLong(page, label);
    const isOver = (await page.locator('dialog').count()) > 0;
    const send = page.locator(isOver ? 'dialog' : 'main').getByRole('button', { name: sends });
    // What cannot be sent says why already.
    if (!(await page.evaluate<boolean>(REFUSED))) await send.first().click();
    await until(page, REFUSED);
    claims.holds(
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
    button: 'Give credit',
    given: [/^Amount/, '1'],
    label: 'Reason',
    sends: /^Give credit/,
  },
  { path: '/accounts', button: 'Make an account', label: 'Name', sends: /^Make an account$/ },
  { path: '/accounts', button: 'Invite somebody', label: 'For whom', sends: /^Invite somebody$/ },
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

/** Nonsense in the address: something to read stands there, and the way on. */
async function openNonsense(
  { page }: Visit,
  base: string,
  paths: readonly string[],
  claims: Claims,
): Promise<void> {
  for (const path of paths) {
    await page.goto('about:blank');
    await page.goto(`${base}#${path}`);
    await until(page, `(document.querySelector('main')?.textContent.trim() ?? '') !== ''`);
    claims.holds(`${path.slice(0, 40)}: no blank page`, (await page.locator('nav').count()) > 0);
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

async function writeOddly(browser: Browser, stage: Stage, account: string, claims: Claims): Promise<void> {
  const writer = await visit(browser);
  await signInAtConsole(writer, await stage.consoleLink());
  await writeTooMuch(writer, `${stage.adminUrl}/`, consoleForms(account), claims);
  await openNonsense(writer, `${stage.adminUrl}/`, CONSOLE_NONSENSE, claims);
  await writer.leave();
  await stage.caller('/api/u1/v1/library/app/search_video_v2?keyword=cat');
  const { calls } = await stage.caller<{ calls: { request_id: string }[] }>(
    '/api/account/v1/requests?limit=1',
  );
  const caller = await visit(browser);
  await signInAtPortal(caller, stage.publicUrl, stage.key);
  const base = `${stage.publicUrl}/portal/`;
  await writeTooMuch(caller, base, portalForms(calls[0]!.request_id), claims);
  await openNonsense(caller, base, PORTAL_NONSENSE, claims);
  await caller.leave();
}

export async function hostileJourney(browser: Browser, stage: Stage, claims: Claims): Promise<void> {
  const account = await poison(stage);
  const operator = await visit(browser);
  await signInAtConsole(operator, await stage.consoleLink());
  const console = [`/accounts/${account}`, `/accounts/${account}?tab=notices`, '/complaints', '/audit'];
  await lookEverywhere(operator, `${stage.adminUrl}/`, console, claims);
  claims.equal('no error in the console', operator.faults, []);
  await rideTheCookie(operator, stage, account, claims);
  await operator.leave();
  const caller = await visit(browser);
  await signInAtPortal(caller, stage.publicUrl, stage.key);
  const portal = ['/balance', '/notices'];
  await lookEverywhere(caller, `${stage.publicUrl}/portal/`, portal, claims);
  await caller.page.goto(
    `${stage.publicUrl}/portal/#/?operation=video.search&platform=library&about=poisoned`,
  );
  await until(caller.page, `document.querySelector('[data-run]')?.disabled === false`);
  await caller.page.locator('[data-run]').click();
  await caller.page.locator('main li').getByText('onerror=pwned', { exact: false }).first().waitFor();
  claims.holds('a title of a video is shown as text', await isInert(caller.page));
  await saveEntries(caller, stage, claims);
  claims.equal('no error in the console', caller.faults, []);
  await caller.leave();
  await useLinkTwice(browser, stage, claims);
  await mixRoles(browser, stage, account, claims);
  await writeOddly(browser, stage, account, claims);
  const { clean } = await stage.admin<{ clean: boolean }>('/ledger/verify', {});
  claims.equal('the books balance after all of it', clean, true);
}
