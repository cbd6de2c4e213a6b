// Makes the pictures of the README from a real gateway with the sample library. Usage: npm run screenshots
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openBrowser } from './browser.ts';
import { installBrowser } from './install.ts';
import { type Stage, setStage } from './stage.ts';
import { signInAtConsole, signInAtPortal, type Visit, visit } from './visit.ts';

const FOLDER = path.join(import.meta.dirname, '../../../docs/pictures');
const WORDS = ['cat', 'dog', '猫', 'night', 'city', 'кот', 'garden', 'music'];
const CALLS = 24;

async function buy(stage: Stage): Promise<void> {
  const paths = WORDS.map(
    (word) => `/api/u1/v1/library/app/search_video_v2?keyword=${encodeURIComponent(word)}`,
  );
  for (let call = 0; call < CALLS; call += 1) await stage.caller(paths[call % paths.length]!);
}

async function picture({ page }: Visit, name: string): Promise<void> {
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
}

async function drawPortal(seen: Visit, stage: Stage): Promise<void> {
  await signInAtPortal(seen, stage.publicUrl, stage.key);
  await seen.page.locator('[data-try="猫"]').click();
  await seen.page.getByText('What happened').waitFor();
  await seen.page.waitForTimeout(1_000);
  await picture(seen, 'playground');
}

async function drawConsole(seen: Visit, stage: Stage): Promise<void> {
  await signInAtConsole(seen, await stage.consoleLink());
  await seen.page.getByRole('button', { name: /Verify the ledger|verify again/ }).click();
  await seen.page.locator('[data-verdict]').waitFor();
  await seen.page.waitForTimeout(1_000);
  await picture(seen, 'overview');
  await seen.page.goto(`${stage.adminUrl}/#/calls`);
  await seen.page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
  await seen.page.locator('tr[data-row]').first().click();
  await seen.page.getByText('What happened').waitFor();
  await seen.page.waitForTimeout(500);
  await picture(seen, 'call');
}

installBrowser();
const browser = await openBrowser();
if ('skipped' in browser) throw new Error(browser.skipped);
mkdirSync(FOLDER, { recursive: true });
const stage = await setStage(null);
try {
  await buy(stage);
  // Sharp enough for text on high-resolution screens, and below 300 kB.
  const sharp = await visit(browser, { colorScheme: 'light', deviceScaleFactor: 1.25 });
  await drawConsole(sharp, stage);
  // At twice the resolution a grid of thumbnails would take four times the bytes.
  const plain = await visit(browser, { colorScheme: 'light', viewport: { width: 1280, height: 840 } });
  await drawPortal(plain, stage);
} finally {
  await stage.strike();
  await browser.close();
}
