import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataRoutes } from '../../operations/index.ts';
import { noPricedEndpoint, resolveEndpoint } from './price-views.ts';

const routes = dataRoutes({ demo: ['video.search'], 'you-tube': ['video.search'] });

const origin = fc.constantFrom('', 'https://gate.example', 'HTTP://gate.example:8080', 'http://[::1]:8080');
const query = fc.constantFrom('', '?', '?keyword=a', '?keyword=caf%C3%A9&pcursor=/x', '?broken=%zz', '#top');
const slash = fc.constantFrom('', '/', '//');
const encoding = fc.constantFrom(
  (text: string) => text,
  encodeURIComponent,
  (text: string) => encodeURIComponent(encodeURIComponent(text)),
);

test('every spelling of an address resolves to that address', () => {
  const pick = fc.constantFrom(...routes);
  fc.assert(
    fc.property(pick, origin, slash, query, encoding, (route, host, end, rest, encode) => {
      expect(resolveEndpoint(routes, encode(`${host}${route.path}${end}${rest}`))).toBe(route);
    }),
  );
});

test('single characters of a path may be percent-encoded, and a missing first slash is forgiven', () => {
  expect(resolveEndpoint(routes, '/api/u1/v1/%64emo/app/search%5Fvideo')?.platform).toBe('demo');
  expect(resolveEndpoint(routes, 'api/u1/v1/demo/app/search_video')?.variant).toBe('economy');
});

test('what is not an address resolves to nothing, and never throws', () => {
  for (const text of [
    '',
    '/',
    '%',
    'https://gate.example',
    '/api/u1/v1/demo/app/search_video_v3',
    '/API/u1',
  ]) {
    expect(resolveEndpoint(routes, text)).toBeNull();
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(resolveEndpoint(routes, text)).toBeNull();
    }),
  );
});

test('the last decoy in a query or a deeper path is not taken for the address', () => {
  expect(resolveEndpoint(routes, '/other?path=/api/u1/v1/demo/app/search_video')).toBeNull();
  expect(resolveEndpoint(routes, '/x/api/u1/v1/demo/app/search_video')).toBeNull();
});

test('asking for the price of "any" names the platform whose price applies', () => {
  expect(noPricedEndpoint('/api/u1/v1/any/app/get_video_v2').detail).toContain(
    'ask for the path of that platform',
  );
  expect(noPricedEndpoint('/api/u1/v1/nowhere/app/get_video_v2').detail).toBe(
    'No priced endpoint has this path.',
  );
});
