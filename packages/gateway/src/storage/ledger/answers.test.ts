// Stored answers: the same bytes come back for any length, in a form that every gzip reader accepts.
import { gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { toMicros } from '../../domain/money.ts';
import { beginMember, isOneMember } from '../../domain/text/gzip-member.ts';
import { keepable, keepableSoon, unpackAnswer } from './answers.ts';

const text = (length: number) => Buffer.from('{"title":"猫"},'.repeat(length)).subarray(0, length);

test.each([0, 1, 255, 256, 9_000, 32 * 1024, 100_000])(
  'an answer of %i bytes around its balance is read as it was written, however it was compressed',
  async (length) => {
    const answer = { kind: 'text' as const, head: [text(length)], tail: '"}' };
    const expected = Buffer.concat([...answer.head, Buffer.from('1.500000"}')]);
    for (const kept of [keepable(answer), await keepableSoon(answer)]) {
      const { body, passedOn } = kept!.finish({ balanceMicros: toMicros(1_500_000) });
      expect([unpackAnswer(body), passedOn]).toEqual([expected, null]);
    }
  },
);

test("an upstream's bytes are kept with their status and headers", () => {
  const bytes = text(3_000);
  const answer = { kind: 'bytes' as const, bytes, headers: { 'content-type': 'text/plain' }, status: 201 };
  const { body, passedOn } = keepable(answer)!.finish({ balanceMicros: toMicros(0) });
  expect(gunzipSync(body)).toEqual(bytes);
  expect(JSON.parse(passedOn!)).toEqual({ headers: { 'content-type': 'text/plain' }, status: 201 });
});

test('a stored answer that was damaged is noticed', () => {
  const { body } = keepable({ kind: 'text', head: [text(3_000)], tail: '"}' })!.finish({
    balanceMicros: toMicros(0),
  });
  const damaged = Buffer.from(body);
  damaged[20]! ^= 0xff;
  expect(() => gunzipSync(damaged)).toThrow();
});

test('a long answer is stored in a fraction of its size, and a short one costs almost nothing extra', () => {
  const kept = (length: number) =>
    keepable({ kind: 'bytes', bytes: text(length), headers: {}, status: 200 })!.finish({
      balanceMicros: toMicros(0),
    }).body;
  expect(kept(9_000).length).toBeLessThan(1_500);
  expect(kept(256).length).toBe(256 + 28);
  expect(kept(257).length).toBeLessThan(257);
});

test('equal answers are stored as equal bytes: the gzip header holds no time, file name or system', () => {
  const { body } = keepable({ kind: 'text', head: ['x'], tail: '"}' })!.finish({
    balanceMicros: toMicros(0),
  });
  expect(Buffer.from(body.subarray(0, 10)).toString('hex')).toBe('1f8b08000000000004ff');
});

test.each([0, 300, 100_000])(
  'an answer of %i bytes is one member to its last byte: a reader that stops after the first has all of it',
  async (length) => {
    const answer = { kind: 'text' as const, head: [text(length)], tail: '"}' };
    for (const kept of [keepable(answer), await keepableSoon(answer)]) {
      const { body } = kept!.finish({ balanceMicros: toMicros(0) });
      const { buffer, engine } = inflateRawSync(body.subarray(10), { info: true }) as unknown as {
        buffer: Buffer;
        engine: { bytesWritten: number };
      };
      // Ten bytes of gzip header before it, eight bytes of trailer after it, and nothing else.
      expect([buffer.length, engine.bytesWritten + 18]).toEqual([length + 10, body.length]);
      expect(isOneMember(body)).toBe(true);
    }
  },
);

test('answers that earlier versions stored in two gzip members are recognised and read whole', () => {
  const kept = Buffer.concat([gzipSync(text(3_000), { level: 1 }), gzipSync('1.000000"}', { level: 0 })]);
  expect(isOneMember(kept)).toBe(false);
  expect(unpackAnswer(kept).length).toBe(3_010);
});

test('a call without an answer stores nothing', async () => {
  expect([keepable(null), await keepableSoon(null)]).toEqual([null, null]);
});

test('an answer that was compressed for its caller is stored as the same bytes, without its head', async () => {
  const head = text(9_000);
  const facts = { balanceMicros: toMicros(1_500_000) };
  const plain = keepable({ kind: 'text', head: [head], tail: '"}' })!.finish(facts);
  const begun = { kind: 'text' as const, head: [], tail: '"}', begun: beginMember(head) };
  for (const kept of [keepable(begun), await keepableSoon(begun)]) expect(kept!.finish(facts)).toEqual(plain);
});

test.each([100, 9_000])(
  'the compressed head of %i bytes lies in memory of its own: a message to a thread copies nothing else',
  (length) => {
    const { blocks } = beginMember(text(length));
    expect(blocks.buffer.byteLength).toBe(blocks.length);
  },
);
