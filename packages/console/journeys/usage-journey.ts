// An operator reads what was earned, narrows the list of calls, and reads who did what; a caller sees which key pays. Every figure is
// compared with the ledger.
import { readFileSync } from 'node:fs';
import { daysAgo } from '../src/time/time.ts';
import { type Browser, type BrowserPage, until } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, signInAtPortal, type Visit, visit } from './visit.ts';

interface Figures {
  calls: number;
  failures: number;
  charged: string;
  cost: string;
  margin: string;
}
interface Slices {
  rows: (Figures & { groups: string[] })[];
  totals: Figures;
}
interface Entries {
  entries: { amount: string }[];
}
interface Calls {
  calls: { id: string; request_id: string; key_id: string; state: string; platform: string }[];
  totals: Figures;
}
interface KeyMade {
  key: { id: string; prefix: string };
  secret: string;
}

const LIBRARY = '/api/u1/v1/library/app/search_video_v2';
const TUBE = '/api/u1/v1/tube/app/search_video_v2';
const HALF_CENT = 0.005_000_1;
/** Shares are written in percent with one decimal. */
const HALF_TENTH = 0.050_000_1;

/** Buys on two platforms, so that there is something to stack; one of them costs the operator something. */
async function buy(stage: Stage): Promise<void> {
  for (const word of ['cat', 'dog']) {
    await stage.caller(`${LIBRARY}?keyword=${word}`);
    await stage.caller(`${TUBE}?keyword=${word}`);
  }
}

async function figureOn(page: BrowserPage, name: string): Promise<string> {
  return page.locator(`[data-figure="${name}"]`).textContent();
}

/** The share below a figure, and the row of totals: every figure of the page comes from its own column. */
async function judgeTotals(page: BrowserPage, totals: Figures, checks: Checks): Promise<void> {
  const share = async (name: string) =>
    Number.parseFloat(await page.locator(`[data-figure="${name}"] + dd`).textContent());
  const isShare = (shown: number, exact: number) => Math.abs(shown - exact * 100) <= HALF_TENTH;
  const { calls, failures, charged, cost, margin } = totals;
  checks.holds('cost and margin differ, so that they cannot be confused', cost !== margin);
  const marginShare = await share('Margin');
  checks.holds(
    'the share of the margin is that of what was earned',
    isShare(marginShare, Number(margin) / Number(charged)),
    `${marginShare}`,
  );
  if (failures > 0)
    checks.holds(
      'the share of failures is that of all calls',
      isShare(await share('Failures'), failures / (calls + failures)),
    );
  for (const column of ['calls', 'failures', 'charged', 'cost', 'margin'] as const) {
    const text = await page.locator(`td[data-total="${column}"]`).textContent();
    const shown = Number(text.replaceAll(/[$,\s]/g, ''));
    checks.holds(
      `the total of ${column} is its own`,
      Math.abs(shown - Number(totals[column])) <= HALF_CENT,
      `${text} for ${totals[column]}`,
    );
  }
}

/** Usage is counted by UTC days. A reader who chose the time of another zone sees the same days. */
async function readDaysElsewhere(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  for (const timezoneId of ['America/Los_Angeles', 'Pacific/Auckland']) {
    const seen = await visit(browser, { timezoneId });
    const { page } = seen;
    await signInAtConsole(seen, await stage.consoleLink());
    await page.evaluate(`localStorage.setItem('reelgate.preferences', '{"zone":"local"}')`);
    await page.goto(`${stage.adminUrl}/#/usage?days=7`);
    await page.reload();
    await page.locator('[data-legend]').waitFor();
    const shown = await page.evaluate<[string, string][]>(
      `[...document.querySelectorAll('td[data-column=day] time')].map((one) => [one.dateTime, one.textContent])`,
    );
    const strays = shown.filter(([day, text]) => Number.parseInt(text, 10) !== Number(day.slice(8, 10)));
    checks.holds(`in ${timezoneId} there are days to read`, shown.length > 0);
    checks.equal(`in ${timezoneId} each row has the day of the ledger`, strays, []);
    const steps = await page.evaluate<string>(
      `document.querySelector('figure table tbody tr:last-child').textContent`,
    );
    checks.equal(
      `in ${timezoneId} the chart ends with the day of the ledger`,
      Number.parseInt(steps, 10),
      Number(daysAgo(0).slice(8, 10)),
    );
    await seen.leave();
  }
}

/** A filter of the address is in force at once, and so is its removal. */
async function readOneAccount({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  const { account } = await stage.admin<{ account: { id: string } }>('/accounts', { name: 'standing-by' });
  const { totals } = await stage.admin<Slices>(`/usage/by?by=day&from=${daysAgo(6)}`);
  const shows = (calls: number) =>
    until(page, `document.querySelector('[data-figure="Answered"]')?.textContent === '${calls}'`);
  await page.goto(`${stage.adminUrl}/#/usage?days=7`);
  await shows(totals.calls);
  await page.goto(`${stage.adminUrl}/#/usage?days=7&account=${account.id}`);
  await page.locator('[data-filter="account"]').waitFor();
  await shows(0);
  checks.equal('an account without calls has no rows', await page.locator('tr[data-row]').count(), 0);
  await page.locator('[data-filter="account"]').click();
  await shows(totals.calls);
}

async function readUsage({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await buy(stage);
  const { accounts } = await stage.admin<{ accounts: { id: string }[] }>('/accounts?limit=200');
  let earned = 0;
  for (const { id } of accounts) {
    const { entries } = await stage.admin<Entries>(`/accounts/${id}/entries?kind=charge&limit=500`);
    for (const { amount } of entries) earned -= Number(amount);
  }
  await page.goto(`${stage.adminUrl}/#/usage?days=7`);
  await page.locator('[data-legend]').waitFor();
  // What is chosen comes into the address.
  await page.getByLabel('Stacked by').selectOption('platform');
  await until(page, `location.hash.includes('second=platform')`);
  await until(page, `document.querySelectorAll('[data-legend] li').length >= 2`);
  const { rows, totals } = await stage.admin<Slices>(`/usage/by?by=day,platform&from=${daysAgo(6)}`);
  const near = (what: string, shown: string, exact: number) =>
    checks.holds(what, Math.abs(Number(decimalOf(shown)) - exact) <= HALF_CENT, `${shown} for ${exact}`);
  near('the page earned what the ledger charged', await figureOn(page, 'Earned'), earned);
  near('and its margin is what is left of it', await figureOn(page, 'Margin'), earned - Number(totals.cost));
  checks.equal('it counts the calls of the ledger', Number(await figureOn(page, 'Answered')), totals.calls);
  checks.equal('and the failures', Number(await figureOn(page, 'Failures')), totals.failures);
  checks.equal(
    'the table has the rows of the gateway',
    await page.locator('tr[data-row]').count(),
    rows.length,
  );
  await judgeTotals(page, totals, checks);
  for (const platform of ['library', 'tube']) {
    const own = rows.filter(({ groups }) => groups[1] === platform);
    const sum = own.reduce((all, { charged }) => all + Number(charged), 0);
    const item = page.locator('[data-legend] li', { hasText: platform });
    near(`the legend says what ${platform} earned`, await item.locator('b').textContent(), sum);
  }
  await page.getByText('As a table').click();
  const cells = page.locator('figure table tbody tr');
  checks.equal('the table behind the chart has seven days', await cells.count(), 7);
  await saveUsage(page, rows, checks);
  await page.reload();
  await until(page, `document.querySelectorAll('[data-legend] li').length >= 2`);
  checks.equal(
    'a reload shows the same choice',
    await page.evaluate("document.querySelectorAll('select')[1].value"),
    'platform',
  );
}

async function saveUsage(page: BrowserPage, rows: Slices['rows'], checks: Checks): Promise<void> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const [, ...lines] = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  checks.equal(
    'the file has exactly the rows of the table',
    lines.map((line) => line.replaceAll('"', '').split(',').slice(0, 3).join(',')).sort(),
    rows.map(({ groups }) => `${groups[0]},,${groups[1]}`).sort(),
  );
}

/** By keyboard alone: two filters are added by typing, and one is removed. */
async function narrowCalls({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await page.goto(`${stage.adminUrl}/#/calls`);
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
  const box = page.locator('input[role="combobox"]');
  await box.focus();
  await page.keyboard.type('demo');
  await page.locator('[data-suggested="account=demo"]').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[data-filter="account"]').waitFor();
  await page.keyboard.type('tube');
  await page.locator('[data-suggested="platform=tube"]').waitFor();
  await page.keyboard.press('Enter');
  await until(page, `location.hash.includes('account=demo') && location.hash.includes('platform=tube')`);
  const { calls, totals } = await stage.admin<Calls>(
    '/calls?account=demo&platform=tube&limit=50&totals=true',
  );
  await until(page, `document.querySelectorAll('tr[data-row]').length === ${calls.length}`);
  const shown = decimalOf(await page.locator('td[data-total="charged"]').textContent());
  checks.equal('the total is that of the filtered calls, to the last place', shown, totals.charged);
  await page.locator('[data-filter="platform"]').focus();
  await page.keyboard.press('Delete');
  await until(page, `!location.hash.includes('platform=') && location.hash.includes('account=demo')`);
  checks.equal(
    'the focus stays on the next filter',
    await page.evaluate("document.activeElement?.getAttribute('data-filter')"),
    'account',
  );
  await page.keyboard.press('Delete');
  await until(page, `!location.hash.includes('account=')`);
  checks.equal(
    'after the last filter it is on the field that adds one',
    await page.evaluate("document.activeElement?.getAttribute('role')"),
    'combobox',
  );
  const all = await stage.admin<Calls>('/calls?limit=50');
  await page.goto(`${stage.adminUrl}/#/calls?account=demo&platform=tube`);
  await until(page, `document.querySelectorAll('tr[data-row]').length === ${calls.length}`);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await until(page, `!document.querySelector('[data-filter]') && !location.hash.includes('=')`);
  await until(page, `document.querySelectorAll('tr[data-row]').length === ${all.calls.length}`);
}

async function readAudit({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  const { account } = await stage.admin<{ account: { id: string } }>('/accounts/demo');
  await stage.admin(`/accounts/${account.id}/topups`, { amount: '25', reference: 'invoice-in-words' });
  await page.goto(`${stage.adminUrl}/#/audit?action=account.topup`);
  const [newest] = (await stage.admin<{ rows: { detail: object }[] }>('/audit?action=account.topup&limit=1'))
    .rows;
  const sentence = page.locator('[data-sentence="account.topup"]').first();
  await until(page, `document.querySelector('[data-sentence]')?.textContent.includes('invoice-in-words')`);
  checks.equal(
    'the audit log says it in words',
    await sentence.textContent(),
    '“first token” raised the balance of demo by $25.00 · invoice-in-words',
  );
  await page.locator('details summary').first().click();
  const raw = JSON.parse(await page.locator('details pre').first().textContent()) as { detail: object };
  checks.equal('and the stored row is one click away', raw.detail, newest!.detail);
  const kinds = await page.evaluate<string[]>(
    "[...new Set([...document.querySelectorAll('[data-sentence]')].map((one) => one.dataset.sentence))]",
  );
  checks.equal('the filter leaves only its action', kinds, ['account.topup']);
}

async function markSession({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await page.goto(`${stage.adminUrl}/#/system`);
  await page.getByText('this session').waitFor();
  checks.equal(
    'exactly one session is this one',
    await page.getByText('this session', { exact: true }).count(),
    1,
  );
  const row = page.locator('tr[data-row]', { hasText: 'this session' });
  await row.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText(/you are signed out at once/).waitFor();
  await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click();
  checks.equal('asking first ends nothing', await page.getByText('this session', { exact: true }).count(), 1);
  await row.getByRole('button', { name: 'Sign out' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Sign out' }).click();
  await until(page, `!document.querySelector('nav')`);
}

/** A key with caps pays only for itself; the key of the owner may choose. */
async function chooseKey(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const made = await stage.admin<KeyMade>('/keys', { account: 'demo', name: 'payer', daily_cap: '1.00' });
  const limited = await visit(browser);
  await signInAtPortal(limited, stage.publicUrl, made.secret);
  const choice = limited.page.getByLabel('Key that pays for these calls');
  await limited.page.locator('[data-caps-left]').waitFor();
  checks.equal('a capped key has no other key to choose', await choice.locator('option').count(), 1);
  await limited.page.locator('[data-try="cat"]').click();
  await limited.page.locator('[data-charged]').waitFor();
  const { caps } = await stage.admin<{ caps: { left: string }[] }>(`/keys/${made.key.id}`);
  await until(
    limited.page,
    `document.querySelector('[data-caps-left]')?.textContent.startsWith('$${Number(caps[0]!.left)} left')`,
  );
  checks.equal('no error in the console', limited.faults, []);
  await limited.leave();

  const owner = await visit(browser);
  await signInAtPortal(owner, stage.publicUrl, stage.key);
  const { page } = owner;
  await page.getByLabel('Key that pays for these calls').selectOption(made.key.id);
  await until(page, `document.querySelector('[data-caps-left]')?.textContent.includes('left of $1.00')`);
  await page.locator('[data-try="cat"]').click();
  await page.locator('[data-charged]').waitFor();
  await page.locator('main a[href^="#/receipts/"]').first().click();
  const paid = page.locator('[data-paying-key]');
  await paid.waitFor();
  const [call] = (await stage.admin<Calls>('/calls?account=demo&limit=1')).calls;
  checks.equal('the ledger charged the chosen key', call!.key_id, made.key.id);
  checks.holds('and the receipt names it', (await paid.textContent()).includes('payer'));
  checks.equal('no error in the console', owner.faults, []);
  await owner.leave();
}

export async function usageJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const seen = await visit(browser);
  await signInAtConsole(seen, await stage.consoleLink());
  await readUsage(seen, stage, checks);
  await readOneAccount(seen, stage, checks);
  await narrowCalls(seen, stage, checks);
  await readAudit(seen, stage, checks);
  await markSession(seen, stage, checks);
  checks.equal('no error in the console', seen.faults, []);
  await seen.leave();
  await readDaysElsewhere(browser, stage, checks);
  await chooseKey(browser, stage, checks);
}
