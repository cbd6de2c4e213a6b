// Commands of callers on their collections, at a running gateway. Operators use `admin collections …`, which needs no key.
import { unaskedWords } from '../../features/collections/collection.cli.ts';
import type { ShownCollection, ShownQuestion } from '../../features/collections/collection-views.ts';
import { wholeNumber } from '../../terminal/arguments.ts';
import type { AnyCommand, CliCommand, CommandOption, Invocation } from '../../terminal/command.ts';
import { show, tableText } from '../../terminal/output.ts';
import { type Columns, extra, fieldsOf, long, right } from '../../terminal/table.ts';
import { CALLER_OPTIONS, type CallerOptions } from './caller-options.ts';
import { COLLECTIONS, type CollectionCaller, downloadTo, openCaller } from './collection-calls.ts';

interface Options extends CallerOptions {
  after?: number;
  limit?: number;
  out?: string;
  format?: string;
}
type Call = Invocation<[string], Options>;

const ITEMS_MAX = 500;
const LIST_MAX = 500;
const BY_KEY: CommandOption[] = [CALLER_OPTIONS.key, CALLER_OPTIONS.url];
const id = { name: '<id>', summary: 'its id' };

const FIELDS: Columns<ShownCollection> = {
  id: 'id',
  name: 'name',
  platform: 'platform',
  state: 'state',
  'waiting for': 'waiting_for',
  'next try': 'next_try_at',
  end: 'end',
  'not asked': unaskedWords,
  failure: 'failure',
  pages: 'pages',
  items: 'items',
  'items, at most': 'items_max',
  charged: 'charged',
  budget: 'budget',
  created: 'created_at',
  ended: 'ended_at',
  'kept until': 'expires_at',
};

const ROWS: Columns<ShownCollection> = {
  id: 'id',
  name: long('name'),
  platform: extra('platform'),
  // With its cause, so that a row fits into 80 columns: `waiting (balance)`, `done (items)`.
  state: ({ state, waiting_for, end, questions, questions_unasked: unasked }) => {
    const cause = waiting_for ?? end;
    const cut = end !== null && questions > 1 && unasked > 0 ? `, ${unasked} not asked` : '';
    return cause === null ? state : `${state} (${cause}${cut})`;
  },
  items: right('items'),
  charged: right('charged'),
};

const QUESTION_ROWS: Columns<ShownQuestion> = {
  question: right(({ index }) => index + 1),
  asks: long(({ query }) => query && Object.values(query).join(' ')),
  pages: right('pages'),
  items: right('items'),
  end: ({ asked, end }) => (asked ? (end ?? '') : 'not asked'),
};

/** One question has nothing to compare. */
const questionsOf = (call: Call, questions: readonly ShownQuestion[] = []) =>
  questions.length < 2 ? '' : `\n${tableText(call, QUESTION_ROWS, questions, '')}`;

/** `collections list` before it was `collect list`. */
const formerly = (name: string) => name.replace('collect', 'collections');

/** Opens the gateway for one command. */
async function asCaller<T>(
  call: Invocation<unknown, Options>,
  work: (caller: CollectionCaller) => Promise<T>,
): Promise<T> {
  const caller = await openCaller(call);
  try {
    return await work(caller);
  } finally {
    await caller.close();
  }
}

const place = ([of]: readonly string[], verb = '') => `${COLLECTIONS}/${encodeURIComponent(of!)}${verb}`;

const listCommand: CliCommand<[], Options> = {
  name: 'collect list',
  formerly: formerly('collect list'),
  summary: 'Your collections, the newest first',
  options: BY_KEY,
  examples: ['collect list'],
  async run(call) {
    const answer = await asCaller(call, (caller) => caller.send('GET', `${COLLECTIONS}?limit=${LIST_MAX}`));
    const { collections } = answer as { collections: ShownCollection[] };
    show(call, answer, () => tableText(call, ROWS, collections, 'You have no collections.'));
    return undefined;
  },
};

function oneCommand(
  { name, summary }: { name: string; summary: string },
  send: (caller: CollectionCaller, call: Call) => Promise<unknown>,
): CliCommand<[string], Options> {
  return {
    name,
    formerly: formerly(name),
    summary,
    arguments: [id],
    options: BY_KEY,
    examples: [`${name} col_7hK2mPq9XwTz4bNc`],
    async run(call) {
      const answer = await asCaller(call, (caller) => send(caller, call));
      const { collection, by_question } = answer as {
        collection?: ShownCollection;
        by_question?: ShownQuestion[];
      };
      show(call, answer, () =>
        collection === undefined
          ? 'The collection and its items are deleted.\n'
          : fieldsOf(FIELDS, collection, call.world.columns) + questionsOf(call, by_question),
      );
      return undefined;
    },
  };
}

const itemsCommand: CliCommand<[string], Options> = {
  name: 'collect items',
  formerly: formerly('collect items'),
  summary: 'Records of a collection, one JSON text per line, also while it runs',
  arguments: [id],
  options: [
    { flags: '--after <NUMBER>', summary: 'of the last item that you have', parse: wholeNumber(0, 100_000) },
    { flags: '--limit <N>', summary: 'at most this many (default: 100)', parse: wholeNumber(1, ITEMS_MAX) },
    ...BY_KEY,
  ],
  examples: ['collect items col_7hK2mPq9XwTz4bNc --after 200'],
  async run(call) {
    const { after = 0, limit = 100 } = call.options;
    const target = place(call.args, `/items?after=${after}&limit=${limit}`);
    const answer = await asCaller(call, (caller) => caller.send('GET', target));
    const { items } = answer as { items: { record: object }[] };
    show(call, answer, () => items.map(({ record }) => `${JSON.stringify(record)}\n`).join(''));
    return undefined;
  },
};

const exportCommand: CliCommand<[string], Options> = {
  name: 'collect export',
  formerly: formerly('collect export'),
  summary: 'Write all records of an ended collection into a file',
  arguments: [id],
  options: [
    { flags: '--out <FILE>', summary: 'the file', isRequired: true },
    { flags: '--format <FORMAT>', summary: 'of the file (default: jsonl)', choices: ['jsonl', 'csv'] },
    ...BY_KEY,
  ],
  notes: 'A download that was cut goes on where it stopped.',
  examples: ['collect export col_7hK2mPq9XwTz4bNc --out cats.jsonl'],
  async run(call) {
    const { out = '', format = 'jsonl' } = call.options;
    const target = place(call.args, `/export?format=${format}`);
    await asCaller(call, (caller) => downloadTo(caller, target, out));
    show(call, { file: out, format }, () => `Written to ${out}.\n`);
    return undefined;
  },
};

export const ownCollectionCommands: AnyCommand[] = [
  listCommand,
  oneCommand({ name: 'collect show', summary: 'How far a collection has come' }, (caller, { args }) =>
    caller.send('GET', place(args)),
  ),
  itemsCommand,
  exportCommand,
  oneCommand(
    { name: 'collect cancel', summary: 'End a collection between two pages; it keeps its items' },
    (caller, { args }) => caller.send('POST', place(args, '/cancel')),
  ),
  oneCommand(
    { name: 'collect delete', summary: 'Delete a collection with its items; receipts stay' },
    (caller, { args }) => caller.send('DELETE', place(args)),
  ),
];
