// Every protected route of openapi.json, in every spelling that some servers treat as the same path, with every kind
// of invalid credential. All meet the plain spelling, and each run draws which meet the others. Over bare sockets, because clients normalize paths. No data is returned, nothing is charged,
// no platform is asked, and nothing is a 5xx.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSecret } from '../../domain/access/key.ts';
import {
  documentedOperations,
  isAdmin,
  isDataRoute,
  type Operation,
  targetOf,
} from '../../testing/documented-operations.ts';
import { drawn } from '../../testing/drawn.ts';
import { exchangeBytes, type RawAnswer, requestText } from '../../testing/raw-http.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

const NAMES: Record<string, string> = {
  platform: 'scripted',
  request_id: 'paid',
  account: 'demo',
  key: 'key_x',
  call: 'call_1',
  project: 'prj_x',
  complaint: 'cmp_x',
  webhook: 'whk_x',
  watch: 'wat_x',
  collection: 'col_x',
  topup: 'top_x',
  statement: '1',
  token: 'adm_x',
  invite: 'inv_x',
  session: 'ses_x',
  version: '1',
  provider: 'scripted',
};
const QUERY = '?keyword=cat';

/** Without group u2, whose routes the key of another group may call; they are the same as those of u1. */
const operations = documentedOperations().filter(({ path }) => !path.startsWith('/api/u2/'));
const guarded = operations.filter(({ access }) => access !== 'none');
/** Paths are judged before routes, so all operations need not meet all tricks: each trick is tried on this many. */
const TRIED = 40;

const hex = (char: string) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
const atLast = (path: string, between: string) => path.replace(/\/([^/]+)$/, `${between}$1`);
const atSecond = (path: string, between: string) => path.replace(/^(\/[^/]+)\//, `$1${between}`);

/** The first is the plain spelling. The others are this path to some parser, proxy, router or file system. */
const SPELLINGS: Record<string, (path: string) => string> = {
  plain: (path) => path,
  'a doubled first slash': (path) => `/${path}`,
  'a doubled inner slash': (path) => atLast(path, '//'),
  'a trailing slash': (path) => `${path}/`,
  'a trailing dot': (path) => `${path}.`,
  'a trailing dot segment': (path) => `${path}/.`,
  'a leading dot segment': (path) => `/.${path}`,
  'an inner dot segment': (path) => atSecond(path, '/./'),
  'a way down and up': (path) => atLast(path, '/x/../'),
  'an encoded way up': (path) => atLast(path, '/x/%2e%2e/'),
  'a way up encoded twice': (path) => atLast(path, '/x/%252e%252e/'),
  'a dot encoded twice': (path) => atLast(path, '/%252e/'),
  'a way up in capitals': (path) => atLast(path, '/x/%2E%2E/'),
  'a way up with a parameter': (path) => atLast(path, '/x/..;/'),
  'a way up from an open path': (path) => `/livez/..${path}`,
  'a way up from the reference': (path) => `/docs/%2e%2e${path}`,
  'an encoded slash': (path) => atLast(path, '%2f'),
  'an encoded slash in capitals': (path) => atLast(path, '%2F'),
  'a slash encoded twice': (path) => atLast(path, '%252f'),
  'an overlong slash': (path) => atLast(path, '%c0%af'),
  'a longer overlong slash': (path) => atLast(path, '%e0%80%af'),
  'a wide slash': (path) => atLast(path, '%ef%bc%8f'),
  'an overlong dot': (path) => atLast(path, '/x/%c0%ae%c0%ae/'),
  'a backslash': (path) => atLast(path, '\\'),
  'an encoded backslash': (path) => atLast(path, '%5c'),
  'an encoded first letter': (path) => path.replace(/^\/(\w)/, (_all, letter) => `/${hex(letter)}`),
  'an encoded last letter': (path) => path.replace(/(\w)$/, (letter) => hex(letter)),
  'a path parameter': (path) => `${path};x=1`,
  'an inner path parameter': (path) => atSecond(path, ';x=1/'),
  'an encoded semicolon': (path) => `${path}%3bx`,
  'an encoded question mark': (path) => `${path}%3fx`,
  'an encoded fragment': (path) => `${path}%23x`,
  'a fragment': (path) => `${path}#x`,
  'a trailing NUL': (path) => `${path}%00`,
  'a NUL and an ending': (path) => `${path}%00.svg`,
  'a picture': (path) => `${path}.svg`,
  'an encoded space': (path) => `${path}%20`,
  'an encoded tab': (path) => `${path}%09`,
  'an encoded line break': (path) => `${path}%0d%0aX: y`.replace(' ', '%20'),
  'a bad escape': (path) => `${path}%zz`,
  'half an escape': (path) => `${path}%`,
  'raw bytes': (path) => `${path}\xe7\x8c\xab`,
  capitals: (path) => path.toUpperCase(),
  'a capital': (path) => path.replace(/^\/(\w)/, (_all, letter) => `/${letter.toUpperCase()}`),
  'a dotless i': (path) => path.replace('i', '%c4%b1'),
  'the absolute form': (path) => `http://test${path}`,
  'the absolute form of another host': (path) => `http://127.0.0.1:1${path}`,
  'the absolute form with TLS': (path) => `https://test${path}`,
  'the absolute form with a user': (path) => `http://admin:admin@test${path}`,
  'two leading slashes and a host': (path) => `//test${path}`,
  'no leading slash': (path) => path.slice(1),
  'a star': () => '*',
  'a star and the path': (path) => `*${path}`,
  'a prefix of the other listener': (path) => `/admin/v1/..${path}`,
};

let gateway: TestGateway;
/** Invalid credentials, as header lines by name. */
let credentials: Record<string, string[]>;
let asked = 0;

const pathOf = (operation: Operation) => targetOf(operation, { path: NAMES });
const portOf = (operation: Operation) => (isAdmin(operation) ? gateway.adminUrl : gateway.url);
const bearer = (secret: string) => [`Authorization: Bearer ${secret}`];

/** Keys of every kind that must not work. */
async function makeCredentials(): Promise<Record<string, string[]>> {
  const act = (target: string, method: string, body: object) => gateway.admin(target, { method, body });
  const [revoked, disabled, narrow, far, orphan] = [
    await gateway.newKey(),
    await gateway.newKey(),
    await gateway.newKey({ groups: ['u2'] }),
    await gateway.newKey({ addresses: ['192.0.2.0/24'] }),
    await act('accounts', 'POST', { name: 'closed' }).then(() => gateway.newKey({ account: 'closed' })),
  ];
  await act(`keys/${revoked.id}/revoke`, 'POST', {});
  await act(`keys/${disabled.id}`, 'PATCH', { status: 'disabled' });
  await act('accounts/closed', 'PATCH', { status: 'disabled' });
  const token = await act('tokens', 'POST', { name: 'gone' });
  await act(`tokens/${token.body.token.id}/revoke`, 'POST', {});
  const counting = (bytes: number) => Uint8Array.from({ length: bytes }, (_one, i) => i);
  return {
    none: [],
    'an unknown key': bearer(makeSecret('rgk', counting)),
    'a revoked key': bearer(revoked.secret),
    'a disabled key': bearer(disabled.secret),
    "a closed account's key": bearer(orphan.secret),
    'a key of another group': bearer(narrow.secret),
    'a key for other addresses': bearer(far.secret),
    'a revoked token': bearer(token.body.secret),
    nonsense: ['Authorization: Bearer null'],
    'a basic password': [`Authorization: Basic ${btoa('admin:admin')}`],
    'two keys': [...bearer(gateway.key), ...bearer(gateway.key)],
  };
}

/** The key of another group is valid on routes without a group. */
function mayPass(operation: Operation, credential: string): boolean {
  return operation.access === 'key' && credential === 'a key of another group' && !isDataRoute(operation);
}

beforeAll(async () => {
  gateway = await startTestGateway({
    script: () => {
      asked++;
      return { ids: ['1'], cursor: null };
    },
  });
  const paid = await gateway.search({ keyword: 'cat' }, { id: 'paid' });
  expect(paid.status).toBe(200);
  credentials = await makeCredentials();
  asked = 0;
});
afterAll(() => gateway.close());

/** The key is checked after the path, so unusual paths need not be combined with every kind. */
const ENOUGH = ['none', 'a revoked key', 'a key of another group'];
const REFUSALS = new Set([400, 401, 403, 404, 405]);

function expectRefusal(answer: RawAnswer, what: string): void {
  expect(REFUSALS.has(answer.status), `${what}: ${answer.status} ${answer.text.slice(0, 200)}`).toBe(true);
  expect(JSON.parse(answer.text), what).toMatchObject({ status: answer.status, charged: '0.000000' });
}

/** Sends all of them on one connection; malformed bytes end it early. */
async function sendAll(operation: Operation, target: string, list: readonly (readonly string[])[]) {
  const last = list.length - 1;
  const texts = list.map((lines, i) =>
    requestText(`${operation.method} ${target}`, i === last ? [...lines, 'Connection: close'] : lines),
  );
  return (await exchangeBytes(portOf(operation), texts.join(''))).answers;
}

describe('no spelling of a protected path opens it without valid credentials', () => {
  test.each(Object.entries(SPELLINGS))('%s', async (spelling, spell) => {
    const before = await gateway.money();
    await Promise.all(
      (spelling === 'plain' ? guarded : drawn(spelling, guarded, TRIED)).map(async (operation) => {
        const target = spell(pathOf(operation)) + QUERY;
        const kinds = spelling === 'plain' ? Object.keys(credentials) : ENOUGH;
        const tried = kinds.filter((name) => !mayPass(operation, name));
        const answers = await sendAll(
          operation,
          target,
          tried.map((name) => credentials[name]!),
        );
        expect(answers.length).toBeGreaterThan(0);
        for (const [i, answer] of answers.entries()) {
          expectRefusal(answer, `${operation.method} ${target} with ${tried[i]}`);
        }
        if (spelling === 'plain') {
          expect([operation.id, answers.length]).toEqual([operation.id, tried.length]);
          for (const { status } of answers) expect([401, 403]).toContain(status);
        }
      }),
    );
    expect([await gateway.money(), asked]).toEqual([before, 0]);
  });
});

test('with a valid key, only the plain spelling is a billed call', async () => {
  const before = await gateway.money();
  const searches = guarded.filter(({ id }) => id.startsWith('searchVideos'));
  for (const [name, spell] of Object.entries(SPELLINGS).slice(1)) {
    for (const operation of searches) {
      const target = spell(pathOf(operation)) + QUERY;
      for (const answer of await sendAll(operation, target, [bearer(gateway.key)]))
        expectRefusal(answer, name);
    }
  }
  expect([await gateway.money(), asked]).toEqual([before, 0]);
});

test('with valid credentials, no other method does anything', async () => {
  const before = await gateway.money();
  const methods = [
    'HEAD',
    'OPTIONS',
    'PUT',
    'DELETE',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'get',
    'CONNECT',
    'PRI',
    'X',
  ];
  for (const operation of drawn('methods', guarded, TRIED)) {
    // Signing in shares its path with sessions, and needs no key.
    const taken = operations.filter(({ path }) => path === operation.path).map(({ method }) => method);
    const secret = isAdmin(operation) ? gateway.adminToken : gateway.key;
    // HEAD is GET without its body, on routes that cost nothing.
    const known =
      taken.includes('GET') && !/^\/api\/u[12]\//.test(operation.path) ? [...taken, 'HEAD'] : taken;
    const others = [...methods, 'GET', 'POST', 'PATCH'].filter((method) => !known.includes(method));
    const statuses = others.map(async (method) => {
      const text = requestText(`${method} ${pathOf(operation)}${QUERY}`, [
        ...bearer(secret),
        'Connection: close',
      ]);
      const { answers } = await exchangeBytes(portOf(operation), text, [method]);
      // CONNECT closes the connection without an answer: there is nothing to tunnel to.
      for (const { status } of answers)
        expect([400, 404, 405], `${method} ${operation.path}`).toContain(status);
    });
    await Promise.all(statuses);
  }
  expect([await gateway.money(), asked]).toEqual([before, 0]);
});

test('a key anywhere but in the Authorization header is ignored', async () => {
  const { key, adminToken } = gateway;
  const places = (secret: string): [string, string[]][] => [
    [`?key=${secret}`, []],
    [`?api_key=${secret}&access_token=${secret}&token=${secret}`, []],
    [`?authorization=Bearer%20${secret}`, []],
    ['', [`X-Api-Key: ${secret}`, `Api-Key: ${secret}`, `X-Auth-Token: ${secret}`]],
    ['', [`Proxy-Authorization: Bearer ${secret}`]],
    ['', [`Cookie: authorization=Bearer ${secret}; key=${secret}`]],
    ['', [`X-Original-Authorization: Bearer ${secret}`, `X-Forwarded-Authorization: Bearer ${secret}`]],
    ['', [`Authorization : Bearer ${secret}`]],
    ['', [`Authorization_: Bearer ${secret}`]],
    [
      '',
      [
        'X-Forwarded-For: 127.0.0.1',
        'X-Real-IP: 127.0.0.1',
        'Forwarded: for=127.0.0.1',
        'X-Remote-User: admin',
      ],
    ],
  ];
  const tries = drawn('places of a key', guarded, TRIED).flatMap((operation) =>
    places(isAdmin(operation) ? adminToken : key).map((place) => ({ operation, place })),
  );
  await Promise.all(
    tries.map(async ({ operation, place: [query, lines] }) => {
      for (const answer of await sendAll(operation, pathOf(operation) + query, [lines])) {
        expect([400, 401], `${operation.id} ${query} ${lines}`).toContain(answer.status);
        expectRefusal(answer, operation.id);
      }
    }),
  );
});

test('no header turns an open path into another path or method', async () => {
  const before = await gateway.money();
  for (const operation of drawn('headers', guarded, TRIED)) {
    const path = pathOf(operation);
    const lines = [
      `X-Original-URL: ${path}${QUERY}`,
      `X-Rewrite-URL: ${path}${QUERY}`,
      `X-Forwarded-Path: ${path}`,
      `X-Forwarded-Prefix: ${path}`,
      `X-HTTP-Method-Override: ${operation.method}`,
      `X-Method-Override: ${operation.method}`,
      'X-Forwarded-Host: evil.example',
      'Connection: close',
    ];
    const { answers } = await exchangeBytes(gateway.url, requestText('GET /livez', lines));
    expect(JSON.parse(answers[0]!.text)).toMatchObject({ status: 'live' });
  }
  expect([await gateway.money(), asked]).toEqual([before, 0]);
});
