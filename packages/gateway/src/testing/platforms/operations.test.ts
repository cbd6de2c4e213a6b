// Walks every list of a connector other than the search, and asks for every kind of single record, in memory: the simulation answers the
// connector's requests, and the connector parses its answers. An operation joins by its entry in the connector; then its simulation must
// have it too.
import { describe, expect, test } from 'vitest';
import type { OperationName, Page, ParsedRecord, Question } from '../../connectors/connector.ts';
import { connectors } from '../../connectors/index.ts';
import { drawn } from '../drawn.ts';
import { simulations } from './index.ts';
import type { SimulatedList, SimulatedThing, Simulation } from './simulation.ts';
import { askingOf, exchange, simulatedProvider as providerOf, type Said } from './situations.ts';

/** More than one page of any platform. */
const MANY = 130;
/** Lengths of a list that a run walks over. */
const TOTALS_DRAWN = 2;
/** Tested elsewhere: the search in simulation.test.ts, one video by its samples. */
const ELSEWHERE: OperationName[] = ['video.search', 'video.get'];

const call = (...asked: Parameters<typeof exchange>): Said => exchange(...asked).said;

function page(said: Said): Page<ParsedRecord> {
  if (said.kind !== 'page') throw new Error(`no page: ${JSON.stringify(said)}`);
  return said;
}

/** From the first page to the last; each may have another size. */
function walk(
  simulation: Simulation,
  name: OperationName,
  ask: object,
  total: number,
  countOf: (pageNumber: number) => number,
) {
  const ids: string[] = [];
  let gone = 0;
  let cursor: string | null = null;
  for (let i = 0; i <= 2 * total + 2; i += 1) {
    const question = { ...ask, count: countOf(i), cursor, position: ids.length };
    const { items, end, cursor: next, unavailable = 0 } = page(call(simulation, name, question, total));
    expect(items.length).toBeLessThanOrEqual(question.count);
    ids.push(...items.map(({ record }) => record.id));
    gone += unavailable;
    if (end !== 'more') return { ids, end, unavailable: gone };
    expect(next).not.toBe(cursor);
    cursor = next;
  }
  throw new Error('the walk does not end');
}

test('every operation of a connector is simulated', () => {
  const without = simulations.flatMap((simulation) => {
    const { connector, platform, lists = {}, things = {} } = simulation;
    const { operations } = connectors.find((one) => one.name === connector)!;
    return Object.entries(operations)
      .filter(([, how]) => how.platforms === undefined || how.platforms.includes(platform))
      .map(([name]) => name as OperationName)
      .filter((name) => !ELSEWHERE.includes(name) && !(name in lists) && !(name in things))
      .map((name) => `${connector} ${platform} ${name}`);
  });
  expect(without).toEqual([]);
});

const listed = simulations.flatMap((simulation) =>
  Object.entries(simulation.lists ?? {}).flatMap(([name, list]) => {
    const { sorts = [undefined] } = askingOf(simulation, name as OperationName);
    const { connector, platform } = simulation;
    return sorts.map((sort) => ({
      title: `${connector} (${platform}) ${name}${sort === undefined ? '' : `, ${sort}`}`,
      simulation,
      name: name as OperationName,
      list: list as SimulatedList,
      sort: sort === undefined ? {} : { sort },
    }));
  }),
);

describe.each(listed)('$title', ({ title, simulation, name, list, sort }) => {
  const ask = { ...list.ask, ...sort };
  const expected = (total: number) => ({
    ids: Array.from({ length: list.reachable(total) }, (_, n) => list.idOf(n)),
    end: list.lastEnd(total),
    unavailable: list.unavailable?.(total) ?? 0,
  });

  const totals = list.isAbsentWhenEmpty ? [1, 53, MANY] : [0, 1, 53, MANY];
  test.each(drawn(`${title} totals`, totals, TOTALS_DRAWN))(
    'a walk over %i gives each once, in order, and then ends',
    (total) => {
      const [count] = drawn(`${title} ${total}`, [1, 7, 20, 50], 1);
      expect(walk(simulation, name, ask, total, () => count!)).toEqual(expected(total));
      const counts = [20, 7, 50, 1, 13];
      expect(walk(simulation, name, ask, total, (i) => counts[i % counts.length]!)).toEqual(expected(total));
    },
  );

  test('never asks for more items than a page can have', () => {
    const { request, pageItemsMax = 0 } = askingOf(simulation, name);
    const provider = providerOf(simulation);
    const asked = (count: number) => {
      const question = { ...ask, platform: simulation.platform, wantsRaw: false, cursor: null, position: 0 };
      return request({ ...question, ...{ count } }, provider);
    };
    expect(asked(pageItemsMax + 1_000)).toEqual(asked(pageItemsMax));
    const most = { ...ask, count: pageItemsMax + 1_000, cursor: null, position: 0 };
    expect(page(call(simulation, name, most, 1_200)).items.length).toBeLessThanOrEqual(pageItemsMax);
  });

  test.runIf(list.absent !== undefined)('of a missing owner is an absence', () => {
    const question = { ...list.absent, ...sort, count: 20, cursor: null, position: 0 };
    expect(call(simulation, name, question, 3)).toMatchObject({ kind: 'absent' });
    if (list.isAbsentWhenEmpty)
      expect(call(simulation, name, { ...question, ...ask }, 0)).toMatchObject({ kind: 'absent' });
  });

  test.runIf(list.alias !== undefined)('is the same by another name', () => {
    const alias = { ...list.alias, ...sort };
    expect(walk(simulation, name, alias, 53, () => 20)).toEqual(expected(53));
  });

  test.each(simulation.faults)('$name is a failure, never a page or an absence', ({ answer }) => {
    const question = { ...ask, platform: simulation.platform, wantsRaw: false };
    const input: Question = { ...question, ...{ count: 20, cursor: null, position: 0 } };
    const response = { kind: 'response' as const, headers: {}, receivedAtMs: 0, ...answer };
    const said = askingOf(simulation, name).parse(response, input, providerOf(simulation));
    expect(['page', 'record', 'absent', 'follow_up']).not.toContain(said.kind);
  });
});

const things = simulations.flatMap((simulation) =>
  Object.entries(simulation.things ?? {}).map(([name, thing]) => ({
    title: `${simulation.connector} (${simulation.platform}) ${name}`,
    simulation,
    name: name as OperationName,
    thing: thing as SimulatedThing,
  })),
);

describe.each(things)('$title', ({ simulation, name, thing }) => {
  test('gives the record that was asked for, by each of its names', () => {
    for (const ask of [thing.ask, thing.alias ?? thing.ask])
      expect(call(simulation, name, ask, 3)).toMatchObject({ kind: 'record', record: { id: thing.id } });
  });

  test('reports a missing record', () => {
    expect(call(simulation, name, thing.absent, 3)).toMatchObject({ kind: 'absent' });
  });
});
