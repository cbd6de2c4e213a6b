// A reader of the guides as a web site, below a path of a server that sends a strict policy: every page can be read, the search is used by
// keyboard alone, and nothing is asked of another host.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../gateway/src/testing/gateway-process.ts';
import { type Browser, type BrowserPage, until } from './browser.ts';
import type { Checks } from './checks.ts';
import { judgeAddress, looksOf } from './judge-pages.ts';
import { type Visit, visit } from './visit.ts';

const BASE = '/help/reelgate/';
/** One page of each kind, which axe reads in each run: the first page, prose with tables, and the longest page. */
const READ_BY_AXE = ['index.html', 'data-routes.html', 'reference-cli.html'];
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const POLICY = "default-src 'self'; frame-ancestors 'none'";

async function serve(folder: string): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://site');
    try {
      const bytes = readFileSync(path.join(folder, path.basename(pathname)));
      const type = TYPES[path.extname(pathname)]!;
      response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}` };
}

const PAGES = `[...new Set([...document.querySelectorAll('nav .menu a')].map((a) => a.getAttribute('href')))]`;
const SHOWN = `document.getElementById('results').checkVisibility()`;

/** By keyboard alone: to the box, to the first section that is found, and to a link of the list. */
async function search(page: BrowserPage, url: string, checks: Checks): Promise<void> {
  await page.goto(`${url}index.html`);
  await page.keyboard.press('/');
  await page.keyboard.type('disputes');
  await until(page, SHOWN);
  const found = await page.evaluate<string>(`document.getElementById('results').innerHTML`);
  checks.holds('a search finds the guide about payments', found.includes('"payments.html#'), found);
  const told = await page.evaluate<string>(`document.getElementById('found').textContent`);
  checks.holds('it says how many sections it found', /^\d+ sections$/.test(told), told);
  await page.keyboard.press('Escape');
  await until(page, `!(${SHOWN})`);
  await page.keyboard.type('Prices, and how to bound them');
  await until(page, SHOWN);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Prices, and how to bound them', exact: true }).waitFor();
  const current = `document.querySelector('nav [aria-current]').getAttribute('href')`;
  checks.equal('the navigation marks the open guide', await page.evaluate<string>(current), 'prices.html');
}

/** On a phone the list of what is found stands inside of the screen, above the page. */
async function searchOnPhone(seen: Visit, url: string, checks: Checks): Promise<void> {
  const { page } = seen;
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`${url}prices.html`);
  await page.getByLabel('Search all guides').fill('ceiling');
  await until(page, SHOWN);
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
  checks.holds('what is found stands inside of a phone', wide <= 390, `${wide} pixels`);
}

export async function siteJourney(browser: Browser, _stage: unknown, checks: Checks): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-site-'));
  const { code, err } = await run(['docs', '--html', folder]);
  checks.equal('the command writes the site', [code, err], [0, '']);
  const { server, url } = await serve(folder);
  const seen = await visit(browser);
  const foreign = new Set<string>();
  seen.page.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.protocol.startsWith('http') && !asked.href.startsWith(url)) foreign.add(asked.href);
  });
  try {
    await search(seen.page, url, checks);
    await searchOnPhone(seen, url, checks);
    await seen.page.goto(`${url}index.html`);
    const pages = await seen.page.evaluate<string[]>(PAGES);
    checks.holds('the navigation lists the guides', pages.length > 30, String(pages.length));
    for (const name of ['index.html', ...pages])
      await judgeAddress(seen, url + name, READ_BY_AXE.includes(name) ? looksOf(`site ${name}`) : [], checks);
    checks.equal('no request leaves the folder', [...foreign], []);
    checks.equal('the browser logs no error', seen.faults, []);
  } finally {
    await seen.leave();
    server.close();
    rmSync(folder, { recursive: true });
  }
}
