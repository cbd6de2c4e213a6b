// What callers may say about prices, without a gateway: what is removed from a query, and what is refused.
import { expect, test } from 'vitest';
import { isFailure } from '../../domain/failure.ts';
import type { MountedRoute } from '../../mounts/mount.ts';
import { NO_PRICE_HEADERS, takeBounds } from './bounds.ts';
import type { CallTarget } from './read-call.ts';

const asking = (query: Record<string, string>) => ({ kind: 'operation', query }) as unknown as CallTarget;
const passing = (query: [string, string][], own: string[] = []) => {
  const parameters = own.map((name) => ({ name, place: 'query' }));
  const route = { of: { parameters } } as unknown as MountedRoute;
  return { kind: 'pass', route, input: { segments: [], query, body: null } } as unknown as CallTarget;
};

test('a query without price parameters is handed on as it is', () => {
  const target = asking({ keyword: 'cat' });
  const bounds = { ceilingMicros: null, quote: null, isDryRun: false };
  expect(takeBounds(target, NO_PRICE_HEADERS)).toEqual({ target, bounds });
});

test('a ceiling is removed from the query, and the header beats the query', () => {
  const target = asking({ keyword: 'cat', max_price: '0.01' });
  expect(takeBounds(target, {})).toEqual({
    target: asking({ keyword: 'cat' }),
    bounds: { ceilingMicros: 10_000, quote: null, isDryRun: false },
  });
  const header = { maxPrice: { name: 'x-max-price', text: '0.000001' } };
  expect(takeBounds(target, header)).toMatchObject({ bounds: { ceilingMicros: 1 } });
  expect(takeBounds(asking({ keyword: 'cat' }), header)).toMatchObject({ bounds: { ceilingMicros: 1 } });
});

test.each(['', '-1', '-0', '1e3', '0.0000001', ' 1', '1,2', 'NaN', '0x1', '99999999999'])(
  'a ceiling of "%s" is no amount, and the field is named',
  (text) => {
    const refused = takeBounds(asking({ keyword: 'cat', max_price: text }), {});
    expect(isFailure(refused) && [refused.code, refused.errors?.[0]?.field]).toEqual([
      'INVALID_REQUEST',
      'max_price',
    ]);
    const header = takeBounds(asking({}), { maxPrice: { name: 'x-max-price', text } });
    expect(isFailure(header) && header.errors?.[0]?.field).toBe('x-max-price');
  },
);

test('a mounted operation keeps its own parameter of that name', () => {
  const pairs: [string, string][] = [
    ['q', 'x'],
    ['max_price', '7'],
  ];
  const own = passing(pairs, ['max_price']);
  expect(takeBounds(own, {})).toMatchObject({ target: own, bounds: { ceilingMicros: null } });
  expect(takeBounds(passing(pairs), {})).toMatchObject({
    target: { input: { query: [['q', 'x']] } },
    bounds: { ceilingMicros: 7_000_000 },
  });
});

test('a dry run is asked for with 1 and nothing else, and a quote is handed on as it is', () => {
  const quote = { name: 'x-quote', text: 'any text' };
  expect(takeBounds(asking({ keyword: 'cat', dry_run: '1' }), { quote })).toEqual({
    target: asking({ keyword: 'cat' }),
    bounds: { ceilingMicros: null, quote: 'any text', isDryRun: true },
  });
  for (const text of ['', '0', 'true', '11']) {
    const refused = takeBounds(asking({ dry_run: text }), {});
    expect(isFailure(refused) && refused.errors?.[0]?.field).toBe('dry_run');
  }
});
