// A caller tries edge cases in the playground: a key with one group, another key for the calls, code that repeats the call on the screen, a
// failure after an answer, and an address that no platform serves. After each, the ledger is read for what was paid, and by which key.
import { type Browser, type BrowserPage, until } from './browser.ts';
import type { Checks } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtPortal, type Visit, visit } from './visit.ts';

interface KeyMade {
  key: { id: string };
  secret: string;
}
interface Calls {
  calls: { request_id: string }[];
}

const RUN_READY = `document.querySelector('[data-run]')?.disabled === false`;

async function makeKey(stage: Stage, name: string, groups: string[]): Promise<KeyMade> {
  return stage.admin<KeyMade>('/keys', { account: 'demo', name, groups });
}

async function available(stage: Stage): Promise<string> {
  return (await stage.caller<{ available: string }>('/api/account/v1/balance')).available;
}

/** The request id in the sample code. */
async function sampleId(page: BrowserPage): Promise<string> {
  const code = await page.locator('details pre').first().textContent();
  return /x-reelgate-request-id: ([\w-]+)/.exec(code)![1]!;
}

/** The request id of the answer on the screen. */
async function shownId(page: BrowserPage): Promise<string> {
  const path = await page.evaluate<string>(
    `document.querySelector('[role=status] a[href^="#/receipts/"]').hash`,
  );
  return decodeURIComponent(path.split('/').at(-1)!);
}

async function search(page: BrowserPage, keyword: string): Promise<void> {
  await page.getByLabel(/^Keyword/).fill(keyword);
  await until(page, RUN_READY);
  await page.locator('[data-run]').click();
  await until(page, `document.querySelector('main [aria-busy=false]') !== null`);
  await page.locator('[data-charged]').waitFor();
}

async function withOneGroup(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const { secret } = await makeKey(stage, 'unified-only', ['u1']);
  const seen = await visit(browser);
  const { page } = seen;
  await signInAtPortal(seen, stage.publicUrl, secret);
  checks.equal(
    'a form that is not sold is not offered',
    await page.getByText('Native', { exact: true }).count(),
    0,
  );
  await page.goto('about:blank');
  await page.goto(`${stage.publicUrl}/portal/#/?group=u2&operation=video.search`);
  await search(page, 'cat');
  checks.holds('a key of one group keeps the whole form', (await page.locator('main li img').count()) > 0);
  checks.equal('no error in the portal', seen.faults, []);
  await seen.leave();
}

/** Signed in by the operator's link, which names no key. */
async function withChosenKey({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  const { key } = await makeKey(stage, 'chosen-one', ['u1', 'u2']);
  const { url } = await stage.admin<{ url: string }>('/accounts/demo/portal-links', {});
  await page.goto(`${stage.publicUrl}/portal/#${url.split('#')[1]}`);
  const choice = page.getByLabel('Key that pays for these calls');
  await choice.waitFor();
  checks.holds('the key that pays is in sight', (await choice.textContent()).includes('chosen-one'));
  const saved = `!document.querySelector('select:disabled')`;
  await choice.selectOption(key.id);
  await until(page, saved);
  await search(page, 'dog');
  const { calls } = await stage.admin<Calls>(`/calls?key=${key.id}&limit=1`);
  checks.equal('the chosen key made the call', calls[0]?.request_id, await shownId(page));
}

async function withSameCall({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  await page.getByLabel(/^Keyword/).fill('night');
  await until(page, RUN_READY);
  const promised = await sampleId(page);
  await search(page, 'night');
  checks.equal('the button uses the id that the code had', await shownId(page), promised);
  checks.equal('the code repeats the call on the screen', await sampleId(page), promised);
  const before = await available(stage);
  const headers = { authorization: `Bearer ${stage.key}`, 'x-reelgate-request-id': promised };
  const path = '/api/u1/v1/library/app/search_video_v2?keyword=night';
  const pasted = await fetch(stage.publicUrl + path, { headers });
  checks.equal('the code is answered', pasted.status, 200);
  checks.equal('and costs nothing more', await available(stage), before);
  await search(page, 'city');
  checks.holds('another call has another id', (await sampleId(page)) !== promised);
  checks.equal('which is that of its answer', await sampleId(page), await shownId(page));
  // Read before the click: the new answer may be there at once.
  const shown = await shownId(page);
  await page.locator('[data-run]').click();
  await until(page, `!document.body.textContent.includes(${JSON.stringify(shown)})`);
  checks.equal('pressed again, the code follows', await sampleId(page), await shownId(page));
}

async function withFailure(seen: Visit, stage: Stage, checks: Checks): Promise<void> {
  const { page } = seen;
  await page.goto(`${stage.publicUrl}/portal/#/?operation=video.get&platform=library&about=no-such-video`);
  await until(page, RUN_READY);
  checks.equal('an answer is on the screen', await page.locator('[data-charged]').count(), 1);
  await page.locator('[data-run]').click();
  await page.locator('main [role=alert]').waitFor();
  checks.equal('a failure takes the old answer away', await page.locator('[data-charged]').count(), 0);
  checks.equal('and its items', await page.locator('main li img').count(), 0);
  // The browser itself logs the 404.
  seen.faults.length = 0;
}

async function withStrangeAddress({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  const before = await available(stage);
  const about = encodeURIComponent('https://nobody.example/watch?v=1');
  await page.goto(`${stage.publicUrl}/portal/#/?operation=video.search&platform=library&about=${about}`);
  await page.getByText('No platform of this gateway serves this address.').waitFor();
  checks.equal(
    'an address is not searched for',
    await page.evaluate(`document.querySelector('[data-run]').disabled`),
    true,
  );
  await page.getByLabel(/^Keyword/).press('Enter');
  await page.getByLabel(/^Keyword/).fill('cat');
  await until(page, RUN_READY);
  checks.equal('and nothing was charged', await available(stage), before);
}

/** Suggestions by keyboard alone: arrow keys choose, Enter fills the field, Escape closes, and nothing of it is paid. */
async function withSuggestions({ page }: Visit, stage: Stage, checks: Checks): Promise<void> {
  const before = await available(stage);
  await page.goto('about:blank');
  await page.goto(`${stage.publicUrl}/portal/#/?operation=video.search&platform=library`);
  const field = page.getByLabel(/^Keyword/);
  await field.fill('nigh');
  await page.locator('[role=option]').first().waitFor();
  const first = await page.evaluate<string>(`document.querySelector('[role=option]').dataset.suggested`);
  const state = () =>
    page.evaluate<[string, string, string | null]>(`(() => {
      const input = document.querySelector('[role=combobox]');
      const list = document.getElementById(input.getAttribute('aria-controls'));
      const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
      return [input.getAttribute('aria-expanded'), input.value, list.hidden ? null : (active?.dataset.suggested ?? '')];
    })()`);
  checks.equal('nothing is chosen before an arrow key', await state(), ['true', 'nigh', '']);
  await field.press('ArrowDown');
  checks.equal('an arrow key chooses the first', await state(), ['true', 'nigh', first]);
  await field.press('Escape');
  checks.equal('Escape closes the list and keeps the text', await state(), ['false', 'nigh', null]);
  await field.press('ArrowDown');
  await field.press('Enter');
  checks.equal('Enter takes the suggestion', await state(), ['false', first, null]);
  checks.equal('and nothing was charged', await available(stage), before);
}

export async function playgroundJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  await withOneGroup(browser, stage, checks);
  const seen = await visit(browser);
  await withChosenKey(seen, stage, checks);
  await withSameCall(seen, stage, checks);
  await withFailure(seen, stage, checks);
  await withStrangeAddress(seen, stage, checks);
  await withSuggestions(seen, stage, checks);
  checks.equal('no error in the portal', seen.faults, []);
  await seen.leave();
}
