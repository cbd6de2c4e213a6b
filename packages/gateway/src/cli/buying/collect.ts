// `collect` starts a collection at a running gateway, shows how far it has come, and writes its records into a file. The gateway does the
// work: a command that is stopped, or loses its connection, changes nothing, and the same command with the same --id goes on.
import { base62 } from '../../domain/access/key.ts';
import { unaskedWords } from '../../features/collections/collection.cli.ts';
import type { ShownCollection } from '../../features/collections/collection-views.ts';
import { amount, wholeNumber } from '../../terminal/arguments.ts';
import type { CliCommand, Invocation } from '../../terminal/command.ts';
import { ProgressShown } from '../../terminal/progress.ts';
import { renderFields } from '../../terminal/table.ts';
import { EXIT, EXIT_OF_SIGNAL } from '../../terminal/world.ts';
import { CALLER_OPTIONS, type CallerOptions } from './caller-options.ts';
import { COLLECTIONS, type CollectionCaller, downloadTo, openCaller } from './collection-calls.ts';
import { ACTION_OPTION, askedQuestion, QUESTION_ARGUMENTS, type QuestionArguments } from './question.ts';

interface CollectOptions extends CallerOptions {
  items?: number;
  budget: string;
  out?: string;
  id?: string;
  format?: 'jsonl' | 'csv';
  action?: string;
  wait?: boolean;
}
type Collect = Invocation<QuestionArguments, CollectOptions>;

const ID_CHARS = 20;
/** How often the state is asked for while it runs. */
const LOOK_MS = 500;
const ENDED = ['done', 'stopped', 'failed'];

export const collectCommand: CliCommand<QuestionArguments, CollectOptions> = {
  name: 'collect',
  summary: 'Gather all videos for a keyword, up to a number of items and a budget; look after collections',
  arguments: QUESTION_ARGUMENTS,
  options: [
    { flags: '--items <N>', summary: 'end with this many (default: 1000)', parse: wholeNumber(1, 100_000) },
    { flags: '--budget <AMOUNT>', summary: 'the most that it may cost', parse: amount, isRequired: true },
    { flags: '--out <FILE>', summary: 'write the records here; without it the collection is only started' },
    { flags: '--format <FORMAT>', summary: 'of the file (default: jsonl)', choices: ['jsonl', 'csv'] },
    { flags: '--wait', summary: 'without --out: wait for the end' },
    { flags: '--id <ID>', summary: 'names this collection: the same command goes on with it' },
    ACTION_OPTION,
    CALLER_OPTIONS.key,
    CALLER_OPTIONS.url,
  ],
  notes:
    'Ctrl-C leaves the collection running. Without --id, each run of the command starts and pays a new one. A download that was cut goes on where it stopped.',
  examples: [
    'collect library cat --items 500 --budget 2 --out cats.jsonl --id cats-1',
    'collect library cat --budget 2 --out cats.csv --format csv --id cats-1',
    'collect /api/u1/v1/library/app/search_video_v2 keyword=cat language=en --budget 2 --wait',
    'collect list',
  ],
  run: async (call) => runCollect(call),
};

async function runCollect(call: Collect): Promise<number> {
  const { world, options, json } = call;
  const id = options.id ?? `cli-${base62(world.random, ID_CHARS)}`;
  const caller = await openCaller(call);
  try {
    const collection = await caller.create(id, bodyOf(call));
    const waits = options.out !== undefined || options.wait === true;
    const ended = waits ? await waitFor(call, caller, collection, id) : collection;
    if (typeof ended === 'number') return ended;
    if (options.out !== undefined) {
      const target = `${COLLECTIONS}/${ended.id}/export?format=${options.format ?? 'jsonl'}`;
      await downloadTo(caller, target, options.out);
    }
    world.out(json ? `${JSON.stringify({ collection: ended }, null, 2)}\n` : textOf(ended, options.out));
    return ended.state === 'failed' ? EXIT.no : EXIT.ok;
  } finally {
    await caller.close();
  }
}

function bodyOf({ args, options }: Collect): object {
  const { items, budget, action } = options;
  return {
    ...askedQuestion(args, action),
    budget,
    ...(items !== undefined && { items_max: items }),
  };
}

/** The exit code after Ctrl-C or SIGTERM: the collection goes on without the command. */
async function waitFor(
  { world }: Collect,
  caller: CollectionCaller,
  first: ShownCollection,
  id: string,
): Promise<ShownCollection | number> {
  const progress = new ProgressShown(world);
  let stoppedWith: number | null = null;
  const stopped = world.interrupted().then((signal) => {
    stoppedWith = EXIT_OF_SIGNAL[signal];
  });
  let collection = first;
  while (!ENDED.includes(collection.state) && stoppedWith === null) {
    if (world.isTerminal) progress.tell(progressOf(collection));
    await Promise.race([stopped, world.goesOn(LOOK_MS)]);
    if (stoppedWith === null) collection = await caller.read(collection.id);
  }
  progress.clear();
  if (stoppedWith === null) return collection;
  world.err(
    `The collection ${collection.id} goes on. To wait for it again, run the same command with --id ${id}\n`,
  );
  return stoppedWith;
}

function progressOf({ items, items_max: total, waiting_for, state, charged, budget }: ShownCollection) {
  const isWaiting = waiting_for !== null;
  const note = `${isWaiting ? `waiting for ${waiting_for}` : state}, ${charged} of ${budget}`;
  return { done: items, total, count: items, unit: 'items', isWaiting, note };
}

function textOf(of: ShownCollection, file: string | undefined): string {
  return renderFields([
    ['collection', of.id],
    ['state', of.state],
    ['end', of.end],
    ['not asked', unaskedWords(of)],
    ['failure', of.failure],
    ['items', of.items],
    ['charged', `${of.charged} ${of.currency}`],
    ['at most', of.end === null ? `${of.most_cost} ${of.currency}` : null],
    ['kept until', of.expires_at],
    ['written to', file ?? null],
  ]);
}
