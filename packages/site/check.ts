// Opens the built site in a real browser: a search finds a guide, every kind of page passes axe in both themes and widths, nothing stands
// outside a phone's screen, and no request leaves the machine. Usage: npm run test:site
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { type Browser, openBrowser, until } from '../console/journeys/browser.ts';
import { type Checks, makeChecks } from '../console/journeys/checks.ts';
import { installBrowser } from '../console/journeys/install.ts';
import { type Visit, visit } from '../console/journeys/visit.ts';
import { OUTPUT } from './pages.ts';

const AXE = path.join(import.meta.dirname, '../console/journeys/node_modules/axe-core/axe.min.js');
/** README, tables, code with colours, the longest page, a chart. */
const PAGES = [
  'index',
  'docs/guides/data-routes',
  'docs/guides/client',
  'docs/reference/cli',
  'docs/reference/performance',
];
const LOOKS = [390, 1280].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })));
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

async function serve(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const file = path.join(OUTPUT, path.normalize(new URL(request.url!, 'http://site').pathname));
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { server, url: `http://127.0.0.1:${port}` };
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

async function judgeLooks({ page }: Visit, name: string, checks: Checks): Promise<void> {
  for (const { width, theme } of LOOKS) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    // The theme changes with a transition.
    await page.waitForTimeout(600);
    const found = await page.evaluate<Violation[]>(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes })))`,
    );
    const detail = found.map(
      ({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
    );
    checks.holds(`${name} ${theme} ${width}: axe finds nothing`, found.length === 0, detail.join('\n'));
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    checks.holds(`${name} ${theme} ${width}: nothing stands outside`, wide <= width, `${wide} pixels`);
    if (process.env.SITE_PICTURES !== undefined)
      await page.screenshot({
        path: path.join(process.env.SITE_PICTURES, `${path.basename(name)}-${theme}-${width}.png`),
      });
  }
}

async function judgeSearch({ page }: Visit, url: string, checks: Checks): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${url}/index.html`);
  await page.locator('.VPNavBarSearch button').first().click();
  await page.locator('#localsearch-input').fill('disputes');
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  const results = await page.evaluate<string>(
    `[...document.querySelectorAll('.VPLocalSearchBox .result')].map((one) => one.getAttribute('href')).join(' ')`,
  );
  checks.holds('a search finds the guide about payments', results.includes('/docs/guides/payments'), results);
}

async function judge(browser: Browser, url: string, checks: Checks): Promise<void> {
  const seen = await visit(browser);
  const foreign = new Set<string>();
  seen.page.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.protocol.startsWith('http') && asked.origin !== url) foreign.add(asked.href);
  });
  for (const name of PAGES) {
    await seen.page.goto(`${url}/${name}.html`);
    await until(seen.page, `document.querySelector('h1') !== null`);
    await seen.page.evaluate(readFileSync(AXE, 'utf8'));
    await judgeLooks(seen, name, checks);
  }
  await judgeSearch(seen, url, checks);
  checks.equal('no request leaves the machine', [...foreign], []);
  checks.equal('the browser logs no error', seen.faults, []);
  await seen.leave();
}

installBrowser();
const checks = makeChecks('site');
const browser = await openBrowser();
if ('skipped' in browser) console.log(`\n!!!! the site in a browser: SKIPPED: ${browser.skipped}\n`);
else {
  const { server, url } = await serve();
  try {
    await judge(browser, url, checks);
  } finally {
    await browser.close();
    server.close();
  }
}
for (const failed of checks.failed) console.error(`\n${failed}`);
console.log(`${checks.count - checks.failed.length} of ${checks.count} checks of the site hold`);
if (checks.failed.length > 0) process.exitCode = 1;
