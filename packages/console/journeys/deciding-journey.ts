// A caller reads receipts and keys, and files a complaint. An operator sees the call and its answer, and refuses.
import { type Browser, type BrowserPage, until } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, signInAtPortal, visit } from './visit.ts';

interface KeyMade {
  key: { id: string };
  secret: string;
}
interface Asked {
  parameters: { name: string; value: string }[];
}
interface Complaints {
  complaints: { call_id: string; state: string; note: string }[];
}

const SEARCH = '/api/u1/v1/library/app/search_video_v2?count=5&keyword=cat';

async function buy(stage: Stage, secret: string, id: string): Promise<{ items: { title: string }[] }> {
  const headers = { authorization: `Bearer ${secret}`, 'x-reelgate-request-id': id };
  return (await (await fetch(stage.publicUrl + SEARCH, { headers })).json()) as {
    items: { title: string }[];
  };
}

async function readKeysAndReceipts(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const { key, secret } = await stage.admin<KeyMade>('/keys', {
    ...{ account: 'demo', name: 'spender', daily_cap: '1.00' },
  });
  for (const id of ['spends-1', 'spends-2']) await buy(stage, secret, id);
  const seen = await visit(browser);
  const { page } = seen;
  await signInAtPortal(seen, stage.publicUrl, stage.key);
  await page.goto(`${stage.publicUrl}/portal/#/keys`);
  const row = page.locator(`tr[data-row="${key.id}"]`);
  await row.waitFor();
  const { caps } = await stage.admin<{ caps: { spent: string }[] }>(`/keys/${key.id}`);
  const spent = decimalOf(await row.locator('[data-column="caps"]').textContent());
  checks.equal(
    'a caller sees what is spent of a cap',
    Number(spent).toFixed(2),
    Number(caps[0]!.spent).toFixed(2),
  );
  const days = row.locator('[data-column="days"]');
  await until(page, `document.querySelector('tr[data-row="${key.id}"] [data-column="days"] svg') !== null`);
  checks.equal('and how many calls it made', (await days.textContent()).trim(), '2');
  for (const id of ['spends-1', 'spends-2']) {
    await page.goto(`${stage.publicUrl}/portal/#/receipts/${id}`);
    await page.getByRole('heading', { name: id, exact: true }).waitFor();
    const field = await page.evaluate<string>(`document.querySelector('main form input').value`);
    checks.equal('the field has the id of the receipt that is shown', field, id);
  }
  await reopenQuestion(page, stage, checks);
  checks.equal('no error in the portal', seen.faults, []);
  await seen.leave();
}

const keywordOf = ({ parameters }: Asked) => parameters.find(({ name }) => name === 'keyword')?.value;

/** The receipt shows the question as the ledger has it, and the playground opens with it and asks nothing by itself. */
async function reopenQuestion(page: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  const { call } = await stage.caller<{ call: { asked: Asked } }>('/api/account/v1/requests/spends-2');
  const shown = await page.locator('[data-asked]').textContent();
  const kept = call.asked.parameters.map(({ name, value }) => `${name} ${value}`).join('');
  checks.equal('the receipt shows what was asked', shown, kept);
  await page.getByRole('link', { name: 'Open in playground' }).click();
  await page.locator('[name=about]').waitFor();
  const typed = await page.evaluate<string>(`document.querySelector('[name=about]').value`);
  checks.equal('the playground opens with it', typed, keywordOf(call.asked));
}

async function decide(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const id = 'bought-to-complain';
  const { items } = await buy(stage, stage.key, id);
  const reason = 'I asked for something else.';
  await stage.tell(`/api/account/v1/requests/${id}/complaint`, { reason });
  const seen = await visit(browser);
  const { page } = seen;
  await signInAtConsole(seen, await stage.consoleLink('operator'));
  await page.goto(`${stage.adminUrl}/#/complaints`);
  const row = page.locator('tr[data-row]', { hasText: reason }).first();
  checks.equal(
    'the list says what the call was about',
    (await row.locator('[data-column="reason"]').textContent()).replace(reason, ''),
    'cat',
  );
  await row.getByRole('button', { name: 'Decide' }).click();
  const dialog = page.locator('dialog');
  await dialog.locator('[data-titles] li').first().waitFor();
  const shown = await dialog.textContent();
  for (const [what, text] of [
    ['the account', 'demo'],
    ['the call', id],
    ['its path', '/api/u1/v1/library/app/search_video_v2'],
    ['what was asked', 'keyword cat'],
    ['the provider', 'library'],
    ['what is said', reason],
    ['the answer', items[0]!.title],
  ] as const)
    checks.holds(`the case shows ${what}`, shown.includes(text), text);
  checks.equal('every record of the answer', await dialog.locator('[data-titles] li').count(), items.length);
  await page.getByLabel(/^Reason/).fill('They are cats.');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { complaints } = await stage.admin<Complaints>('/complaints?state=refused&limit=100');
  const decided = complaints.find(({ call_id }) => call_id === id);
  checks.equal('the no is in the ledger, with its reason', decided?.note, 'They are cats.');
  checks.equal('no error in the console', seen.faults, []);
  await seen.leave();
}

export async function decidingJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  await readKeysAndReceipts(browser, stage, checks);
  await decide(browser, stage, checks);
}
