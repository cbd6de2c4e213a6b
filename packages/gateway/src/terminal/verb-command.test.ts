// What a command takes from the schemas of its verb.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runProgram } from '../cli/program.ts';
import { TestCli } from '../cli/testing/cli.ts';
import { Type } from '../domain/schema.ts';
import { AMOUNT_TEXT, DAY_TEXT } from '../domain/text/text-patterns.ts';
import type { AdminCaller, AdminDeps } from '../verb/deps.ts';
import { Nothing, verbOf } from '../verb/verb.ts';
import type { AnyCommand } from './command.ts';
import { ControlPlane } from './control-plane.ts';
import { verbCommand } from './verb-command.ts';
import { EXIT } from './world.ts';

const orNull = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

let taken: unknown[] = [];
const change = verbOf<AdminDeps, AdminCaller>()({
  name: 'change',
  method: 'PATCH',
  path: '/things/{thing}',
  summary: 'Change a thing',
  tag: 'Things',
  params: Type.Object({ thing: Type.String({ minLength: 2 }) }),
  query: Nothing,
  body: Type.Object(
    {
      kind: Type.Optional(Type.Enum(['good', 'bad'])),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: 'How long it lasts.' })),
      price: Type.Optional(Type.String({ pattern: AMOUNT_TEXT.pattern })),
      from: Type.Optional(Type.String({ pattern: DAY_TEXT.pattern })),
      names: orNull(Type.Array(Type.String())),
      cap: orNull(Type.String({ pattern: AMOUNT_TEXT.pattern })),
      note: Type.Optional(Type.String()),
      loud: Type.Optional(Type.Boolean()),
    },
    { minProperties: 1 },
  ),
  result: Type.Object({ thing: Type.Object({ id: Type.String(), parts: Type.Array(Type.String()) }) }),
  async run(_deps, { params, body }) {
    taken.push(body);
    return { thing: { id: params.thing, parts: [] } };
  },
});

/** Seven rows, two per page. */
const list = verbOf<AdminDeps, AdminCaller>()({
  name: 'list',
  method: 'GET',
  path: '/things',
  summary: 'List things',
  tag: 'Things',
  params: Nothing,
  query: Type.Object({ cursor: Type.Optional(Type.String()), limit: Type.Optional(Type.Integer()) }),
  body: Nothing,
  result: Type.Object({
    things: Type.Array(Type.Object({ id: Type.Integer() })),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  }),
  async run(_deps, { query }) {
    const from = Number(query.cursor ?? 0);
    const ids = [from, from + 1].filter((id) => id < 7).slice(0, query.limit);
    const end = from + ids.length;
    return { things: ids.map((id) => ({ id })), next_cursor: end < 7 ? String(end) : null };
  },
});

const listing = { verb: list, examples: [], lists: ['things', { id: 'id' }, 'None.'] } as const;
const commands: AnyCommand[] = [
  verbCommand({
    words: 'change',
    verb: change,
    arguments: { thing: 'its id' },
    flags: {
      kind: ['--kind <KIND>', 'which kind'],
      days: ['--days <N>'],
      price: ['--price <AMOUNT>', 'its price'],
      from: ['--from <DAY>', 'since when'],
      names: ['--names <LIST>', 'its names'],
      cap: ['--cap <AMOUNT>', 'its cap'],
      note: ['--note <TEXT>', 'a note'],
    },
    examples: ['change a'],
    fields: ['thing', { id: 'id', parts: ({ parts }) => parts.length }],
  }),
  verbCommand({
    words: 'change all',
    verb: change,
    arguments: { thing: 'its id' },
    flags: { days: ['--lasts <N>', 'how long'] },
    otherFlags: true,
    sends: { note: 'always' },
    examples: [],
    shows: () => '',
  }),
  verbCommand({ ...listing, examples: [], words: 'all' }),
  verbCommand({ ...listing, examples: [], words: 'some', limit: { shown: 3, max: 5 } }),
];

let cli: TestCli;
let said = { out: '', err: '' };
beforeAll(() => {
  cli = new TestCli();
  cli.world.out = (text) => {
    said.out += text;
  };
  cli.world.err = (text) => {
    said.err += text;
  };
});
beforeEach(() => {
  taken = [];
});
afterAll(() => cli.close());

async function run(...words: string[]) {
  said = { out: '', err: '' };
  const code = await runProgram({ commands, groups: {} }, cli.world, ['node', 'reelgate', ...words]);
  return { code, ...said };
}

test('with `otherFlags`, each field of the body that the row does not name is a flag too, read by its schema', async () => {
  const { options = [] } = commands.find(({ name }) => name === 'change all')!;
  const flags = options.map((option) => option.flags);
  expect(flags).toEqual([
    '--lasts <N>',
    '--kind <TEXT>',
    '--price <TEXT>',
    '--from <TEXT>',
    '--names <TEXT>',
    '--cap <TEXT>',
    '--loud',
  ]);
  expect(options.find((option) => option.flags.startsWith('--kind'))).toMatchObject({
    choices: ['good', 'bad'],
  });
});

test('choices, ranges, amounts and days are refused by the flag, before the verb runs', async () => {
  for (const [flag, value, why] of [
    ['--kind', 'odd', 'Allowed choices are good, bad'],
    ['--days', '31', 'from 1 to 30'],
    ['--price', '1,5', 'must be a decimal'],
    ['--price', '-1', 'must not be negative'],
    ['--from', '2026-02-30', 'must be a UTC day'],
    ['--cap', 'nothing', 'must be a decimal'],
  ] as const) {
    const { code, err } = await run('change', 'ab', flag, value);
    expect({ code, err }).toEqual({ code: EXIT.usage, err: expect.stringContaining(why) });
  }
  expect(taken).toEqual([]);
});

test('values reach the verb as its schemas have them', async () => {
  const flags = ['--kind', 'bad', '--days', '3', '--price', '0.5', '--from', '2026-11-15', '--names', 'a, b'];
  expect((await run('change', 'ab', ...flags, '--cap', '2')).code).toBe(EXIT.ok);
  expect(taken).toEqual([
    { kind: 'bad', days: 3, price: '0.5', from: '2026-11-15', names: ['a', 'b'], cap: '2' },
  ]);
});

test('"none" is null where the field may be null, and a word elsewhere', async () => {
  await run('change', 'ab', '--names', 'none', '--cap', 'none', '--note', 'none');
  expect(taken).toEqual([{ names: null, cap: null, note: 'none' }]);
});

test('a change of nothing, and input that does not fit, are wrong use', async () => {
  expect(await run('change', 'ab')).toMatchObject({
    code: EXIT.usage,
    err: 'error: nothing to change: name at least one option\n',
  });
  expect(await run('change', 'a', '--note', 'x')).toMatchObject({
    code: EXIT.usage,
    err: expect.stringMatching(/^error: thing: .*\(INVALID_REQUEST\)\n$/),
  });
  expect(taken).toEqual([]);
});

test('the help has the text of the row, or the description of the field', async () => {
  const { out } = await run('change', '--help');
  expect(out).toMatch(/--days <N> +how long it lasts\n/);
  expect(out).toMatch(/--kind <KIND> +which kind \(choices: "good", "bad"\)\n/);
  expect(out).toContain('Change a thing');
});

test('a list is whole, or as long as --limit says', async () => {
  const ids = async (...words: string[]) =>
    JSON.parse((await run(...words, '--json')).out).things.map(({ id }: { id: number }) => id);
  expect(await ids('all')).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(await ids('some')).toEqual([0, 1, 2]);
  expect(await ids('some', '--limit', '5')).toEqual([0, 1, 2, 3, 4]);
  expect((await run('some', '--limit', '6')).code).toBe(EXIT.usage);
});

test('a row without a way to give a required field is a bug that shows at once', () => {
  expect(() => verbCommand({ words: 'x', verb: change, examples: [], shows: () => '' })).toThrow(
    '"x" has no way to give thing',
  );
});

test('a flag with a value for a field that is true or false is a bug that shows at once', () => {
  const row = { words: 'x', verb: change, arguments: { thing: 'its id' }, examples: [], shows: () => '' };
  expect(verbCommand({ ...row, flags: { loud: ['--loud'] } }).name).toBe('x');
  expect(() => verbCommand({ ...row, flags: { loud: ['--loud <true>'] } })).toThrow('loud is true or false');
});

test('input and answer have the types of the verb', async () => {
  const { deps, caller } = await cli.world.control(cli.world.config(null), { mayCreate: true });
  const control = new ControlPlane(cli.world.config(null), deps, caller);
  const answer = await control.run(change, { params: { thing: 'ab' }, body: { kind: 'good' } });
  expect(answer.thing.id).toBe('ab');
  // @ts-expect-error: the verb needs `params`.
  await expect(control.run(change, { body: { kind: 'good' } })).rejects.toThrow('thing');
  // @ts-expect-error: the answer has no such field.
  expect(answer.account).toBeUndefined();
  const row = { words: 'y', verb: change, arguments: { thing: 'its id' }, examples: [] };
  // @ts-expect-error: a list does not fit into a cell.
  expect(verbCommand({ ...row, fields: ['thing', { parts: 'parts' }] }).name).toBe('y');
});
