// A newcomer is invited by an operator, opens the link, takes the key, searches, pays by card and prints a statement. After each step the
// screen must equal the ledger. Prints how long it took.
import { FakeStripe, WEBHOOK_SECRET } from '../../gateway/src/testing/fake-stripe.ts';
import { type Browser, keepPicture, until } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, type Visit, visit } from './visit.ts';

interface Account {
  id: string;
  title: string | null;
  balance: string;
  available: string;
}
interface Entries {
  entries: { kind: string; amount: string; reference: string | null }[];
}
interface Grants {
  grants: { kind: string; amount: string; remaining: string; expires_at: string | null }[];
}
interface Receipt {
  call: { charged: string; paid_from?: { kind: string; amount: string }[] };
}

const NAME = 'newcomer';
const SECOND_MS = 1_000;
/** An empty page gives a smaller PDF. */
const PAPER_BYTES_MIN = 2_000;

async function startStripe(stageOf: () => Stage): Promise<FakeStripe> {
  const stripe = await new FakeStripe().start();
  stripe.onPaid = async (intent) => {
    const { body, headers } = stripe.news('payment_intent.succeeded', intent);
    await fetch(`${stageOf().publicUrl}/api/payments/v1/stripe`, { method: 'POST', headers, body });
  };
  return stripe;
}

const accountOf = async (stage: Stage) =>
  (await stage.admin<{ account: Account }>(`/accounts/${NAME}`)).account;

/** Creates the invite in the console; its link is shown once. */
async function invite(browser: Browser, stage: Stage, checks: Checks): Promise<string> {
  const operator = await visit(browser);
  const { page } = operator;
  await signInAtConsole(operator, await stage.consoleLink());
  await page.goto(`${stage.adminUrl}/#/accounts`);
  await page.getByRole('button', { name: 'Make an invite' }).click();
  await page.getByLabel('For whom').fill('New & Co');
  await page.getByLabel('Credit').fill('0.02');
  await keepPicture(page, '0-invite-form');
  await page.locator('dialog').getByRole('button', { name: 'Make an invite' }).click();
  const url = (await page.locator('dialog pre').textContent()).trim();
  await keepPicture(page, '0-invite-link');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Invites', { exact: true }).click();
  await page.getByText('New & Co').waitFor();
  checks.equal('the link is shown once', await page.getByText(url).count(), 0);
  await page.getByRole('button', { name: 'Make an invite' }).click();
  await page.getByLabel('For whom').fill('A mistake');
  await page.locator('dialog').getByRole('button', { name: 'Make an invite' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  // By its name: the list may still be without it, and its first row another invite.
  const mistake = page.locator('tr[data-row]', { hasText: 'A mistake' });
  await mistake.getByRole('button', { name: 'Revoke' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Revoke' }).click();
  await mistake.getByText('Revoked').waitFor();
  await keepPicture(page, '0-invites');
  checks.equal('no error in the console', operator.faults, []);
  await operator.leave();
  return url;
}

async function signUp({ page }: Visit, stage: Stage, url: string, checks: Checks): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Name of the account').fill(NAME);
  await keepPicture(page, '1-sign-up');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
  await keepPicture(page, '2-key');
  const secret = (await page.locator('main pre').first().textContent()).trim();
  const works = await fetch(`${stage.publicUrl}/api/account/v1/balance`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  checks.equal('the key works as shown', works.status, 200);
  await page.getByRole('button', { name: 'To the portal' }).click();
  await page.getByRole('heading', { name: 'Playground' }).waitFor();
  checks.equal('it is shown once', (await page.locator('body').textContent()).includes(secret), false);
  checks.equal('the account is whose the invite was', (await accountOf(stage)).title, 'New & Co');
}

async function search({ page }: Visit, keyword: string): Promise<void> {
  await page.getByLabel(/^Keyword/).fill(keyword);
  await until(page, `document.querySelector('[data-run]')?.disabled === false`);
  await page.locator('[data-run]').click();
  await page.locator('[data-charged]').waitFor();
}

/** A first search, paid with the credit of the invite. */
async function spend(seen: Visit, stage: Stage, checks: Checks): Promise<void> {
  const { page } = seen;
  await keepPicture(page, '3-playground');
  await search(seen, 'cat');
  await until(page, `[...document.querySelectorAll('main li img')].some((one) => one.naturalWidth > 0)`);
  await keepPicture(page, '4-first-search');
  const { available } = await accountOf(stage);
  checks.equal(
    'what is left after a first search is what the ledger has',
    decimalOf(await page.locator('[data-left]').textContent()),
    available,
  );
}

async function payIn({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  const before = await accountOf(stage);
  await page.getByRole('link', { name: 'Balance' }).first().click();
  await page.getByLabel(/^Amount/).fill('25');
  const { grants } = await stage.admin<Grants>(`/accounts/${before.id}/grants`);
  const credit = page.locator('td[data-column="remaining"]').first();
  checks.equal(
    'what is left of the credit is on the page',
    decimalOf(await credit.textContent()),
    grants[0]!.remaining,
  );
  checks.holds('and it says when it expires', grants[0]!.expires_at !== null);
  await keepPicture(page, '5-balance');
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await page.getByRole('button', { name: 'Pay 25.00 USD' }).waitFor();
  await keepPicture(page, '6-checkout');
  await page.getByRole('button', { name: 'Pay 25.00 USD' }).click();
  const available = page.locator('[data-figure="Available"]');
  await available.waitFor();
  const after = await accountOf(stage);
  checks.equal('the card was booked once', (Number(before.balance) + 25).toFixed(6), after.balance);
  await until(
    page,
    `document.querySelector('[data-figure="Available"]')?.textContent.includes('${Number(after.available)}')`,
  );
  checks.equal(
    'and is on the page when one comes back',
    decimalOf(await available.textContent()),
    after.available,
  );
  await page.getByText('Paid', { exact: true }).waitFor();
  await keepPicture(page, '7-paid');
}

/** A call paid partly with the rest of the credit and partly with ordinary money: the receipt says which. */
async function readReceipt(seen: Visit, stage: Stage, checks: Checks): Promise<void> {
  const { page } = seen;
  await page.getByRole('link', { name: 'Playground' }).first().click();
  await page.getByRole('heading', { name: 'Playground' }).waitFor();
  await search(seen, 'dog');
  await page.getByRole('link', { name: 'receipt', exact: true }).click();
  const paid = page.locator('[data-paid-with]');
  await paid.waitFor();
  await keepPicture(page, '8-receipt');
  const request = decodeURIComponent((await page.evaluate<string>('location.hash')).split('/').at(-1)!);
  const { call } = await stage.admin<Receipt>(`/accounts/${NAME}/requests/${request}`);
  const [part] = call.paid_from!;
  const own = (Number(call.charged) - Number(part!.amount)).toFixed(6);
  const [shownPart, shownOwn] = (await paid.textContent()).split('·');
  checks.equal('the receipt says what the credit paid', decimalOf(shownPart!), part!.amount);
  checks.equal('and what was own money', decimalOf(shownOwn!), own);
  await page.getByRole('button', { name: 'Complain about this answer' }).click();
  await page.getByLabel('What is wrong with it?').fill('These are cats.');
  await page.locator('dialog').getByRole('button', { name: 'Send' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Done' }).click();
  await page.locator('[data-complaint]').waitFor();
  await keepPicture(page, '9-complaint');
}

async function printStatement({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await stage.closeMonth();
  await page.getByRole('link', { name: 'Balance' }).first().click();
  await page.getByText('Statements', { exact: true }).click();
  await page.locator('td[data-column="month"] a').first().click();
  const closing = page.locator('td[data-total="amount"]');
  await closing.waitFor();
  await keepPicture(page, '10-statement');
  const { balance, id } = await accountOf(stage);
  checks.equal('the statement ends with the balance', decimalOf(await closing.textContent()), balance);
  const { entries } = await stage.admin<Entries>(`/accounts/${id}/entries?limit=500`);
  const sum = entries.reduce((all, { amount }) => all + Math.round(Number(amount) * 1e6), 0);
  checks.equal('and so do the entries', sum, Math.round(Number(balance) * 1e6));
  const paper = Buffer.from(await page.pdf());
  checks.holds(
    'it can be printed',
    paper.subarray(0, 5).toString() === '%PDF-' && paper.length > PAPER_BYTES_MIN,
  );
}

const SEARCHES = '/api/*/v1/*/app/search_video_v2';

/** Prices by volume, as the caller and as the operator see them. */
async function readTiers({ page }: Visit, browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const tiers = [
    { from: 0, unit_price: '0.012' },
    { from: 1_000, unit_price: '0.009' },
  ];
  const endpoints = [{ path: SEARCHES, unit: 'call', tiers }];
  await stage.admin('/catalog/versions', { currency: 'USD', mode: 'merge', endpoints });
  // A newly opened page loads the price list again.
  await page.goto('about:blank');
  await page.goto(`${stage.publicUrl}/portal/#/prices`);
  const step = page.locator('[data-tier="1000"]').first();
  await step.waitFor();
  checks.equal('the next step of a price is on the page', decimalOf(await step.textContent()), '0.009000');
  await keepPicture(page, '11-prices');
  const operator = await visit(browser);
  await signInAtConsole(operator, await stage.consoleLink());
  await operator.page.goto(`${stage.adminUrl}/#/catalog`);
  const same = operator.page.locator(`tr[data-row="${SEARCHES}"] [data-tier="1000"]`);
  checks.equal('and in the catalog', decimalOf(await same.textContent()), '0.009000');
  await keepPicture(operator.page, '12-catalog');
  await operator.leave();
}

export async function newcomerJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  let own!: Stage;
  const stripe = await startStripe(() => own);
  try {
    const settings = `secret_key: sk_test, webhook_secret: ${WEBHOOK_SECRET}, api_url: "${stripe.url}"`;
    own = await stage.beside(`stripe: { ${settings} }`);
    const url = await invite(browser, own, checks);
    const beganMs = performance.now();
    const newcomer = await visit(browser);
    await signUp(newcomer, own, url, checks);
    await spend(newcomer, own, checks);
    await payIn(newcomer, own, checks);
    await readReceipt(newcomer, own, checks);
    await printStatement(newcomer, own, checks);
    console.log(
      `from the invite to a printed statement: ${Math.round((performance.now() - beganMs) / SECOND_MS)} s`,
    );
    await readTiers(newcomer, browser, own, checks);
    checks.equal('no error in the portal', newcomer.faults, []);
    await newcomer.leave();
    const { clean } = await own.admin<{ clean: boolean }>('/ledger/verify', {});
    checks.equal('the books balance after all of it', clean, true);
  } finally {
    await own?.strike();
    await stripe.stop();
  }
}
