// Commands of callers on their watches, at a running gateway.
import type { Static } from 'typebox';
import {
  ownWatchCreate,
  ownWatchFeed,
  ownWatchItems,
  ownWatchList,
  ownWatchRead,
  ownWatchRun,
  ownWatchRuns,
  ownWatchUpdate,
} from '../../features/watches/watch.account.ts';
import { RUN_ROW, WATCH_FIELDS, WATCH_ROW } from '../../features/watches/watch.cli.ts';
import type { WatchItemView } from '../../features/watches/watch-views.ts';
import { amount } from '../../terminal/arguments.ts';
import type { AnyCommand } from '../../terminal/command.ts';
import { below, mainText, right } from '../../terminal/table.ts';
import { callerCommand, type VerbCall } from '../../terminal/verb-command.ts';
import { ACTION_OPTION, askedQuestion, QUESTION_ARGUMENTS } from './question.ts';

type Item = Static<typeof WatchItemView>;

const watch = { name: 'watch', text: 'its id' };
const EXAMPLE_ID = 'wat_4fQ2kZ0bTn8sYvXe';

function budgetOf({ options: { month, total } }: VerbCall) {
  const budget = { ...(month !== undefined && { month }), ...(total !== undefined && { total }) };
  return Object.keys(budget).length === 0 ? undefined : (budget as { month?: string; total?: string });
}

/** What `pause`, `resume` and `end` share. */
const setting = (state: 'active' | 'paused' | 'ended') => ({
  verb: ownWatchUpdate,
  arguments: { watch },
  sends: { state },
  fields: ['watch', WATCH_FIELDS] as const,
});

export const ownWatchCommands: AnyCommand[] = [
  callerCommand({
    words: 'watch',
    formerly: 'watch create',
    summary: 'Have a question asked again and again; only new items are charged; look after watches',
    verb: ownWatchCreate,
    ownArguments: QUESTION_ARGUMENTS,
    flags: {
      every: ['--every <DISTANCE>', 'from 15m to 7d, such as 6h, or auto'],
      pages_max: ['--pages <N>', 'pages of a run at most'],
      name: ['--name <NAME>', 'a name for people'],
    },
    own: [
      { flags: '--month <AMOUNT>', summary: 'the most that it may spend in a UTC month', parse: amount },
      { flags: '--total <AMOUNT>', summary: 'the most that it may spend in all', parse: amount },
      {
        flags: '--deliver',
        summary: 'deliver what the list shows at first, instead of only marking it as seen',
      },
      { flags: '--id <ID>', summary: 'a request id: the same id gives the same watch' },
      ACTION_OPTION,
    ],
    sends: {
      path: (call) => askedQuestion(call).path,
      query: (call) => askedQuestion(call).query,
      budget: budgetOf,
      baseline: ({ options }) => (options.deliver === true ? 'deliver' : undefined),
    },
    requestId: ({ options }) => options.id as string | undefined,
    notes:
      'Each page that a run reads is a paid call. The answer says the most that a run and a month can cost.',
    examples: [
      'watch library "night sky" --every 6h --month 2',
      'watch /api/u1/v1/library/app/search_video_v2 keyword=cat language=en --every 1d',
      'watch list',
    ],
    fields: ['watch', WATCH_FIELDS],
  }),
  callerCommand({
    words: 'watch list',
    summary: 'List your watches, the newest first',
    verb: ownWatchList,
    flags: { state: ['--state <STATE>', 'only these'] },
    examples: ['watch list'],
    lists: ['watches', WATCH_ROW, 'You have no watches.'],
  }),
  callerCommand({
    words: 'watch show',
    summary: 'Show one of your watches',
    verb: ownWatchRead,
    arguments: { watch },
    examples: [`watch show ${EXAMPLE_ID}`],
    fields: ['watch', WATCH_FIELDS],
  }),
  callerCommand({
    words: 'watch items',
    summary: 'Show what a watch has found, in numbered order; free',
    verb: ownWatchItems,
    arguments: { watch },
    flags: {
      after: ['--after <NUMBER>', 'only items after this number'],
      limit: ['--limit <N>', 'at most this many'],
      wait: ['--wait <SECONDS>', 'wait for the next item'],
    },
    examples: [`watch items ${EXAMPLE_ID} --after 12 --json`],
    lists: [
      'items',
      {
        number: right('number'),
        found: 'found_at',
        id: below(({ record }: Item) => String(record.id)),
        title: mainText(({ record }: Item) => String(record.title ?? record.name ?? record.text ?? '')),
      },
      'There are no such items.',
    ],
  }),
  callerCommand({
    words: 'watch runs',
    summary: 'Show the last runs of a watch',
    verb: ownWatchRuns,
    arguments: { watch },
    examples: [`watch runs ${EXAMPLE_ID}`],
    lists: ['runs', RUN_ROW, 'It has not run yet.'],
  }),
  callerCommand({
    words: 'watch pause',
    summary: 'Pause a watch',
    examples: [`watch pause ${EXAMPLE_ID}`],
    ...setting('paused'),
  }),
  callerCommand({
    words: 'watch resume',
    summary: 'Resume a watch; one whose key no longer works goes on with this key',
    examples: [`watch resume ${EXAMPLE_ID}`],
    ...setting('active'),
  }),
  callerCommand({
    words: 'watch run',
    summary: 'Run a watch now, beside its schedule; at most twenty times an hour',
    verb: ownWatchRun,
    arguments: { watch },
    examples: [`watch run ${EXAMPLE_ID}`],
    // The run begins after this answer, so the watch in it still shows the run before.
    shows: ({ watch: { id } }) => `It runs now. "reelgate watch runs ${id}" shows what the run found.\n`,
  }),
  callerCommand({
    words: 'watch feed',
    summary: 'Make the secret addresses of the feeds of a watch, or replace them',
    verb: ownWatchFeed,
    arguments: { watch },
    notes: 'The addresses are shown this once. Whoever knows one can read the items.',
    examples: [`watch feed ${EXAMPLE_ID}`],
    shows: ({ feed }) => `atom  ${feed.atom}\njson  ${feed.json}\n`,
  }),
  callerCommand({
    words: 'watch end',
    summary: 'End a watch for good; its items stay readable until they expire',
    examples: [`watch end ${EXAMPLE_ID}`],
    ...setting('ended'),
  }),
];
