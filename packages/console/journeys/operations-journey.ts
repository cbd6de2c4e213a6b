// A caller tries every operation in the playground: by id, address and handle, on one platform and on all, in both answer forms. After each
// call the screen must equal the ledger.
import { type Browser, until } from './browser.ts';
import { type Checks, decimalOf } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtPortal, type Visit, visit } from './visit.ts';

interface Asked {
  what: string;
  search: Record<string, string>;
  /** A text of the answer that must be visible. */
  shows: string;
}

const VIDEO = 'sample-en-01';
const AUTHOR = 'sample-author-1tosuxs';

const QUESTIONS: Asked[] = [
  { what: 'a search', search: { operation: 'video.search', about: '猫' }, shows: 'main li img' },
  {
    what: 'a filtered search',
    search: { operation: 'video.search', about: 'cat', language: 'en', duration: 'short', count: '5' },
    shows: 'main li img',
  },
  { what: 'a video', search: { operation: 'video.get', about: VIDEO }, shows: 'main li img' },
  {
    what: 'several videos',
    search: { operation: 'video.get', about: `${VIDEO}, sample-en-02` },
    shows: 'main li:nth-of-type(2) img',
  },
  { what: 'an author', search: { operation: 'author.get', about: AUTHOR }, shows: 'main section strong' },
  {
    what: "an author's videos",
    search: { operation: 'author.videos', about: AUTHOR },
    shows: 'main li img',
  },
  { what: 'popular videos', search: { operation: 'video.popular', period: 'all' }, shows: 'main li img' },
  { what: 'related videos', search: { operation: 'video.related', about: VIDEO }, shows: 'main li img' },
  {
    what: 'a playlist',
    search: { operation: 'playlist.get', about: 'sample-playlist' },
    shows: 'main li strong',
  },
  {
    what: 'the videos of a playlist',
    search: { operation: 'playlist.videos', about: 'sample-playlist' },
    shows: 'main li:nth-of-type(20) img',
  },
  {
    what: 'a search of authors',
    search: { operation: 'author.search', about: 'biscuit' },
    shows: 'main li strong',
  },
  { what: 'comments', search: { operation: 'video.comments', about: VIDEO }, shows: 'main section li' },
  {
    what: 'replies',
    search: { operation: 'comment.replies', about: VIDEO, comment: 'sample-comment-01' },
    shows: 'main section li',
  },
  {
    what: 'the native form',
    search: { operation: 'video.search', about: 'cat', group: 'u2' },
    shows: 'main section pre',
  },
  {
    what: 'the cheaper variant',
    search: { operation: 'video.search', about: 'cat', variant: 'economy' },
    shows: 'main li img',
  },
  {
    what: 'a search where the first provider is down',
    search: { operation: 'video.search', about: 'cat', platform: 'tube' },
    shows: 'main section ol',
  },
  {
    what: 'a search over all platforms',
    search: { operation: 'video.search', about: 'cat', platform: 'all' },
    shows: 'main li img',
  },
];

async function buy({ page }: Visit, stage: Stage, { what, search, shows }: Asked, checks: Checks) {
  const available = async () =>
    (await stage.caller<{ available: string }>('/api/account/v1/balance')).available;
  const query = new URLSearchParams({ platform: 'library', ...search });
  await page.goto('about:blank');
  await page.goto(`${stage.publicUrl}/portal/#/?${query}`);
  await until(page, `document.querySelector('[data-run]')?.disabled === false`);
  const button = await page.locator('[data-run]').textContent();
  const before = Number(await available());
  await page.locator('[data-run]').click();
  await page.locator('[data-charged]').waitFor();
  await page.locator(shows).first().waitFor();
  const charged = decimalOf(await page.locator('[data-charged]').textContent());
  const left = decimalOf(await page.locator('[data-left]').textContent());
  const after = await available();
  checks.equal(`${what}: what is left on the screen is what the ledger has`, left, after);
  checks.equal(`${what}: the ledger took what the screen says`, (before - Number(after)).toFixed(6), charged);
  const most = decimalOf(button);
  checks.holds(
    `${what}: no more was charged than the button says`,
    button.includes('at most') ? Number(charged) <= Number(most) : charged === most,
    `${charged} for "${button}"`,
  );
}

export async function operationsJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const seen = await visit(browser);
  await signInAtPortal(seen, stage.publicUrl, stage.key);
  for (const asked of QUESTIONS) await buy(seen, stage, asked, checks);
  checks.equal('no error in the console', seen.faults, []);
  await seen.leave();
}
