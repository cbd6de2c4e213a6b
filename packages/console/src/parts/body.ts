// What a form sends of what is typed into it. Pure.

/** A field of a body, as far as a form needs it. */
export interface BodyField {
  kind?: 'amount' | 'count';
  required?: true;
  /** null removes the value. */
  nullable?: true;
  maxLength?: number;
  pattern?: string;
  min?: number;
  max?: number;
  choices?: readonly (string | number)[];
}
export type BodyFields = Readonly<Record<string, BodyField>>;

export type Typed = Readonly<Record<string, string>>;

/** The text of a field before anything is typed, by its name, of which one in an object has several parts. */
export const textAt = (of: unknown, [name, ...rest]: readonly string[]): string => {
  const value = (of as Record<string, unknown> | undefined)?.[name!];
  if (value === null || value === undefined) return '';
  return rest.length > 0 ? textAt(value, rest) : String(value);
};

/** What an emptied field sends; undefined where it is not sent. */
function sentOf({ kind, nullable }: BodyField, typed: string): string | number | null | undefined {
  const text = typed.trim();
  if (text === '') return nullable ? null : undefined;
  return kind === 'count' ? Number(text) : text;
}

export function bodyOf(fields: BodyFields, names: readonly string[], typed: Typed): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const name of names) {
    const value = sentOf(fields[name]!, typed[name]!);
    if (value === undefined) continue;
    const [outer, inner] = name.split('.') as [string, string | undefined];
    body[outer] = inner === undefined ? value : { ...(body[outer] as object), [inner]: value };
  }
  return body;
}
