// What forms and lists take from openapi.json. Bounds of one field: attributes of inputs (`maxLength`, `pattern`, `min`, `max`) and lists of
// choices; their names consist of operation, field and kind of bound, such as `adminGiveGrantReasonMaxLength`. All fields of a body, for a form:
// `adminGiveGrantBody`. The names of fields that are moments or amounts, for lists.
import { bodyOf, type Document, type Operation, parametersOf } from '../../client/generate/document.ts';
import type { Schema } from '../../client/generate/schema-types.ts';

/** As `BodyField` of `parts/body.ts` has it. */
type BodyField = Record<string, number | string | true | readonly (number | string)[]>;
export type Bound = number | string | readonly (number | string)[] | Record<string, BodyField>;

interface Field extends Schema {
  examples?: unknown[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  items?: Field;
}

interface Shown {
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Shown>;
  anyOf?: Shown[];
}

/** One element of a pattern (a lookahead, group, class, escape or character) with its quantifier. */
const TOKEN = /(\(\?[=!])|(\((?:\?:)?)|(\[(?:\\.|[^\]])*\]|\\u[0-9A-Fa-f]{4}|\\.|[^()|^$])|(\))|(\|)|[\^$]/uy;
const REPEAT = /\{(\d+)(,(\d*))?\}|[?*+]/y;

/** The length of the longest text that a pattern accepts; Infinity without a limit. */
export function longest(pattern: string): number {
  let at = 0;
  const next = (matcher: RegExp): RegExpExecArray | null => {
    matcher.lastIndex = at;
    const found = matcher.exec(pattern);
    at += found?.[0].length ?? 0;
    return found;
  };
  const times = (): number => {
    const found = next(REPEAT);
    if (found === null || found[0] === '?') return 1;
    const [, least, hasMost, most] = found;
    return Number(hasMost === undefined ? (least ?? Infinity) : most || Infinity);
  };
  const group = (): number => {
    let most = 0;
    let sum = 0;
    while (at < pattern.length) {
      const [, lookahead, open, one, close, bar] = next(TOKEN) ?? [];
      if (close !== undefined) break;
      if (bar !== undefined) [most, sum] = [Math.max(most, sum), 0];
      else if (lookahead !== undefined) group();
      else if (open !== undefined) sum += group() * times();
      else if (one !== undefined) sum += times();
    }
    return Math.max(most, sum);
  };
  return group();
}

/**
 * The pattern as the `pattern` attribute of an input takes it: without ^ and $, and with hyphens in classes escaped, as the `v` flag
 * requires.
 */
export function inputPattern(pattern: string): string {
  const inner = pattern.replace(/^\^/, '').replace(/\$$/, '').replaceAll('-]', '\\-]');
  new RegExp(inner, 'v');
  return inner;
}

function lengthOf({ maxLength, pattern }: Field): number | undefined {
  const most = Math.min(maxLength ?? Infinity, pattern === undefined ? Infinity : longest(pattern));
  return Number.isFinite(most) ? most : undefined;
}

function boundsOf(field: Field): Record<string, Bound | undefined> {
  return {
    MaxLength: lengthOf(field),
    Pattern: field.pattern === undefined ? undefined : inputPattern(field.pattern),
    Min: field.minimum,
    Max: field.maximum,
    Choices: (field.enum ?? field.items?.enum) as readonly (number | string)[] | undefined,
  };
}

function capitals(field: string): string {
  return field.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function ofOperation(operation: Operation): [string, () => Bound | undefined][] {
  const fields = {
    ...parametersOf(operation, 'path').properties,
    ...parametersOf(operation, 'query').properties,
    ...bodyOf(operation)?.properties,
  };
  const ofField = Object.entries(fields).flatMap(([name, field]) =>
    ['MaxLength', 'Pattern', 'Min', 'Max', 'Choices'].map((kind): [string, () => Bound | undefined] => [
      `${operation.operationId}${capitals(name)}${kind}`,
      () => boundsOf(field as Field)[kind],
    ]),
  );
  return [...ofField, [`${operation.operationId}Body`, () => bodyFields(bodyOf(operation) as Field | null)]];
}

const MOMENT = /^\d{4}-\d\d-\d\dT/;
const AMOUNT = /^-?\d+\.\d{2,6}$/;

/** Texts without control characters are what people type anyway: the gateway says what else it does not take. */
const ANY_WORDS = /^\^(?:\(\?!\\s\)|\[\^\\u0000)/;
const AMOUNT_PATTERN = '(\\.[0-9]{1,6})?$';

function bodyField(field: Field, isRequired: boolean): BodyField {
  const nullable =
    String(field.type).includes('null') || (field.anyOf ?? []).some(({ type }) => type === 'null');
  const given = (field.anyOf?.find(({ type }) => type !== 'null') ?? field) as Field;
  const { pattern } = given;
  const isAmount = pattern?.endsWith(AMOUNT_PATTERN) ?? AMOUNT.test(String(given.examples?.[0] ?? ''));
  const { MaxLength, Min, Max, Choices } = boundsOf(given);
  const isWord = pattern !== undefined && !isAmount && !ANY_WORDS.test(pattern);
  return {
    ...(isAmount ? { kind: 'amount' } : /integer|number/.test(String(given.type)) && { kind: 'count' }),
    ...(isRequired && { required: true }),
    ...(nullable && { nullable: true }),
    ...(MaxLength !== undefined && !isAmount && { maxLength: MaxLength as number }),
    ...(isWord && { pattern: inputPattern(pattern) }),
    ...(Min !== undefined && { min: Min as number }),
    ...(Max !== undefined && { max: Max as number }),
    ...(Choices !== undefined && { choices: Choices as readonly string[] }),
  };
}

/** Fields of an object in the body have its name before theirs, such as `budget.month`. */
function bodyFields(schema: Field | null, before = ''): Record<string, BodyField> {
  const rows = Object.entries(schema?.properties ?? {}).flatMap(([name, field]): [string, BodyField][] =>
    field.properties === undefined
      ? [[before + name, bodyField(field as Field, schema?.required?.includes(name) === true)]]
      : Object.entries(bodyFields(field as Field, `${before}${name}.`)),
  );
  return Object.fromEntries(rows);
}

/** Names of fields that are a moment, or an amount, wherever the document has them; a field with two kinds is of none. */
function kindsOf(document: Document): Map<string, () => Bound> {
  const kinds = new Map<string, Set<string>>();
  const visit = (schema: Shown): void => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      for (const { type, description = '', examples = [] } of [field, ...(field.anyOf ?? [])]) {
        const example = String(examples[0] ?? '');
        const isAmount = AMOUNT.test(example) || /six places/.test(description);
        const kind = MOMENT.test(example) ? 'moment' : isAmount ? 'amount' : example === '' ? null : 'text';
        if (String(type).includes('string') && kind !== null)
          kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
      }
    }
    for (const inner of Object.values(schema))
      if (typeof inner === 'object' && inner !== null) visit(inner as Shown);
  };
  visit(document as Shown);
  const names = (kind: string) => () =>
    [...kinds]
      .filter(([, of]) => of.size === 1 && of.has(kind))
      .map(([name]) => name)
      .sort();
  return new Map([
    ['momentFields', names('moment')],
    ['amountFields', names('amount')],
  ]);
}

/** The bounds with these names. Throws if openapi.json does not have one of them. */
export function boundsNamed(document: Document, names: readonly string[]): [string, Bound][] {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const all = new Map([...kindsOf(document), ...operations.flatMap(ofOperation)]);
  return names.map((name) => {
    const bound = all.get(name)?.();
    if (bound === undefined) throw new Error(`openapi.json has no bound for "${name}"`);
    return [name, bound];
  });
}
