// `collect` starts a collection at a running gateway, shows how far it has come, and writes its records into a file. The gateway does the
// work: a command that is stopped, or loses its connection, changes nothing, and the same command with the same --id goes on.
import { base62 } from '../../domain/access/key.ts';
import { givenProperties } from '../../domain/field-table.ts';
import { COLLECTION_FIELDS } from '../../domain/gathering/collection.ts';
import { collectionCreate, collectionRead } from '../../features/collections/collection.account.ts';
import { unaskedWords } from '../../features/collections/collection.cli.ts';
import { EXPORT_FORMATS, type ShownCollection } from '../../features/collections/collection-views.ts';
import type { AtGateway } from '../../terminal/at-gateway.ts';
import { ProgressShown } from '../../terminal/progress.ts';
import { renderFields } from '../../terminal/table.ts';
import { callerCommand, type VerbCall } from '../../terminal/verb-command.ts';
import { EXIT, EXIT_OF_SIGNAL } from '../../terminal/world.ts';
import { downloadTo, exportTarget } from './export-file.ts';
import { FORMAT_OPTION } from './own-collections.ts';
import { ACTION_OPTION, askedQuestion, QUESTION_ARGUMENTS } from './question.ts';

interface CollectOptions {
  out?: string;
  id?: string;
  format?: string;
  wait?: boolean;
}

const ID_CHARS = 20;
/** How often the state is asked for while it runs. */
const LOOK_MS = 500;
const ENDED = ['done', 'stopped', 'failed'];

export const collectCommand = callerCommand({
  words: 'collect',
  summary: 'Gather all videos for a keyword, up to a number of items and a budget; look after collections',
  verb: collectionCreate,
  ownArguments: QUESTION_ARGUMENTS,
  flags: {
    items_max: ['--items <N>', 'end with this many'],
    budget: ['--budget <AMOUNT>', 'the most that it may cost'],
  },
  otherFlags: givenProperties(COLLECTION_FIELDS),
  own: [
    { flags: '--out <FILE>', summary: 'write the records here; without it the collection is only started' },
    FORMAT_OPTION,
    { flags: '--wait', summary: 'without --out: wait for the end' },
    { flags: '--id <ID>', summary: 'names this collection: the same command goes on with it' },
    ACTION_OPTION,
  ],
  sends: { path: (call) => askedQuestion(call).path, query: (call) => askedQuestion(call).query },
  requestId: (call) => idOf(call),
  notes:
    'Ctrl-C leaves the collection running. Without --id, each run of the command starts and pays a new one. A download that was cut goes on where it stopped.',
  examples: [
    'collect library cat --items 500 --budget 2 --out cats.jsonl --id cats-1',
    'collect library cat --budget 2 --out cats.csv --format csv --id cats-1',
    'collect /api/u1/v1/library/app/search_video_v2 keyword=cat language=en --budget 2 --wait',
    'collect list',
  ],
  ends: ({ collection }, call, gateway) => finish(call, gateway, collection),
});

const optionsOf = ({ options }: VerbCall) => options as CollectOptions;

/** The id of this run, also where the caller chose none: what it says when it is stopped must lead back to it. */
function idOf(call: VerbCall): string {
  const options = optionsOf(call);
  options.id ??= `cli-${base62(call.world.random, ID_CHARS)}`;
  return options.id;
}

async function finish(call: VerbCall, gateway: AtGateway, first: ShownCollection): Promise<number> {
  const { world, json } = call;
  const { out, wait = false, format = EXPORT_FORMATS[0] } = optionsOf(call);
  const ended = out !== undefined || wait ? await waitFor(call, gateway, first) : first;
  if (typeof ended === 'number') return ended;
  if (out !== undefined) await downloadTo(gateway, exportTarget(ended.id, format), out);
  world.out(json ? `${JSON.stringify({ collection: ended }, null, 2)}\n` : textOf(ended, out));
  return ended.state === 'failed' ? EXIT.no : EXIT.ok;
}

/** The exit code after Ctrl-C or SIGTERM: the collection goes on without the command. */
async function waitFor(
  call: VerbCall,
  gateway: AtGateway,
  first: ShownCollection,
): Promise<ShownCollection | number> {
  const { world } = call;
  const progress = new ProgressShown(world);
  let stoppedWith: number | null = null;
  const stopped = world.interrupted().then((signal) => {
    stoppedWith = EXIT_OF_SIGNAL[signal];
  });
  let collection = first;
  while (!ENDED.includes(collection.state) && stoppedWith === null) {
    if (world.isTerminal) progress.tell(progressOf(collection));
    await Promise.race([stopped, world.goesOn(LOOK_MS)]);
    if (stoppedWith === null) collection = await read(gateway, collection.id);
  }
  progress.clear();
  if (stoppedWith === null) return collection;
  world.err(
    `The collection ${collection.id} goes on. To wait for it again, run the same command with --id ${idOf(call)}\n`,
  );
  return stoppedWith;
}

async function read(gateway: AtGateway, collection: string): Promise<ShownCollection> {
  return (await gateway.run(collectionRead, { params: { collection } })).collection;
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
