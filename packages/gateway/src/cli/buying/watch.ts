// Commands of callers on their watches, at a running gateway.
import type { Static } from 'typebox';
import { LIST_ITEMS_MAX } from '../../domain/limits.ts';
import { RUN_ROW, WATCH_FIELDS, WATCH_ROW } from '../../features/watches/watch.cli.ts';
import type { WatchItemView, WatchRunView, WatchView } from '../../features/watches/watch-views.ts';
import { wholeNumber } from '../../terminal/arguments.ts';
import type { AnyCommand, CommandArgument, CommandOption, Invocation } from '../../terminal/command.ts';
import type { AskedRequest } from '../../terminal/gateway-client.ts';
import { show, tableText } from '../../terminal/output.ts';
import { below, fieldsOf, mainText, right } from '../../terminal/table.ts';
import { EXIT } from '../../terminal/world.ts';
import { tellProblem } from './bought-answers.ts';
import { CALLER_OPTIONS, type CallerOptions, callerKey, gatewayTarget } from './caller-options.ts';
import { ACTION_OPTION, askedQuestion, QUESTION_ARGUMENTS, type QuestionArguments } from './question.ts';

type Call = Invocation<string[], CallerOptions & Record<string, unknown>>;
type Watch = Static<typeof WatchView>;

interface CallerRow {
  words: string;
  formerly?: string;
  summary: string;
  arguments?: CommandArgument[];
  options?: CommandOption[];
  notes?: string;
  examples: string[];
  request(call: Call): AskedRequest & { target: string };
  // biome-ignore lint/suspicious/noExplicitAny: the answer of the route that `request` names.
  shows(answer: any, call: Call): string;
}

const ROUTE = '/api/watches/v1';
const id: CommandArgument = { name: '<watch>', summary: 'its id' };
const of = ([watch]: string[], more = '') => `${ROUTE}/${encodeURIComponent(watch!)}${more}`;
const shown = ({ watch }: { watch: Watch }, { world }: Call) => fieldsOf(WATCH_FIELDS, watch, world.columns);

function budgetOf({ month, total }: Record<string, unknown>): object {
  const budget = { ...(month !== undefined && { month }), ...(total !== undefined && { total }) };
  return Object.keys(budget).length === 0 ? {} : { budget };
}

/** What `pause`, `resume` and `end` share. */
const setsState = (state: string): Omit<CallerRow, 'words' | 'summary' | 'examples'> => ({
  arguments: [id],
  request: ({ args }) => ({ target: of(args), method: 'PATCH', body: { state } }),
  shows: shown,
});
const EXAMPLE_ID = 'wat_4fQ2kZ0bTn8sYvXe';

const rows: CallerRow[] = [
  {
    words: 'watch',
    formerly: 'watch create',
    summary: 'Have a question asked again and again; only new items are charged; look after watches',
    arguments: QUESTION_ARGUMENTS,
    options: [
      { flags: '--every <DISTANCE>', summary: 'from 15m to 7d, such as 6h, or auto', isRequired: true },
      { flags: '--month <AMOUNT>', summary: 'the most that it may spend in a UTC month' },
      { flags: '--total <AMOUNT>', summary: 'the most that it may spend in all' },
      { flags: '--pages <N>', summary: 'pages of a run at most (default: 3)', parse: wholeNumber(1, 20) },
      {
        flags: '--deliver',
        summary: 'deliver what the list shows at first, instead of only marking it as seen',
      },
      { flags: '--name <NAME>', summary: 'a name for people' },
      { flags: '--id <ID>', summary: 'a request id: the same id gives the same watch' },
      ACTION_OPTION,
    ],
    notes:
      'Each page that a run reads is a paid call. The answer says the most that a run and a month can cost.',
    examples: [
      'watch library "night sky" --every 6h --month 2',
      'watch /api/u1/v1/library/app/search_video_v2 keyword=cat language=en --every 1d',
      'watch list',
    ],
    request({ args, options }) {
      const { every, pages, name, deliver, action, id: requestId } = options as Record<string, unknown>;
      const question = askedQuestion(args as unknown as QuestionArguments, action as string | undefined);
      const body = {
        ...{ ...question, every, ...budgetOf(options) },
        ...(pages !== undefined && { pages_max: pages }),
        ...(name !== undefined && { name }),
        ...(deliver === true && { baseline: 'deliver' }),
      };
      const named = requestId === undefined ? {} : { requestId: requestId as string };
      return { target: ROUTE, method: 'POST', body, ...named };
    },
    shows: shown,
  },
  {
    words: 'watch list',
    summary: 'List your watches, the newest first',
    options: [{ flags: '--state <STATE>', summary: 'only these', choices: ['active', 'paused', 'ended'] }],
    examples: ['watch list'],
    request: ({ options: { state } }) => ({
      target: `${ROUTE}?limit=${LIST_ITEMS_MAX}${state === undefined ? '' : `&state=${state}`}`,
    }),
    shows: ({ watches }: { watches: Watch[] }, call) =>
      tableText(call, WATCH_ROW, watches, 'You have no watches.'),
  },
  {
    words: 'watch show',
    summary: 'Show one of your watches',
    arguments: [id],
    examples: ['watch show wat_4fQ2kZ0bTn8sYvXe'],
    request: ({ args }) => ({ target: of(args) }),
    shows: shown,
  },
  {
    words: 'watch items',
    summary: 'Show what a watch has found, in numbered order; free',
    arguments: [id],
    options: [
      {
        flags: '--after <NUMBER>',
        summary: 'only items after this number',
        parse: wholeNumber(0, Number.MAX_SAFE_INTEGER),
      },
      { flags: '--limit <N>', summary: 'at most this many', parse: wholeNumber(1, LIST_ITEMS_MAX) },
      { flags: '--wait <SECONDS>', summary: 'wait for the next item', parse: wholeNumber(0, 25) },
    ],
    examples: ['watch items wat_4fQ2kZ0bTn8sYvXe --after 12 --json'],
    request({ args, options }) {
      const query = new URLSearchParams();
      for (const name of ['after', 'limit', 'wait'])
        if (options[name] !== undefined) query.set(name, String(options[name]));
      return { target: of(args, `/items?${query}`) };
    },
    shows: ({ items }: { items: Static<typeof WatchItemView>[] }, call) =>
      tableText(
        call,
        {
          number: right('number'),
          found: 'found_at',
          id: below(({ record }: Static<typeof WatchItemView>) => String(record.id)),
          title: mainText(({ record }: Static<typeof WatchItemView>) =>
            String(record.title ?? record.name ?? record.text ?? ''),
          ),
        },
        items,
        'There are no such items.',
      ),
  },
  {
    words: 'watch runs',
    summary: 'Show the last runs of a watch',
    arguments: [id],
    examples: ['watch runs wat_4fQ2kZ0bTn8sYvXe'],
    request: ({ args }) => ({ target: of(args, '/runs') }),
    shows: ({ runs }: { runs: Static<typeof WatchRunView>[] }, call) =>
      tableText(call, RUN_ROW, runs, 'It has not run yet.'),
  },
  {
    words: 'watch pause',
    summary: 'Pause a watch',
    examples: [`watch pause ${EXAMPLE_ID}`],
    ...setsState('paused'),
  },
  {
    words: 'watch resume',
    summary: 'Resume a watch; one whose key no longer works goes on with this key',
    examples: [`watch resume ${EXAMPLE_ID}`],
    ...setsState('active'),
  },
  {
    words: 'watch run',
    summary: 'Run a watch now, beside its schedule; at most twenty times an hour',
    arguments: [id],
    examples: ['watch run wat_4fQ2kZ0bTn8sYvXe'],
    request: ({ args }) => ({ target: of(args, '/run'), method: 'POST', body: {} }),
    // The run begins after this answer, so the watch in it still shows the run before.
    shows: ({ watch }: { watch: Watch }) =>
      `It runs now. "reelgate watch runs ${watch.id}" shows what the run found.\n`,
  },
  {
    words: 'watch feed',
    summary: 'Make the secret addresses of the feeds of a watch, or replace them',
    arguments: [id],
    examples: ['watch feed wat_4fQ2kZ0bTn8sYvXe'],
    notes: 'The addresses are shown this once. Whoever knows one can read the items.',
    request: ({ args }) => ({ target: of(args, '/feed'), method: 'POST', body: {} }),
    shows: ({ feed }: { feed: { atom: string; json: string } }) => `atom  ${feed.atom}\njson  ${feed.json}\n`,
  },
  {
    words: 'watch end',
    summary: 'End a watch for good; its items stay readable until they expire',
    examples: [`watch end ${EXAMPLE_ID}`],
    ...setsState('ended'),
  },
];

function callerCommand({ words, request, shows, ...row }: CallerRow): AnyCommand {
  return {
    ...row,
    name: words,
    options: [...(row.options ?? []), CALLER_OPTIONS.key, CALLER_OPTIONS.url],
    async run(call: Call) {
      const { url, serviceName, hint } = gatewayTarget(call);
      const key = callerKey(call);
      const { target, ...asked } = request(call);
      // Imported here, so that other commands do not load an HTTP client.
      const { GatewayClient } = await import('../../terminal/gateway-client.ts');
      const client = new GatewayClient({ url, name: serviceName });
      try {
        const outcome = await client.ask(target, { key, hint, ...asked });
        if (outcome.kind === 'problem') return tellProblem(call, outcome.problem);
        show(call, outcome.content, () => shows(outcome.content, call));
        return EXIT.ok;
      } finally {
        await client.close();
      }
    },
  };
}

export const ownWatchCommands: AnyCommand[] = rows.map(callerCommand);
