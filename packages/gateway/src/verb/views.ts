// Schemas and views that follow from the field table of a noun (domain/field-table.ts). What no single field holds, such as the most that a
// collection can still cost, is worked out and stands behind the shown field that it names.
import type { Static, TSchema } from 'typebox';
import { type FieldTable, type Of, type ShownProperties, shownFields } from '../domain/field-table.ts';

/** Behind which shown field it stands; null: before all of them. */
interface WorkedOut<Thing, Context, S extends TSchema = TSchema> {
  after: string | null;
  schema: S;
  of(thing: Thing, context: Context): unknown;
}
type Worked<Thing, Context> = Readonly<Record<string, WorkedOut<Thing, Context>>>;
type WorkOut<Thing, Context> = <S extends TSchema>(
  after: string | null,
  schema: S,
  of: (thing: Thing, context: Context) => Static<S>,
) => WorkedOut<Thing, Context, S>;

type Properties<F extends FieldTable, To extends 'all' | 'operators', W> = ShownProperties<F, To> & {
  [K in keyof W]: W[K] extends { schema: infer S } ? S : never;
};

export interface View<P, Thing, Context> {
  /** Of the schema. */
  properties: P;
  show(thing: Thing, context: Context): { [K in keyof P]: P[K] extends TSchema ? Static<P[K]> : never };
}

type Row<Thing, Context> = [shownAs: string, TSchema, (thing: Thing, context: Context) => unknown];

/** The first call fixes the types: of what is shown, and of what it is shown with. */
export function viewOf<Thing, Context = unknown>() {
  return <
    F extends FieldTable,
    // biome-ignore lint/complexity/noBannedTypes: no worked-out fields.
    W extends Worked<Thing, Context> = {},
    To extends 'all' | 'operators' = 'all',
  >(
    fields: F & (Thing extends Of<F> ? unknown : never),
    workedOut?: (workOut: WorkOut<Thing, Context>) => W,
    to: To = 'all' as To,
  ): View<Properties<F, To, W>, Thing, Context> => {
    const rows = withWorkedOut(
      storedRows<Thing, Context>(fields, to),
      workedOut?.((after, schema, of) => ({ after, schema, of })) ?? {},
    );
    return {
      properties: Object.fromEntries(rows.map(([name, schema]) => [name, schema])) as never,
      show: (thing, context) =>
        Object.fromEntries(rows.map(([name, , of]) => [name, of(thing, context)])) as never,
    };
  };
}

function storedRows<Thing, Context>(fields: FieldTable, to: 'all' | 'operators'): Row<Thing, Context>[] {
  return shownFields(fields, to).map(([shownAs, name, { schema, show }]) => {
    const value = (thing: Thing) => (thing as Record<string, unknown>)[name];
    const shown = show as ((value: unknown) => unknown) | undefined;
    return [shownAs, schema, shown === undefined ? value : (thing) => shown(value(thing))];
  });
}

function withWorkedOut<Thing, Context>(
  rows: Row<Thing, Context>[],
  workedOut: Worked<Thing, Context>,
): Row<Thing, Context>[] {
  for (const [name, { after, schema, of }] of Object.entries(workedOut)) {
    const at = after === null ? -1 : rows.findIndex(([shownAs]) => shownAs === after);
    if (after !== null && at < 0) throw new Error(`${name} stands after ${after}, which is not shown`);
    rows.splice(at + 1, 0, [name, schema, of]);
  }
  return rows;
}
