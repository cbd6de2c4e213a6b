// A caller's first minutes: sign in, search, see the price before and after, repeat for free, turn the page, read the receipt.
import { type Browser, until } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtPortal, visit } from './visit.ts';

interface Balance {
  available: string;
}

export async function portalJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const seen = await visit(browser);
  const { page } = seen;
  await signInAtPortal(seen, stage.publicUrl, stage.key);
  const available = async () => (await stage.caller<Balance>('/api/account/v1/balance')).available;
  const left = async () => decimalOf(await page.locator('[data-left]').textContent());
  const charged = async () => decimalOf(await page.locator('[data-charged]').textContent());

  await page.getByLabel(/^Keyword/).fill('cat');
  const button = page.locator('[data-run]');
  await until(page, `document.querySelector('[data-run]')?.disabled === false`);
  const price = decimalOf(await button.textContent());
  const before = await available();
  await button.click();
  await page.locator('[data-charged]').waitFor();
  checks.equal('the price on the button is what is charged', await charged(), price);
  checks.equal('what is left on the screen is what the ledger has', await left(), await available());
  checks.equal(
    'the ledger took exactly the price',
    Number(before) - Number(price) - Number(await available()) < 1e-9,
    true,
  );
  await until(page, `[...document.querySelectorAll('main li img')].some((one) => one.naturalWidth > 0)`);
  checks.holds('thumbnails are shown', (await page.locator('main li img').count()) > 0);

  const afterFirst = await available();
  await page.getByRole('button', { name: /Run again/ }).click();
  await page.getByText(/byte for byte/).waitFor();
  checks.equal('a repeat with the same id is free', await available(), afterFirst);

  await page.getByRole('button', { name: /^Next page/ }).click();
  await until(page, `document.querySelector('[data-charged]')?.textContent.includes('0.024')`);
  checks.equal('two pages cost two prices', await charged(), '0.024000');
  checks.equal('and the ledger says the same', await left(), await available());

  await page.getByRole('link', { name: 'receipt', exact: true }).click();
  await page.getByText(/You paid/).waitFor();
  checks.equal('the receipt says who paid', decimalOf(await page.getByText(/You paid/).textContent()), price);

  await page.goto(`${stage.publicUrl}/portal/#/balance`);
  await page.locator('[data-figure="Available"]').waitFor();
  checks.equal(
    'the balance page says what the ledger has',
    decimalOf(await page.locator('[data-figure="Available"]').textContent()),
    await available(),
  );

  await page.goto(`${stage.publicUrl}/portal/#/keys`);
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('Name of the key').fill('of-my-own');
  await page.locator('dialog').getByRole('button', { name: 'Make a key' }).click();
  const secret = (await page.locator('dialog pre').first().textContent()).trim();
  const own = await fetch(`${stage.publicUrl}/api/account/v1/balance`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  checks.equal("the caller's own key works as shown", own.status, 200);
  checks.equal('no error in the console', seen.faults, []);
  await seen.leave();
}
