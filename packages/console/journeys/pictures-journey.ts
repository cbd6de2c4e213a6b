// The operator hides the providers: pictures then come from the gateway under sealed addresses, and a browser shows them under the page's
// content security policy.
import { type Browser, until } from './browser.ts';
import type { Checks } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtPortal, visit } from './visit.ts';

const IMAGES = `[...document.querySelectorAll('main li img')]`;

export async function picturesJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  await stage.changeService(', show_providers: false');
  const seen = await visit(browser);
  const { page } = seen;
  await signInAtPortal(seen, stage.publicUrl, stage.key);
  await page.goto(`${stage.publicUrl}/portal/#/?operation=video.search&platform=library&about=cat`);
  await until(page, `document.querySelector('[data-run]')?.disabled === false`);
  await page.locator('[data-run]').click();
  await page.locator('main li img').first().waitFor();
  checks.equal(
    'every picture comes through the gateway under a sealed address',
    await page.evaluate<boolean>(
      `${IMAGES}.every(({ src }) => src.includes('/api/pictures/v1/picture?of='))`,
    ),
    true,
  );
  // Pictures outside the visible part are loaded when they are scrolled into it.
  await until(page, `${IMAGES}.some((one) => one.complete && one.naturalWidth > 0)`);
  const broken = await page.evaluate<number>(
    `${IMAGES}.filter((one) => one.complete && one.naturalWidth === 0).length`,
  );
  checks.equal('and is seen', broken, 0);
  checks.equal('no error in the console', seen.faults, []);
  await seen.leave();
  await stage.changeService('');
}
