import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAILURES } from '../domain/failure.ts';
import { GROUPS } from '../domain/key.ts';
import { adminRoutes, publicRoutes } from './documented-routes.ts';
import { buildOpenApi } from './openapi.ts';
import type { DocumentedRoute } from './openapi-route.ts';
import { CONSOLE_PLACE, PORTAL_PLACE } from './pages.ts';
import type { Server } from './server.ts';
import { type Servers, startServers } from './testing-servers.ts';
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

/** Agents speak a protocol of their own, and pages are for people. */
const UNDOCUMENTED = [
  'POST /mcp',
  ...[CONSOLE_PLACE, PORTAL_PLACE].flatMap(({ pages, assets }) =>
    [...pages, `${assets}{name}`].map((path) => `GET ${path}`),
  ),
];

describe('what is served is what is documented', () => {
  const documented = (routes: readonly DocumentedRoute[]) =>
    routes
      .flatMap(({ method, path }) =>
        path.includes('{group}')
          ? GROUPS.map((group) => `${method} ${path.replace('{group}', group)}`)
          : [`${method} ${path}`],
      )
      .sort();
  const served = ({ routes }: Server) =>
    routes
      .all()
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !UNDOCUMENTED.includes(route))
      .sort();

  test('on the public port', () => expect(served(servers.public)).toEqual(documented(publicRoutes())));
  test('on the admin port', () => expect(served(servers.admin)).toEqual(documented(adminRoutes())));
});

test('operation ids are unique, and every reference has its target', () => {
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

describe('the reference page', () => {
  test('shows every route and every code, and loads and runs nothing', async () => {
    const response = await fetch(`${base}/docs`);
    const page = await response.text();
    for (const { operationId } of [...publicRoutes(), ...adminRoutes()])
      expect(page).toContain(`id="${operationId}"`);
    for (const code of Object.keys(FAILURES)) expect(page).toContain(`<tr id="${code}">`);
    expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(/);
    const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`'sha256-${hash('sha256', style, 'base64')}'`);
    expect(policy).toContain("default-src 'none'");
  });

  test('every link on it leads somewhere', async () => {
    const page = await (await fetch(`${base}/docs`)).text();
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
  });

  test('the document is served as it is built', async () => {
    const response = await fetch(`${base}/openapi.json`);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(buildOpenApi('reelgate'))));
  });

  test('the document names the public address as it is now, also after a reload', async () => {
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
