// Which texts name a trace, and that the spans of a call have distinct ids.
import { expect, test } from 'vitest';
import { childSpanId, HexDraws, identifyTrace, readTraceparent, traceparentOf } from './trace-identity.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, true],
  ['of a later version, with more behind it', true, `01-${TRACE}-${SPAN}-01-more`],
  [`00-${TRACE}-${SPAN}-01-more`, false],
  [`ff-${TRACE}-${SPAN}-01`, false],
  [`00-${'0'.repeat(32)}-${SPAN}-01`, false],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, false],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`, false],
  [`00-${TRACE}-${SPAN}`, false],
  ['too long', false, `01-${TRACE}-${SPAN}-01-${'x'.repeat(300)}`],
  ['', false],
])('traceparent %s names a trace: %s', (name, isOne, text = name) => {
  expect(readTraceparent(text)).toEqual(isOne ? { traceId: TRACE, parentSpanId: SPAN } : null);
});

const ids = new HexDraws((bytes) => new Uint8Array(bytes).fill(0xff));

test('a given trace is joined, and an invalid one is replaced by a new one', () => {
  expect(identifyTrace({ ids, isSampled: true }, `00-${TRACE}-${SPAN}-01`)).toEqual({
    ...{ traceId: TRACE, parentSpanId: SPAN, spanId: 'f'.repeat(16), isSampled: true, exchanges: [] },
  });
  const begun = { traceId: 'f'.repeat(32), parentSpanId: null, spanId: 'f'.repeat(16), isSampled: false };
  expect(identifyTrace({ ids, isSampled: false }, 'nonsense')).toEqual({ ...begun, exchanges: [] });
  const sampled = { ...begun, isSampled: true, exchanges: [] };
  expect(traceparentOf(sampled, SPAN)).toBe(`00-${'f'.repeat(32)}-${SPAN}-01`);
});

test('ids are taken one after the other, and a new block is drawn when they are used up', () => {
  let draws = 0;
  const some = new HexDraws((bytes) => new Uint8Array(bytes).fill(draws++ === 0 ? 0x11 : 0x22));
  const taken = new Set(Array.from({ length: 300 }, () => some.take(32)));
  expect([...taken]).toEqual(['1'.repeat(32), '2'.repeat(32)]);
});

test('children count up from the call, also past the largest number', () => {
  const identity = { traceId: TRACE, spanId: SPAN, parentSpanId: null, isSampled: false };
  expect(childSpanId(identity, 1)).toBe('b7ad6b7169203332');
  expect(childSpanId({ ...identity, spanId: 'f'.repeat(16) }, 2)).toBe('0000000000000001');
});
