// Which request id a tool call gets when the gateway is remote.
import { expect, test } from 'vitest';
import type { ToolAnswer } from '../mcp/tool-port.ts';
import { RemoteRequestIds } from './remote-tools.ts';

const NONE = { charged: null, balance: null, isReplay: false };
const answer = (status: number, body = {}): ToolAnswer => ({ status, body, ...NONE });
const received = (call: object) => async () => answer(200, { call });
const unknown = async () => answer(404);
const bought = async () => answer(200);
const question = { requestId: 'now', twins: ['before', 'after'] };

test.each([
  ['paid and kept', { state: 'settled', answer_kept: true }, 'before'],
  ['still running', { state: 'held', answer_kept: false }, 'before'],
  ['given back', { state: 'released', answer_kept: false }, 'now'],
  ['paid and no longer kept', { state: 'settled', answer_kept: false }, 'now'],
])('a question whose window before was %s is asked as that says: %j', async (_, call, id) => {
  const asked = new RemoteRequestIds(received(call));
  expect((await asked.under(question, bought)).requestId).toBe(id);
});

test('an id that the caller chose is used as it is, without asking the gateway', async () => {
  const asked = new RemoteRequestIds(() => Promise.reject(new Error('asked')));
  expect((await asked.under({ requestId: 'own', twins: [] }, bought)).requestId).toBe('own');
});

test('a repeat in a new window takes the id of the same question under way, and a new one after its end', async () => {
  const asked = new RemoteRequestIds(unknown);
  const { promise: end, resolve } = Promise.withResolvers<ToolAnswer>();
  const first = asked.under(question, () => end);
  const next = { requestId: 'after', twins: ['now', 'later'] };
  expect((await asked.under(next, bought)).requestId).toBe('now');
  resolve(answer(200));
  expect((await first).requestId).toBe('now');
  expect((await asked.under(next, bought)).requestId).toBe('after');
});

test('nothing is bought while it is unknown whether the previous window was paid', async () => {
  const asked = new RemoteRequestIds(async () => answer(503));
  const work = () => Promise.reject(new Error('bought'));
  expect((await asked.under(question, work)).status).toBe(503);
});
