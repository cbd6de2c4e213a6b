// Every page, dialog and drawer of both apps, on a gateway with something in each list: in both themes and widths, by keyboard, in both
// languages, and what an open page costs.
import type { Browser } from './browser.ts';
import type { Checks } from './checks.ts';
import { fillPages } from './fill-pages.ts';
import { judgeDialogFocus, judgeMenu } from './judge-keyboard.ts';
import { judgeAddress, judgeDialogs, judgePages, judgeReading, looksOf, openPage } from './judge-pages.ts';
import { consoleDialogs, consolePages, type Ids, portalDialogs, portalPages } from './pages.ts';
import { BY_HAND, type Stage } from './stage.ts';
import { signInAtConsole, signInAtPortal, type Visit, visit } from './visit.ts';

// Checks the cost of an open console: at most one request in two seconds on the page of calls, and none while it is hidden. The test moves
// the page's clock, so the speed of the machine does not matter.
const HIDE = `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'))`;
const POLL_MS = 2_000;
const POLLS = 10;

/** The clock of `seen` stands still unless the test moves it. */
async function judgePolling(seen: Visit, adminUrl: string, checks: Checks): Promise<void> {
  const { page } = seen;
  await page.goto(`${adminUrl}/#/calls`);
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
  await page.locator('tr[data-row]').first().waitFor();
  const now = await page.evaluate<number>('Date.now()');
  await page.clock.pauseAt(now + POLL_MS);
  seen.asked();
  for (let poll = 0; poll < POLLS; poll += 1) {
    await page.clock.runFor(POLL_MS);
    // Waits for answers before the clock moves: a running poll would delay the next one.
    await page.evaluate('fetch("/openapi.json", { cache: "no-store" }).then((answer) => answer.text())');
  }
  const visible = seen.asked().length;
  checks.holds(
    'a visible list asks at most once in two seconds',
    visible <= POLLS + 1,
    `${visible} requests`,
  );
  checks.holds('a visible list asks again by itself', visible > 0);
  await page.evaluate(HIDE);
  await page.clock.runFor(POLL_MS);
  seen.asked();
  await page.clock.runFor(POLLS * POLL_MS);
  checks.equal('a hidden list asks nothing', seen.asked(), []);
}

/** A phone in Chinese. */
const CHINESE = { viewport: { width: 390, height: 900 }, locale: 'zh-CN' };

/** The focus in the search box (Ctrl K), in a call opened from the list, and in the menu of a narrow screen. */
async function judgeConsoleFocus(seen: Visit, base: string, checks: Checks): Promise<void> {
  await openPage(seen, base, { path: '/calls', requestsMax: 1 });
  const link = seen.page.locator('tr[data-row] a').first();
  await link.waitFor();
  await link.focus();
  await judgeDialogFocus(seen, 'the finder', 'Control+k', checks);
  await judgeDialogFocus(seen, 'a call', 'Enter', checks);
  await openPage(seen, base, { path: '/', requestsMax: 2 });
  await judgeMenu(seen, checks);
}

async function judgeConsole(browser: Browser, stage: Stage, ids: Ids, checks: Checks): Promise<void> {
  const operator = await visit(browser);
  await signInAtConsole(operator, await stage.consoleLink());
  const base = `${stage.adminUrl}/`;
  const pages = await consolePages(operator.page, ids);
  await judgePages(operator, base, pages, checks);
  await judgeDialogs(operator, base, consoleDialogs(ids), checks);
  await judgeConsoleFocus(operator, base, checks);
  await operator.leave();
  const watcher = await visit(browser);
  await watcher.page.clock.install();
  await signInAtConsole(watcher, await stage.consoleLink());
  await judgePolling(watcher, stage.adminUrl, checks);
  await watcher.leave();
  const reader = await visit(browser, CHINESE);
  await reader.page.goto(await stage.consoleLink());
  await reader.page.locator('main').waitFor();
  await judgeReading(reader, base, pages, checks);
  await reader.leave();
}

async function judgePortal(browser: Browser, stage: Stage, ids: Ids, checks: Checks): Promise<void> {
  const caller = await visit(browser);
  await signInAtPortal(caller, stage.publicUrl, stage.key);
  const base = `${stage.publicUrl}/portal/`;
  const pages = await portalPages(caller.page, ids);
  await judgePages(caller, base, pages, checks);
  await judgeDialogs(caller, base, portalDialogs(ids), checks);
  await caller.leave();
  const reader = await visit(browser, CHINESE);
  const { url } = await stage.admin<{ url: string }>('/accounts/demo/portal-links', {});
  await reader.page.goto(url);
  await reader.page.locator('main').waitFor();
  await judgeReading(reader, base, pages, checks);
  await reader.leave();
}

/** Sign-in at both apps, sign-up with an invite, and the reference of the operator. */
export async function doorsJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const stranger = await visit(browser);
  const { url } = await stage.admin<{ url: string }>('/invites', { title: 'Guest' });
  const doors = [`${stage.adminUrl}/`, `${stage.publicUrl}/portal/`, url, `${stage.adminUrl}/admin/docs`];
  for (const [at, door] of doors.entries()) await judgeAddress(stranger, door, looksOf(`door ${at}`), checks);
  checks.equal('no error in the console', stranger.faults, []);
  await stranger.leave();
}

type Judge = (browser: Browser, stage: Stage, ids: Ids, checks: Checks) => Promise<void>;

/** On a gateway of its own, so that a page looks the same whatever was played before. */
function onFilledStage(judge: Judge) {
  return async (browser: Browser, stage: Stage, checks: Checks): Promise<void> => {
    const own = await stage.beside(BY_HAND);
    try {
      await judge(browser, own, await fillPages(own), checks);
    } finally {
      await own.strike();
    }
  };
}

export const consolePagesJourney = onFilledStage(judgeConsole);
export const portalPagesJourney = onFilledStage(judgePortal);
