// A caller reads a transcript, searches it, asks for another track, and walks a playlist to its end, on a phone and by keyboard. The ledger
// is read after each step: only the button pays.
import { type Browser, type BrowserPage, until } from './browser.ts';
import type { Checks } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtPortal, visit } from './visit.ts';

const RUN_READY = `document.querySelector('[data-run]')?.disabled === false`;
const PHONE = { width: 390, height: 844 };
const PLAYLIST_PAGES = 6;
const PAGE_ITEMS = 20;

async function available(stage: Stage): Promise<number> {
  return Number((await stage.caller<{ available: string }>('/api/account/v1/balance')).available);
}

async function open(page: BrowserPage, stage: Stage, search: Record<string, string>): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${stage.publicUrl}/portal/#/?${new URLSearchParams({ platform: 'library', ...search })}`);
  await until(page, RUN_READY);
}

const linesShown = (page: BrowserPage) => page.locator('[data-lines]').textContent();
const cues = (page: BrowserPage) => page.locator('main section ol[lang] li');
const isWide = (page: BrowserPage) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

async function readTranscript(page: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  await open(page, stage, { operation: 'transcript.get', about: 'sample-en-01' });
  const before = await available(stage);
  await page.locator('[data-run]').click();
  await cues(page).first().waitFor();
  checks.equal('every line is counted', await linesShown(page), '8 lines');
  checks.equal(
    'and drawn with its time',
    await cues(page).first().textContent(),
    '0:00This is Biscuit. Biscuit is four.',
  );
  checks.holds(
    'the licence is shown',
    (await page.locator('main section').first().textContent()).includes('CC0 1.0'),
  );
  checks.equal('it fits on a phone', await isWide(page), false);
  const live = `document.querySelector('[data-lines]').getAttribute('aria-live')`;
  checks.equal('the count is announced', await page.evaluate<string>(live), 'polite');
  await page.getByLabel('Search in the transcript').focus();
  await page.keyboard.type('BUTTER');
  await until(page, `document.querySelector('[data-lines]').textContent === '2 lines'`);
  checks.equal('a search draws what it finds', await cues(page).count(), 2);
  const after = await available(stage);
  checks.equal('searching costs nothing', (before - after).toFixed(6), '0.008000');
}

async function askForOtherTrack(page: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  const before = await available(stage);
  const link = page.getByRole('link', { name: 'de · a person', exact: true });
  checks.equal(
    'the track on the screen is no link',
    await page.getByText('en · a person', { exact: true }).count(),
    1,
  );
  await link.focus();
  await page.keyboard.press('Enter');
  await until(page, `location.hash.includes('language=de')`);
  await until(page, RUN_READY);
  checks.equal('the link itself costs nothing', await available(stage), before);
  checks.equal('and the former answer stays', await cues(page).count(), 2);
  await page.locator('[data-run]').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Das ist Biscuit. Biscuit ist vier.').waitFor();
  const lang = `document.querySelector('main section ol[lang]').lang`;
  checks.equal('the lines say their language', await page.evaluate<string>(lang), 'de');
  checks.equal('the button pays once', (before - (await available(stage))).toFixed(6), '0.008000');
}

async function missTranscript(
  page: BrowserPage,
  stage: Stage,
  checks: Checks,
  faults: string[],
): Promise<void> {
  await open(page, stage, { operation: 'transcript.get', about: 'sample-en-01', language: 'fr' });
  const before = await available(stage);
  await page.locator('[data-run]').click();
  await page.locator('main [role=alert]').waitFor();
  const said = await page.locator('main [role=alert]').textContent();
  checks.holds('a missing transcript names those that exist', said.includes('en (human), de (human)'), said);
  checks.equal('and is free', await available(stage), before);
  // The browser itself logs the 404.
  faults.length = 0;
}

async function walkPlaylist(page: BrowserPage, stage: Stage, checks: Checks): Promise<void> {
  await open(page, stage, { operation: 'playlist.get', about: 'sample-playlist' });
  await page.locator('[data-run]').click();
  await page.getByText('Around the world in 120 videos').waitFor();
  await page.getByRole('link', { name: 'Playlist videos' }).click();
  await until(page, `location.hash.includes('playlist.videos')`);
  await until(page, RUN_READY);
  const before = await available(stage);
  await page.locator('[data-run]').click();
  for (let pages = 1; pages <= PLAYLIST_PAGES; pages += 1) {
    await until(page, `document.querySelectorAll('main section li img').length === ${pages * PAGE_ITEMS}`);
    if (pages < PLAYLIST_PAGES) await page.getByRole('button', { name: /^Next page/ }).click();
  }
  await page.getByText('This is the last page.').waitFor();
  checks.equal(
    'a playlist of 120 videos costs six pages',
    (before - (await available(stage))).toFixed(6),
    '0.048000',
  );
  checks.equal('its pages fit on a phone', await isWide(page), false);
}

export async function readingJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const seen = await visit(browser, { viewport: PHONE });
  const { page, faults } = seen;
  await signInAtPortal(seen, stage.publicUrl, stage.key);
  await readTranscript(page, stage, checks);
  await askForOtherTrack(page, stage, checks);
  await missTranscript(page, stage, checks, faults);
  await walkPlaylist(page, stage, checks);
  checks.equal('no error in the portal', faults, []);
  await seen.leave();
}
