// An invited caller opens the link, creates an account, sees the key once, buys a first search with the invite's credit, and finds it in
// the balance. The link works once. A second caller signs up without an invite: the browser solves a puzzle.
import type { Browser } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { visit } from './visit.ts';

interface Invites {
  invites: { state: string; account_id: string | null }[];
}

/** Counts workers: the puzzle's worker ends too soon to be observed. */
const COUNT_WORKERS = `globalThis.workersMade = 0;
globalThis.Worker = class extends Worker {
  constructor(...options) {
    super(...options);
    workersMade += 1;
  }
};`;

export async function invitedJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const { url } = await stage.admin<{ url: string }>('/invites', { title: 'Guest' });
  const guest = await visit(browser);
  const { page } = guest;
  await page.goto(url);
  await page.getByLabel('Name of the account').fill('guest');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
  const shown = await page.locator('main').textContent();
  checks.holds('the key is shown', /rgk_live_\w+/.test(shown ?? ''));
  await page.getByRole('button', { name: 'To the portal' }).click();
  await page.getByRole('heading', { name: 'Playground' }).waitFor();
  checks.holds(
    'the invite is not in the address any more',
    !(await page.evaluate<string>('location.href')).includes('invite'),
  );
  await page.goto(`${stage.publicUrl}/portal/#/balance`);
  const { account } = await stage.admin<{ account: { balance: string } }>('/accounts/guest');
  const balance = page.locator('[data-figure="Available"]');
  await balance.waitFor();
  checks.equal('the screen says the credit', decimalOf(await balance.textContent()), account.balance);
  const [invite] = (await stage.admin<Invites>('/invites')).invites;
  checks.equal('the invite is used', invite!.state, 'used');
  checks.equal('no error in the portal', guest.faults, []);
  await guest.leave();
  const late = await visit(browser);
  await late.page.goto(url);
  await late.page.getByLabel('Name of the account').fill('late');
  await late.page.getByRole('button', { name: 'Make an account' }).click();
  await late.page.getByText('This invite was used before').waitFor();
  await late.leave();
  const stranger = await visit(browser);
  await stranger.page.addInitScript({ content: COUNT_WORKERS });
  await stranger.page.goto(`${stage.publicUrl}/portal/`);
  await stranger.page.getByRole('button', { name: 'Make an account' }).click();
  await stranger.page.getByLabel('Name of the account').fill('stranger');
  await stranger.page.getByRole('button', { name: 'Make an account' }).click();
  await stranger.page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
  const made = await stage.admin<{ account: { balance: string } }>('/accounts/stranger');
  checks.equal('the account of the solved puzzle has the credit', made.account.balance, '1.000000');
  checks.equal('beside the page', await stranger.page.evaluate('workersMade'), 1);
  checks.equal('no error at the door', stranger.faults, []);
  await stranger.leave();
}
