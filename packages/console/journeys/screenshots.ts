// Makes the picture of the README from a real gateway with the sample library. Usage: npm run screenshots
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserPage, installBrowser, openBrowser } from './browser.ts';
import { type Stage, setStage } from './stage.ts';
import { signInAtConsole, visit } from './visit.ts';

const FILE = path.join(import.meta.dirname, '../../../docs/pictures/overview.webp');
const WORDS = ['cat', 'dog', '猫', 'night', 'city', 'кот', 'garden', 'music'];
const CALLS = 24;
/** Of 100. Text stays sharp, in a third of the bytes of a PNG. */
const QUALITY = 80;

async function buy(stage: Stage): Promise<void> {
  const paths = WORDS.map(
    (word) => `/api/u1/v1/library/app/search_video_v2?keyword=${encodeURIComponent(word)}`,
  );
  for (let call = 0; call < CALLS; call += 1) await stage.caller(paths[call % paths.length]!);
}

/** Playwright itself writes PNG and JPEG only; the protocol of the browser also knows WebP. */
async function takePicture(page: BrowserPage): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  return Buffer.from(data, 'base64');
}

installBrowser();
const browser = await openBrowser();
if ('skipped' in browser) throw new Error(browser.skipped);
const stage = await setStage(null);
try {
  await buy(stage);
  // The scale keeps text sharp on high-resolution screens.
  const seen = await visit(browser, { colorScheme: 'light', deviceScaleFactor: 1.25 });
  await signInAtConsole(seen, await stage.consoleLink());
  await seen.page.getByRole('button', { name: /Verify the ledger|verify again/ }).click();
  await seen.page.locator('[data-verdict]').waitFor();
  await seen.page.waitForTimeout(1_000);
  writeFileSync(FILE, await takePicture(seen.page));
} finally {
  await stage.strike();
  await browser.close();
}
