// Contract of every backend for states of searches over many platforms between two pages: what was written can be read for its time, on
// every node, within its limits.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPayer, keyIdOf } from '../testing/payer.ts';
import type { OpenedTwice } from './retention.contract.ts';
import { createTestClock, type TestClock } from './storage.contract.ts';

const KEEP_MS = 3_600_000;
const roomy = { countMax: 100, bytesMax: 1_000_000 };

export function describeWalkStates(name: string, open: (clock: TestClock) => Promise<OpenedTwice>): void {
  describe(`${name}: states of walks`, () => {
    let clock: TestClock;
    let opened: OpenedTwice;

    beforeAll(async () => {
      clock = createTestClock();
      opened = await open(clock);
      for (const payer of ['plain', 'many', 'large', 'old', 'other'])
        await addPayer(opened.storage, payer, 0);
    });
    afterAll(() => opened.close());

    const put = (payer: string, id: string, text: string, more: object = {}) =>
      opened.storage.walkStates.put({
        id,
        part: '',
        keyId: keyIdOf(payer),
        body: Buffer.from(text),
        ...roomy,
        ...more,
      });
    const read = async (id: string, keepMs = KEEP_MS) => {
      const parts = await opened.another.walkStates.read({ id, keepMs });
      return Object.fromEntries(parts.map(({ part, body }) => [part, Buffer.from(body).toString()]));
    };

    test('another node reads what one has written, including late parts, and nothing under another id', async () => {
      await put('plain', 'a', 'ünï');
      await put('plain', 'a', 'late page', { part: 'youtube' });
      expect(await read('a')).toEqual({ '': 'ünï', youtube: 'late page' });
      expect(await read('b')).toEqual({});
    });

    test('what is written stays as it is', async () => {
      await put('plain', 'once', 'first');
      await put('plain', 'once', 'second');
      expect(await read('once')).toEqual({ '': 'first' });
    });

    test('of too many states the oldest of the key are deleted, and none of another key', async () => {
      await put('other', 'not mine', 'x');
      for (const id of ['m1', 'm2', 'm3', 'm4']) {
        clock.advance(1);
        await put('many', id, id, { countMax: 2 });
      }
      const found = await Promise.all(['m1', 'm2', 'm3', 'm4', 'not mine'].map((id) => read(id)));
      expect(found).toEqual([{}, {}, { '': 'm3' }, { '': 'm4' }, { '': 'x' }]);
    });

    test('of too many bytes the oldest are deleted', async () => {
      for (const id of ['l1', 'l2', 'l3']) {
        clock.advance(1);
        await put('large', id, 'x'.repeat(400), { bytesMax: 1_000 });
      }
      expect(await read('l1')).toEqual({});
      expect(Object.keys(await read('l2'))).toEqual(['']);
    });

    test('what is too old is not read, and is deleted', async () => {
      await put('old', 'o', 'x');
      clock.advance(KEEP_MS + 1);
      expect(await read('o')).toEqual({});
      expect(await read('o', 2 * KEEP_MS)).toEqual({ '': 'x' });
      await put('old', 'young', 'y');
      expect((await opened.another.walkStates.purge({ keepMs: KEEP_MS })).purged).toBeGreaterThan(0);
      expect(await opened.storage.walkStates.purge({ keepMs: KEEP_MS })).toEqual({ purged: 0 });
      expect(await read('o', 2 * KEEP_MS)).toEqual({});
      expect(await read('young')).toEqual({ '': 'y' });
    });
  });
}
