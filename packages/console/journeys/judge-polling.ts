// Judges what an open console costs: at most one request in two seconds on the page of calls, and none while it is hidden.
import type { Claims } from './claims.ts';
import type { Visit } from './visit.ts';

const HIDE = `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'))`;
const WATCH_MS = 7_000;
const POLL_MS = 2_000;

export async function judgePolling(seen: Visit, adminUrl: string, claims: Claims): Promise<void> {
  const { page } = seen;
  await page.goto(`${adminUrl}/#/calls`);
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
  await page.waitForTimeout(POLL_MS);
  seen.asked();
  await page.waitForTimeout(WATCH_MS);
  const visible = seen.asked().length;
  claims.holds(
    'a visible list asks at most once in two seconds',
    visible <= WATCH_MS / POLL_MS + 1,
    `${visible} requests`,
  );
  await page.evaluate(HIDE);
  // One may be on its way when the page is hidden.
  await page.waitForTimeout(POLL_MS);
  seen.asked();
  await page.waitForTimeout(WATCH_MS);
  claims.equal('a hidden list asks nothing', seen.asked(), []);
}
