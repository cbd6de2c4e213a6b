// Tests the page's session secret: it is stored for its own page only, shared with other tabs of that page, and a link's code is used once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askOtherTabs, keepSecret, pageSecret, shareSecret, takeCode } from './session.ts';
import { startTestServer, type TestServer } from './testing-server.ts';

const PLACE = { path: '/session', name: 'test.session' };
const OTHER = { path: '/session', name: 'test.session.other' };

let server: TestServer;
const open: BroadcastChannel[] = [];
beforeEach(async () => {
  server = await startTestServer();
  const Real = BroadcastChannel;
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Real {
      constructor(name: string) {
        super(name);
        open.push(this);
      }
    },
  );
});
afterEach(async () => {
  for (const channel of open.splice(0)) channel.close();
  await server.close();
});

test('a secret is stored for its own page, and removed', () => {
  keepSecret(PLACE, 'rgp_1');
  expect([pageSecret(PLACE), pageSecret(OTHER)]).toEqual(['rgp_1', null]);
  keepSecret(PLACE, null);
  expect(pageSecret(PLACE)).toBeNull();
});

test('a signed-in tab gives its secret to another tab of the same page only', async () => {
  keepSecret(PLACE, 'rgp_1');
  shareSecret(PLACE);
  shareSecret(OTHER);
  expect(await askOtherTabs(PLACE)).toBe('rgp_1');
  expect(await askOtherTabs(OTHER)).toBeNull();
});

test('a tab that is not signed in does not answer, so that a signed-in tab can', async () => {
  shareSecret(PLACE);
  const heard: unknown[] = [];
  new BroadcastChannel(PLACE.name).onmessage = ({ data }) => heard.push(data);
  expect(await askOtherTabs(PLACE)).toBeNull();
  expect(heard).toEqual([{ asks: true }]);
});

test.each([
  ['#code=rgc_live_aZ09', 'rgc_live_aZ09'],
  ['#/calls?code=1', null],
  ['#code=', null],
  ['#code=a&b=c', null],
  ['', null],
])('of the address %j the code is %j, and it does not stay there', (hash, code) => {
  const replaceState = vi.fn();
  vi.stubGlobal('location', { hash, pathname: '/portal/' });
  vi.stubGlobal('history', { replaceState });
  expect(takeCode()).toBe(code);
  expect(replaceState.mock.calls).toEqual(code === null ? [] : [[null, '', '/portal/']]);
});
