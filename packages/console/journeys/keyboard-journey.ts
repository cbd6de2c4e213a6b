// An operator without a mouse finds a page and an account by typing, tops the account up and reads the result. A step fails if the focus is
// elsewhere, because its keys would not arrive.
import { type Browser, until } from './browser.ts';
import type { Checks } from './checks.ts';
import { judgeFirstFocus, tabTo } from './judge-keyboard.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, type Visit, visit } from './visit.ts';

interface AccountAnswer {
  account: { id: string; balance: string };
}

async function findByTyping(seen: Visit, stage: Stage, checks: Checks): Promise<void> {
  const { page } = seen;
  await page.keyboard.press('Control+k');
  await page.locator('dialog').waitFor();
  await judgeFirstFocus(seen, 'the finder', checks);
  await page.keyboard.type('calls');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
  checks.equal('Enter in the finder opens the page', await page.evaluate('location.hash'), '#/calls');
  await page.keyboard.press('Control+k');
  await page.locator('dialog').waitFor();
  await page.keyboard.type('demo');
  await until(page, `document.querySelector('[role=option]')?.textContent.startsWith('demo')`);
  await page.keyboard.press('Enter');
  const { account } = await stage.admin<AccountAnswer>('/accounts/demo');
  await until(page, `location.hash === '#/accounts/${account.id}'`);
  await page.getByRole('heading', { name: 'demo', exact: true }).waitFor();
}

/** Drops the next answer to a top-up: it was booked, but the page does not get the answer. */
const LOSE_ANSWER = `(() => {
  const real = fetch;
  globalThis.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (!String(asked[0]).endsWith('/topups')) return answer;
    globalThis.fetch = real;
    throw new TypeError('lost');
  };
})()`;

async function topUpByTyping(seen: Visit, stage: Stage, checks: Checks): Promise<void> {
  const { page } = seen;
  const balance = async () => Number((await stage.admin<AccountAnswer>('/accounts/demo')).account.balance);
  const before = await balance();
  await tabTo(page, 'Top up');
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor();
  await judgeFirstFocus(seen, 'a top-up', checks);
  await page.evaluate(LOSE_ANSWER);
  await page.keyboard.type('3.25');
  await page.keyboard.press('Enter');
  await page.locator('dialog [role=alert]').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[data-booked]').waitFor();
  checks.equal(
    'a top-up whose answer was lost, pressed again, is booked once',
    await balance(),
    before + 3.25,
  );
  // Holding Enter must not close the result.
  await page.keyboard.press('Enter');
  checks.equal('a second Enter leaves the result open', await page.locator('[data-booked]').count(), 1);
  await tabTo(page, 'Done');
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor({ state: 'hidden' });
  const has = await page.evaluate<string>('document.activeElement.textContent.trim()');
  checks.equal('and the focus is back where it began', has, 'Top up');
}

export async function keyboardJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const seen = await visit(browser);
  await signInAtConsole(seen, await stage.consoleLink());
  await findByTyping(seen, stage, checks);
  await topUpByTyping(seen, stage, checks);
  checks.equal('no error in the console', seen.faults, []);
  await seen.leave();
}
