// Attacks: markup in every text that a page shows, a page of another origin that uses the cookie, a link that was used before, and two
// roles in one browser. No script may run and nothing may change.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserPage, until } from './browser.ts';
import type { Checks } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, signInAtPortal, type Visit, visit } from './visit.ts';

/** Runs a script if a page inserts it as markup. */
const MARKUP = `"'><img src=x onerror=pwned=1><svg onload=pwned=1>{{7*7}}`;
const FORMULA = `=HYPERLINK("http://evil.example";"pay")`;

/** True if the markup became no element and no script ran. */
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
  checks: Checks,
): Promise<void> {
  for (const path of paths) {
    await seen.page.goto('about:blank');
    await seen.page.goto(`${base}#${path}`);
    await seen.page.getByText('onerror=pwned', { exact: false }).first().waitFor();
    checks.holds(`${path}: markup is shown as text`, await isInert(seen.page));
  }
}

async function saveEntries({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await page.goto(`${stage.publicUrl}/portal/#/balance`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Entries (CSV)' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  checks.holds(
    'a formula is in the file as text',
    text.includes(`"'=HYPERLINK`) && !text.includes('"=HYPERLINK'),
  );
}

/** A site on another port of this machine. The browser sends the cookie along, because cookies ignore ports. */
async function startForeignSite(): Promise<{ url: string; stop(): void }> {
  const server = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>evil</title>'),
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
}

async function rideTheCookie(seen: Visit, stage: Stage, account: string, checks: Checks): Promise<void> {
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
  checks.equal('a page of another port reads nothing', read, 'refused');
  checks.equal('and moves nothing', await balance(), before);
  await evil.close();
  site.stop();
}

async function useLinkTwice(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const link = await stage.consoleLink();
  const first = await visit(browser);
  await signInAtConsole(first, link);
  const thief = await visit(browser);
  await thief.page.goto(link);
  await thief.page
    .getByRole('heading', { name: /sign in/i })
    .first()
    .waitFor();
  checks.equal(
    'a link that was used opens nothing',
    await thief.page.getByRole('heading', { name: 'Today' }).count(),
    0,
  );
  await thief.leave();
  await first.leave();
}

/**
 * The cookie belongs to the browser and the secret to the tab: after a second sign-in the first tab is signed out, and does not get the
 * second role.
 */
async function mixRoles(browser: Browser, stage: Stage, account: string, checks: Checks): Promise<void> {
  const owner = await visit(browser);
  await signInAtConsole(owner, await stage.consoleLink('owner'));
  const tab = await owner.newTab();
  await tab.goto(await stage.consoleLink('viewer'));
  await tab.getByRole('heading', { name: 'Today' }).waitFor();
  await tab.goto(`${stage.adminUrl}/#/accounts/${account}`);
  await tab.locator('[data-figure="Available"]').waitFor();
  checks.equal('a viewer is offered no change', await tab.getByRole('button', { name: 'Top up' }).count(), 0);
  const forced = await tab.evaluate<number>(
    `fetch('/admin/v1/accounts/${account}/topups', { method: 'POST', body: '{"amount":"100","reference":"forced"}',
      headers: { 'content-type': 'application/json', 'x-reelgate-page': sessionStorage.getItem('reelgate.console') } }).then(({ status }) => status)`,
  );
  checks.equal('and is refused when the page is made to ask', forced, 403);
  await owner.page.goto(`${stage.adminUrl}/#/accounts/${account}`);
  await owner.page
    .getByRole('heading', { name: /sign in/i })
    .first()
    .waitFor();
  checks.equal(
    'the tab of the owner is signed out',
    await owner.page.getByRole('button', { name: 'Top up' }).count(),
    0,
  );
  await owner.leave();
}

export async function hostileJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const account = await poison(stage);
  const operator = await visit(browser);
  await signInAtConsole(operator, await stage.consoleLink());
  const console = [`/accounts/${account}`, `/accounts/${account}?tab=notices`, '/complaints', '/audit'];
  await lookEverywhere(operator, `${stage.adminUrl}/`, console, checks);
  checks.equal('no error in the console', operator.faults, []);
  await rideTheCookie(operator, stage, account, checks);
  await operator.leave();
  const caller = await visit(browser);
  await signInAtPortal(caller, stage.publicUrl, stage.key);
  const portal = ['/balance', '/notices'];
  await lookEverywhere(caller, `${stage.publicUrl}/portal/`, portal, checks);
  await caller.page.goto(
    `${stage.publicUrl}/portal/#/?operation=video.search&platform=library&about=poisoned`,
  );
  await until(caller.page, `document.querySelector('[data-run]')?.disabled === false`);
  await caller.page.locator('[data-run]').click();
  await caller.page.locator('main li').getByText('onerror=pwned', { exact: false }).first().waitFor();
  checks.holds('a title of a video is shown as text', await isInert(caller.page));
  await saveEntries(caller, stage, checks);
  checks.equal('no error in the console', caller.faults, []);
  await caller.leave();
  await useLinkTwice(browser, stage, checks);
  await mixRoles(browser, stage, account, checks);
  const { clean } = await stage.admin<{ clean: boolean }>('/ledger/verify', {});
  checks.equal('the books balance after all of it', clean, true);
}
