// A newcomer takes "The first minute" with the pages alone: search, receipt, repeat, then a provider is broken and the next page of the
// list comes from the other one. Every step ticks itself, and what the screen says equals the ledger. Prints how long it took.
import path from 'node:path';
import { type Browser, type BrowserPage, until } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, type Visit, visit } from './visit.ts';

interface Call {
  id: string;
  account_name: string;
  charged: string;
  platform: string;
  attempts: number;
  resumed: boolean;
}
interface Detail {
  call: { tried: { provider: string; outcome: string }[]; charged: string };
}

const SECOND_MS = 1_000;
const NORTH = 'showcase-north';
const STEPS = 5;

/** With JOURNEY_PICTURES=FOLDER, stores a picture of each step there. */
async function keepPicture(page: BrowserPage, step: string): Promise<void> {
  const folder = process.env.JOURNEY_PICTURES;
  if (folder !== undefined)
    await page.screenshot({ path: path.join(folder, `showcase-${step}.png`), fullPage: true });
}

/** In both themes, and on a phone. */
async function keepLooks(page: BrowserPage, step: string): Promise<void> {
  if (process.env.JOURNEY_PICTURES === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await keepPicture(page, `${step}-${colorScheme}-${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
}

const step = (page: BrowserPage, at: number) => page.locator('[data-step]').nth(at);

const untilDone = (page: BrowserPage, at: number) =>
  until(page, `document.querySelectorAll('[data-step]')[${at}]?.dataset.step === 'done'`);

async function openPlayground({ page }: Visit): Promise<BrowserPage> {
  const popup = page.waitForEvent('popup');
  await step(page, 0).getByRole('button', { name: 'Open the playground as demo' }).click();
  const portal = await popup;
  await portal.getByRole('heading', { name: 'Playground' }).waitFor();
  return portal;
}

/** Lists of accounts go by name, so this customer comes before the account of the first start. */
async function nameFirst(stage: Stage): Promise<void> {
  await stage.admin('/accounts', { name: 'aaa' });
}

async function search(portal: BrowserPage, keyword: string): Promise<void> {
  await portal.getByLabel('Platform', { exact: true }).selectOption('showcase');
  await portal.getByLabel(/^Keyword/).fill(keyword);
  await until(portal, `document.querySelector('[data-run]')?.disabled === false`);
  await portal.locator('[data-run]').click();
  await portal.locator('[data-charged]').waitFor();
  // The English title that every topic has, so that the answer before it is not taken for this one.
  await until(portal, `document.querySelector('main ul')?.textContent.toLowerCase().includes('${keyword}:')`);
  await until(portal, `[...document.querySelectorAll('main li img')].some((one) => one.naturalWidth > 0)`);
}

async function latest(stage: Stage): Promise<Call> {
  return (await stage.admin<{ calls: Call[] }>('/calls?limit=1')).calls[0]!;
}

/** Titles of the videos on the screen; each is unique in the showcase. */
const titlesOn = (portal: BrowserPage) =>
  portal.evaluate<string[]>(`[...document.querySelectorAll('main li strong')].map((one) => one.textContent)`);

/** The three steps that need no second provider. */
async function buyAndRepeat(seen: Visit, portal: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  await search(portal, 'cat');
  await keepPicture(portal, '2-search');
  checks.holds(
    'each record of the showcase says that it is made up',
    (await portal.getByText(/showcase \(made up\)/).count()) >= (await titlesOn(portal)).length,
  );
  await untilDone(seen.page, 0);
  await portal.getByRole('button', { name: /free/i }).first().click();
  await untilDone(seen.page, 2);
  const first = await latest(stage);
  checks.equal('the account of the first start pays, not a customer', first.account_name, 'demo');
  checks.equal('a repeat is no second call', first.charged, '0.012000');
  await step(seen.page, 1).getByRole('link', { name: 'Open the call' }).click();
  await seen.page.locator('dialog').getByText('What happened').waitFor();
  await seen.page.goto(`${stage.adminUrl}/#/`);
  await untilDone(seen.page, 1);
}

async function breakAndWalkOn(seen: Visit, portal: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  const { page } = seen;
  const before = await stage.caller<{ available: string }>('/api/account/v1/balance');
  await search(portal, 'garden');
  const first = await titlesOn(portal);
  await page.getByRole('button', { name: `Break ${NORTH}` }).click();
  await page.getByRole('button', { name: `Mend ${NORTH}` }).waitFor();
  await keepLooks(page, '3-broken');
  await portal.getByRole('button', { name: /^Next page/ }).click();
  await until(portal, `document.querySelectorAll('main li strong').length > ${first.length}`);
  await keepPicture(portal, '4-next-page');
  const both = await titlesOn(portal);
  checks.equal('the first page stays as it was', both.slice(0, first.length), first);
  checks.equal('no video comes twice', new Set(both).size, both.length);
  const call = await latest(stage);
  checks.equal('the ledger says that the walk moved', [call.resumed, call.attempts], [true, 2]);
  const after = await stage.caller<{ available: string }>('/api/account/v1/balance');
  const paid = (Number(before.available) - Number(after.available)).toFixed(6);
  checks.equal('two pages were charged, and the failed attempt was not', paid, '0.024000');
  const left = portal.locator('[data-left]').first();
  checks.equal(
    'what is left on the screen is in the ledger',
    decimalOf(await left.textContent()),
    after.available,
  );
}

async function readWaterfall({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  const call = await latest(stage);
  await page.goto(`${stage.adminUrl}/#/calls?open=${call.id}`);
  const drawer = page.locator('dialog');
  await drawer.getByText('What happened').waitFor();
  const { tried, charged } = (await stage.admin<Detail>(`/calls/${call.id}`)).call;
  checks.equal(
    'the first provider failed, the second answered',
    tried.map(({ outcome }) => outcome),
    ['unavailable', 'ok'],
  );
  const rows = await page.evaluate<string[]>(
    `[...document.querySelectorAll('dialog ol li')].map((one) => one.textContent)`,
  );
  for (const { provider, outcome } of tried)
    checks.holds(
      `the waterfall shows ${provider}`,
      rows.some((row) => row.includes(provider) && (outcome === 'ok' || row.includes(outcome))),
    );
  checks.holds(
    'and the charge',
    rows.some((row) => row.includes(Number(charged).toString())),
  );
  checks.holds(
    'the drawer says that the platform is made up',
    (await drawer.getByText(/made up/).count()) > 0,
  );
  await keepLooks(page, '5-waterfall');
}

async function mendInDrawer({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await page.goto(`${stage.adminUrl}/#/providers?open=${NORTH}`);
  const drawer = page.locator('dialog');
  await drawer.getByText('Refusing', { exact: true }).waitFor();
  await keepLooks(page, '6-provider');
  await drawer.getByText('None', { exact: true }).click();
  await until(page, `document.querySelector('dialog input[value=none]')?.checked === true`);
  const faults = async () =>
    (await stage.admin<{ providers: { name: string; fault: string }[] }>('/providers')).providers.find(
      ({ name }) => name === NORTH,
    )?.fault;
  for (let look = 0; look < 100 && (await faults()) !== 'none'; look += 1) await page.waitForTimeout(50);
  checks.equal('the drawer mends the provider', await faults(), 'none');
}

/** In a browser of its own, because the choice is stored in the browser. */
async function hideSteps(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const seen = await visit(browser);
  const { page } = seen;
  await signInAtConsole(seen, await stage.consoleLink());
  await page.getByRole('heading', { name: 'The first minute' }).waitFor();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByRole('heading', { name: 'The first minute' }).waitFor({ state: 'hidden' });
  await page.reload();
  // The steps come with the latest calls, and so does this table.
  await page.getByText('No calls yet', { exact: false }).first().waitFor();
  checks.equal('hidden steps stay hidden', await page.locator('[data-step]').count(), 0);
  await seen.leave();
}

export async function showcaseJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const own = await stage.fresh();
  try {
    await hideSteps(browser, own, checks);
    const beganMs = performance.now();
    const operator = await visit(browser);
    await signInAtConsole(operator, await own.consoleLink());
    await operator.page.getByRole('heading', { name: 'The first minute' }).waitFor();
    checks.equal(
      'the first minute has five steps',
      await operator.page.locator('[data-step]').count(),
      STEPS,
    );
    await keepLooks(operator.page, '1-overview');
    await nameFirst(own);
    const portal = await openPlayground(operator);
    await buyAndRepeat(operator, portal, own, checks);
    await breakAndWalkOn(operator, portal, own, checks);
    await operator.page.locator('[data-all-done]').waitFor();
    await operator.page.getByRole('button', { name: `Mend ${NORTH}` }).waitFor();
    await keepLooks(operator.page, '5-all-done');
    console.log(`the first minute: ${Math.round((performance.now() - beganMs) / SECOND_MS)} s`);
    await readWaterfall(operator, own, checks);
    await mendInDrawer(operator, own, checks);
    checks.equal('no error in the console', operator.faults, []);
    await operator.leave();
    const { clean } = await own.admin<{ clean: boolean }>('/ledger/verify', {});
    checks.equal('the books balance after all of it', clean, true);
  } finally {
    await own.strike();
  }
}
