// Recordings and live checks against every simulated platform.
import { describe, expect, test } from 'vitest';
import type { AttemptDeps } from '../call/trying/attempt.ts';
import type { ConnectedProvider } from '../call/trying/connected-provider.ts';
import type { Connector, OperationName, UpstreamRequest } from '../connectors/connector.ts';
import { connectors } from '../connectors/index.ts';
import type { Recording } from '../connectors/recording/recording.ts';
import { sampleOf } from '../connectors/samples/recorded.ts';
import type { RecordWishes } from '../domain/provider-status.ts';
import { simulations } from '../testing/platforms/index.ts';
import type { SimulatedAnswer, Simulation } from '../testing/platforms/simulation.ts';
import { send, simulatedProvider } from '../testing/platforms/situations.ts';
import {
  type AnyOperation,
  type AnySample,
  providerOf,
  recordsOf,
  replay,
} from '../testing/replay-sample.ts';
import { createShiftedClock } from '../testing/shifted-clock.ts';
import { checkLive, recordLive } from './record-live.ts';

const TOTAL = 7;

function livePlatform(
  simulation: Simulation,
  change: (answer: SimulatedAnswer, url: string) => SimulatedAnswer,
) {
  const connector = connectors.find(({ name }) => name === simulation.connector)!;
  const changed: Simulation = {
    ...simulation,
    answer: (request, total) => change(simulation.answer(request, total), request.url.href),
  };
  const by = { provider: simulatedProvider(simulation), connector, policy: {}, costMicros: 0, quota: null };
  const sent: string[] = [];
  const upstream = {
    send: async (request: UpstreamRequest) => {
      sent.push(request.url);
      return send(changed, request, TOTAL);
    },
    distrust() {},
  };
  const deps = { clock: createShiftedClock(), upstream } as unknown as AttemptDeps;
  return { connector, deps, sent, by: by as unknown as ConnectedProvider, platform: simulation.platform };
}

const unchanged = (answer: SimulatedAnswer) => answer;

/** What the simulation knows, where no search finds it. */
function wishesFor({ connector, lists = {}, things = {} }: Simulation): RecordWishes {
  const { playlist_id } = things['playlist.get']?.ask ?? lists['playlist.videos']?.ask ?? {};
  const video = searches(connector) ? undefined : lists['video.comments']?.ask.id;
  return { keyword: 'cat', video, playlist: playlist_id };
}

const searches = (connector: string) =>
  connectors.find(({ name }) => name === connector)!.operations['video.search'] !== undefined;

async function record(simulation: Simulation, change = unchanged as Parameters<typeof livePlatform>[1]) {
  const live = livePlatform(simulation, change);
  const made = await recordLive(live.deps, [live], wishesFor(simulation), 'salt of this test');
  return { ...made, ...live, recording: made.recording as Recording };
}

function outcomeOf(connector: Connector, recording: Recording, one: Recording['samples'][number]) {
  const sample = sampleOf(recording, one) as unknown as AnySample;
  return replay(
    connector.operations[one.operation] as unknown as AnyOperation,
    providerOf(connector),
    sample,
  );
}

/** Every text of it, and of what is in it. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const cases = simulations.map((one) => [`${one.connector} ${one.platform}`, one] as const);

describe.each(cases)('%s', (_, simulation) => {
  test('a recording is read as the answer was, and says nothing of it', async () => {
    const { recording, connector, left } = await record(simulation);
    const lost = left.filter(({ reason }) => /read differently|credential/.test(reason));
    // Its authors' ids begin with eight characters that say what they are: half of such a short id would stay.
    const isShort = ({ operation }: { operation: string }) =>
      ['douyin', 'tiktok'].includes(simulation.platform) && operation.startsWith('author.');
    expect(lost.filter((one) => !isShort(one))).toEqual([]);
    expect(recording.samples.length).toBeGreaterThan(0);
    const named = Array.from({ length: TOTAL }, (_n, i) => simulation.idOf(i)).filter((id) => id.length > 4);
    const texts = textsOf(recording.samples.map(({ answers }) => answers)).join('\n');
    for (const id of named) expect(texts).not.toContain(id);
    for (const one of recording.samples) {
      const outcome = outcomeOf(connector, recording, one);
      const { expect: expected } = one as {
        expect: { items?: number; record?: { id: string }; absent?: string };
      };
      if (expected.items !== undefined) expect(recordsOf(outcome)).toHaveLength(expected.items);
      if (expected.record !== undefined)
        expect(outcome).toMatchObject({ kind: 'record', record: expected.record });
      if (expected.absent !== undefined)
        expect(outcome).toMatchObject({ kind: 'absent', reason: expected.absent });
    }
  });

  test('a live check finds every key that the connector reads', async () => {
    const { connector, deps, by, platform } = livePlatform(simulation, unchanged);
    if (connector.operations['video.search'] === undefined) return;
    const { outcome, missing_keys } = await checkLive(deps, by, platform, 'cat');
    expect([outcome, missing_keys]).toEqual(['ok', []]);
  });
});

const simulated = (connector: string) => simulations.find((one) => one.connector === connector)!;
const SECRET = 'sk_live_4f/9Xq+77==';

test.each([
  ['in a text', (body: string) => body.replace('{', `{"note":"your key ${SECRET} is valid",`)],
  ['as a key', (body: string) => body.replace('{', `{"keys":{"${SECRET}":{"calls":3}},`)],
  [
    'in an address',
    (body: string) => body.replace('{', `{"next":"https://x.example/p?token=${encodeURIComponent(SECRET)}",`),
  ],
  [
    'as JSON in a text',
    (body: string) => body.replace('{', `{"log":${JSON.stringify(JSON.stringify({ SECRET }))},`),
  ],
])('a credential that a platform repeats %s is in no recording', async (_, echo) => {
  const simulation = simulated('justoneapi');
  const own: Simulation = {
    ...simulation,
    settings: { token: SECRET },
    answer: (request, total) => {
      request.url.searchParams.set('token', 'secret-token');
      const { token = 'secret-token' } = simulation.settings as { token?: string };
      request.url.searchParams.set('token', token);
      return simulation.answer(request, total);
    },
  };
  const { recording, sent } = await record(own, (answer) => ({ ...answer, body: echo(answer.body) }));
  expect(sent[0]).toContain(encodeURIComponent(SECRET));
  expect(recording.samples.length).toBeGreaterThan(0);
  const text = JSON.stringify(recording);
  for (const form of [
    SECRET,
    encodeURIComponent(SECRET),
    'sk_live',
    '4f/9Xq',
    Buffer.from(SECRET).toString('base64'),
  ])
    expect(text).not.toContain(form);
});

test('the same original has the same made one in all operations of a recording, and another in the next recording', async () => {
  const { recording, deps, by, platform } = await record(simulated('peertube'));
  const inputOf = (operation: OperationName) =>
    recording.samples.find((one) => one.operation === operation)!.input as { id?: string; keyword?: string };
  const id = inputOf('video.get').id!;
  expect(inputOf('video.comments').id).toBe(id);
  const search = recording.samples.find(({ operation }) => operation === 'video.search')!;
  expect(search.answers[0]!.body).toContain(id);
  const next = await recordLive(deps, [{ by, platform }], { keyword: 'cat' }, 'another salt');
  expect(JSON.stringify(next)).not.toContain(id);
});

test('a key that a platform renames is named twice: new, and missing', async () => {
  const renamed = (answer: SimulatedAnswer) => ({
    ...answer,
    body: answer.body.replaceAll('"title"', '"headline"'),
  });
  const { deps, by, platform } = livePlatform(simulated('rutube'), renamed);
  const { new_keys, missing_keys } = await checkLive(deps, by, platform, 'cat');
  expect([new_keys, missing_keys]).toEqual([['results.headline'], ['results.title']]);
});

test('what a recording has is not new, and what it has not is not missing', async () => {
  const renamed = (answer: SimulatedAnswer) => ({
    ...answer,
    body: answer.body.replaceAll('"title"', '"headline"'),
  });
  const { recording } = await record(simulated('rutube'), renamed);
  const bodies = recording.samples.map(({ operation, input, answers }) => ({
    operation,
    platform: input.platform,
    bodies: answers.map(({ body }) => body),
  }));
  const { deps, by, platform } = livePlatform(simulated('rutube'), renamed);
  const { new_keys, missing_keys } = await checkLive(deps, by, platform, 'cat', bodies);
  expect([new_keys, missing_keys]).toEqual([[], []]);
});

test('a check without results misses no key', async () => {
  const { deps, by, platform } = livePlatform(simulated('rutube'), (answer) => answer);
  const nothing = {
    ...deps,
    upstream: { ...deps.upstream, send: async () => ({ ...EMPTY }) },
  } as AttemptDeps;
  expect(await checkLive(nothing, by, platform, 'cat')).toMatchObject({ items: 0, missing_keys: [] });
});

const EMPTY = {
  kind: 'response' as const,
  status: 200,
  headers: {},
  receivedAtMs: 0,
  body: '{"has_next":false,"next":null,"previous":null,"page":1,"per_page":20,"results":[]}',
};
