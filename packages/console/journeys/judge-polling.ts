// Checks the cost of an open console: at most one request in two seconds on the page of calls, and none while it is hidden. The test moves
// the page's clock, so the speed of the machine does not matter.
import type { Checks } from './checks.ts';
import type { Visit } from './visit.ts';

const HIDE = `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'))`;
const POLL_MS = 2_000;
const POLLS = 10;

/** The clock of `seen` stands still unless the test moves it. */
export async function judgePolling(seen: Visit, adminUrl: string, checks: Checks): Promise<void> {
  const { page } = seen;
  await page.goto(`${adminUrl}/#/calls`);
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
  await page.locator('tr[data-row]').first().waitFor();
  const now = await page.evaluate<number>('Date.now()');
  await page.clock.pauseAt(now + POLL_MS);
  seen.asked();
  for (let poll = 0; poll < POLLS; poll += 1) {
    await page.clock.runFor(POLL_MS);
    // Waits for answers before the clock moves: a running poll would delay the next one.
    await page.evaluate('fetch("/openapi.json", { cache: "no-store" }).then((answer) => answer.text())');
  }
  const visible = seen.asked().length;
  checks.holds(
    'a visible list asks at most once in two seconds',
    visible <= POLLS + 1,
    `${visible} requests`,
  );
  checks.holds('a visible list asks again by itself', visible > 0);
  await page.evaluate(HIDE);
  await page.clock.runFor(POLL_MS);
  seen.asked();
  await page.clock.runFor(POLLS * POLL_MS);
  checks.equal('a hidden list asks nothing', seen.asked(), []);
}
