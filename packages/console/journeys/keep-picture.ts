// With JOURNEY_PICTURES=FOLDER, stores a picture of a page there.
import path from 'node:path';
import type { BrowserPage } from './browser.ts';

export async function keepPicture(page: BrowserPage, name: string): Promise<void> {
  const folder = process.env.JOURNEY_PICTURES;
  if (folder === undefined) return;
  const file = `${name.replace(/[^\w-]+/g, '_')}.png`;
  await page.screenshot({ path: path.join(folder, file), fullPage: true });
}
