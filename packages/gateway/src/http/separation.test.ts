import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServedRoute } from './route-table.ts';
import { bodyOf, exchange, rawRequest, type Servers, startServers, statusOf } from './testing/servers.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.close());

/** Signing in needs only its one-time code, and pages contain nothing secret. */
const isOpen = ({ method, path }: ServedRoute) =>
  path === '/' ||
  path.startsWith('/assets/') ||
  ['/admin/docs', '/admin/openapi.json'].includes(path) ||
  (method === 'POST' && path === '/admin/v1/session');

const filled = (path: string) => path.replace(/\{\w+\}/g, 'demo');

/** Every server closes long before this; a busy machine took 2 s. */
const ANSWER_MS = 60_000;

async function statusAt(
  port: number,
  { method, path }: ServedRoute,
  headers: string[] = [],
): Promise<number> {
  const { text } = await exchange(
    port,
    rawRequest(`${method} ${path}`, [...headers, 'Connection: close']),
    ANSWER_MS,
  );
  return statusOf(text);
}

describe('neither listener serves routes of the other', () => {
  test('admin paths are 404 on the public port, with any credentials', async () => {
    // Both listeners have a root of their own.
    for (const route of servers.admin.routes.all().filter(({ path }) => path !== '/')) {
      const at = { ...route, path: filled(route.path) };
      for (const secret of [servers.key, servers.adminToken]) {
        expect([
          at.path,
          await statusAt(servers.publicPort, at, [`Authorization: Bearer ${secret}`]),
        ]).toEqual([at.path, 404]);
      }
    }
  });

  test('public paths are 404 on the admin port, with any credentials', async () => {
    for (const route of servers.public.routes.all()) {
      const at = { ...route, path: filled(route.path) };
      for (const secret of [servers.key, servers.adminToken]) {
        expect([at.path, await statusAt(servers.adminPort, at, [`Authorization: Bearer ${secret}`])]).toEqual(
          [at.path, 404],
        );
      }
    }
  });

  test('every admin route refuses callers without a token, and API keys; only pages and signing in need none', async () => {
    for (const route of servers.admin.routes.all().filter((one) => !isOpen(one))) {
      const at = { ...route, path: filled(route.path) };
      expect([at.path, await statusAt(servers.adminPort, at)]).toEqual([at.path, 401]);
      expect(await statusAt(servers.adminPort, at, [`Authorization: Bearer ${servers.key}`])).toBe(401);
    }
  });

  test('a valid token is accepted', async () => {
    const headers = [`Authorization: Bearer ${servers.adminToken}`];
    expect(await statusAt(servers.adminPort, { method: 'GET', path: '/metrics' }, headers)).toBe(200);
    expect(await statusAt(servers.adminPort, { method: 'GET', path: '/admin/v1/status' }, headers)).toBe(200);
  });
});

test('a 401 asks for the credential of its listener: a key, or an admin token', async () => {
  const detailAt = async (port: number, path: string) => {
    const { text } = await exchange(port, rawRequest(`GET ${path}`, ['Connection: close']), ANSWER_MS);
    return bodyOf(text).detail;
  };
  expect(await detailAt(servers.adminPort, '/admin/v1/status')).toMatch(/^Send a valid admin token as/);
  expect(await detailAt(servers.publicPort, '/api/account/v1/balance')).toMatch(/^Send a valid key as/);
});

const OPEN = new Set([
  '/',
  '/status',
  '/robots.txt',
  '/.well-known/security.txt',
  '/.well-known/api-catalog',
  '/api/test/apikey',
  '/livez',
  '/readyz',
  '/openapi.json',
  '/docs',
  '/docs/{name}',
  '/docs/errors/{code}',
  '/llms.txt',
  '/llms-full.txt',
  '/api/library/v1/thumbnails/{id}.svg',
  '/api/pictures/v1/picture',
]);

/** Other spellings of a path that some servers treat as the same path. */
const SPELLINGS: Record<string, (path: string) => string> = {
  'a doubled first slash': (path) => `/${path}`,
  'a doubled inner slash': (path) => path.replace(/\/(\w+)$/, '//$1'),
  'a trailing slash': (path) => `${path}/`,
  'an encoded slash': (path) => path.replace(/\/(\w+)$/, '%2f$1'),
  'an encoded letter': (path) =>
    path.replace(/^\/(\w)/, (_all, letter) => `/%${letter.charCodeAt(0).toString(16)}`),
  'a backslash': (path) => path.replace(/\/(\w+)$/, '\\$1'),
  'a path parameter': (path) => `${path};x=1`,
  'an encoded semicolon': (path) => `${path}%3bx`,
  'a dot segment': (path) => `/.${path}`,
  'a way up and down': (path) => `/x/..${path}`,
  'an encoded way up': (path) => `/x/%2e%2e${path}`,
  'a trailing dot': (path) => `${path}.`,
  'a trailing NUL': (path) => `${path}%00`,
  'a trailing space': (path) => `${path}%20`,
  capitals: (path) => path.toUpperCase(),
  'the absolute form': (path) => `http://test${path}`,
  'a fragment': (path) => `${path}#x`,
  'a bad escape': (path) => `${path}%zz`,
};

describe('no other spelling of a path goes around authentication', () => {
  test.each(Object.entries(SPELLINGS))('%s', async (_name, spell) => {
    const plain = servers.public.routes.all().filter(({ path }) => !OPEN.has(path));
    const targets = [
      ...plain.map((route) => ({ port: servers.publicPort, route })),
      ...servers.admin.routes
        .all()
        .filter(({ path }) => !path.startsWith('/admin/openapi'))
        .map((route) => ({ port: servers.adminPort, route })),
    ];
    await Promise.all(
      targets.map(async ({ port, route }) => {
        const at = { ...route, path: spell(filled(route.path)) };
        // 405: some spellings are the plain path of another route, which does not accept this method.
        expect([400, 401, 404, 405], at.path).toContain(await statusAt(port, at));
      }),
    );
  });

  test('and with a key, only the plain spelling is a billed call', async () => {
    const bearer = `Authorization: Bearer ${servers.key}`;
    const path = '/api/u1/v1/demo/app/search_video_v2';
    for (const [name, spell] of Object.entries(SPELLINGS)) {
      const { text } = await exchange(
        servers.publicPort,
        rawRequest(`GET ${spell(path)}`, [bearer, 'Connection: close']),
        ANSWER_MS,
      );
      expect([400, 404], name).toContain(statusOf(text));
      expect(bodyOf(text).charged).toBe('0.000000');
    }
    expect(servers.calls.seen).toEqual([]);
  });
});
