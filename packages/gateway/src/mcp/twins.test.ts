// How a question is asked again under another of its ids, and that this ends.
import { expect, test } from 'vitest';
import type { CallOutcome } from '../call/call-outcome.ts';
import { runWithTwins, TWIN_TURNS_MAX } from './twins.ts';

const request = { requestId: 'now' } as never;
const deps = {} as never;

test('a question whose twin is paid is asked again under that id, with all of its other ids', async () => {
  const asked: [string, readonly string[]][] = [];
  const found: string[] = [];
  const run = runWithTwins(
    ['before', 'after'],
    (id) => found.push(id),
    async (_, { requestId, twins }) => {
      asked.push([requestId, twins]);
      return requestId === 'now'
        ? { kind: 'twin', requestId: 'before' }
        : ({ kind: 'replayed' } as CallOutcome);
    },
  );
  expect(await run(deps, request, null)).toEqual({ kind: 'replayed' });
  expect(found).toEqual(['before']);
  expect(asked).toEqual([
    ['now', ['before', 'after']],
    ['before', ['now', 'after']],
  ]);
});

test('a question that always has another twin ends with an error that may be repeated', async () => {
  const asked: string[] = [];
  const run = runWithTwins(
    ['before'],
    () => {},
    async (_, { requestId, twins }) => {
      asked.push(requestId);
      return { kind: 'twin', requestId: twins[0]! };
    },
  );
  expect(await run(deps, request, null)).toMatchObject({ code: 'REQUEST_IN_PROGRESS' });
  expect(asked).toEqual(['now', 'before', 'now', 'before', 'now']);
  expect(asked).toHaveLength(TWIN_TURNS_MAX + 1);
});
