// Every option with which a command narrows a list or a report reaches the request: the verb of an operator's command, or the query of a
// caller's. That the request narrows is the matter of guarantees/narrowing.test.ts.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { failure } from '../domain/failure.ts';
import { adminVerbs } from '../features/index.ts';
import { type AnyCommand, type CommandOption, isForCallers } from '../terminal/command.ts';
import { optionName } from '../terminal/schema-fields.ts';
import { lists, narrowingNames } from '../testing/narrowed-lists.ts';
import { commands } from './commands.ts';
import { TestCli } from './testing/cli.ts';
import { FakeGateway, sendProblem } from './testing/gateway.ts';

/** The parameters of all lists, and what reports are by. */
const NARROWING = new Set([...lists.flatMap(narrowingNames), 'by']);
/** Their options say what is made, or what is asked. */
const NO_LISTS = [
  ...['account grant', 'webhook create', 'webhook replay', 'price', 'collect', 'watch'],
  ...['connectors check', 'connectors record'],
];
/** Those of the library and of storage ask neither a verb nor a gateway, and the options of those that buy are the question. */
const isTried = ({ buys, name }: AnyCommand) =>
  buys === undefined && !/^(library|storage) /.test(name) && !NO_LISTS.includes(name);
/** With a caller's command `--key` is the secret that it calls with. */
const optionsOf = (command: AnyCommand) =>
  (command.options ?? []).filter(({ flags }) => {
    const name = optionName(flags);
    return NARROWING.has(name) && !(name === 'key' && isForCallers(command));
  });

type Sent = Record<string, unknown>;
let cli: TestCli;
let gateway: FakeGateway;
/** What the verbs and the gateway were asked by the last command. */
let sent: Sent[] = [];

beforeAll(async () => {
  cli = new TestCli();
  gateway = new FakeGateway(({ url }, response) => {
    sent.push(Object.fromEntries(url.searchParams));
    sendProblem(response, { code: 'NOT_FOUND', detail: 'none' });
  });
  await gateway.open(cli);
  for (const verb of adminVerbs)
    vi.spyOn(verb, 'run').mockImplementation(async (_deps, { query }) => {
      sent.push(query as Sent);
      return failure('NOT_FOUND', 'none');
    });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await gateway.close();
  await cli.close();
});

/** A value that the option takes. */
function sampleOf({ flags, choices }: CommandOption): string | null {
  const form = /<(\w+)>/.exec(flags)?.[1];
  if (form === undefined) return null;
  // The first may be what the list shows anyway.
  if (choices !== undefined) return choices[1]!;
  if (['DAY', 'TIME'].includes(form)) return '2026-11-15';
  if (form === 'CODE') return 'UPSTREAM_BUSY';
  if (form === 'MONTH') return '2026-10';
  return ['N', 'NUMBER', 'SEQUENCE'].includes(form) ? '7' : 'wat_1';
}

/** What the verbs and the gateway get from the command with these words. */
async function sentWith(
  { name, arguments: taken = [] }: AnyCommand,
  words: readonly string[],
): Promise<Sent[]> {
  sent = [];
  const needed = taken.filter((one) => one.name.startsWith('<')).map(() => 'wat_1');
  await cli.run(...name.split(' '), ...needed, ...words);
  return sent;
}

/** One way to narrow: the words of it, and what the request must then have. */
interface Way {
  words: string[];
  name: string;
  value: string;
}

function wayOf(option: CommandOption): Way {
  const value = sampleOf(option);
  const flag = option.flags.split(' ')[0]!;
  const words = value === null ? [flag] : [flag, value];
  return { words, name: optionName(option.flags), value: value ?? 'true' };
}

/** A command that is by several things reads a list for each. */
function variantsOf(command: AnyCommand): string[][] {
  const by = optionsOf(command).find(({ flags }) => flags.startsWith('--by '));
  return by === undefined ? [[]] : by.choices!.map((choice) => ['--by', choice]);
}

function waysOf(command: AnyCommand): Way[] {
  const options = optionsOf(command).filter(({ flags }) => !flags.startsWith('--by '));
  const words = (command.arguments ?? []).map(({ name }) => /^\[(\w+)\]$/.exec(name)?.[1]);
  const named = words.filter((name) => name !== undefined && NARROWING.has(name));
  const ways = [
    ...options.map(wayOf),
    ...named.map((name) => ({ words: ['wat_1'], name: name!, value: 'wat_1' })),
  ];
  return ways.flatMap((way) =>
    variantsOf(command).map((more) => ({ ...way, words: [...way.words, ...more] })),
  );
}

test('every option and argument that narrows a list reaches the request for it', async () => {
  const tried: string[] = [];
  const lost: string[] = [];
  for (const command of commands.filter(isTried)) {
    for (const { words, name, value } of waysOf(command)) {
      tried.push([command.name, ...words].join(' '));
      const found = await sentWith(command, words);
      if (!found.some((query) => String(query[name]) === value)) lost.push(tried.at(-1)!);
    }
  }
  expect(lost).toEqual([]);
  expect(tried.length).toBeGreaterThan(40);
  expect(NO_LISTS.filter((name) => !commands.some((command) => command.name === name))).toEqual([]);
});
