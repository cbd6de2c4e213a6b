// An operator finds things: the playground from the overview, a call by its pasted id, a key by its name with what is spent of its cap, and
// a CSV file of the filtered list.
import { readFileSync } from 'node:fs';
import { type Browser, until } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, type Visit, visit } from './visit.ts';

interface Calls {
  calls: { id: string; request_id: string }[];
}
interface KeyMade {
  key: { id: string };
  secret: string;
}

const SEARCH = '/api/u1/v1/library/app/search_video_v2?keyword=cat';

async function openPlayground({ page }: Visit, checks: Checks): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open the playground' }).click();
  const playground = await opened;
  await playground.getByRole('heading', { name: 'Playground' }).waitFor();
  await playground.locator('[data-try="cat"]').click();
  await playground.locator('[data-charged]').waitFor();
  checks.holds('three clicks lead to thumbnails', (await playground.locator('main li img').count()) > 0);
  await playground.getByRole('button', { name: /Run again/ }).click();
  await playground.getByText(/byte for byte/).waitFor();
  await playground.close();
}

async function pasteId({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  const [call] = (await stage.admin<Calls>('/calls?limit=1')).calls;
  await page.keyboard.press('Control+k');
  await page.locator('dialog input').fill(call!.request_id);
  await page.getByRole('option', { name: /call/ }).first().waitFor();
  await page.keyboard.press('Enter');
  await until(page, `location.hash.includes(${JSON.stringify(call!.id)})`);
  await page.getByText('What happened').waitFor();
  checks.equal(
    'a pasted request id leads to its call',
    await page.locator('dialog').getByText(call!.request_id, { exact: true }).first().count(),
    1,
  );
  await page.keyboard.press('Escape');
}

async function spendCap({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  const body = { account: 'demo', name: 'capped', daily_cap: '1.00' };
  const { key, secret } = await stage.admin<KeyMade>('/keys', body);
  await fetch(stage.publicUrl + SEARCH, { headers: { authorization: `Bearer ${secret}` } });
  const { caps } = await stage.admin<{ caps: { spent: string }[] }>(`/keys/${key.id}`);
  await page.goto(`${stage.adminUrl}/#/keys`);
  await page.getByLabel(/^Find a key/).fill('capped');
  await until(page, `document.querySelectorAll('tr[data-row]').length === 1`);
  const cell = page.locator('tr[data-row] [data-column="caps"]');
  checks.equal(
    'what is spent of a cap on the screen is what the ledger has',
    Number(decimalOf(await cell.textContent())).toFixed(2),
    Number(caps[0]!.spent).toFixed(2),
  );
}

async function saveFile({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await page.goto(`${stage.adminUrl}/#/calls?state=settled&platform=library`);
  await page.locator('tr[data-row]').first().waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  const { calls } = await stage.admin<Calls>('/calls?state=settled&platform=library&limit=500');
  checks.equal('the file has every call that is filtered, and a head', lines.length, calls.length + 1);
}

export async function findingJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const seen = await visit(browser);
  await signInAtConsole(seen, await stage.consoleLink());
  await openPlayground(seen, checks);
  await pasteId(seen, stage, checks);
  await spendCap(seen, stage, checks);
  await saveFile(seen, stage, checks);
  checks.equal('no error in the console', seen.faults, []);
  await seen.leave();
}
