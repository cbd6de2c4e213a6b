// Fields of a noun that its pages place nowhere by themselves. The words of the noun name each once; forms, facts and lists then have it, so a
// new field needs no change of a page.
import type { BodyFields } from './body.ts';
import { Cell } from './Cell.tsx';
import type { Fact } from './Facts.tsx';
import type { Column } from './Table.tsx';
import type { FormRow, Look } from './use-form.tsx';

/** Labels by the names of the fields. */
type FieldWords = Readonly<Record<string, string>>;

export function otherRows<Body>(
  words: FieldWords,
  schema: BodyFields,
  looks: Readonly<Record<string, Look>> = {},
): FormRow<Body>[] {
  const named = Object.entries(words).filter(([name]) => name in schema);
  return named.map(([name, label]) => [name, label, looks[name]]) as unknown as FormRow<Body>[];
}

/** `placed`: those that the page shows elsewhere. */
const others = (words: FieldWords, placed: readonly string[]) =>
  Object.entries(words).filter(([name]) => !placed.includes(name));

/** Those without a value are left out. */
export function otherFacts<Thing extends object>(
  words: FieldWords,
  of: Thing,
  placed: readonly string[] = [],
): Fact[] {
  return others(words, placed).map(([name, label]) => {
    const field = name as keyof Thing & string;
    return (of[field] ?? null) !== null && [label, <Cell key={name} of={of} field={field} />];
  });
}

/** A column is there while a row has a value in it. */
export function otherColumns<Row>(words: FieldWords, placed: readonly string[] = []): Column<Row>[] {
  return others(words, placed).map(([name, label]) => [name as keyof Row & string, label, 'wide filled']);
}
