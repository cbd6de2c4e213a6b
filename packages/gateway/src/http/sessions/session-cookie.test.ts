// Where the operator states an https address, every session cookie is sent over https only, whatever a proxy in front says.
import { expect, test } from 'vitest';
import { RawConnection, requestText } from '../../testing/raw-http.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const SCHEMES = ['http', 'https'];
/** What a proxy may pass on, or make of what the browser sent. */
const PROXIES: Record<string, string[]> = {
  nothing: ['Sec-Fetch-Site: same-origin'],
  'the plain scheme': ['Sec-Fetch-Site: same-origin', 'X-Forwarded-Proto: http', 'Forwarded: proto=http'],
  'an origin without TLS': ['Origin: http://HOST'],
};

/** Opens and closes a session of each kind, in each way that there is; returns all cookies. */
async function cookiesOf(gateway: TestGateway, proxy: readonly string[]): Promise<string[]> {
  const cookies: string[] = [];
  const ask = async (host: string, line: string, headers: string[], body: object | null) => {
    const connection = new RawConnection(host.startsWith('console') ? gateway.adminUrl : gateway.url);
    const sent = [
      ...proxy,
      ...headers,
      'Connection: close',
      ...(body ? ['Content-Type: application/json'] : []),
    ];
    const text = requestText(line, sent, body ? JSON.stringify(body) : '');
    connection.socket.write(text.replace('Host: test', `Host: ${host}`).replaceAll('HOST', host));
    const answer = `${await connection.closed}`;
    const cookie = /^set-cookie: (.*)$/im.exec(answer)?.[1];
    expect([line, cookie !== undefined], answer).toEqual([line, true]);
    cookies.push(cookie!.trim());
    return { cookie: cookie!.split(';')[0]!, page: /"page_secret":"(\w+)"/.exec(answer)?.[1] ?? '' };
  };
  const close = (host: string, line: string, { cookie, page }: { cookie: string; page: string }) =>
    ask(host, line, [`Cookie: ${cookie}`, `X-Reelgate-Page: ${page}`], null);
  const make = async (target: string, body: object = {}) =>
    (await gateway.admin(target, { method: 'POST', body })).body;

  const byKey = await ask('api.example', 'POST /api/account/v1/session', [], { key: gateway.key });
  await close('api.example', 'DELETE /api/account/v1/session', byKey);
  const invite = new URL((await make('invites')).url).hash.split('=')[1];
  await ask('api.example', 'POST /api/account/v1/signup', [], { name: 'made', invite });
  const { code } = await make('login-codes');
  const operator = await ask('console.example', 'POST /admin/v1/session', [], { code });
  await close('console.example', 'DELETE /admin/v1/session', operator);
  return cookies;
}

test.each(SCHEMES)('with %s addresses, a cookie is for https only exactly when they are', async (scheme) => {
  for (const [name, proxy] of Object.entries(PROXIES)) {
    const settings = TEST_SETTINGS.replace(
      'service: {',
      `service: { public_url: "${scheme}://api.example", admin_url: "${scheme}://console.example",`,
    );
    const gateway = await startTestGateway({ settings });
    const cookies = await cookiesOf(gateway, proxy);
    expect([name, cookies.length, cookies.map((one) => one.endsWith('; Secure'))]).toEqual([
      name,
      5,
      Array(5).fill(scheme === 'https'),
    ]);
    await gateway.close();
  }
});
