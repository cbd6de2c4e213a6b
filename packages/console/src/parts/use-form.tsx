// A form made from the schema of the body that it sends and a row of words for each field, in the order in which they are shown. Bounds, choices
// and what is required come from openapi.json (`api/bounds.ts`).
import { Fragment, type ReactNode, useState } from 'react';
import { AMOUNT_CHARS_MAX, isTooLarge, readAmount } from '../money/money.ts';
import { useCommonText } from '../text/common.ts';
import { type BodyField, type BodyFields, bodyOf, type Typed, textAt } from './body.ts';
import { AreaField, SelectField, TextField } from './Field.tsx';
import { Pair } from './Form.tsx';

type Inner<Field> = Field extends object ? keyof Field & string : never;
/** A field of the body, or one of an object in it, such as `budget.month`. */
type NameOf<Body> = {
  [K in keyof Body & string]: K | `${K}.${Inner<NonNullable<Body[K]>>}`;
}[keyof Body & string];

export interface Look {
  hint?: ReactNode;
  /** A hint for each choice. */
  hintOf?: Readonly<Record<string, string>>;
  /** Names of the choices, in the order in which they are shown. */
  labels?: Readonly<Record<string, string>>;
  /** Where the form demands more than the route does. */
  required?: boolean;
  type?: 'email' | 'url' | 'password';
  placeholder?: string;
  rows?: number;
  autoFocus?: boolean;
}

type FieldRow<Body> = readonly [name: NameOf<Body>, label: string, look?: Look];
/** A field with its label; several side by side; or something else that stands between the fields. What is false is left out. */
export type FormRow<Body> =
  | FieldRow<Body>
  | { pair: readonly FieldRow<Body>[] }
  | { shown: ReactNode }
  | false;

export interface BodyForm<Body> {
  fields: ReactNode;
  /** What is typed, by the names of the fields. */
  typed: Typed;
  /** Something was typed that the gateway would refuse. */
  isWrong: boolean;
  set: (name: NameOf<Body>, value: string) => void;
  /** The body that says what is typed: an emptied field removes its value where the route allows that, and else is not sent. */
  body: () => Body;
}

function fieldsIn<Body>(row: FormRow<Body>): readonly FieldRow<Body>[] {
  if (row === false || 'shown' in row) return [];
  return 'pair' in row ? row.pair : [row];
}

/** `first`: what is there before anything is typed, such as the thing that is changed. */
export function useForm<Body>(
  schema: BodyFields,
  rows: readonly FormRow<Body>[],
  first: object = {},
): BodyForm<Body> {
  const common = useCommonText();
  const [changed, setChanged] = useState<Typed>({});
  const names = rows.flatMap((row) => fieldsIn(row).map(([name]) => name as string));
  const typed = Object.fromEntries(
    names.map((name) => [name, changed[name] ?? firstOf(schema[name]!, textAt(first, name.split('.')))]),
  );
  const set = (name: string, value: string) => setChanged((before) => ({ ...before, [name]: value }));
  const wrongOf = (name: string) => {
    const text = typed[name]!;
    if (schema[name]!.kind !== 'amount' || text.trim() === '') return null;
    if (isTooLarge(text)) return common.tooLarge;
    return readAmount(text) === null ? common.wrongAmount : null;
  };
  const shownOf = ([name, label, look = {}]: FieldRow<Body>) => {
    // What was there before may be older than the rule for new names.
    const { pattern, ...old } = schema[name]!;
    const isChanged = typed[name] !== textAt(first, name.split('.'));
    const field = isChanged && pattern !== undefined ? { ...old, pattern } : old;
    const props = { label, look, field, value: typed[name]!, wrong: wrongOf(name) };
    return <OneField key={name} {...props} onType={(value) => set(name, value)} />;
  };
  const fields = rows.map((row, at) => {
    const shown = row !== false && 'shown' in row ? row.shown : fieldsIn(row).map(shownOf);
    const isPair = row !== false && 'pair' in row;
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a form keep their places
    return <Fragment key={at}>{isPair ? <Pair>{shown}</Pair> : shown}</Fragment>;
  });
  return {
    ...{ fields, typed, set },
    isWrong: names.some((name) => wrongOf(name) !== null),
    body: () => bodyOf(schema, names, typed) as Body,
  };
}

const firstOf = ({ choices }: BodyField, text: string) =>
  text === '' && choices ? String(choices[0]) : text;

interface OneFieldProps {
  label: string;
  look: Look;
  field: BodyField;
  value: string;
  wrong: string | null;
  onType: (value: string) => void;
}

function OneField({ label, look, field, value, wrong, onType }: OneFieldProps) {
  const { hintOf, hint = hintOf?.[value], labels, rows, required = field.required === true, ...rest } = look;
  const words = { label, ...(hint !== undefined && { hint }) };
  if (field.choices !== undefined) {
    const values = labels === undefined ? field.choices.map(String) : Object.keys(labels);
    const choices = values.map((one) => ({ value: one, label: labels?.[one] ?? one }));
    return <SelectField {...words} value={value} choices={choices} onPick={onType} />;
  }
  const typing = {
    ...words,
    ...{ value, required, ...rest },
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
    ...(field.maxLength !== undefined && { maxLength: field.maxLength }),
  };
  if (rows !== undefined) return <AreaField {...typing} rows={rows} />;
  if (field.kind === 'amount')
    return <TextField {...typing} inputMode="decimal" maxLength={AMOUNT_CHARS_MAX} wrong={wrong} />;
  if (field.kind === 'count') {
    const { min, max } = field;
    return (
      <TextField
        {...typing}
        type="number"
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
      />
    );
  }
  return <TextField {...typing} {...(field.pattern !== undefined && { pattern: field.pattern })} />;
}
