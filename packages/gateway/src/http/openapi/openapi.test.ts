import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAILURES } from '../../domain/failure.ts';
import { CONSOLE_PLACE, PORTAL_PLACE } from '../pages.ts';
import type { Server } from '../server.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { API_CATALOG, SECURITY_TEXT, STATUS_PAGE } from '../well-known.ts';
import { adminRoutes, publicRoutes } from './documented-routes.ts';
import { buildOpenApi } from './openapi.ts';
import type { DocumentedRoute } from './openapi-route.ts';
import { TAG_TEXT } from './tag-texts.ts';
import { committedText, openApiText } from './write-openapi.ts';

let servers: Servers;
let base: string;
beforeAll(async () => {
  servers = await startServers();
  base = `http://127.0.0.1:${servers.publicPort}`;
});
afterAll(() => servers.close());

test('the committed openapi.json is current', () => {
  expect(committedText() === openApiText(), 'run `npm run openapi` and commit the result').toBe(true);
});

/** `Authors` → `author`: a text may speak of one or of many. */
const subjectOf = (tag: string) => tag.replace('Admin: ', '').toLowerCase().replace(/e?s$/, '');
/** These speak of their subject by another word. */
const OTHER_WORD: Record<string, string> = { Pricing: 'price' };

test('every tag has one text: a sentence that names the subject of its routes', () => {
  const tags = new Set([...publicRoutes(), ...adminRoutes()].map(({ tag }) => tag));
  expect(Object.keys(TAG_TEXT).sort()).toEqual([...tags].sort());
  const wrong = Object.entries(TAG_TEXT).filter(([tag, text]) => {
    const isSentence = /^[A-Z][^.]{15,}\.( Free[^.]*\.)?$/.test(text);
    return !isSentence || !text.toLowerCase().includes(OTHER_WORD[tag] ?? subjectOf(tag));
  });
  expect(wrong).toEqual([]);
  expect(new Set(Object.values(TAG_TEXT)).size).toBe(tags.size);
});

/** MCP has its own protocol, and pages are for people. */
const UNDOCUMENTED = [
  'POST /mcp',
  'POST /api/payments/v1/stripe',
  `GET ${STATUS_PAGE}`,
  'GET /robots.txt',
  `GET ${SECURITY_TEXT}`,
  `GET ${API_CATALOG}`,
  ...[CONSOLE_PLACE, PORTAL_PLACE].flatMap(({ pages, assets }) =>
    [...pages, `${assets}{name}`].map((path) => `GET ${path}`),
  ),
];

describe('what is served is what is documented', () => {
  const documented = (routes: readonly DocumentedRoute[]) =>
    routes.map(({ method, path }) => `${method} ${path}`).sort();
  const served = ({ routes }: Server) =>
    routes
      .all()
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !UNDOCUMENTED.includes(route))
      .sort();

  test('on the public port', () => expect(served(servers.public)).toEqual(documented(publicRoutes())));
  test('on the admin port', () => expect(served(servers.admin)).toEqual(documented(adminRoutes())));
});

test('operation ids are unique, and every reference resolves', () => {
  const document = buildOpenApi('reelgate');
  const ids = [...publicRoutes(), ...adminRoutes()].map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, kind, name] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    expect(document.components[kind!], `${kind}/${name}`).toHaveProperty([name!]);
  }
});

test('the header carries the name of the service', () => {
  expect(buildOpenApi('Acme').components.parameters.RequestId.name).toBe('x-acme-request-id');
});

const PUBLIC = { listener: 'public', platform: 'demo' } as const;

describe('the reference page', () => {
  test('shows every route and every code, loads nothing, and runs only its search script', async () => {
    const response = await fetch(`${base}/docs`);
    const page = await response.text();
    // Of both groups, which have the same parameters, the page shows the first.
    const shown = publicRoutes().filter(({ path }) => !path.startsWith('/api/u2/'));
    for (const { operationId } of shown) expect(page).toContain(`id="${operationId}"`);
    for (const code of Object.keys(FAILURES)) expect(page).toContain(`<tr id="${code}">`);
    expect(page).not.toMatch(/<link|<img|<script .*>| src=|@import|url\(| on[a-z]+=/);
    const script = /<script>(.*)<\/script>/s.exec(page)?.[1] ?? '';
    const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`'sha256-${hash('sha256', style, 'base64')}'`);
    expect(policy).toContain(`script-src 'sha256-${hash('sha256', script, 'base64')}';`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test('each listener shows its own routes and no other', async () => {
    const ofAdmin = `http://127.0.0.1:${servers.adminPort}`;
    const [open, admin] = await Promise.all(
      [base, `${ofAdmin}/admin`].map(async (url) => {
        const [page, document] = await Promise.all([fetch(`${url}/docs`), fetch(`${url}/openapi.json`)]);
        return { page: await page.text(), document: (await document.json()) as { paths: object } };
      }),
    );
    for (const { operationId, path } of adminRoutes()) {
      expect(open!.page).not.toContain(`id="${operationId}"`);
      expect(admin!.page).toContain(`id="${operationId}"`);
      expect([path in open!.document.paths, path in admin!.document.paths]).toEqual([false, true]);
    }
    expect(open!.page).not.toContain('/admin/v1/');
    expect(Object.keys(admin!.document.paths)).not.toContain('/api/account/v1/balance');
  });

  test('has each route as code, at the real address, and a link to the playground', async () => {
    const own = await startServers({ publicUrl: () => 'https://video.example' });
    const page = await (await fetch(`http://127.0.0.1:${own.publicPort}/docs`)).text();
    await own.close();
    const route = /id="searchVideos">(.*?)<\/article>/s.exec(page)![1]!;
    const languages = route.split('<h4>')[0]!.matchAll(/<(?:figcaption|summary)>([^<]+)<\/\w+><pre tab/g);
    expect([...languages].map(([, name]) => name)).toEqual([
      'curl',
      'TypeScript',
      'Python',
      'Tool for agents',
      'JavaScript without a package',
      'Python without a package',
    ]);
    expect(route).toContain('curl -G &#39;https://video.example/api/u1/v1/demo/app/search_video_v2&#39;');
    expect(route).toContain(
      'videos.search({\n  &quot;platform&quot;: &quot;demo&quot;,\n  &quot;keyword&quot;: &quot;猫&quot;\n})',
    );
    expect(route).toContain('href="/portal#/?operation=video.search&amp;platform=demo&amp;variant=stable"');
    expect(page).not.toContain('127.0.0.1:8080');
  });

  test('shows prices where they are public, and otherwise says where to find them', async () => {
    const closed = await (await fetch(`${base}/docs`)).text();
    expect([closed.includes('class="price"'), closed.includes('href="/portal#/prices"')]).toEqual([
      false,
      true,
    ]);
    const coverage = { itemsMax: 1_000, pageItemsMax: 50, missing: [], fresh: null, notes: ['A < B.'] };
    const own = await startServers({ pricingPublic: true }, () => coverage);
    const page = await (await fetch(`http://127.0.0.1:${own.publicPort}/docs`)).text();
    await own.close();
    const route = /id="searchVideos">(.*?)<\/article>/s.exec(page)![1]!;
    expect(route).toContain('<span class="price">0.012 USD per call</span>');
    expect(route).toContain('<li>demo: A list ends after 1000 items. A &lt; B.</li>');
    expect(closed).not.toContain('<summary>Coverage</summary>');
  });

  test('carries the name of the service', async () => {
    const own = await startServers({ title: () => 'Clip <Co>' });
    const page = await (await fetch(`http://127.0.0.1:${own.publicPort}/docs`)).text();
    await own.close();
    expect(page).toContain('<title>Clip &lt;Co&gt; API reference</title>');
    expect(page).not.toContain('<Co>');
  });

  test('every link on it resolves', async () => {
    const page = await (await fetch(`${base}/docs`)).text();
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
  });

  test('the document is served as it is built', async () => {
    const response = await fetch(`${base}/openapi.json`);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(buildOpenApi('reelgate', PUBLIC))));
  });

  test('the document has the current public address, also after a reload', async () => {
    let publicUrl = 'https://one.example';
    const own = await startServers({ publicUrl: () => publicUrl });
    const serverOf = async () => {
      const document = await (await fetch(`http://127.0.0.1:${own.publicPort}/openapi.json`)).json();
      return (document as { servers: { url: string }[] }).servers[0]!.url;
    };
    expect(await serverOf()).toBe('https://one.example');
    publicUrl = 'https://two.example';
    expect(await serverOf()).toBe('https://two.example');
    await own.close();
  });
});
