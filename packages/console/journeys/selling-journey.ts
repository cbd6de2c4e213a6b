// A caller orders a top-up in the portal, the operator books the payment, and the caller sees it. Webhooks are created, tested, rotated and
// removed. After each step the screen must equal the ledger.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, until } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, signInAtPortal, type Visit, visit } from './visit.ts';

interface Balance {
  available: string;
  account: { id: string };
}
interface Topups {
  topups: { id: string; amount: string; state: string; instructions: string | null }[];
}
interface Events {
  events: { sequence: number; type: string; data: { amount?: string; balance?: string } }[];
}

/** A webhook server of the caller that accepts every request. */
async function startReceiver() {
  const taken: string[] = [];
  const server = createServer((request, response) => {
    taken.push(String(request.headers['webhook-signature']));
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/notices`, taken, stop: () => server.close() };
}

async function order({ page }: Visit, stage: Stage, checks: Checks): Promise<string> {
  await page.goto(`${stage.publicUrl}/portal/#/balance`);
  const { available } = await stage.caller<Balance>('/api/account/v1/balance');
  await page.getByLabel(/^Amount/).fill('25.50');
  checks.equal(
    'the balance after a top-up is shown before it',
    decimalOf(await page.locator('[data-after]').textContent()),
    (Number(available) + 25.5).toFixed(6),
  );
  await page.getByRole('button', { name: 'How to pay' }).click();
  await page.getByText(/Transfer 25\.50/).waitFor();
  const [topup] = (await stage.caller<Topups>('/api/account/v1/topups')).topups;
  checks.equal('the order is what was asked for', [topup!.amount, topup!.state], ['25.500000', 'open']);
  checks.holds(
    'the words of the operator are on the screen',
    (await page.getByText(topup!.instructions!).count()) === 1,
  );
  const after = await stage.caller<Balance>('/api/account/v1/balance');
  checks.equal('an order moves no money', after.available, available);
  return topup!.id;
}

async function book(browser: Browser, stage: Stage, checks: Checks, id: string): Promise<void> {
  const { account, available } = await stage.caller<Balance>('/api/account/v1/balance');
  const operator = await visit(browser);
  await signInAtConsole(operator, await stage.consoleLink());
  const { page } = operator;
  await page.goto(`${stage.adminUrl}/#/accounts/${account.id}?tab=payments`);
  await page.locator(`[data-row="${id}"]`).getByRole('button', { name: 'Book the payment' }).click();
  await page
    .locator('dialog')
    .getByRole('button', { name: /^Top up/ })
    .click();
  await page.locator('[data-booked]').waitFor();
  const { topups } = await stage.caller<Topups>('/api/account/v1/topups');
  checks.equal('what was booked closes its order', topups[0]!.state, 'paid');
  checks.equal(
    'and is in the balance once',
    (await stage.caller<Balance>('/api/account/v1/balance')).available,
    (Number(available) + 25.5).toFixed(6),
  );
  checks.equal('no error in the console', operator.faults, []);
  await operator.leave();
}

async function readNotices({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await page.goto(`${stage.publicUrl}/portal/#/notices`);
  await page.getByText('Money was paid in').first().waitFor();
  const { events } = await stage.caller<Events>('/api/account/v1/events?before=999999999999999&limit=1');
  const row = await page.locator('tr[data-row]').first().textContent();
  checks.equal('the newest notice is the newest event', events[0]!.type, 'topup.credited');
  checks.holds('and says the amounts of the ledger', row.includes(events[0]!.data.balance!), row);
}

async function useWebhook({ page }: Visit, checks: Checks): Promise<void> {
  const receiver = await startReceiver();
  const dialog = page.locator('dialog');
  await page.getByRole('button', { name: 'Make a webhook' }).click();
  await page.getByLabel('Address').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Make a webhook' }).click();
  const secret = (await dialog.locator('pre').textContent()).trim();
  checks.holds('the secret of a webhook is shown once', secret.startsWith('whsec_'), secret.slice(0, 6));
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('A test of a webhook').first().waitFor();
  // The gateway sends events by its own clock, so this waits until one has arrived.
  for (let look = 0; look < 3_600 && receiver.taken.length === 0; look += 1) await page.waitForTimeout(50);
  checks.holds('a test arrives, signed', receiver.taken[0]?.startsWith('v1,') === true);
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
  const next = (await dialog.locator('pre').textContent()).trim();
  checks.holds('a rotated webhook has another secret', next !== secret && next.startsWith('whsec_'));
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No webhooks yet.').waitFor();
  receiver.stop();
}

export async function sellingJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const caller = await visit(browser);
  await signInAtPortal(caller, stage.publicUrl, stage.key);
  const id = await order(caller, stage, checks);
  await book(browser, stage, checks, id);
  // The page polls while an order is open.
  await until(caller.page, `document.body.textContent.includes('Paid')`);
  const { available } = await stage.caller<Balance>('/api/account/v1/balance');
  await until(
    caller.page,
    `document.querySelector('[data-figure="Available"]')?.textContent.replace(/[^0-9.]/g, '').startsWith('${Number(available)}')`,
  );
  await readNotices(caller, stage, checks);
  await useWebhook(caller, checks);
  checks.equal('no error in the console', caller.faults, []);
  await caller.leave();
}
