// Bounds of form fields, from openapi.json: attributes of inputs (`maxLength`, `pattern`, `min`, `max`) and lists of choices. Names consist
// of operation, field and kind of bound, such as `adminGiveGrantReasonMaxLength`.
import { bodyOf, type Document, type Operation, parametersOf } from '../../client/generate/document.ts';
import type { Schema } from '../../client/generate/schema-types.ts';

export type Bound = number | string | readonly (number | string)[];

interface Field extends Schema {
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  items?: Field;
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
  return Object.entries(fields).flatMap(([name, field]) =>
    ['MaxLength', 'Pattern', 'Min', 'Max', 'Choices'].map((kind): [string, () => Bound | undefined] => [
      `${operation.operationId}${capitals(name)}${kind}`,
      () => boundsOf(field as Field)[kind],
    ]),
  );
}

/** The bounds with these names. Throws if openapi.json does not have one of them. */
export function boundsNamed({ paths }: Document, names: readonly string[]): [string, Bound][] {
  const all = new Map(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(ofOperation)));
  return names.map((name) => {
    const bound = all.get(name)?.();
    if (bound === undefined) throw new Error(`openapi.json has no bound for "${name}"`);
    return [name, bound];
  });
}
