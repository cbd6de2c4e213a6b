// Which pages of other origins may read answers, and that without the setting none may.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ID_HEADER, SEARCH, type Servers, startServers } from '../testing/servers.ts';

let origins: string[] = [];
let servers: Servers;
beforeAll(async () => {
  servers = await startServers({ corsOrigins: () => origins });
});
afterAll(() => servers.close());

const PAGE = 'https://app.example';
const PREFLIGHT = {
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'authorization',
};
const asking = (headers: Record<string, string>, { method = 'GET', path = `${SEARCH}?keyword=a` } = {}) =>
  fetch(`http://127.0.0.1:${servers.publicPort}${path}`, {
    method,
    headers: { authorization: `Bearer ${servers.key}`, ...headers },
  });
const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

describe('a page of another origin', () => {
  test('reads nothing where no origin is listed', async () => {
    origins = [];
    expect(corsOf(await asking({ origin: PAGE }))).toEqual({});
    const preflight = await asking({ origin: PAGE, ...PREFLIGHT }, { method: 'OPTIONS' });
    expect([preflight.status, corsOf(preflight)]).toEqual([405, {}]);
  });

  test('that is not listed reads nothing, even when others may', async () => {
    origins = ['https://other.example', `${PAGE}.evil.example`, `${PAGE}:8443`];
    expect(corsOf(await asking({ origin: PAGE }))).toEqual({});
  });

  test('that is listed may send a preflight, and gets exactly our headers and no credentials', async () => {
    origins = [PAGE];
    const response = await asking({ origin: PAGE, ...PREFLIGHT }, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('vary')]).toEqual([204, 'Accept-Encoding, Origin']);
    expect(corsOf(response)).toEqual({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
      'access-control-allow-headers':
        'authorization, content-type, range, idempotency-key, x-reelgate-request-id, x-reelgate-max-price, x-reelgate-quote',
      'access-control-max-age': '600',
    });
  });

  test.each([
    ['an answer that was paid', `${SEARCH}?keyword=a`, 200],
    ['a free route', '/api/account/v1/balance', 200],
    ['an error', '/nowhere', 404],
  ])('that is listed reads %s with our headers', async (_, path, status) => {
    origins = [PAGE];
    const response = await asking({ origin: PAGE, [ID_HEADER]: 'mine' }, { path });
    expect([response.status, response.headers.get(ID_HEADER)]).toEqual([status, 'mine']);
    const exposed = corsOf(response)['access-control-expose-headers']!.split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining([ID_HEADER, 'x-reelgate-charged', 'retry-after', 'etag', 'content-range']),
    );
    expect(corsOf(response)['access-control-allow-origin']).toBe(PAGE);
    expect(corsOf(response)['access-control-allow-credentials']).toBeUndefined();
  });

  test('of any origin may read when all are allowed', async () => {
    origins = ['*'];
    expect(corsOf(await asking({ origin: PAGE }))['access-control-allow-origin']).toBe('*');
  });

  test('gains no access: without a key it reads a refusal', async () => {
    origins = [PAGE];
    const response = await asking({ origin: PAGE, authorization: 'Bearer wrong' });
    expect([response.status, corsOf(response)['access-control-allow-origin']]).toEqual([401, PAGE]);
  });
});
