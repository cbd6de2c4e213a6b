// A command that follows from a verb. The verb's schemas say which words and values its arguments and flags take; the row adds what a
// schema cannot know: the words of the command, the order of arguments, what is shown, and examples.
import type { Static, TObject, TSchema } from 'typebox';
import type { AdminCaller, AdminDeps } from '../admin/deps.ts';
import type { Verb } from '../domain/verb.ts';
import { type Reader, wholeNumber } from './arguments.ts';
import type { AnyCommand, CommandArgument, CommandOption, Invocation } from './command.ts';
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
import { type GivenInput, runVerb, type Session, withSession } from './session.ts';
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

/** Its text in the help, and its name there when the field has another one. */
type ArgumentRow = string | { name: string; text: string };
/** `--name <VALUE>`, the text in the help (without it, the description of the field), and how it is read when the schema does not say it. */
type FlagRow = readonly [flags: string, text?: string, read?: Reader | NonNullable<Reader['parse']>];
type Texts<Field extends PropertyKey, Row> = { readonly [F in Field]?: Row };

/** The options by their names, as the parser read them. */
export type VerbCall = Invocation<string[], Record<string, unknown>>;

type Lists<A> = {
  [K in keyof A]: A[K] extends readonly (infer T)[] ? readonly [K, Columns<T>, empty: string] : never;
};
type Things<A> = { [K in keyof A]: A[K] extends object ? readonly [K, Columns<A[K]>] : never };

/** What is printed for people, in one of three ways. */
type Shown<A> =
  /** A list of the answer as a table, or a sentence when it is empty. Every page of the list is read. */
  | { lists: Lists<A>[keyof A]; fields?: never; shows?: never }
  /** A thing of the answer, a line for each field. */
  | { fields: Things<A>[keyof A]; lists?: never; shows?: never }
  /** A text of its own. */
  | { shows: (answer: A, call: Invocation) => string; lists?: never; fields?: never };

/** The same without the types of a verb. */
interface AnyShown {
  lists?: readonly [string, Columns<unknown>, empty: string];
  fields?: readonly [string, Columns<unknown>];
  shows?: (answer: object, call: Invocation) => string;
}

interface RowBase<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema> {
  words: string;
  /** Without it, that of the verb. */
  summary?: string;
  after?: string;
  verb: AdminVerb<P, Q, B, R>;
  /** Fields of the verb that stand on the command line by themselves, in this order. */
  arguments?: Texts<keyof Static<P> | keyof Static<Q> | keyof Static<B>, ArgumentRow>;
  /** Other fields, in the order of the help. */
  flags?: Texts<keyof Static<Q> | keyof Static<B>, FlagRow>;
  /** Flags that are no fields of the verb; the help shows them first. */
  own?: CommandOption[];
  /** Sent with every use. */
  sends?: Partial<Static<B>>;
  /** Of a list that is cut unless --limit asks for more. */
  limit?: { shown: number; max: number };
  notes?: string;
  examples: string[];
  /** The answer holds a secret that is shown this once; says how to get another one. */
  once?: (answer: Static<R>, args: string[]) => string;
  /** 0 unless this says otherwise. */
  exit?: (answer: Static<R>) => number;
  /** Throws when the command cannot be run like this. */
  before?: (call: VerbCall, session: Session) => void;
  /** A second verb, which completes the answer. */
  second?: (answer: Static<R>, call: VerbCall, session: Session) => Promise<Static<R> & object>;
  /** When the answer was shown. */
  finally?: (call: VerbCall, session: Session, answer: Static<R>) => Promise<void>;
  /** Makes a ledger where there is none. */
  mayCreate?: boolean;
}

export type CommandRow<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema> = RowBase<
  P,
  Q,
  B,
  R
> &
  Shown<Static<R>>;

/** Where a field stands in the input, and how it is read. */
interface Field {
  name: string;
  part: keyof GivenInput;
  isRequired: boolean;
  definition: FieldDefinition;
}

type Schemas = Record<'params' | 'query' | 'body', TObject>;

function fieldOf(verb: Schemas, name: string): Field {
  const part = (['params', 'query', 'body'] as const).find((one) => name in verb[one].properties)!;
  const { properties, required = [] } = verb[part] as { properties: object; required?: readonly string[] };
  return {
    name,
    part,
    isRequired: required.includes(name),
    definition: (properties as Record<string, FieldDefinition>)[name]!,
  };
}

function argumentOf({ name, isRequired, definition }: Field, row: ArgumentRow): CommandArgument {
  const { name: word, text } = typeof row === 'string' ? { name, text: row } : row;
  const { parse } = readerOf(name, definition);
  const shown = word.replaceAll('_', '-');
  return {
    name: isRequired ? `<${shown}>` : `[${shown}]`,
    summary: text,
    ...(parse !== undefined && { parse }),
  };
}

function readerFor({ name, definition }: Field, [, , read]: FlagRow): Reader {
  if (read === undefined) return readerOf(name, definition);
  return typeof read === 'function' ? { parse: read } : read;
}

function optionOf(field: Field, row: FlagRow): CommandOption {
  const [flags, text = helpText(field.definition)] = row;
  const { parse, choices, isRepeatable = false, isRequired, absent } = readerFor(field, row);
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
  return {
    flags: '--limit <N>',
    summary: `at most so many (default: ${shown})`,
    parse: wholeNumber(1, max),
  };
}

/** From what was read to what the verb takes. */
function valueFor(field: Field, { absent, resolve }: Reader, given: unknown, session: Session): unknown {
  const value = given ?? absent;
  if (value === undefined) return undefined;
  if (isNullable(field.definition) && isNone(value)) return null;
  return resolve === undefined ? value : resolve(value as never, session);
}

/** A change without anything to change. */
function refuseEmpty({ body }: Schemas, given: object): void {
  const { minProperties = 0 } = body as { minProperties?: number };
  if (Object.keys(given).length < minProperties)
    throw new CliError('nothing to change: name at least one option', EXIT.usage);
}

export function verbCommand<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema>(
  row: CommandRow<P, Q, B, R>,
): AnyCommand {
  const { words, verb, limit, notes, examples, after } = row;
  const { summary = verb.summary, exit = () => EXIT.ok, mayCreate = false } = row;
  const shown = row as AnyShown;
  const positional = Object.entries<ArgumentRow>((row.arguments ?? {}) as Record<string, ArgumentRow>);
  const flagged = Object.entries<FlagRow>((row.flags ?? {}) as Record<string, FlagRow>);

  function inputOf(call: VerbCall, session: Session): GivenInput {
    const input = { params: {}, query: {}, body: { ...row.sends } } as Record<
      string,
      Record<string, unknown>
    >;
    const put = (field: Field, reader: Reader, given: unknown) => {
      const value = valueFor(field, reader, given, session);
      if (value !== undefined) input[field.part]![field.name] = value;
    };
    for (const [i, [name]] of positional.entries()) put(fieldOf(verb, name), {}, call.args[i]);
    for (const [name, flag] of flagged) {
      const field = fieldOf(verb, name);
      put(field, readerFor(field, flag), call.options[optionName(flag[0])]);
    }
    refuseEmpty(verb, input.body!);
    return input;
  }

  /** Every page of a list, or what --limit asks for. */
  async function listed(session: Session, input: GivenInput, rows: string, rowsMax?: number) {
    const all = await readAllPages(async (page) => {
      const answer = await runVerb(verb, session, { ...input, query: { ...input.query, ...page } });
      const { [rows]: found, next_cursor } = answer as Record<string, unknown>;
      return { rows: found as object[], next: next_cursor as string | null };
    }, rowsMax);
    return { [rows]: all } as Static<R> & object;
  }

  async function run(call: VerbCall): Promise<number> {
    return withSession(
      call,
      async (session) => {
        row.before?.(call, session);
        const input = inputOf(call, session);
        const isPaged = shown.lists !== undefined && 'cursor' in verb.query.properties;
        const rowsMax = limit && ((call.options.limit as number | undefined) ?? limit.shown);
        const first = isPaged
          ? await listed(session, input, shown.lists![0], rowsMax)
          : await runVerb(verb, session, input);
        const answer = (await row.second?.(first, call, session)) ?? first;
        const text = () => textOfAnswer(shown, answer, call);
        if (row.once === undefined) show(call, answer, text);
        else await showOnce(call, answer, text, row.once(answer, call.args));
        await row.finally?.(call, session, answer);
        return exit(answer);
      },
      { mayCreate },
    );
  }

  return {
    name: words,
    summary,
    ...(after !== undefined && { after }),
    arguments: positional.map(([name, of]) => argumentOf(fieldOf(verb, name), of)),
    options: [
      ...(row.own ?? []),
      ...flagged.map(([name, flag]) => optionOf(fieldOf(verb, name), flag)),
      ...(limit === undefined ? [] : [limitOption(limit)]),
    ],
    ...(notes !== undefined && { notes }),
    examples,
    run,
  };
}

function textOfAnswer({ lists, fields, shows }: AnyShown, answer: object, call: Invocation): string {
  const of = answer as Record<string, unknown>;
  if (lists !== undefined) return tableText(call, lists[1], of[lists[0]] as unknown[], lists[2]);
  return fields === undefined ? shows!(answer, call) : fieldsOf(fields[1], of[fields[0]]);
}
