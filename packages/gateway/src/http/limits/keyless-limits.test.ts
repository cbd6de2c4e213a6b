// Routes that anyone may ask without a key are limited for each address: pictures and feeds, and more tightly addresses of feeds that do not exist.
import { expect, test } from 'vitest';
import type { Failure } from '../../domain/failure.ts';
import { PacedWork } from '../../domain/limiting/paced-work.ts';
import { serveFeeds } from '../answers/serve-feeds.ts';
import { servePictures } from '../pictures.ts';
import type { Server } from '../server.ts';

/** A listener with one route; `ask` gives the code of the refusal, or what was sent. */
function world(serve: (server: Server, clock: { nowMs(): number; monotonicMs(): number }) => void) {
  let nowMs = 0;
  let handler = async (_request: object, _reply: object): Promise<unknown> => null;
  const sent = (_reply: unknown, { type }: { type: string }) => type;
  const server = {
    app: {
      get(_path: string, _options: object, given: typeof handler) {
        handler = given;
      },
    },
    answers: { failure: (_reply: unknown, { code }: Failure) => code, text: sent, bytes: sent },
    addressOf: ({ address }: { address: string }) => address,
  } as unknown as Server;
  serve(server, { nowMs: () => nowMs, monotonicMs: () => nowMs });
  const ask = (what: string, address = '192.0.2.1') =>
    handler({ raw: { address, url: `/?of=${what}` }, params: { feed: what }, headers: {} }, {});
  const asks = async (what: string, times: number) => {
    for (let i = 0; i < times; i++) expect(await ask(what)).not.toBe('RATE_LIMITED');
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { ask, asks, pass };
}

test('an address gets 600 pictures in a minute, and others get theirs; what the gateway did not seal is no picture', async () => {
  const found: unknown[] = [];
  const { ask, asks, pass } = world((server, clock) =>
    servePictures(
      server,
      {
        open: (text) => (text === 'sealed' ? ({ url: text } as never) : null),
        find: async (source) => {
          found.push(source);
          return { type: 'image/png', bytes: new Uint8Array() };
        },
      },
      clock,
    ),
  );
  expect(await ask('forged')).toBe('NOT_FOUND');
  expect(found).toEqual([]);
  await asks('sealed', 599);
  expect([await ask('sealed'), await ask('sealed', '192.0.2.2')]).toEqual(['RATE_LIMITED', 'image/png']);
  expect(found).toHaveLength(600);
  pass(120_000);
  expect(await ask('sealed')).toBe('image/png');
});

test('an address that guesses addresses of feeds is stopped by the limit on misses, and no other address is', async () => {
  const { ask, pass } = world((server, clock) =>
    serveFeeds(server, { clock } as never, {
      ...{ clock, missLimit: { requests: 3, perSeconds: 60 }, work: new PacedWork(clock) },
    }),
  );
  const guesses = [];
  for (let i = 0; i < 4; i++) guesses.push(await ask(`guess-${i}`));
  expect(guesses).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'RATE_LIMITED']);
  expect(await ask('guess', '192.0.2.2')).toBe('NOT_FOUND');
  pass(120_000);
  expect(await ask('guess-5')).toBe('NOT_FOUND');
});
