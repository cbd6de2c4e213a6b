// An operator signs in by a link, watches a call arrive, opens and refunds it, tops up, creates a key that works, drafts and publishes a
// price, and finds all of it in the audit log.
import { type Browser, until } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, visit } from './visit.ts';

interface Accounts {
  accounts: { id: string; name: string; available: string }[];
}
interface Verdict {
  clean: boolean;
}

const SEARCH = '/api/u1/v1/library/app/search_video_v2?keyword=dog';

export async function consoleJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const seen = await visit(browser);
  const { page } = seen;
  const demo = async () =>
    (await stage.admin<Accounts>('/accounts')).accounts.find(({ name }) => name === 'demo')!;
  const figure = async (name: string) =>
    decimalOf(await page.locator(`[data-figure="${name}"]`).first().textContent());

  await signInAtConsole(seen, await stage.consoleLink());
  await page.getByRole('button', { name: /Verify the ledger|verify again/ }).click();
  await page.locator('[data-verdict="clean"]').waitFor();
  checks.equal(
    'the code is gone from the address',
    await page.evaluate<boolean>("location.href.includes('code')"),
    false,
  );

  // Calls: a call made elsewhere appears while the page is open.
  await stage.caller(SEARCH);
  await page.goto(`${stage.adminUrl}/#/calls`);
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
  const rows = page.locator('tr[data-row]');
  await rows.first().waitFor();
  const before = await rows.count();
  await stage.caller(SEARCH);
  await until(page, `document.querySelectorAll('tr[data-row]').length > ${before}`);

  // The drawer, and a refund with its preview.
  await rows.first().click();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByLabel('Reason').fill('the answer was not what it should be');
  const promised = decimalOf((await page.locator('[data-preview]').textContent()).split('→')[1]!);
  await page.getByRole('button', { name: /^Refund a call \$/ }).click();
  await page.locator('[data-booked]').waitFor();
  checks.equal('the preview of the refund came true', (await demo()).available, promised);
  await page.getByRole('button', { name: 'Done' }).click();

  // The account, and a top-up.
  await page.goto(`${stage.adminUrl}/#/accounts/${(await demo()).id}`);
  await page.locator('[data-figure="Available"]').waitFor();
  checks.equal(
    'the account page says what the ledger has',
    await figure('Available'),
    (await demo()).available,
  );
  await page.getByRole('button', { name: 'Top up' }).click();
  await page.getByLabel(/^Amount/).fill('25.50');
  await page.getByLabel('Reference', { exact: true }).fill('invoice-7');
  await page.getByRole('button', { name: /^Top up \$25\.50/ }).click();
  await page.locator('[data-booked]').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  const wanted = (await demo()).available;
  await until(
    page,
    `document.querySelector('[data-figure="Available"]')?.textContent === ${JSON.stringify(shown(wanted))}`,
  );

  // A key that works as shown.
  await page.goto(`${stage.adminUrl}/#/keys`);
  await page.getByRole('button', { name: 'Make a key' }).first().click();
  await page.getByLabel('Name of the key').fill('journey');
  await page.locator('dialog').getByRole('button', { name: 'Make a key' }).click();
  const secret = (await page.locator('dialog pre').first().textContent()).trim();
  const bought = await fetch(stage.publicUrl + SEARCH, { headers: { authorization: `Bearer ${secret}` } });
  checks.equal('the key works as shown', bought.status, 200);
  await page.getByRole('button', { name: 'Done' }).click();

  // A price: drafted, compared, published.
  await page.goto(`${stage.adminUrl}/#/catalog`);
  await page.getByRole('button', { name: 'Draft new prices' }).click();
  await page.getByLabel('New price /api/*/v1/*/app/get_video', { exact: true }).fill('0.0025');
  await page.getByRole('button', { name: 'Show what would change' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2, in force', { exact: false }).waitFor();
  const catalog = await stage.admin<{ catalog: { version: number } }>('/catalog');
  checks.equal('the version on the screen is in force', catalog.catalog.version, 2);

  // The audit log names the session.
  await page.goto(`${stage.adminUrl}/#/audit`);
  await page.getByText('ann', { exact: false }).first().waitFor();
  checks.equal(
    'the books balance after all of it',
    (await stage.admin<Verdict>('/ledger/verify', {})).clean,
    true,
  );
  checks.equal('no error in the console', seen.faults, []);
  await seen.leave();
}

/** An exact amount as the pages write it. */
function shown(decimal: string): string {
  const [whole, places] = decimal.split('.');
  return `$${Number(whole).toLocaleString('en')}.${places!.replace(/0{1,4}$/, '').padEnd(2, '0')}`;
}
