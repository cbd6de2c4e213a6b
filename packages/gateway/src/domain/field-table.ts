// The field table of a noun says each of its fields once: its type, its column, how it is shown and described, and what a caller may give.
// The type of the noun, its rows, its schema, its view and its forms follow from it. storage/ reads and writes rows by it, verb/ shows it.
import type { Static, TBoolean, TEnum, TInteger, TNull, TOptional, TSchema, TString, TUnion } from 'typebox';
import { formatTime } from './clock.ts';
import { formatMoney, type Micros, toMicros } from './money.ts';
import { Type } from './schema.ts';

export type ColumnType = 'text' | 'integer' | 'bytes';
type ColumnValue = string | number | null | Uint8Array;

export function nullable<T extends TSchema>(schema: T, description?: string): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}
export const MoneyText = Type.String({
  description: 'A decimal in the currency of the account, with six places.',
  examples: ['0.012000'],
});
export const TimeText = Type.String({
  description: 'RFC 3339, UTC, with milliseconds.',
  examples: ['2026-11-15T00:00:00.000Z'],
});

/** Who is shown a field: callers and operators, operators alone, or nobody. */
type Audience = 'all' | 'operators' | 'nobody';

interface Parts {
  /** Where its name is not that of the field, with `_` between words. A value of several columns names them all. */
  columns: readonly string[] | null;
  type: ColumnType;
  /** Absent: the column holds the value itself. */
  read?: (...columns: never[]) => unknown;
  write?: (value: never) => ColumnValue | ColumnValue[];
  schema: TSchema;
  /** Absent: the value itself is shown. */
  show?: (value: never) => unknown;
  /** Empty: made from the name of the field. */
  shownAs: string;
  audience: Audience;
  /** What a request may give for it; null for a field that no request gives as it is stored. */
  input: TSchema | null;
}

type NullOr<S extends TSchema> = TUnion<[S, TNull]>;

/** `Name` is '' where the shown name follows from that of the field. */
export class TableField<
  T,
  S extends TSchema = TSchema,
  Name extends string = string,
  To extends Audience = Audience,
  In extends TSchema | null = TSchema | null,
> {
  readonly parts: Parts;
  /** Carry the types; no field has them. */
  declare readonly of: T;
  declare readonly schema: S;
  declare readonly name: Name;
  declare readonly to: To;
  declare readonly input: In;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  #with<Next>(parts: Partial<Parts>): Next {
    return new TableField({ ...this.parts, ...parts }) as Next;
  }

  /** The description says what the value means, and null too. */
  orNull(description?: string): TableField<T | null, NullOr<S>, Name, To, In> {
    const { read, write, show, schema } = this.parts;
    const unlessNull = (make: ((value: never) => unknown) | undefined) =>
      make && ((value: unknown) => (value === null ? null : make(value as never)));
    return this.#with({
      schema: nullable(schema, description),
      ...(read && { read: unlessNull(read) as never }),
      ...(write && { write: unlessNull(write) as never }),
      ...(show && { show: unlessNull(show) as never }),
    });
  }

  column(...columns: string[]): TableField<T, S, Name, To, In> {
    return this.#with({ columns });
  }

  as<N extends string>(shownAs: N): TableField<T, S, N, To, In> {
    return this.#with({ shownAs });
  }

  /** For values whose schema is not that of their kind. */
  shownBy<By extends TSchema>(schema: By, show?: (value: T) => Static<By>): TableField<T, By, Name, To, In> {
    return this.#with({ schema, ...(show && { show: show as never }) });
  }

  hidden(): TableField<T, S, Name, 'nobody', In> {
    return this.#with({ audience: 'nobody' });
  }

  forOperators(): TableField<T, S, Name, 'operators', In> {
    return this.#with({ audience: 'operators' });
  }

  /** A request may give it as it is stored. */
  given<I extends TSchema>(input: I): TableField<T, S, Name, To, I> {
    return this.#with({ input });
  }
}

type New<T, S extends TSchema> = TableField<T, S, '', 'all', null>;
type Keywords = Record<string, unknown>;

function make<T, S extends TSchema>(parts: Pick<Parts, 'type' | 'schema' | 'read' | 'write' | 'show'>) {
  return new TableField({ columns: null, shownAs: '', audience: 'all', input: null, ...parts }) as New<T, S>;
}

const text = (keywords: Keywords = {}) =>
  make<string, TString>({ type: 'text', schema: Type.String(keywords) });

const oneOf = <const V extends string>(values: readonly V[], keywords: Keywords = {}) =>
  make<V, TEnum<V[]>>({ type: 'text', schema: Type.Enum([...values], keywords) });

const integer = (keywords: Keywords = {}) =>
  make<number, TInteger>({ type: 'integer', schema: Type.Integer(keywords) });

/** From 0 on. */
const count = (description?: string) =>
  integer({ minimum: 0, ...(description !== undefined && { description }) });

/** Of a JSON text in a column. */
const json = <T>() =>
  make<T, TSchema>({
    type: 'text',
    schema: Type.Unknown(),
    read: (column: string) => JSON.parse(column),
    write: (value: T) => JSON.stringify(value),
  });

const names = (keywords: Keywords = {}) => json<string[]>().shownBy(Type.Array(Type.String(), keywords));

const flag = (keywords: Keywords = {}) =>
  make<boolean, TBoolean>({
    type: 'integer',
    schema: Type.Boolean(keywords),
    read: (column: number) => column === 1,
    write: (value: boolean) => (value ? 1 : 0),
  });

const money = <T extends number = Micros>(keywords?: Keywords) =>
  make<T, TString>({
    type: 'integer',
    schema: keywords === undefined ? MoneyText : Type.String(keywords),
    read: toMicros,
    show: formatMoney,
  });

const time = (keywords?: Keywords) =>
  make<number, TString>({
    type: 'integer',
    schema: keywords === undefined ? TimeText : Type.String({ ...TimeText, ...keywords }),
    show: formatTime,
  });

/** A value of several columns of whole numbers; null when the first of them is. */
const numbers = <T extends object>(columns: Readonly<Record<keyof T & string, string>>) => {
  const parts = Object.keys(columns) as (keyof T & string)[];
  return make<T | null, TSchema>({
    type: 'integer',
    schema: Type.Unknown(),
    read: (...values: number[]) =>
      values[0] === null ? null : Object.fromEntries(parts.map((part, i) => [part, values[i]])),
    write: (value: T | null) => parts.map((part) => (value === null ? null : (value[part] as number))),
  }).column(...Object.values<string>(columns));
};

/** Makes the fields of a table. */
export const field = { text, oneOf, integer, count, json, names, flag, money, time, numbers };

// biome-ignore lint/suspicious/noExplicitAny: fields of every type.
export type FieldTable = Readonly<Record<string, TableField<any>>>;

/** The type of the noun. */
export type Of<F extends FieldTable> = { -readonly [K in keyof F]: F[K]['of'] };

type Snake<S extends string> = S extends `${infer C}${infer Rest}`
  ? `${C extends Lowercase<C> ? C : `_${Lowercase<C>}`}${Snake<Rest>}`
  : '';
type WithoutUnit<S extends string> = S extends `${infer Start}Micros` | `${infer Start}Ms` ? Start : S;
type ShownName<K extends string, N extends string> = N extends '' ? Snake<WithoutUnit<K>> : N;

/** The properties of the schema that this audience is shown. */
export type ShownProperties<F extends FieldTable, To extends Audience> = {
  [K in keyof F & string as F[K]['to'] extends To ? ShownName<K, F[K]['name']> : never]: F[K]['schema'];
};
export type GivenProperties<F extends FieldTable> = {
  [K in keyof F & string as F[K]['input'] extends null ? never : ShownName<K, F[K]['name']>]: TOptional<
    NonNullable<F[K]['input']>
  >;
};

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const UNIT = /(?:Micros|Ms)$/;
const shownName = (name: string, { shownAs }: Parts) =>
  shownAs === '' ? snake(name.replace(UNIT, '')) : shownAs;

export function columnNames(name: string, { parts }: TableField<unknown>): readonly string[] {
  return parts.columns ?? [snake(name)];
}

/** What this audience is shown, by the shown name, in the sequence of the table. */
export function shownFields(
  fields: FieldTable,
  to: Audience,
): [shownAs: string, name: string, parts: Parts][] {
  return Object.entries(fields)
    .filter(([, { parts }]) => parts.audience === to)
    .map(([name, { parts }]) => [shownName(name, parts), name, parts]);
}

interface Described extends TSchema {
  description?: string;
  anyOf?: readonly Described[];
}
const descriptionOf = ({ description, anyOf = [] }: Described) => description ?? anyOf[0]?.description;

/** The fields of a request body that are stored as they are given, each with the description of what is shown where it has none. */
export function givenProperties<F extends FieldTable>(fields: F): GivenProperties<F> {
  const given = Object.entries(fields).filter(([, { parts }]) => parts.input !== null);
  return Object.fromEntries(
    given.map(([name, { parts }]) => {
      const input = parts.input!;
      const description = descriptionOf(input) ?? descriptionOf(parts.schema);
      const described = description === undefined ? input : { ...input, description };
      return [shownName(name, parts), Type.Optional(described)];
    }),
  ) as GivenProperties<F>;
}

export type Given<F extends FieldTable> = {
  [K in keyof F as F[K]['input'] extends null ? never : K]?: F[K]['of'];
};

/** What a body gives of them, by the names of the fields. */
export function readGiven<F extends FieldTable>(
  fields: F,
  body: Readonly<Record<string, unknown>>,
): Given<F> {
  const given = Object.entries(fields).flatMap(([name, { parts }]) => {
    const value = parts.input === null ? undefined : body[shownName(name, parts)];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(given) as Given<F>;
}
