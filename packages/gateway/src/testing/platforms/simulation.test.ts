// Walks every simulated platform from its first page to its end, in memory: the simulation answers the connector's requests, and the
// connector parses its answers. connectors/walks.test.ts does the same over real HTTP.
import { describe, expect, test } from 'vitest';
import {
  type Absent,
  type AttemptFailure,
  type AttemptFailureKind,
  type Connector,
  FOLLOW_UPS_MAX,
  type FoundRecord,
  type Page,
  type Provider,
  type SearchInput,
  type UpstreamRequest,
  type UpstreamResponse,
} from '../../connectors/connector.ts';
import { connectors } from '../../connectors/index.ts';
import { drawn } from '../drawn.ts';
import { searchedSimulations, simulations } from './index.ts';
import type { SimulatedAnswer, Simulation } from './simulation.ts';

/** Beyond the caps of most platforms, so that their ends are reached too. */
const BEYOND_CAPS = 1_200;
/** Sizes of a page that a run walks with. */
const SIZES_DRAWN = 2;
const BASE_URL = 'http://platform.example';

/** What callers see of each failure; a simulation names its faults by this. */
const CODES: Record<AttemptFailureKind, string> = {
  timeout: 'UPSTREAM_TIMEOUT',
  unavailable: 'UPSTREAM_ERROR',
  rate_limited: 'UPSTREAM_BUSY',
  refused: 'UPSTREAM_REFUSED',
  bad_response: 'UPSTREAM_ERROR',
  not_found: 'UPSTREAM_ERROR',
  input_rejected: 'INVALID_REQUEST',
};

const input = (simulation: Simulation, count: number): SearchInput => ({
  platform: simulation.platform,
  keyword: 'cats & 猫',
  count,
  cursor: null,
  position: 0,
  wantsRaw: false,
});

function providerOf({ connector, settings }: Simulation): Provider {
  const { token, user_agent, options } = settings as Record<string, string | undefined> & {
    options?: Record<string, string>;
  };
  return {
    name: connector,
    connector,
    baseUrl: BASE_URL,
    token: token ?? null,
    timeoutMs: null,
    userAgent: user_agent ?? 'Reelgate/0.1',
    options: options ?? {},
    publicUrl: 'https://gateway.example',
  };
}

function connectorOf(simulation: Simulation): Connector {
  return connectors.find(({ name }) => name === simulation.connector)!;
}

function received({ status, headers = {}, body }: SimulatedAnswer): UpstreamResponse {
  return { kind: 'response', status, headers, body, receivedAtMs: Date.UTC(2026, 10, 15, 12) };
}

/** Videos that were withdrawn during the walk. */
type Gone = ReadonlySet<number>;

function ask(simulation: Simulation, request: UpstreamRequest, total: number, gone?: Gone): UpstreamResponse {
  const { method, url, headers, body = '' } = request;
  const lowerCase = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return received(simulation.answer({ method, url: new URL(url), headers: lowerCase, body }, total, gone));
}

/** One call: the exchange and its follow-ups. */
function fetchPage(
  simulation: Simulation,
  search: SearchInput,
  total: number,
  gone?: Gone,
): Page | AttemptFailure {
  const { request, parse } = connectorOf(simulation).operations['video.search']!;
  const provider = providerOf(simulation);
  let parsed = parse(ask(simulation, request(search, provider), total, gone), search, provider);
  for (let i = 0; parsed.kind === 'follow_up'; i += 1) {
    expect(i).toBeLessThan(FOLLOW_UPS_MAX);
    parsed = parsed.parse(ask(simulation, parsed.request, total, gone));
  }
  return parsed;
}

function page(outcome: Page | AttemptFailure): Page {
  if (outcome.kind !== 'page') throw new Error(`no page: ${JSON.stringify(outcome)}`);
  return outcome;
}

interface Walked {
  ids: string[];
  end: Page['end'];
}

/** From the first page to the last; `countOf` may give each page another size, and `goneOn` may withdraw videos. */
function walk(
  simulation: Simulation,
  total: number,
  countOf: (pageNumber: number) => number,
  goneOn: (pageNumber: number) => Gone = () => new Set(),
): Walked {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let i = 0; i <= 2 * total + 2; i += 1) {
    const search = { ...input(simulation, countOf(i)), cursor, position: ids.length };
    const { items, end, cursor: next } = page(fetchPage(simulation, search, total, goneOn(i)));
    expect(items.length).toBeLessThanOrEqual(search.count);
    ids.push(...items.map(({ record }) => record.id));
    if (end !== 'more') return { ids, end };
    expect(next).not.toBe(cursor);
    cursor = next;
  }
  throw new Error('the walk does not end');
}

test('every simulation is of a connector that exists, one each', () => {
  expect(simulations.filter((simulation) => connectorOf(simulation) === undefined)).toEqual([]);
  const names = simulations.map(({ connector, platform }) => `${connector} ${platform}`);
  expect(new Set(names).size).toBe(names.length);
});

const byPlace = simulations.filter(({ isByPlace }) => isByPlace);

test('every connector has a simulation', () => {
  const simulated = new Set(simulations.map(({ connector }) => connector));
  const without = connectors.map(({ name }) => name).filter((name) => !simulated.has(name));
  // Platforms inside the gateway have no simulation: tests use the real ones.
  expect(without).toEqual(['library', 'showcase']);
});

test.each(simulations)('$connector has three faults that $platform would send', ({ faults }) => {
  expect(faults.length).toBeGreaterThanOrEqual(3);
});

/** Looks up a video on a platform with ten videos. */
function lookUp(simulation: Simulation, id: string): FoundRecord | Absent | AttemptFailure {
  const { request, parse } = connectorOf(simulation).operations['video.get']!;
  const provider = providerOf(simulation);
  const question = { platform: simulation.platform, id, wantsRaw: false };
  let parsed = parse(ask(simulation, request(question, provider), 10), question, provider);
  for (let i = 0; parsed.kind === 'follow_up'; i += 1) {
    expect(i).toBeLessThan(FOLLOW_UPS_MAX);
    parsed = parsed.parse(ask(simulation, parsed.request, 10));
  }
  return parsed;
}

const withLookUps = simulations.filter((one) => connectorOf(one).operations['video.get'] !== undefined);

describe.each(
  withLookUps.map((simulation) => [`${simulation.connector} ${simulation.platform}`, simulation] as const),
)('one video of %s', (_name, simulation) => {
  test.each([0, 3, 9])('has the id that a search gives: the one at %i', (n) => {
    expect(lookUp(simulation, simulation.idOf(n))).toMatchObject({
      kind: 'record',
      record: { id: simulation.idOf(n) },
    });
  });

  test.each(['one too far', 'no id at all, and 2', 'a,b|c'])('that does not exist is absent: %s', (id) => {
    const asked = id === 'one too far' ? simulation.idOf(10) : id;
    expect(lookUp(simulation, asked)).toEqual({ kind: 'absent', reason: 'unknown' });
  });
});

test.each(searchedSimulations)(
  '$connector never asks $platform for more items than a page can have',
  (simulation) => {
    const { request, pageItemsMax } = connectorOf(simulation).operations['video.search']!;
    const asked = (count: number) => request(input(simulation, count), providerOf(simulation));
    expect(asked(pageItemsMax + 1_000)).toEqual(asked(pageItemsMax));
    const full = page(fetchPage(simulation, input(simulation, pageItemsMax + 1_000), BEYOND_CAPS));
    expect(full.items.length).toBeLessThanOrEqual(pageItemsMax);
  },
);

describe.each(byPlace.map((simulation) => [simulation.connector, simulation] as const))(
  '%s, by place',
  (_name, simulation) => {
    test.each([1, 7, 20])(
      'a video withdrawn before each page of %i hides no other, and none comes twice',
      (count) => {
        // One more of the delivered videos is withdrawn with every page, the first ones first.
        const goneOn = (pageNumber: number) => new Set(Array.from({ length: pageNumber }, (_, n) => n));
        const { ids, end } = walk(simulation, 53, () => count, goneOn);
        expect(ids).toEqual(Array.from({ length: 53 }, (_, n) => simulation.idOf(n)));
        expect(end).toBe('exhausted');
      },
    );

    test('the last one delivered may be the one that was withdrawn', () => {
      const goneOn = (pageNumber: number) => new Set(pageNumber === 0 ? [] : [6]);
      const { ids } = walk(simulation, 20, () => 7, goneOn);
      expect(ids).toEqual(Array.from({ length: 20 }, (_, n) => simulation.idOf(n)));
    });

    test('a caller of raw answers gets no item twice', () => {
      const search = { ...input(simulation, 7), bodyIsAnswer: true };
      const { cursor } = page(fetchPage(simulation, search, 20));
      const second = page(fetchPage(simulation, { ...search, cursor, position: 7 }, 20));
      const again = connectorOf(simulation).operations['video.search']!.request(
        { ...search, cursor, position: 7 },
        providerOf(simulation),
      );
      expect(ask(simulation, again, 20).body).not.toContain(simulation.idOf(6));
      expect(second.items[0]?.record.id).toBe(simulation.idOf(7));
    });
  },
);

describe.each(searchedSimulations.map((simulation) => [simulation.connector, simulation] as const))(
  '%s',
  (name, simulation) => {
    const expected = (total: number): Walked => ({
      ids: Array.from({ length: simulation.reachable(total) }, (_, n) => simulation.idOf(n)),
      end: simulation.lastEnd(total),
    });

    describe.each([0, 1, 53, 130])('a walk over %i matches', (total) => {
      test.each(drawn(`${name} ${total} sizes`, [1, 7, 20, 50], SIZES_DRAWN))(
        'in pages of %i gives each once, in order, and then ends',
        (count) => {
          expect(walk(simulation, total, () => count)).toEqual(expected(total));
        },
      );

      test('loses and repeats nothing when the caller changes the page size midway', () => {
        const counts = [20, 7, 50, 1, 13];
        expect(walk(simulation, total, (i) => counts[i % counts.length]!)).toEqual(expected(total));
      });
    });

    test('a walk to the cap of the platform ends as the platform ends it', () => {
      expect(walk(simulation, BEYOND_CAPS, () => 50)).toEqual(expected(BEYOND_CAPS));
    });

    test.each(simulation.faults)('$name is a failure, never a page', ({ answer, code }) => {
      const { parse } = connectorOf(simulation).operations['video.search']!;
      const outcome = parse(received(answer), input(simulation, 20), providerOf(simulation));
      expect(outcome.kind).not.toBe('page');
      expect(CODES[outcome.kind as AttemptFailureKind], JSON.stringify(outcome)).toBe(code);
    });

    test('has at least three faults', () => {
      expect(simulation.faults.length).toBeGreaterThanOrEqual(3);
    });
  },
);
