// Makes a command from a verb: of operators, on the data of this machine, or of callers, at a running gateway. The verb's schemas define the values of arguments and flags. The row adds what a schema cannot know: the
// words of the command, the sequence of arguments, what is printed, and examples.
import type { Static, TObject, TSchema } from 'typebox';
import type { AccountCaller, AccountDeps, AdminCaller, AdminDeps } from '../verb/deps.ts';
import type { Verb } from '../verb/verb.ts';
import { duration, durationText, type Reader, wholeNumber } from './arguments.ts';
import { type AtGateway, withGateway } from './at-gateway.ts';
import { CALLER_OPTIONS } from './caller-options.ts';
import type { AnyCommand, CommandArgument, CommandOption, Invocation } from './command.ts';
import { ControlPlane, type GivenInput, type Plane, withControlPlane } from './control-plane.ts';
import { show, showOnce, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import {
  type FieldDefinition,
  helpText,
  isNone,
  isNullable,
  optionName,
  orNone,
  readerOf,
} from './schema-fields.ts';
import { type Columns, fieldsOf } from './table.ts';
import { CliError, EXIT } from './world.ts';

/** What verbs of operators run on, and what verbs of callers run on. */
interface Operators {
  verb: [AdminDeps, AdminCaller];
  plane: ControlPlane;
}
interface Callers {
  verb: [AccountDeps, AccountCaller];
  plane: AtGateway;
}
type Side = Operators | Callers;

/** The help text, with a name when it differs from the field's. */
type ArgumentRow = string | { name: string; text: string };
/** `--name <VALUE>`; the help text (default: the field's description); how the value is parsed when the schema does not say it. */
type FlagRow = readonly [flags: string, text?: string, read?: Reader | NonNullable<Reader['parse']>];
type Texts<Field extends PropertyKey, Row> = { readonly [F in Field]?: Row };

/** The options by name, as the option parser read them. */
export type VerbCall = Invocation<string[], Record<string, unknown>>;

type Lists<A> = {
  [K in keyof A]: A[K] extends readonly (infer T)[] ? readonly [K, Columns<T>, empty: string] : never;
};
type Things<A> = { [K in keyof A]: A[K] extends object ? readonly [K, Columns<A[K]>] : never };

/** What is printed for people, in one of these ways. */
type Shown<A, On> =
  /** A list of the answer as a table, or a sentence when it is empty. All pages of the list are read. */
  | { lists: Lists<A>[keyof A]; fields?: never; shows?: never; ends?: never }
  /** One thing of the answer, a line per field. */
  | { fields: Things<A>[keyof A]; lists?: never; shows?: never; ends?: never }
  /** A text made by a function. */
  | { shows: (answer: A, call: Invocation) => string; lists?: never; fields?: never; ends?: never }
  /** By itself: it goes on with the answer, prints, and gives the exit code. */
  | {
      ends: (answer: A, call: VerbCall, plane: On) => Promise<number>;
      lists?: never;
      fields?: never;
      shows?: never;
    };

/** The same without the types of a verb. */
interface AnyShown {
  lists?: readonly [string, Columns<unknown>, empty: string];
  fields?: readonly [string, Columns<unknown>];
  shows?: (answer: object, call: Invocation) => string;
  ends?: (answer: object, call: VerbCall, plane: Plane) => Promise<number>;
}

interface RowBase<
  S extends Side,
  P extends TObject,
  Q extends TObject,
  B extends TObject,
  R extends TSchema,
> {
  words: string;
  formerly?: string;
  /** Default: the verb's summary. */
  summary?: string;
  after?: string;
  verb: Verb<S['verb'][0], S['verb'][1], P, Q, B, R>;
  /** Positional arguments that are not fields of the verb; `sends` makes fields of them. */
  ownArguments?: CommandArgument[];
  /** Fields of the verb that are positional arguments, in this sequence. */
  arguments?: Texts<keyof Static<P> | keyof Static<Q> | keyof Static<B>, ArgumentRow>;
  /** Fields of the verb that are flags, in the sequence of the help. */
  flags?: Texts<keyof Static<Q> | keyof Static<B>, FlagRow>;
  /** Every further field of the body, or every further one of these, is a flag too, made from its schema. A new one then needs no change of the row. */
  otherFlags?: true | Readonly<Record<string, TSchema>>;
  /** Flags that are not fields of the verb; the help lists them first. */
  own?: CommandOption[];
  /** Body fields that are always sent, or are made of other words. */
  sends?: { [F in keyof Static<B>]?: Static<B>[F] | ((call: VerbCall) => Static<B>[F] | undefined) };
  /** At a running gateway: the id under which something is made. */
  requestId?: (call: VerbCall) => string | undefined;
  /** What to do without a key, where there is another way. */
  withoutKey?: string;
  /** For lists that are cut unless --limit asks for more. */
  limit?: { shown: number; max: number };
  notes?: string;
  examples: string[];
  /** For answers with a secret that is shown only once: says how to get a new one. */
  once?: (answer: Static<R>, args: string[]) => string;
  /** The exit code; default 0. */
  exit?: (answer: Static<R>) => number;
  /** Checks before the verb runs; throws when the command cannot run with these options. */
  before?: (call: VerbCall, plane: S['plane']) => void;
  /** Runs a second verb that completes the answer. */
  second?: (answer: Static<R>, call: VerbCall, plane: S['plane']) => Promise<Static<R> & object>;
  /** Runs after the answer was printed. */
  afterwards?: (call: VerbCall, plane: S['plane'], answer: Static<R>) => Promise<void>;
  /** Creates a ledger where none exists. */
  mayCreate?: boolean;
}

type CommandRow<
  S extends Side,
  P extends TObject,
  Q extends TObject,
  B extends TObject,
  R extends TSchema,
> = RowBase<S, P, Q, B, R> & Shown<Static<R>, S['plane']>;

/** The same without the types of a verb, for code that treats all rows alike. */
// biome-ignore lint/suspicious/noExplicitAny: the plane of either side.
type PlainRow = Omit<RowBase<any, TObject, TObject, TObject, TSchema>, 'arguments' | 'flags' | 'sends'> &
  AnyShown & {
    sends?: Record<string, unknown>;
    arguments?: Record<string, ArgumentRow>;
    flags?: Record<string, FlagRow>;
  };

/** A field of the verb that the command offers. */
interface Field {
  name: string;
  part: 'params' | 'query' | 'body';
  isRequired: boolean;
  definition: FieldDefinition;
  reader: Reader;
  /** The value that the user gave. */
  given(call: VerbCall): unknown;
}
type Place = Pick<Field, 'name' | 'part' | 'isRequired' | 'definition'>;

const PARTS = ['params', 'query', 'body'] as const;

/** All fields that the verb takes. */
function placesOf(verb: PlainRow['verb']): Place[] {
  return PARTS.flatMap((part) => {
    const { properties, required = [] } = verb[part] as { properties: object; required?: readonly string[] };
    return Object.entries<FieldDefinition>(properties as Record<string, FieldDefinition>).map(
      ([name, definition]) => ({ name, part, isRequired: required.includes(name), definition }),
    );
  });
}

/** Throws for a row that cannot work: the compiler does not notice a missing required field. */
function checkRow(row: PlainRow): void {
  const { words, verb, arguments: named = {}, sends = {} } = row;
  const flags = flagRows(row);
  const forgotten = placesOf(verb).find(
    ({ name, isRequired }) => isRequired && !(name in named || name in flags || name in sends),
  );
  if (forgotten !== undefined) throw new Error(`"${words}" has no way to give ${forgotten.name}`);
  for (const [name, [form, , read]] of Object.entries(flags)) {
    // The text after such a flag is never a boolean, so the verb would refuse every value.
    const isText =
      read === undefined && form.includes('<') && placeOf(row, name).definition.type === 'boolean';
    if (isText) throw new Error(`"${words}": ${form} takes a value, but ${name} is true or false`);
  }
}

function placeOf({ verb }: PlainRow, name: string): Place {
  return placesOf(verb).find((place) => place.name === name)!;
}

function argumentFields(row: PlainRow): [Field, ArgumentRow][] {
  return Object.entries(row.arguments ?? {}).map(([name, of], i) => {
    const place = placeOf(row, name);
    const { parse, choices } = readerOf(name, place.definition);
    const reader = { ...(parse !== undefined && { parse }), ...(choices !== undefined && { choices }) };
    return [{ ...place, reader, given: ({ args }) => args[i + (row.ownArguments ?? []).length] }, of];
  });
}

/** The flags that the row names, then those that it leaves to the schema. */
function flagRows({ verb, arguments: named = {}, flags = {}, sends = {}, otherFlags }: PlainRow) {
  if (otherFlags === undefined) return flags;
  const offered = otherFlags === true ? verb.body.properties : otherFlags;
  const others = placesOf(verb).filter(
    ({ name, part }) =>
      part === 'body' && name in offered && !(name in named || name in flags || name in sends),
  );
  const flagOf = ({ name, definition }: Place): FlagRow => {
    const { type } = definition;
    const value = type === 'boolean' ? '' : ` <${type === 'integer' ? 'N' : 'TEXT'}>`;
    const removes = verb.method === 'PATCH' && isNullable(definition) ? '; "none" removes it' : '';
    return [`--${name.replaceAll('_', '-')}${value}`, `${helpText(definition)}${removes}`];
  };
  return { ...flags, ...Object.fromEntries(others.map((place) => [place.name, flagOf(place)])) };
}

function flagFields(row: PlainRow): [Field, FlagRow][] {
  return Object.entries(flagRows(row)).map(([name, flag]) => {
    const place = placeOf(row, name);
    const [flags, , read = readerOf(name, place.definition)] = flag;
    const reader = typeof read === 'function' ? { parse: read } : read;
    return [{ ...place, reader, given: ({ options }) => options[optionName(flags)] }, flag];
  });
}

function argumentOf([{ name, isRequired, reader }, of]: [Field, ArgumentRow]): CommandArgument {
  const { name: word, text } = typeof of === 'string' ? { name, text: of } : of;
  const shown = word.replaceAll('_', '-');
  const { parse, choices } = reader;
  return {
    name: isRequired ? `<${shown}>` : `[${shown}]`,
    summary: text,
    ...(parse !== undefined && { parse }),
    ...(choices !== undefined && { choices }),
  };
}

function optionOf([field, [flags, text = helpText(field.definition)]]: [Field, FlagRow]): CommandOption {
  const { parse, choices, isRepeatable = false, isRequired, absent } = field.reader;
  const read = isNullable(field.definition) ? orNone(parse) : parse;
  return {
    flags,
    summary: withDefault(text, field),
    ...(choices !== undefined && { choices }),
    ...(read !== undefined && { parse: read }),
    isRequired: isRequired ?? (field.isRequired && absent === undefined),
    isRepeatable,
  };
}

/** What holds without the flag is said by the schema alone. */
function withDefault(text: string, { definition, reader }: Field): string {
  const { default: absent } = definition;
  if (absent === undefined || typeof absent === 'boolean') return text;
  const shown = reader.parse === duration ? durationText(absent as number) : absent;
  return `${text} (default: ${shown})`;
}

function limitOption({ shown, max }: { shown: number; max: number }): CommandOption {
  const summary = `at most this many (default: ${shown})`;
  return { flags: '--limit <N>', summary, parse: wholeNumber(1, max) };
}

/** Converts what the user gave to what the verb takes; undefined when it was not given. */
function valueOfField({ reader, definition, given }: Field, call: VerbCall, plane: Plane): unknown {
  const value = given(call) ?? reader.absent;
  if (value === undefined) return undefined;
  if (isNullable(definition) && isNone(value)) return null;
  return reader.resolve === undefined ? value : reader.resolve(value as never, plane);
}

function sentBy({ sends = {} }: PlainRow, call: VerbCall): Record<string, unknown> {
  const made = Object.entries(sends).map(([name, of]) => [name, typeof of === 'function' ? of(call) : of]);
  return Object.fromEntries(made.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
}

function inputOf(row: PlainRow, fields: readonly Field[], call: VerbCall, plane: Plane): GivenInput {
  const input: Record<Field['part'], Record<string, unknown>> = {
    params: {},
    query: {},
    body: sentBy(row, call),
  };
  for (const field of fields) {
    const value = valueOfField(field, call, plane);
    if (value !== undefined) input[field.part][field.name] = value;
  }
  const { minProperties = 0 } = row.verb.body as { minProperties?: number };
  if (Object.keys(input.body).length < minProperties)
    throw new CliError('nothing to change: name at least one option', EXIT.usage);
  const requestId = row.requestId?.(call);
  return { ...input, ...(requestId !== undefined && { requestId }) };
}

/** Lists are read page by page, to the end or to --limit. */
async function ask({ verb, lists, limit }: PlainRow, input: GivenInput, call: VerbCall, plane: Plane) {
  if (lists === undefined || !('cursor' in verb.query.properties)) return plane.ask(verb, input);
  const [key] = lists;
  const rowsMax = limit && ((call.options.limit as number | undefined) ?? limit.shown);
  let last: object = {};
  const rows = await readAllPages(async (page) => {
    last = await plane.ask(verb, { ...input, query: { ...page, ...input.query } });
    const { [key]: found, next_cursor } = last as Record<string, unknown>;
    return { rows: (found ?? []) as object[], next: (next_cursor ?? null) as string | null };
  }, rowsMax);
  return plane instanceof ControlPlane ? { [key]: rows } : { ...last, [key]: rows };
}

function textOfAnswer({ lists, fields, shows }: AnyShown, answer: object, call: Invocation): string {
  const of = answer as Record<string, unknown>;
  if (lists !== undefined) return tableText(call, lists[1], of[lists[0]] as unknown[], lists[2]);
  return fields === undefined ? shows!(answer, call) : fieldsOf(fields[1], of[fields[0]], call.world.columns);
}

async function runRow(
  row: PlainRow,
  fields: readonly Field[],
  call: VerbCall,
  plane: Plane,
): Promise<number> {
  row.before?.(call, plane);
  const first = await ask(row, inputOf(row, fields, call, plane), call, plane);
  if (row.ends !== undefined) return row.ends(first, call, plane);
  const answer = (await row.second?.(first, call, plane)) ?? first;
  const text = () => textOfAnswer(row, answer, call);
  if (row.once === undefined) show(call, answer, text);
  else await showOnce(call, answer, text, row.once(answer, call.args));
  await row.afterwards?.(call, plane, answer);
  return row.exit?.(answer) ?? EXIT.ok;
}

/** Opens where the verb runs. */
type Opening = (call: VerbCall, work: (plane: Plane) => Promise<number>) => Promise<number>;

function commandOf(row: PlainRow, open: Opening, ending: CommandOption[] = []): AnyCommand {
  checkRow(row);
  const { words, formerly, verb, summary = verb.summary, after, notes, examples, limit } = row;
  const { own = [], ownArguments = [] } = row;
  const positional = argumentFields(row);
  const flagged = flagFields(row);
  const fields = [...positional, ...flagged].map(([field]) => field);
  const limiting = limit === undefined ? [] : [limitOption(limit)];
  const { needed = [], others = [] } = Object.groupBy(flagged.map(optionOf), ({ isRequired }) =>
    isRequired ? 'needed' : 'others',
  );
  return {
    name: words,
    ...(formerly !== undefined && { formerly }),
    summary,
    ...(after !== undefined && { after }),
    arguments: [...ownArguments, ...positional.map(argumentOf)],
    options: [...needed, ...own, ...others, ...limiting, ...ending],
    ...(notes !== undefined && { notes }),
    examples,
    run: (call) => open(call, (plane) => runRow(row, fields, call, plane)),
  };
}

/** A command of operators: the verb runs on the data of this machine. */
export function verbCommand<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema>(
  typed: CommandRow<Operators, P, Q, B, R>,
): AnyCommand {
  const row = typed as unknown as PlainRow;
  return commandOf(row, (call, work) => withControlPlane(call, work, { mayCreate: row.mayCreate === true }));
}

/** A command of callers: a running gateway is asked, with their key. */
export function callerCommand<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema>(
  typed: CommandRow<Callers, P, Q, B, R>,
): AnyCommand {
  const row = typed as unknown as PlainRow;
  const open: Opening = (call, work) => withGateway(call, work, row.withoutKey);
  return commandOf(row, open, [CALLER_OPTIONS.key, CALLER_OPTIONS.url]);
}
