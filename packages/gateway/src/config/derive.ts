// Derives the Config of a section from its schema: names in camelCase, null for absent values, amounts in
// micro-units. A new setting in such a section needs only its field in the schema; value and type follow.
import { type Micros, parseMoney } from '../domain/money.ts';
import type { SchemaNode } from './schema.ts';
import type { AmountText } from './sections/parts.ts';

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** `low_balance` becomes `lowBalanceMicros`: an amount carries its unit in its name. */
type DerivedName<Name extends string, Value> =
  Exclude<Value, undefined> extends AmountText ? `${Camel<Name>}Micros` : Camel<Name>;

type DerivedField<Section, Name extends keyof Section> =
  Record<never, never> extends Pick<Section, Name>
    ? Derived<Exclude<Section[Name], undefined>> | null
    : Derived<Section[Name]>;

/** Mappings whose keys the operator chooses keep their keys. */
type DerivedSection<Section> = string extends keyof Section
  ? Readonly<Section>
  : {
      readonly [Name in keyof Section & string as DerivedName<Name, Section[Name]>]-?: DerivedField<
        Section,
        Name
      >;
    };

export type Derived<Value> = Value extends AmountText
  ? Micros
  : Value extends readonly (infer Item)[]
    ? readonly Derived<Item>[]
    : Value extends object
      ? DerivedSection<Value>
      : Value;

function derivedName(name: string, { form }: SchemaNode): string {
  const camel = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return form === 'money' ? `${camel}Micros` : camel;
}

function amountOf(text: string): Micros {
  const micros = parseMoney(text);
  if (micros === null) throw new Error('a checked amount cannot be parsed; the check and the build disagree');
  return micros;
}

function deriveNode(schema: SchemaNode, value: unknown): unknown {
  const { form, properties, items } = schema;
  if (value === undefined) return null;
  if (form === 'money') return amountOf(value as string);
  if (items !== undefined) return (value as unknown[]).map((one) => deriveNode(items, one));
  if (properties === undefined) return value;
  const fields = Object.entries(properties).map(([name, one]) => [
    derivedName(name, one),
    deriveNode(one, (value as Record<string, unknown>)[name]),
  ]);
  return Object.fromEntries(fields);
}

/** Trusts its input: `value` must already be checked against `schema`. */
export function derive<Value>(schema: object, value: Value): Derived<Value> {
  return deriveNode(schema as SchemaNode, value) as Derived<Value>;
}
