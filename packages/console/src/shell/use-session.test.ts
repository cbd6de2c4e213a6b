// Signing out: the session ends at the gateway first, with the secret of the page, and the page forgets it afterwards in any case.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepSecret, pageSecret } from '../api/session.ts';
import { startTestServer, type TestServer } from '../api/testing-server.ts';

const PLACE = { name: 'test.use-session' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  vi.stubGlobal('location', { hash: '', pathname: '/' });
});
afterAll(() => server.close());

/** What a page gets that is signed in. */
async function signedIn(close: () => Promise<unknown>) {
  const { useSession } = await import('./use-session.ts');
  keepSecret(PLACE, 'rgp_1');
  const queries = new QueryClient();
  queries.setQueryData(['balance'], '1.000000');
  const never = () => Promise.reject(new Error('not asked here'));
  const door = { open: never, show: never, close };
  const found = Promise.withResolvers<{ leave: () => Promise<void> }>();
  function Page() {
    found.resolve(useSession(PLACE, door));
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client: queries }, createElement(Page)));
  return { queries, leave: (await found.promise).leave };
}

test('the gateway is asked to end the session while the page still has its secret', async () => {
  const secrets: (string | null)[] = [];
  const { leave } = await signedIn(async () => secrets.push(pageSecret(PLACE)));
  await leave();
  expect([...secrets, pageSecret(PLACE)]).toEqual(['rgp_1', null]);
});

test.each([
  ['answers', async () => ({})],
  ['cannot be reached', () => Promise.reject(new Error('away'))],
])('when the gateway %s, nothing of the user stays on the page', async (_, close) => {
  const { queries, leave } = await signedIn(close);
  await leave();
  expect([pageSecret(PLACE), queries.getQueryData(['balance'])]).toEqual([null, undefined]);
});
