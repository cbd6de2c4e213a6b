// A caller collects all items of a question and downloads them, then watches a question until a new video comes and reads its feed. An
// operator stops the watch for a while. Each figure on the screen is compared with the ledger, and each file with what was charged.
import { eventually } from '../../gateway/src/testing/eventually.ts';
import { type Browser, type BrowserPage, until } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, signInAtPortal, type Visit, visit } from './visit.ts';

interface Collection {
  state: string;
  items: number;
  pages: number;
  charged: string;
}
interface Watch {
  state: string;
  items: number;
  runs: number;
  spent: { total: string };
}
interface Requests {
  calls: { request_id: string; charged: string }[];
}

const COLLECTED = 'collect';
const WATCHED = 'watch';
const ITEMS = 30;
/** In no video of the sample library. */
const RARE = 'zeppelin';

async function available(stage: Stage): Promise<number> {
  return Number((await stage.caller<{ available: string }>('/api/account/v1/balance')).available);
}

const micros = (decimal: string | number) => Math.round(Number(decimal) * 1e6);

/** What the ledger charged for the pages of a collection, or for the runs of a watch. */
async function chargedFor(stage: Stage, id: string, purpose: string): Promise<number> {
  const path = encodeURIComponent(`/api/u1/v1/library/${purpose}/search_video_v2`);
  const { calls } = await stage.caller<Requests>(`/api/account/v1/requests?path=${path}&limit=100`);
  const own = calls.filter(({ request_id }) => request_id.includes(id));
  return own.reduce((sum, { charged }) => sum + micros(charged), 0);
}

/** Asks in the playground, and follows a link below the answer. */
async function fromPlayground(page: BrowserPage, stage: Stage, asked: string, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${stage.publicUrl}/portal/#/?operation=video.search&platform=library&about=${asked}`);
  await until(page, `document.querySelector('[data-run]')?.disabled === false`);
  await page.locator('[data-run]').click();
  await page.getByRole('link', { name: link, exact: true }).click();
}

async function idInAddress(page: BrowserPage, prefix: string): Promise<string> {
  await until(page, `location.hash.includes('${prefix}')`);
  return page.evaluate<string>(`location.hash.split('/').at(-1)`);
}

async function collect({ page }: Visit, stage: Stage, checks: Checks): Promise<string> {
  await fromPlayground(page, stage, 'cat', 'Collect all of this');
  await page.getByRole('heading', { name: 'Start a collection' }).waitFor();
  checks.equal(
    'the question of the playground comes along',
    await page.evaluate(`document.querySelector('textarea[name=about]').value`),
    'cat',
  );
  await page.getByLabel('Items at most').fill(String(ITEMS));
  checks.equal('without a budget nothing can be started', await isStartable(page), false);
  await page.getByLabel(/^Budget/).fill('0.5');
  await until(page, `document.querySelector('[data-start]')?.disabled === false`);
  checks.equal(
    'the button says the most that it can cost',
    decimalOf(await page.locator('[data-start]').textContent()),
    '0.500000',
  );
  const before = await available(stage);
  await page.locator('[data-start]').click();
  const id = await idInAddress(page, 'col_');
  await page.getByText('done', { exact: true }).first().waitFor();
  const { collection } = await stage.caller<{ collection: Collection }>(`/api/collections/v1/${id}`);
  checks.equal('it has ended', collection.state, 'done');
  checks.equal(
    'the items on the screen are those of the collection',
    await page.evaluate(`Number(document.querySelector('[data-items]').dataset.items)`),
    collection.items,
  );
  checks.holds('and there are some', collection.items > 0 && collection.items <= ITEMS);
  const spent = decimalOf(await page.locator('dd', { hasText: '$0.50' }).first().textContent());
  checks.equal('what it spent on the screen is what it was charged', spent, collection.charged);
  const paid = await chargedFor(stage, id, COLLECTED);
  checks.equal('which is the sum of its calls', paid, micros(collection.charged));
  checks.equal('and what the balance lost', micros(before) - micros(await available(stage)), paid);
  await until(page, `[...document.querySelectorAll('main li img')].some((one) => one.naturalWidth > 0)`);
  await download(page, collection, checks);
  return id;
}

function isStartable(page: BrowserPage): Promise<boolean> {
  return page.evaluate<boolean>(`!document.querySelector('[data-start]').disabled`);
}

/** The file by its address, without key or cookie. */
async function exported(page: BrowserPage, format: string): Promise<string> {
  const shown = await page.locator('main pre').count();
  const before = shown === 0 ? '' : await page.locator('main pre').first().textContent();
  await page.getByRole('button', { name: format, exact: true }).click();
  await until(page, `(document.querySelector('main pre')?.textContent ?? '') !== ${JSON.stringify(before)}`);
  const answer = await fetch((await page.locator('main pre').first().textContent()).trim());
  return answer.ok ? answer.text() : `${answer.status}`;
}

async function download(page: BrowserPage, { items, charged }: Collection, checks: Checks): Promise<void> {
  const lines = (await exported(page, 'JSON Lines')).trimEnd().split('\n');
  checks.equal('the file has a line for each item that was charged', lines.length, items);
  const ids = new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id));
  checks.equal('and no item twice', ids.size, items);
  const rows = (await exported(page, 'CSV')).trimEnd().split('\r\n');
  checks.equal('the spreadsheet has as many rows and a head', rows.length, items + 1);
  const now = await page.locator('dd', { hasText: '$0.50' }).first().textContent();
  checks.equal('a download costs nothing', decimalOf(now), charged);
}

/** Of a platform whose pictures are on another host: the browser asks the gateway for each, and never that host. */
async function collectElsewhere(seen: Visit, stage: Stage, checks: Checks): Promise<void> {
  const { page } = seen;
  await page.goto(`${stage.publicUrl}/portal/#/collections/new?platform=tube&about=cat`);
  await page.getByLabel('Items at most').fill('5');
  await page.getByLabel(/^Budget/).fill('0.5');
  await until(page, `document.querySelector('[data-start]')?.disabled === false`);
  seen.asked();
  await page.locator('[data-start]').click();
  await page.getByText('done', { exact: true }).first().waitFor();
  const asked: string[] = [];
  await eventually(
    () => asked.push(...seen.asked()),
    () => asked.includes('GET /api/pictures/v1/picture'),
  );
  checks.equal(
    'the addresses of its pictures are asked for once',
    asked.filter((one) => /^GET .api.collections.v1.col_\w+.pictures$/.test(one)).length,
    1,
  );
}

async function watchOf(stage: Stage, id: string): Promise<Watch> {
  return (await stage.caller<{ watch: Watch }>(`/api/watches/v1/${id}`)).watch;
}

/** Presses the button and waits for the run that follows. */
async function runNow(page: BrowserPage, stage: Stage, id: string): Promise<Watch> {
  const { runs } = await watchOf(stage, id);
  await page.getByRole('button', { name: 'Run now', exact: true }).click();
  return eventually(
    () => watchOf(stage, id),
    (watch) => watch.runs > runs,
  );
}

async function watch({ page }: Visit, stage: Stage, checks: Checks): Promise<string> {
  await fromPlayground(page, stage, RARE, 'Watch this');
  await page.getByRole('heading', { name: 'Make a watch' }).waitFor();
  await page.getByLabel(/^Budget for a month/).fill('1');
  await until(page, `document.querySelector('[data-start]')?.disabled === false`);
  await page.locator('[data-start]').click();
  const id = await idInAddress(page, 'wat_');
  await page.getByRole('button', { name: 'Run now', exact: true }).waitFor();
  const first = await runNow(page, stage, id);
  checks.equal('what was there before is not delivered', first.items, 0);
  await stage.importVideo({ id: 'new-zeppelin', title: `A ${RARE} over the lake`, author: { name: 'Air' } });
  const second = await runNow(page, stage, id);
  checks.equal('a new video is delivered once', second.items, 1);
  await page.getByText(`A ${RARE} over the lake`).first().waitFor();
  const third = await runNow(page, stage, id);
  checks.equal('and not again', third.items, 1);
  const paid = await chargedFor(stage, id, WATCHED);
  checks.equal('what it spent is the sum of its runs', micros(third.spent.total), paid);
  await until(page, `document.querySelectorAll('main table tr[data-row]').length >= ${third.runs}`);
  await feed(page, checks);
  return id;
}

async function feed(page: BrowserPage, checks: Checks): Promise<void> {
  await page.getByRole('button', { name: 'Make the address', exact: true }).click();
  await page.locator('dialog pre').first().waitFor();
  const [atom, json] = await page.evaluate<string[]>(
    `[...document.querySelectorAll('dialog pre')].map((one) => one.textContent.trim())`,
  );
  await page.locator('dialog').getByRole('button', { name: 'Copy Atom', exact: true }).click();
  await page.locator('dialog').getByText('Copied').first().waitFor();
  checks.holds('the feed has the new video', (await (await fetch(atom!)).text()).includes(RARE));
  const { items } = (await (await fetch(json!)).json()) as { items: unknown[] };
  checks.equal('the JSON feed has it alone', items.length, 1);
  await page.locator('dialog').getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByRole('button', { name: 'Make a new address', exact: true }).click();
  await page.locator('dialog').getByRole('button', { name: 'Make a new address', exact: true }).click();
  await page.locator('dialog pre').first().waitFor();
  checks.equal('an address that was replaced is gone', (await fetch(atom!)).status, 404);
  const next = (await page.locator('dialog pre').first().textContent()).trim();
  checks.equal('and the new one works', (await fetch(next)).status, 200);
  await page.locator('dialog').getByRole('button', { name: 'Done', exact: true }).click();
}

async function look(browser: Browser, stage: Stage, id: string, checks: Checks): Promise<void> {
  const seen = await visit(browser);
  const { page } = seen;
  await signInAtConsole(seen, await stage.consoleLink('viewer'));
  await page.goto(`${stage.adminUrl}/#/watches?open=${id}`);
  await page.locator('dialog').getByText('active', { exact: true }).waitFor();
  checks.equal('a viewer is offered no change', await page.getByRole('button', { name: 'Pause' }).count(), 0);
  await seen.leave();
}

async function pause(browser: Browser, stage: Stage, id: string, checks: Checks): Promise<void> {
  const seen = await visit(browser);
  const { page } = seen;
  await signInAtConsole(seen, await stage.consoleLink('operator'));
  await page.goto(`${stage.adminUrl}/#/watches`);
  await page.locator(`tr[data-row="${id}"]`).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.locator('dialog').nth(1).getByRole('button', { name: 'Pause', exact: true }).click();
  await page.locator('dialog').getByText('paused by the operator', { exact: true }).waitFor();
  const { state, runs } = await watchOf(stage, id);
  checks.equal('the operator paused it', state, 'paused');
  await page.getByRole('link', { name: /^Its calls/ }).click();
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
  await page.locator('tr[data-row]').first().waitFor();
  checks.equal('its calls are listed', await page.locator('tr[data-row]').count(), runs);
  checks.equal('no error in the console', seen.faults, []);
  await seen.leave();
}

/** Gives the running collection on the page another budget. */
async function changeBudget(page: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  const id = await idInAddress(page, 'col_');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.locator('dialog[open] input').first().waitFor();
  const held = await page.evaluate<string>(`document.querySelector('dialog[open] input').value`);
  checks.equal('the dialog holds the budget that it has', Number(held), 1);
  await page.getByLabel(/^Budget/).fill('2');
  await page.locator('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('dialog').waitFor({ state: 'hidden' });
  const { collection } = await stage.admin<{ collection: { budget: string } }>(`/collections/${id}`);
  checks.equal('a running collection has the budget that was typed', collection.budget, '2.000000');
}

/** A caller whose balance covers one page of two. */
async function waitForBalance(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  await stage.admin('/accounts', { name: 'short-of-money' });
  const topUp = (amount: string, reference: string) =>
    stage.admin('/accounts/short-of-money/topups', { amount, reference });
  await topUp('0.015', 'a page');
  const { secret } = await stage.admin<{ secret: string }>('/keys', { account: 'short-of-money', name: 'k' });
  const seen = await visit(browser);
  const { page } = seen;
  await signInAtPortal(seen, stage.publicUrl, secret);
  await page.goto(`${stage.publicUrl}/portal/#/collections/new?platform=library`);
  await page.locator('textarea[name=about]').fill('cat\ndog');
  await page.getByLabel(/^Budget/).fill('1');
  await page.getByText(/it will wait for a top-up/).waitFor();
  await page.locator('[data-start]').click();
  await page.getByText('waiting for balance', { exact: true }).waitFor();
  checks.equal(
    'a collection without balance says what to do',
    await page.locator('main a[href="#/balance"]').count(),
    1,
  );
  await changeBudget(page, stage, checks);
  await topUp('1', 'the rest');
  await page.getByText('done', { exact: true }).first().waitFor();
  checks.equal('no error in the portal', seen.faults, []);
  await seen.leave();
}

export async function gatheringJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const seen = await visit(browser);
  const { page } = seen;
  await signInAtPortal(seen, stage.publicUrl, stage.key);
  const collection = await collect(seen, stage, checks);
  await collectElsewhere(seen, stage, checks);
  const id = await watch(seen, stage, checks);
  await waitForBalance(browser, stage, checks);
  await look(browser, stage, id, checks);
  await pause(browser, stage, id, checks);
  await page.reload();
  await page.getByText(/only the operator can resume it/).waitFor();
  checks.equal('its owner cannot resume it', await page.getByRole('button', { name: 'Resume' }).count(), 0);
  await page.goto(`${stage.publicUrl}/portal/#/collections/${collection}`);
  await page.getByRole('button', { name: 'Delete the collection', exact: true }).click();
  await page.locator('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  checks.equal('no error in the portal', seen.faults, []);
  await seen.leave();
}
