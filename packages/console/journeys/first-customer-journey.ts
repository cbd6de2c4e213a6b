// An operator without customers follows the six steps of the console by keyboard; a customer opens the link in another browser and searches.
// Each step ticks itself, and what the page says of it equals the ledger.
import { type Browser, type BrowserPage, keepPicture, until } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import { tabTo } from './judge-keyboard.ts';
import { BY_HAND, type Stage } from './stage.ts';
import { signInAtConsole, type Visit, visit } from './visit.ts';

interface Account {
  id: string;
  balance: string;
  available: string;
}
interface Entries {
  entries: { kind: string; amount: string; reference: string | null }[];
}

const NAME = 'acme';
const STEPS = ['account', 'invite', 'price', 'payment', 'call', 'statement'];
/** The promise of the page: six steps in five minutes. Far more than a machine needs, even a busy one. */
const MINUTES_MAX = 5;
/** Longer than the page waits between two looks, a few times. */
const LOOK_MS = 5_000;
const LOOKS = 4;

const accountOf = async (stage: Stage) =>
  (await stage.admin<{ account: Account }>(`/accounts/${NAME}`)).account;

function doneSteps(page: BrowserPage): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-step][data-done=true]')].map((one) => one.dataset.step)`,
  );
}

/** Waits until a step is ticked, without touching the page. */
async function ticked(page: BrowserPage, step: string): Promise<void> {
  await until(page, `document.querySelector('[data-step=${step}]')?.dataset.done === 'true'`);
}

async function press(page: BrowserPage, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

async function makeAccount(page: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  await page.goto(`${stage.adminUrl}/#/accounts`);
  await page.getByText('You have no customer yet', { exact: false }).waitFor();
  await keepPicture(page, 'first-customer 0 accounts');
  await press(page, 'First customer');
  await page.getByRole('heading', { name: 'First customer', exact: true }).first().waitFor();
  await page.locator('[data-step=account]').waitFor();
  checks.equal('at first no step is done', await doneSteps(page), []);
  await press(page, 'Make an account');
  await page.locator('dialog').waitFor();
  await page.keyboard.type(NAME);
  await page.keyboard.press('Enter');
  await ticked(page, 'account');
  checks.equal('the account alone is done', await doneSteps(page), ['account']);
  const { id } = await accountOf(stage);
  await until(page, `location.hash.includes('${id}')`);
}

async function makeLink(page: BrowserPage): Promise<{ url: string; key: string }> {
  await press(page, 'Make the link');
  await page.locator('dialog').waitFor();
  await press(page, 'Make the link');
  await page.locator('dialog pre').nth(1).waitFor();
  const texts = page.locator('dialog pre');
  const [url, key] = [await texts.nth(0).textContent(), await texts.nth(1).textContent()];
  await press(page, 'Done');
  await ticked(page, 'invite');
  return { url: url.trim(), key: key.trim() };
}

async function readPrices(page: BrowserPage): Promise<void> {
  await press(page, 'Read the prices');
  await page.getByRole('heading', { name: 'Catalog', exact: true }).waitFor();
  await page.getByRole('link', { name: /Back to the first customer/ }).click();
  await ticked(page, 'price');
}

async function bookPayment(page: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  await press(page, 'Top up');
  await page.locator('dialog').waitFor();
  await page.keyboard.type('25');
  await page.keyboard.press('Tab');
  await page.keyboard.type('invoice-1');
  await page.keyboard.press('Enter');
  await page.locator('[data-booked]').waitFor();
  await press(page, 'Done');
  await ticked(page, 'payment');
  const shown = decimalOf(await page.locator('[data-step=payment]').textContent());
  const { entries } = await stage.admin<Entries>(`/accounts/${NAME}/entries`);
  checks.equal('the payment on the page is the one in the ledger', entries[0], {
    ...entries[0],
    ...{ kind: 'topup', amount: shown, reference: 'invoice-1' },
  });
}

/** The customer, in a browser of their own. Returns what the portal says is left. */
async function search(customer: Visit, url: string): Promise<string> {
  const { page } = customer;
  await page.goto(url);
  await page.getByRole('heading', { name: 'Playground' }).waitFor();
  await page.getByLabel(/^Keyword/).fill('cat');
  await until(page, `document.querySelector('[data-run]')?.disabled === false`);
  await page.locator('[data-run]').click();
  await page.locator('[data-charged]').waitFor();
  return decimalOf(await page.locator('[data-left]').textContent());
}

/** The portal that the operator opens is the customer's, not that of another account. */
async function openAsCustomer(page: BrowserPage, checks: Checks): Promise<void> {
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open the portal as the customer' }).click();
  const portal = await popup;
  await portal.getByRole('heading', { name: 'Playground' }).waitFor();
  await until(portal, `/\\$\\d/.test(document.querySelector('nav').textContent)`);
  const header = await portal.locator('header').textContent();
  checks.holds('the operator sees the portal of the customer', header.includes(NAME), header);
  await portal.close();
}

/** With all steps done the page asks nothing more. The test moves the page's clock. */
async function judgeRest({ page, asked }: Visit, checks: Checks): Promise<void> {
  await page.clock.install();
  await page.reload();
  await page.locator('[data-all-done]').waitFor();
  asked();
  for (let look = 0; look < LOOKS; look += 1) {
    await page.clock.runFor(LOOK_MS);
    // Waits for answers before the clock moves on.
    await page.evaluate('fetch("/", { cache: "no-store" }).then((answer) => answer.text())');
  }
  const progress = asked().filter((one) => !one.endsWith('/session'));
  checks.equal('a page without open steps asks nothing', progress, []);
}

/** Amounts in the text of a step, as decimals. */
function amountsIn(text: string): string[] {
  return (text.match(/-?\$[\d,]+\.\d+/g) ?? []).map(decimalOf);
}

async function judgeSums(page: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  const { balance } = await accountOf(stage);
  const { entries } = await stage.admin<Entries>(`/accounts/${NAME}/entries`);
  const sum = (kind: string) =>
    entries.filter((one) => one.kind === kind).reduce((all, one) => all + Number(one.amount), 0);
  const expected = [sum('topup').toFixed(6), (-sum('charge')).toFixed(6), balance];
  const note = await page.locator('[data-step=statement]').textContent();
  checks.equal('paid in, charged and balance on the page are those of the ledger', amountsIn(note), expected);
}

export async function firstCustomerJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const own = await stage.beside(BY_HAND);
  try {
    const operator = await visit(browser);
    const { page } = operator;
    await signInAtConsole(operator, await own.consoleLink());
    // A call of another account must tick no step.
    await own.caller('/api/u1/v1/library/app/search_video_v2?keyword=cat');
    const beganMs = performance.now();
    await makeAccount(page, own, checks);
    const { url, key } = await makeLink(page);
    await readPrices(page);
    await bookPayment(page, own, checks);
    checks.equal('nobody has called yet', await doneSteps(page), STEPS.slice(0, 4));
    await openAsCustomer(page, checks);
    const customer = await visit(browser);
    const left = await search(customer, url);
    checks.equal(
      'what the customer sees left is what the ledger has',
      left,
      (await accountOf(own)).available,
    );
    await ticked(page, 'call');
    await ticked(page, 'statement');
    await page.locator('[data-all-done]').waitFor();
    const minutes = (performance.now() - beganMs) / 60_000;
    console.log(`a first customer: ${Math.round(minutes * 60)} s`);
    checks.holds('it takes less than five minutes', minutes < MINUTES_MAX, `${minutes}`);
    await keepPicture(page, 'first-customer 1 done');
    await judgeSums(page, own, checks);
    const bought = await fetch(`${own.publicUrl}/api/account/v1/balance`, {
      headers: { authorization: `Bearer ${key}` },
    });
    checks.equal('the key works as shown', bought.status, 200);
    await own.closeMonth();
    await judgeRest(operator, checks);
    await press(page, 'Read the statement');
    const closing = page.locator('td[data-total="amount"]');
    await closing.waitFor();
    checks.equal(
      'the statement ends with the balance',
      decimalOf(await closing.textContent()),
      (await accountOf(own)).balance,
    );
    checks.equal('no error in either browser', [...operator.faults, ...customer.faults], []);
    await customer.leave();
    await operator.leave();
  } finally {
    await own.strike();
  }
}
