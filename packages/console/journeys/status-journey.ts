// A caller asks whether it is the call, the service or the platform: signed in, and without a session where the status is public.
import type { StatusRow } from '../src/api/api-types.ts';
import { foldUnknown } from '../src/portal/status/fold-unknown.ts';
import type { Browser, BrowserPage } from './browser.ts';
import type { Checks } from './checks.ts';
import type { Stage } from './stage.ts';
import { signInAtPortal, visit } from './visit.ts';

/** Enough for figures. */
const CALLS = 20;

const STATES: Record<StatusRow['state'], string> = {
  good: 'Good',
  slow: 'Slow',
  unsteady: 'Unsteady',
  failing: 'Failing',
  unknown: 'Unknown',
};

interface Window {
  success: number;
  p95_ms: number | null;
  refused: number;
}
interface Row {
  platform: string;
  operation: string;
  state: StatusRow['state'];
  hour: Window | null;
  day: Window | null;
  month: Window | null;
}

const cellOf = (page: BrowserPage, { platform, operation }: Row, column: string) =>
  page.locator(`tr[data-row="${platform} ${operation}"] [data-column="${column}"]`).textContent();

function isShown(text: string | null, window: Window | null): boolean {
  if (window === null) return text === '–';
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const refused =
    window.refused === 0 ? !text!.includes('refused') : text!.includes(`${percent(window.refused)} refused`);
  return text!.includes(`${percent(window.success)} answered`) && refused;
}

/** What a reader sees of a window on a phone: the figures without their words. */
async function narrowFigures(page: BrowserPage, rows: readonly Row[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { platform, operation, hour } of rows) {
    const cell = `document.querySelector('tr[data-row="${platform} ${operation}"] [data-column="hour"]')`;
    const seen = await page.evaluate<string>(`${cell}.innerText`);
    const figure = hour === null ? '–' : `${Math.round(hour.success * 100)}%`;
    if (!seen.trim().startsWith(figure)) wrong.push(`${platform} ${operation}: ${seen} for ${figure}`);
  }
  return wrong;
}

async function compare(page: BrowserPage, rows: readonly Row[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const row of rows) {
    const state = await cellOf(page, row, 'state');
    const isState = state?.includes(STATES[row.state]) === true;
    const windows = await Promise.all(
      (['hour', 'day', 'month'] as const).map(async (name) =>
        isShown(await cellOf(page, row, name), row[name]),
      ),
    );
    if (!isState || windows.includes(false)) wrong.push(`${row.platform} ${row.operation}: ${state}`);
  }
  return wrong;
}

export async function statusJourney(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  for (let n = 0; n < CALLS; n++)
    await stage.caller(`/api/u1/v1/library/app/search_video_v2?keyword=cat${n}`);
  const { operations } = await stage.caller<{ operations: Row[] }>('/api/status/v1');
  const rows = foldUnknown(operations);
  checks.holds(
    'an operation with enough calls has figures',
    operations.some(({ operation, hour }) => operation === 'video.search' && hour !== null),
  );

  const stranger = await visit(browser);
  await stranger.page.goto(`${stage.publicUrl}/status`);
  await stranger.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  checks.equal(
    'without a session the status is not shown',
    await stranger.page.locator('tr[data-row]').count(),
    0,
  );
  await stranger.leave();

  const seen = await visit(browser);
  await signInAtPortal(seen, stage.publicUrl, stage.key);
  await seen.page.goto(`${stage.publicUrl}/portal#/status`);
  await seen.page.locator('tr[data-row]').first().waitFor();
  checks.equal(
    'the page shows every operation, and a platform without figures once',
    await seen.page.locator('tr[data-row]').count(),
    rows.length,
  );
  checks.equal('the page says what the API says', await compare(seen.page, rows), []);
  checks.equal('no faults in the portal', seen.faults, []);
  await seen.leave();

  await stage.changeService('', 'status: { public: true }\n');
  const open = await visit(browser, { viewport: { width: 390, height: 800 } });
  await open.page.goto(`${stage.publicUrl}/status`);
  await open.page.locator('tr[data-row]').first().waitFor();
  checks.equal('everybody reads the same where it is public', await compare(open.page, rows), []);
  checks.equal('a phone shows the same figures', await narrowFigures(open.page, rows), []);
  checks.equal('no faults without a session', open.faults, []);
  await open.page.getByRole('link', { name: 'Sign in' }).click();
  await open.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await open.leave();
  await stage.changeService('');
}
