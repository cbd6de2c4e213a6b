// Whose connections are closed when answers that nobody reads exceed a limit: those of the account that exceeds it, the longest unread first.
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { UnreadBytes } from './unread-bytes.ts';

/** An answer whose caller does not read it. */
class Answer extends EventEmitter {
  socket: { writableLength: number; destroy: () => void };

  constructor(bytes: number) {
    super();
    this.socket = { writableLength: bytes, destroy: vi.fn() };
  }

  get isCut(): boolean {
    return vi.mocked(this.socket.destroy).mock.calls.length > 0;
  }
}

function world(accountBytes: number, processBytes: number) {
  const unread = new UnreadBytes(() => ({ accountBytes, processBytes }));
  const wait = (accountId: string, bytes: number) => {
    const answer = new Answer(bytes);
    unread.watch(answer as unknown as ServerResponse, accountId);
    return answer;
  };
  return { unread, wait };
}

const cut = (...answers: Answer[]) => answers.map(({ isCut }) => isCut);

test('an account above its limit loses its own answers, the oldest first, and no other account loses one', () => {
  const { unread, wait } = world(100, 1_000);
  const answers = [wait('other', 90), wait('mine', 60), wait('mine', 40), wait('mine', 60)];
  expect(cut(...answers)).toEqual([false, true, false, false]);
  expect(unread.bytes).toBe(190);
  expect([unread.refusalOf('mine')?.code, unread.refusalOf('other')]).toEqual(['RATE_LIMITED', null]);
});

test('a process above its limit loses the oldest answers of whichever account, never the latest', () => {
  const { unread, wait } = world(1_000, 100);
  const answers = [wait('a', 60), wait('b', 40), wait('c', 50)];
  expect(cut(...answers)).toEqual([true, false, false]);
  expect([unread.bytes, unread.refusal()]).toEqual([90, null]);
  expect(cut(wait('d', 500), ...answers)).toEqual([false, true, true, true]);
  expect(unread.refusal()?.code).toBe('OVERLOADED');
});

test('an answer that was read, or whose caller has left, counts no longer, once', () => {
  const { unread, wait } = world(100, 100);
  const answer = wait('a', 100);
  expect([unread.refusal()?.code, unread.refusalOf('a')?.code]).toEqual(['OVERLOADED', 'RATE_LIMITED']);
  answer.emit('close');
  answer.emit('close');
  expect([unread.bytes, unread.refusal(), unread.refusalOf('a')]).toEqual([0, null, null]);
});
