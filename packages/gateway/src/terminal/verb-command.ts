// Makes a command from a verb. The verb's schemas define the values of arguments and flags. The row adds what a schema cannot know: the
// words of the command, the sequence of arguments, what is printed, and examples.
import type { Static, TObject, TSchema } from 'typebox';
import type { AdminCaller, AdminDeps } from '../verb/deps.ts';
import type { Verb } from '../verb/verb.ts';
import { type Reader, wholeNumber } from './arguments.ts';
import type { AnyCommand, CommandArgument, CommandOption, Invocation } from './command.ts';
import { type ControlPlane, type GivenInput, runVerb, withControlPlane } from './control-plane.ts';
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

type AdminVerb<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema> = Verb<
  AdminDeps,
  AdminCaller,
  P,
  Q,
  B,
  R
>;

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

/** What is printed for people, in one of three ways. */
type Shown<A> =
  /** A list of the answer as a table, or a sentence when it is empty. All pages of the list are read. */
  | { lists: Lists<A>[keyof A]; fields?: never; shows?: never }
  /** One thing of the answer, a line per field. */
  | { fields: Things<A>[keyof A]; lists?: never; shows?: never }
  /** A text made by a function. */
  | { shows: (answer: A, call: Invocation) => string; lists?: never; fields?: never };

/** The same without the types of a verb. */
interface AnyShown {
  lists?: readonly [string, Columns<unknown>, empty: string];
  fields?: readonly [string, Columns<unknown>];
  shows?: (answer: object, call: Invocation) => string;
}

interface RowBase<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema> {
  words: string;
  formerly?: string;
  /** Default: the verb's summary. */
  summary?: string;
  after?: string;
  verb: AdminVerb<P, Q, B, R>;
  /** Fields of the verb that are positional arguments, in this sequence. */
  arguments?: Texts<keyof Static<P> | keyof Static<Q> | keyof Static<B>, ArgumentRow>;
  /** Fields of the verb that are flags, in the sequence of the help. */
  flags?: Texts<keyof Static<Q> | keyof Static<B>, FlagRow>;
  /** Every further field of the body is a flag too, made from its schema. A new field of the verb then needs no change of the row. */
  otherFlags?: true;
  /** Flags that are not fields of the verb; the help lists them first. */
  own?: CommandOption[];
  /** Body fields that are always sent. */
  sends?: Partial<Static<B>>;
  /** For lists that are cut unless --limit asks for more. */
  limit?: { shown: number; max: number };
  notes?: string;
  examples: string[];
  /** For answers with a secret that is shown only once: says how to get a new one. */
  once?: (answer: Static<R>, args: string[]) => string;
  /** The exit code; default 0. */
  exit?: (answer: Static<R>) => number;
  /** Checks before the verb runs; throws when the command cannot run with these options. */
  before?: (call: VerbCall, control: ControlPlane) => void;
  /** Runs a second verb that completes the answer. */
  second?: (answer: Static<R>, call: VerbCall, control: ControlPlane) => Promise<Static<R> & object>;
  /** Runs after the answer was printed. */
  afterwards?: (call: VerbCall, control: ControlPlane, answer: Static<R>) => Promise<void>;
  /** Creates a ledger where none exists. */
  mayCreate?: boolean;
}

type CommandRow<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema> = RowBase<
  P,
  Q,
  B,
  R
> &
  Shown<Static<R>>;

/** The same without the types of a verb, for code that treats all rows alike. */
type PlainRow = Omit<RowBase<TObject, TObject, TObject, TSchema>, 'arguments' | 'flags'> &
  AnyShown & { arguments?: Record<string, ArgumentRow>; flags?: Record<string, FlagRow> };

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
    return [{ ...place, reader, given: ({ args }) => args[i] }, of];
  });
}

/** The flags that the row names, then those that it leaves to the schema. */
function flagRows({ verb, arguments: named = {}, flags = {}, sends = {}, otherFlags }: PlainRow) {
  if (otherFlags === undefined) return flags;
  const others = placesOf(verb).filter(
    ({ name, part }) => part === 'body' && !(name in named || name in flags || name in sends),
  );
  const flagOf = ({ name, definition: { type } }: Place): FlagRow => {
    const value = type === 'boolean' ? '' : ` <${type === 'integer' ? 'N' : 'TEXT'}>`;
    return [`--${name.replaceAll('_', '-')}${value}`];
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
    summary: text,
    ...(choices !== undefined && { choices }),
    ...(read !== undefined && { parse: read }),
    isRequired: isRequired ?? (field.isRequired && absent === undefined),
    isRepeatable,
  };
}

function limitOption({ shown, max }: { shown: number; max: number }): CommandOption {
  const summary = `at most this many (default: ${shown})`;
  return { flags: '--limit <N>', summary, parse: wholeNumber(1, max) };
}

/** Converts what the user gave to what the verb takes; undefined when it was not given. */
function valueOfField({ reader, definition, given }: Field, call: VerbCall, control: ControlPlane): unknown {
  const value = given(call) ?? reader.absent;
  if (value === undefined) return undefined;
  if (isNullable(definition) && isNone(value)) return null;
  return reader.resolve === undefined ? value : reader.resolve(value as never, control);
}

function inputOf(row: PlainRow, fields: readonly Field[], call: VerbCall, control: ControlPlane): GivenInput {
  const input: Record<Field['part'], Record<string, unknown>> = {
    params: {},
    query: {},
    body: { ...row.sends },
  };
  for (const field of fields) {
    const value = valueOfField(field, call, control);
    if (value !== undefined) input[field.part][field.name] = value;
  }
  const { minProperties = 0 } = row.verb.body as { minProperties?: number };
  if (Object.keys(input.body).length < minProperties)
    throw new CliError('nothing to change: name at least one option', EXIT.usage);
  return input;
}

/** Lists are read page by page, to the end or to --limit. */
async function ask(
  { verb, lists, limit }: PlainRow,
  input: GivenInput,
  call: VerbCall,
  control: ControlPlane,
) {
  if (lists === undefined || !('cursor' in verb.query.properties)) return runVerb(verb, control, input);
  const [key] = lists;
  const rowsMax = limit && ((call.options.limit as number | undefined) ?? limit.shown);
  const rows = await readAllPages(async (page) => {
    const answer = await runVerb(verb, control, { ...input, query: { ...input.query, ...page } });
    const { [key]: found, next_cursor } = answer as Record<string, unknown>;
    return { rows: found as object[], next: next_cursor as string | null };
  }, rowsMax);
  return { [key]: rows };
}

function textOfAnswer({ lists, fields, shows }: AnyShown, answer: object, call: Invocation): string {
  const of = answer as Record<string, unknown>;
  if (lists !== undefined) return tableText(call, lists[1], of[lists[0]] as unknown[], lists[2]);
  return fields === undefined ? shows!(answer, call) : fieldsOf(fields[1], of[fields[0]], call.world.columns);
}

async function runRow(row: PlainRow, fields: readonly Field[], call: VerbCall): Promise<number> {
  const work = async (control: ControlPlane) => {
    row.before?.(call, control);
    const first = await ask(row, inputOf(row, fields, call, control), call, control);
    const answer = (await row.second?.(first, call, control)) ?? first;
    const text = () => textOfAnswer(row, answer, call);
    if (row.once === undefined) show(call, answer, text);
    else await showOnce(call, answer, text, row.once(answer, call.args));
    await row.afterwards?.(call, control, answer);
    return row.exit?.(answer) ?? EXIT.ok;
  };
  return withControlPlane(call, work, { mayCreate: row.mayCreate === true });
}

export function verbCommand<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema>(
  typed: CommandRow<P, Q, B, R>,
): AnyCommand {
  const row = typed as unknown as PlainRow;
  checkRow(row);
  const { words, formerly, verb, summary = verb.summary, after, own = [], limit, notes, examples } = row;
  const positional = argumentFields(row);
  const flagged = flagFields(row);
  const fields = [...positional, ...flagged].map(([field]) => field);
  const limiting = limit === undefined ? [] : [limitOption(limit)];
  return {
    name: words,
    ...(formerly !== undefined && { formerly }),
    summary,
    ...(after !== undefined && { after }),
    arguments: positional.map(argumentOf),
    options: [...own, ...flagged.map(optionOf), ...limiting],
    ...(notes !== undefined && { notes }),
    examples,
    run: (call) => runRow(row, fields, call),
  };
}
