// Commands of callers on their collections, at a running gateway. Operators use `admin collections …`, which needs no key.
import {
  collectionCancel,
  collectionItems,
  collectionList,
  collectionRead,
  collectionRemove,
} from '../../features/collections/collection.account.ts';
import { unaskedWords } from '../../features/collections/collection.cli.ts';
import type { ShownCollection, ShownQuestion } from '../../features/collections/collection-views.ts';
import { CollectionView, EXPORT_FORMATS } from '../../features/collections/collection-views.ts';
import { withGateway } from '../../terminal/at-gateway.ts';
import { CALLER_OPTIONS, type CallerOptions } from '../../terminal/caller-options.ts';
import type { AnyCommand, CliCommand, CommandOption, Invocation } from '../../terminal/command.ts';
import { show, tableText } from '../../terminal/output.ts';
import { andOtherFields, type Columns, extra, fieldsOf, long, right } from '../../terminal/table.ts';
import { callerCommand } from '../../terminal/verb-command.ts';
import { EXIT } from '../../terminal/world.ts';
import { downloadTo, exportTarget } from './export-file.ts';

const FIELDS = andOtherFields<ShownCollection>(
  {
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
  },
  CollectionView,
  [
    ...(['questions', 'question', 'questions_refused', 'questions_unasked', 'path', 'query'] as const),
    ...(['most_cost', 'currency', 'in_flight', 'until', 'key'] as const),
  ],
);

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
const questionsOf = (call: Invocation, questions: readonly ShownQuestion[] = []) =>
  questions.length < 2 ? '' : `\n${tableText(call, QUESTION_ROWS, questions, '')}`;

const collection = { name: 'id', text: 'its id' };
const example = (words: string, more = '') => [`${words} col_7hK2mPq9XwTz4bNc${more}`];
const shown = ({ collection: of }: { collection: ShownCollection }, { world }: Invocation) =>
  fieldsOf(FIELDS, of, world.columns);

export const FORMAT_OPTION: CommandOption = {
  flags: '--format <FORMAT>',
  summary: `of the file (default: ${EXPORT_FORMATS[0]})`,
  choices: EXPORT_FORMATS,
};

interface ExportOptions extends CallerOptions {
  out: string;
  format?: string;
}

const exportCommand: CliCommand<[string], ExportOptions> = {
  name: 'collect export',
  formerly: 'collections export',
  summary: 'Write all records of an ended collection into a file',
  arguments: [{ name: '<id>', summary: collection.text }],
  options: [
    { flags: '--out <FILE>', summary: 'the file', isRequired: true },
    FORMAT_OPTION,
    CALLER_OPTIONS.key,
    CALLER_OPTIONS.url,
  ],
  notes: 'A download that was cut goes on where it stopped.',
  examples: example('collect export', ' --out cats.jsonl'),
  run: (call) =>
    withGateway(call, async (gateway) => {
      const { out, format = EXPORT_FORMATS[0] } = call.options;
      await downloadTo(gateway, exportTarget(call.args[0], format), out);
      show(call, { file: out, format }, () => `Written to ${out}.\n`);
      return EXIT.ok;
    }),
};

export const ownCollectionCommands: AnyCommand[] = [
  callerCommand({
    words: 'collect list',
    formerly: 'collections list',
    verb: collectionList,
    examples: ['collect list'],
    lists: ['collections', ROWS, 'You have no collections.'],
  }),
  callerCommand({
    words: 'collect show',
    formerly: 'collections show',
    verb: collectionRead,
    arguments: { collection },
    examples: example('collect show'),
    shows: (answer, call) => shown(answer, call) + questionsOf(call, answer.by_question),
  }),
  callerCommand({
    words: 'collect items',
    formerly: 'collections items',
    summary: 'Records of a collection, one JSON text per line, also while it runs',
    verb: collectionItems,
    arguments: { collection },
    flags: {
      after: ['--after <NUMBER>', 'of the last item that you have'],
      limit: ['--limit <N>', 'at most this many'],
    },
    examples: example('collect items', ' --after 200'),
    shows: ({ items }) => items.map(({ record }) => `${JSON.stringify(record)}\n`).join(''),
  }),
  exportCommand,
  callerCommand({
    words: 'collect cancel',
    formerly: 'collections cancel',
    verb: collectionCancel,
    arguments: { collection },
    examples: example('collect cancel'),
    shows: shown,
  }),
  callerCommand({
    words: 'collect delete',
    formerly: 'collections delete',
    verb: collectionRemove,
    arguments: { collection },
    examples: example('collect delete'),
    shows: () => 'The collection and its items are deleted.\n',
  }),
];
