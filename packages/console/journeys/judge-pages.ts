// Judges every page in both themes at phone and desk width: axe finds nothing, the browser complains of nothing, and opening a page
// asks the gateway no more than it may.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserPage, until } from './browser.ts';
import type { Claims } from './claims.ts';
import type { JudgedPage } from './pages.ts';
import type { Visit } from './visit.ts';

const AXE = path.join(import.meta.dirname, 'node_modules/axe-core/axe.min.js');
const WIDTHS = [390, 1280];
const THEMES = ['light', 'dark'] as const;

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** By the browser's own door for scripts, which the policy of the page does not govern. */
async function violations(page: BrowserPage): Promise<Violation[]> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  return page.evaluate<Violation[]>(
    'axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes })))',
  );
}

/** Nothing is on its way any more. */
async function settle(page: BrowserPage): Promise<void> {
  await until(page, `document.querySelector('[role=status]')?.textContent !== 'Loading…'`);
}

async function show({ page }: Visit, base: string, judged: JudgedPage): Promise<void> {
  await page.goto(`${base}#${judged.path}`);
  await page.getByRole('heading', { name: judged.heading, exact: true }).first().waitFor();
  await settle(page);
}

export async function judgePages(
  seen: Visit,
  base: string,
  pages: JudgedPage[],
  claims: Claims,
): Promise<void> {
  for (const judged of pages) {
    // From nowhere: what the page before may still ask is not this one's.
    await seen.page.goto('about:blank');
    seen.asked();
    await show(seen, base, judged);
    // Pages ask again by themselves after two seconds at the earliest; what is counted here is the opening.
    const asked = seen.asked().filter((one) => !one.endsWith('/session'));
    const first = [...new Set(asked)];
    claims.holds(
      `${judged.path} asks at most ${judged.requestsMax}`,
      first.length <= judged.requestsMax,
      first.join(', '),
    );
    for (const theme of THEMES) {
      for (const width of WIDTHS) {
        await seen.page.emulateMedia({ colorScheme: theme });
        await seen.page.setViewportSize({ width, height: 900 });
        const found = await violations(seen.page);
        const detail = found
          .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
          .join('\n');
        claims.holds(`${judged.path} ${theme} ${width}: axe finds nothing`, found.length === 0, detail);
        const wide = await seen.page.evaluate<number>('document.documentElement.scrollWidth');
        claims.holds(
          `${judged.path} ${theme} ${width}: nothing stands outside`,
          wide <= width,
          `${wide} pixels`,
        );
      }
    }
  }
  claims.equal('no error in the console', seen.faults, []);
}
