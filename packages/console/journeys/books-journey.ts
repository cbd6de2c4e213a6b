// An operator closes a month and an account: statements on screen and in files, an account's earnings, the rest of a quota, and an account
// that is renamed, closed and reopened. Each figure is compared with the ledger.
import { readFileSync } from 'node:fs';
import type { Browser } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, signInAtPortal, type Visit, visit } from './visit.ts';

/** Sums on screen are rounded to cents. */
const HALF_CENT_MICROS = 5_000;

interface Account {
  id: string;
  name: string;
  status: string;
  balance: string;
}
interface Statement {
  number: number;
  opening: string;
  closing: string;
  lines: { kind: string; count: number; amount: string }[];
}
interface Slices {
  rows: { groups: string[]; charged: string; cost: string; margin: string }[];
}
interface Entries {
  entries: { kind: string; amount: string }[];
}

const micros = (decimal: string) => Math.round(Number(decimal) * 1e6);
const sum = (amounts: readonly string[]) => amounts.reduce((all, amount) => all + micros(amount), 0);

async function accountNamed(stage: Stage, name: string): Promise<Account> {
  return (await stage.admin<{ account: Account }>(`/accounts/${name}`)).account;
}

/** Reads the open statement, in micro-units: the sum of its lines and its closing balance. */
async function readSheet({ page }: Visit): Promise<{ lines: number; closing: number; rows: number }> {
  const cells = page.locator('td[data-column="amount"]');
  await cells.first().waitFor();
  const rows = await cells.count();
  let lines = 0;
  for (let at = 0; at < rows; at += 1) lines += micros(decimalOf(await cells.nth(at).textContent()));
  const closing = micros(decimalOf(await page.locator('td[data-total="amount"]').textContent()));
  return { lines, closing, rows };
}

async function judgeSheet(seen: Visit, who: string, statement: Statement, checks: Checks): Promise<void> {
  const { page } = seen;
  await page.getByRole('heading', { name: `Statement ${statement.number}`, exact: true }).waitFor();
  const sheet = await readSheet(seen);
  checks.equal(`${who}: a statement ends with what the ledger has`, sheet.closing, micros(statement.closing));
  checks.equal(`${who}: its lines add up to that`, sheet.lines, sheet.closing);
  checks.equal(`${who}: it has every line`, sheet.rows, statement.lines.length + 1);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: `Statement ${statement.number} CSV` }).click();
  const file = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  checks.equal(
    `${who}: its file has a head, both balances and the lines`,
    file.length,
    statement.lines.length + 3,
  );
  await page.emulateMedia({ media: 'print' });
  checks.equal(
    `${who}: on paper there is nothing but the statement`,
    await page.evaluate<number>(
      `[...document.querySelectorAll('nav, header, button')].filter((one) => one.checkVisibility()).length`,
    ),
    0,
  );
  await page.emulateMedia({ media: 'screen' });
}

async function readStatements(
  browser: Browser,
  stage: Stage,
  operator: Visit,
  checks: Checks,
): Promise<void> {
  checks.holds('the month is closed', (await stage.closeMonth()) > 0);
  const demo = await accountNamed(stage, 'demo');
  const { statements } = await stage.admin<{ statements: Statement[] }>(`/statements?account=${demo.id}`);
  const { statement } = await stage.admin<{ statement: Statement }>(`/statements/${statements[0]!.number}`);
  checks.equal('a month that was closed now ends with the balance', statement.closing, demo.balance);
  const { page } = operator;
  await page.goto(`${stage.adminUrl}/#/accounts/${demo.id}?tab=statements`);
  const closing = page.locator('td[data-column="closing"]').first();
  await closing.waitFor();
  checks.equal(
    'the list of statements says what the ledger has',
    decimalOf(await closing.textContent()),
    demo.balance,
  );
  await page.locator('td[data-column="month"] a').first().click();
  await judgeSheet(operator, 'console', statement, checks);
  const caller = await visit(browser);
  await signInAtPortal(caller, stage.publicUrl, stage.key);
  await caller.page.goto(`${stage.publicUrl}/portal/#/balance`);
  await caller.page.getByText('Statements', { exact: true }).click();
  await caller.page.locator('td[data-column="month"] a').first().click();
  await judgeSheet(caller, 'portal', statement, checks);
  checks.equal('no error in the console', caller.faults, []);
  await caller.leave();
}

/** Buys a call that fails over, so that there is usage with a cost: a journey may run alone. */
async function buyOne(stage: Stage): Promise<void> {
  await stage.caller('/api/u1/v1/tube/app/search_video_v2?keyword=harbour');
}

async function readMargin({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await buyOne(stage);
  const demo = await accountNamed(stage, 'demo');
  const { entries } = await stage.admin<Entries>(`/accounts/${demo.id}/entries?kind=charge&limit=500`);
  const { rows } = await stage.admin<Slices>('/usage/by?by=account');
  const { charged, cost, margin } = rows.find(({ groups }) => groups[0] === demo.id)!;
  checks.equal(
    'what an account earned is the sum of its charges',
    micros(charged),
    -sum(entries.map((one) => one.amount)),
  );
  checks.equal(
    'its margin is what was charged less what it cost',
    micros(margin),
    micros(charged) - micros(cost),
  );
  checks.holds('fail-overs cost something here', micros(cost) > 0);
  await page.goto(`${stage.adminUrl}/#/usage?by=account`);
  const row = page.locator(`tr[data-row="${demo.id}"]`);
  for (const [column, exact] of [
    ['charged', charged],
    ['margin', margin],
  ] as const) {
    const shown = await row.locator(`td[data-column="${column}"]`).textContent();
    // In integer micro-units: as a floating-point number, exactly half a cent could be more.
    const away = Math.abs(micros(decimalOf(shown)) - micros(exact));
    checks.holds(
      `the page says the ${column} of an account, in cents`,
      away <= HALF_CENT_MICROS,
      `${shown} for ${exact}`,
    );
  }
}

async function readQuota({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await page.goto(`${stage.adminUrl}/#/providers`);
  const cell = page.locator('tr[data-row="tube-west"] td[data-column="quota"]');
  await cell.waitFor();
  const { providers } = await stage.admin<{ providers: { name: string; quota: { left: number } | null }[] }>(
    '/providers',
  );
  const left = providers.find(({ name }) => name === 'tube-west')!.quota!.left;
  checks.holds('searches took units of the quota', left < 500);
  checks.equal('what is left of a quota is on the page', await cell.textContent(), `${left} of 500`);
}

async function act(
  { page }: Visit,
  button: string,
  fill: () => Promise<void> = async () => {},
  sends = button,
): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await fill();
  await page.locator('dialog').getByRole('button', { name: sends, exact: true }).click();
  await page.locator('dialog').waitFor({ state: 'hidden' });
}

async function closeAccount(seen: Visit, stage: Stage, checks: Checks): Promise<void> {
  const { page } = seen;
  await stage.admin('/accounts', { name: 'leaving' });
  const { secret } = await stage.admin<{ secret: string }>('/keys', { account: 'leaving', name: 'last' });
  await stage.admin('/accounts/leaving/topups', { amount: '5', reference: 'leaving-1' });
  const { id } = await accountNamed(stage, 'leaving');
  const status = async () =>
    (
      await fetch(`${stage.publicUrl}/api/account/v1/balance`, {
        headers: { authorization: `Bearer ${secret}` },
      })
    ).status;
  await page.goto(`${stage.adminUrl}/#/accounts/${id}`);
  await act(seen, 'Details', () => page.getByLabel('Name', { exact: true }).fill('left'), 'Save');
  await page.getByRole('heading', { name: 'left', exact: true }).waitFor();
  checks.equal('a renamed account keeps its id', (await accountNamed(stage, 'left')).id, id);
  await page.getByRole('button', { name: 'Close the account', exact: true }).click();
  const stays = decimalOf(await page.locator('[data-stays]').textContent());
  await page.locator('dialog').getByRole('button', { name: 'Close the account', exact: true }).click();
  await page.getByText('Closed', { exact: true }).waitFor();
  const closed = await accountNamed(stage, id);
  checks.equal(
    'a closed account keeps the balance that the page names',
    [closed.status, closed.balance],
    ['closed', stays],
  );
  checks.equal('its keys stop', await status(), 403);
  await act(seen, 'Reopen');
  await page.getByText('Active', { exact: true }).waitFor();
  checks.equal('its keys work again', await status(), 200);
  checks.equal('and nothing was moved', (await accountNamed(stage, id)).balance, '5.000000');
}

export async function booksJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const operator = await visit(browser);
  await signInAtConsole(operator, await stage.consoleLink());
  await readMargin(operator, stage, checks);
  await readQuota(operator, stage, checks);
  await readStatements(browser, stage, operator, checks);
  await closeAccount(operator, stage, checks);
  const { clean } = await stage.admin<{ clean: boolean }>('/ledger/verify', {});
  checks.equal('the books balance after all of it', clean, true);
  checks.equal('no error in the console', operator.faults, []);
  await operator.leave();
}
