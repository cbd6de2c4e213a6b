// What a process learns from answers (the id behind a handle, answers, things that are gone, the health of providers) makes calls cheaper for
// the operator and never different for the caller: the same drawn calls have equal records and charges on a gateway that forgets everything
// between them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connector } from '../connectors/connector.ts';
import { connectors } from '../connectors/index.ts';
import { seedOfRun } from '../testing/drawn.ts';
import { type Script, scriptedConnector } from '../testing/scripted-platform.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';

/** Each restart of the forgetting gateway takes some tenths of a second. */
const [RUNS, CALLS_MAX] = [4, 5];

/** Lists of authors by id and by handle; a video is named `<its author>-<number>`. */
const listing = scriptedConnector.operations['playlist.videos']!;
const authored: Connector = {
  ...scriptedConnector,
  operations: {
    ...scriptedConnector.operations,
    'author.videos': {
      ...{ pageItemsMax: 50, missing: [], cost: 1, sorts: ['newest'], looksUpHandles: true },
      request: ({ author_id, handle, cursor }, { name }) => {
        const query = new URLSearchParams({ author: author_id ?? `@${handle}`, cursor: cursor ?? '' });
        return { method: 'GET', url: `scripted://${name}/author?${query}`, headers: {} };
      },
      parse: (response) => {
        const page = listing.parse(response, {} as never, {} as never);
        if (!('items' in page)) return page as never;
        for (const { record } of page.items)
          record.author = { ...record.author, id: record.id.split('-')[0]! };
        return page as never;
      },
    },
  },
};

/** Of each author; what `@shared` shows begins with what others made. */
const VIDEOS: Record<string, string[]> = {
  ann: ['ann-1', 'ann-2'],
  bob: ['bob-1'],
  '@ann': ['ann-1', 'ann-2'],
  '@shared': ['ann-1', 'bob-1', 'cat-1'],
  '@cat': ['cat-1'],
  cat: ['cat-1'],
};
const ALL = ['ann-1', 'ann-2', 'bob-1', 'cat-1'];

/** Answers follow from the question alone. The first provider cannot answer some of them. */
const script: Script = (query, { provider }) => {
  const [author, id, keyword] = ['author', 'id', 'q'].map((name) => query.get(name));
  if (keyword === 'hard' && provider === 'first') return { kind: 'bad_response', detail: 'not for me' };
  if (keyword != null) return { ids: keyword === 'nothing' ? [] : ALL, cursor: null };
  if (author != null) return { ids: VIDEOS[author] ?? [], cursor: null };
  return {
    ids: ALL.filter((one) => one === id || id === `short-${one}`),
    cursor: null,
    alts: ALL.map((one) => [`short-${one}`]),
  };
};

const QUESTIONS: readonly (readonly [action: string, query: Record<string, string>])[] = [
  ...['ann', 'shared', 'cat', 'nobody'].map((handle) => ['list_author_videos_v2', { handle }] as const),
  ...['ann', 'bob'].map((author_id) => ['list_author_videos_v2', { author_id }] as const),
  ...['easy', 'hard', 'nothing'].map((keyword) => ['search_video_v2', { keyword }] as const),
  ...['ann-1', 'short-ann-1', 'gone'].map((id) => ['get_video_v2', { id }] as const),
];

const [SHARED, GONE] = [QUESTIONS[1]!, QUESTIONS.at(-1)!];

/** Of the gateway that forgets: it outlives each process. */
const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-forgetting-'));

const open = (more: { beside?: TestGateway; folder?: string } = {}) =>
  startTestGateway({
    settings: `${TEST_SETTINGS.replace('cache: { fresh_seconds: 0 }', 'cache: { fresh_seconds: 3600 }')}`,
    ports: { connectors: [...connectors, authored] },
    script,
    ...more,
  });

let knowing: TestGateway;
let forgetting: TestGateway;
beforeAll(async () => {
  [knowing, forgetting] = await Promise.all([open(), open({ folder })]);
});
afterAll(async () => {
  await Promise.all([knowing.close(), forgetting.close()]);
  rmSync(folder, { recursive: true });
});

async function buy(gateway: TestGateway, [action, query]: (typeof QUESTIONS)[number], group: string) {
  const before = await gateway.money();
  const { status, body } = await gateway.search(query, { path: `/api/${group}/v1/scripted/app/${action}` });
  const after = await gateway.money();
  const said = body.raw ?? (body.items ?? [body.item]).map((item?: { id: string }) => item?.id);
  return { status, code: body.code, said, charged: before.balance - after.balance, held: after.held };
}

test('the same calls give equal records and charges on a gateway that forgets everything between them', async () => {
  const calls = fc.array(fc.constantFrom(...QUESTIONS), { minLength: 2, maxLength: CALLS_MAX });
  const seen = new Set<number>();
  const same = async (call: (typeof QUESTIONS)[number], group: string) => {
    const old = forgetting;
    await old.close();
    forgetting = await open({ beside: old });
    const [known, fresh] = [await buy(knowing, call, group), await buy(forgetting, call, group)];
    expect(known, JSON.stringify(call)).toEqual(fresh);
    seen.add(known.status);
  };
  await fc.assert(
    fc.asyncProperty(calls, async (drawn) => {
      // The other group has a cache of its own, so only there is asked again what something was learned for.
      for (const group of ['u1', 'u2', 'u1']) for (const call of drawn) await same(call, group);
    }),
    { seed: seedOfRun(), numRuns: RUNS, endOnFailure: true, examples: [[[SHARED, GONE]]] },
  );
  expect(seen).toContain(200);
}, 120_000);
