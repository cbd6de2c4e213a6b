// Lists of tools: the short one stays small whatever the gateway sells, and loses nothing that a tool can do.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callTool, tools } from './call-tool.ts';
import type { toolPrices } from './free-tools.ts';
import { flattened, listedTools, readToolChoice } from './tool-list.ts';
import type { ToolPort } from './tool-port.ts';
import type { ToolResult } from './tool-result.ts';

/** A conversation pays for the list before its first question. */
const SHORT_BYTES_MAX = 12_000;

type Prices = ReturnType<typeof toolPrices>;
interface Listed {
  name: string;
  description: string;
  inputSchema: { properties: Record<string, { description?: string }>; required?: string[] };
  outputSchema?: object;
  annotations: object;
}

const operations = [...new Set(tools.flatMap(({ operation }) => operation ?? []))];
const price = (operation: string, platform: string, unit_price: string) => ({
  ...{ group: 'u1', variant: 'stable', unit: 'call' },
  ...{ operation, platform, unit_price },
});
const pricesOf = (platforms: number): Prices =>
  operations.flatMap((operation) =>
    Array.from({ length: platforms }, (_, i) => price(operation, `platform-${i}`, `${12_000 + i}.345678`)),
  );

function listed(text: string, prices: Prices = pricesOf(2)): Listed[] {
  const choice = readToolChoice(text, tools);
  if ('problem' in choice) throw new Error(choice.problem);
  return listedTools(tools, choice, prices) as unknown as Listed[];
}
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe('the short list', () => {
  test.each([0, 1, 60])('has every tool and at most 12 kB, with %i platforms', (platforms) => {
    const list = listed('short', pricesOf(platforms));
    expect(names(list)).toEqual(names(tools));
    expect(Buffer.byteLength(JSON.stringify({ tools: list }))).toBeLessThanOrEqual(SHORT_BYTES_MAX);
  });

  test('names every argument of every tool, as a field or in `more`', () => {
    for (const [i, { inputSchema }] of listed('short').entries()) {
      const { more, ...fields } = inputSchema.properties;
      const inMore = (more?.description ?? '').split(', ').flatMap((words) => words.split(':')[0] || []);
      const { properties, required } = tools[i]!.arguments;
      expect([...Object.keys(fields), ...inMore].sort()).toEqual(Object.keys(properties).sort());
      expect(inputSchema.required ?? []).toEqual(required ?? []);
    }
  });

  test('says of each price the least and the most', () => {
    const prices = ['0.020000', '0.003000', '0.100000'].map((text, i) =>
      price('video.search', `p${i}`, text),
    );
    const [search, video] = listed('short', prices as Prices);
    expect(search!.description).toBe(
      'Search a platform for videos by words, or many at once with platform "all". Price: 0.003000 to 0.100000 per call.',
    );
    expect(video!.description).toContain('No platform of this gateway serves it.');
  });

  test('tells clients which tools they may call without asking, and which end something', () => {
    const hints = Object.fromEntries(listed('short').map(({ name, annotations }) => [name, annotations]));
    expect(hints.account).toEqual({ readOnlyHint: true });
    expect(hints.find_videos).toEqual({ destructiveHint: false, idempotentHint: true });
    // Without the hint, clients of the protocol take a tool for destructive.
    expect(hints.cancel_collection).toEqual({ idempotentHint: true });
  });
});

test('a client chooses tools and groups, which come in full, beside the short list or without it', () => {
  expect(names(listed('find_videos, collections'))).toEqual([
    ...['find_videos', 'collect', 'read_collection', 'cancel_collection'],
  ]);
  expect(names(listed('all'))).toEqual(names(tools));
  const mixed = listed('short,receipt');
  expect(names(mixed)).toEqual(names(tools));
  expect(mixed.filter((one) => one.outputSchema !== undefined).map(({ name }) => name)).toEqual(['receipt']);
  const [full] = listed('find_videos');
  expect(full!.inputSchema).toEqual(tools[0]!.arguments);
  expect(full!.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  expect(listed('cancel_collection')[0]!.annotations).toMatchObject({ destructiveHint: true });
});

test.each(['', 'nothing', 'find_videos,nothing', 'short,', 'ALL'])(
  'the choice "%s" is refused by name',
  (text) => {
    expect(readToolChoice(text, tools)).toEqual({ problem: expect.stringContaining('tools must name') });
  },
);

describe('arguments in `more`', () => {
  test('are the arguments beside them, however they are divided', () => {
    const given = fc.dictionary(
      fc.string().filter((name) => !['more', 'arguments'].includes(name)),
      fc.integer(),
    );
    fc.assert(
      fc.property(given, fc.func(fc.boolean()), (all, isMore) => {
        const parts = Object.entries(all);
        const more = Object.fromEntries(parts.filter(([name]) => isMore(name)));
        const rest = Object.fromEntries(parts.filter(([name]) => !isMore(name)));
        expect(flattened({ ...rest, more })).toEqual(all);
        expect(flattened({ arguments: { ...rest, more } })).toEqual({ arguments: all });
      }),
    );
  });

  test('are refused when they repeat one, and when `more` is no object', () => {
    expect(flattened({ sort: 'views', more: { sort: 'views' } })).toBeNull();
    expect(flattened({ arguments: { sort: 'views', more: { sort: 'likes' } } })).toBeNull();
    for (const more of ['sort', null, [1], 3]) expect(flattened({ more })).toEqual({ more });
  });
});

test('`explain_tool` tells every argument and fact of every tool, and refuses other names', async () => {
  const explain = async (tool: string) => {
    const call = {
      given: { tool },
      signal: new AbortController().signal,
      user: { canBeAsked: false, reply: null },
    };
    const fail = (bug: unknown) => expect(bug).toBeUndefined();
    return (await callTool({} as ToolPort, 'explain_tool', call, fail)) as ToolResult;
  };
  for (const { name, description, arguments: given, facts } of tools.slice(0, -1)) {
    const { content, structuredContent } = await explain(name);
    expect(structuredContent).toEqual({ name, arguments: given, answer: facts });
    const { text } = content[0]!;
    expect(text).toContain(description);
    for (const field of Object.keys({ ...given.properties, ...facts.properties }))
      expect(text).toMatch(new RegExp(`^${field}( |:|$)`, 'm'));
  }
  expect(await explain('nothing')).toMatchObject({ isError: true });
});
