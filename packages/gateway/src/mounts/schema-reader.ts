// Converts the schemas of an OpenAPI document to plain JSON Schema: the dialect of 3.0 is translated, references are
// made local, and only keywords that check something are kept. It compiles nothing, and a referenced schema is
// converted once, so that a large document costs little before its first call.
import { isJson, isProblem, type Json, type OpenDocument, pointerOf, valueAt } from './document.ts';
import { PatternBook } from './linear-pattern.ts';

// Finds schemas that refer back to themselves on the same value: checking one would never end. A tree whose children
// are trees is allowed, because each step checks a smaller value.

/** Keywords that apply to the same value. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];
const DEFS = '#/$defs/';

function sameValueRefs(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Json;
  const own = typeof node.$ref === 'string' ? [node.$ref.slice(DEFS.length)] : [];
  return [...own, ...SAME_VALUE.flatMap((word) => [node[word]].flat().flatMap(sameValueRefs))];
}

/** True when following same-value references from any of the named schemas leads back to a schema on the way. */
function hasEndlessSchema(schemas: ReadonlyMap<string, unknown>): boolean {
  const done = new Set<string>();
  const onTheWay = new Set<string>();
  const isEndless = (name: string): boolean => {
    if (onTheWay.has(name)) return true;
    if (done.has(name)) return false;
    onTheWay.add(name);
    const found = sameValueRefs(schemas.get(name)).some(isEndless);
    onTheWay.delete(name);
    done.add(name);
    return found;
  };
  return [...schemas.keys()].some(isEndless);
}

type Schema = Json | boolean;

export interface ReadSchema {
  schema: Schema;
  /** Pointers of the schemas that it refers to directly. */
  refs: ReadonlySet<string>;
  /** Why it cannot be used; null when it can. */
  problem: string | null;
  /** What the gateway does not check, with the reason, for the operator. */
  unchecked: readonly string[];
}

/** Far above any real document; stops at a document that YAML aliases make huge. */
const NODES_MAX = 1_000_000;
/** Real schemas nest ten levels deep. Limited because the reading is recursive and YAML can make cycles. */
const DEPTH_MAX = 100;

const ONE = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'additionalProperties',
  'items',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['properties', 'dependentSchemas'];
const NUMBERS = [
  'multipleOf',
  'maximum',
  'minimum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxContains',
  'minContains',
  'maxProperties',
  'minProperties',
];
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/** Other formats are only documentation, and tools disagree about them. */
const FORMATS = new Set(['date', 'date-time', 'uuid', 'ipv4', 'ipv6']);

/** As many notes per schema as an operator reads. */
const UNCHECKED_MAX = 10;
const SHOWN_CHARS_MAX = 60;

type Frame = { refs: Set<string>; problem: string | null; unchecked: string[] };

export class SchemaReader {
  readonly patterns = new PatternBook();
  readonly #document: OpenDocument;
  readonly #shared = new Map<string, ReadSchema>();
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  #nodes = 0;

  constructor(document: OpenDocument) {
    this.#document = document;
  }

  read(given: unknown): ReadSchema {
    const frame: Frame = { refs: new Set(), problem: null, unchecked: [] };
    const schema = this.#convert(given ?? {}, frame, 0);
    return { ...frame, schema };
  }

  /** Every schema that these refer to, directly or through others, by its name in `$defs`. */
  reachable(from: readonly ReadSchema[]): Map<string, ReadSchema> {
    const found = new Map<string, ReadSchema>();
    const open = from.flatMap(({ refs }) => [...refs]);
    for (let pointer = open.pop(); pointer !== undefined; pointer = open.pop()) {
      const name = this.#nameOf(pointer);
      if (found.has(name)) continue;
      const read = this.#at(pointer);
      found.set(name, read);
      open.push(...read.refs);
    }
    return found;
  }

  /** Why one of these schemas, or of those they refer to, cannot be used; null when all can. */
  problemIn(from: readonly ReadSchema[]): string | null {
    const reachable = this.reachable(from);
    const all = [...from, ...reachable.values()];
    const broken = all.find(({ problem }) => problem !== null)?.problem ?? null;
    if (broken !== null) return broken;
    const schemas = new Map([...reachable].map(([name, { schema }]) => [name, schema]));
    return hasEndlessSchema(schemas) ? 'a schema refers back to itself without end' : null;
  }

  /** What is not checked in these schemas and in those they refer to. */
  uncheckedIn(from: readonly ReadSchema[]): string[] {
    const all = [...from, ...this.reachable(from).values()];
    return [...new Set(all.flatMap(({ unchecked }) => unchecked))];
  }

  #at(pointer: string): ReadSchema {
    const known = this.#shared.get(pointer);
    if (known !== undefined) return known;
    const given = valueAt(this.#document.root, pointer);
    const read = this.read(given);
    const missing = given === undefined ? 'it refers to a schema that does not exist' : read.problem;
    const shared = { ...read, problem: missing };
    this.#shared.set(pointer, shared);
    return shared;
  }

  /** The last part of the pointer, with a number where two pointers end alike. */
  #nameOf(pointer: string): string {
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const last = pointer.slice(pointer.lastIndexOf('/') + 1).replace(/[^\w.-]/g, '_');
    let name = last;
    for (let i = 2; this.#taken.has(name); i++) name = `${last}_${i}`;
    this.#taken.add(name);
    this.#names.set(pointer, name);
    return name;
  }

  #convert(given: unknown, frame: Frame, depth: number): Schema {
    this.#nodes += 1;
    if (depth > DEPTH_MAX || this.#nodes > NODES_MAX) frame.problem ??= 'its schema is nested too deeply';
    if (typeof given === 'boolean') return given;
    if (!isJson(given)) frame.problem ??= 'a schema is not an object';
    if (!isJson(given) || frame.problem !== null) return {};
    if (given.$ref !== undefined && this.#document.isDialect30) return this.#reference(given.$ref, frame);
    const own = {
      ...plainKeywords(given),
      ...this.#pattern(given.pattern, frame),
      ...this.#nested(this.#withoutNamePatterns(given, frame), frame, depth + 1),
    };
    if (given.$ref !== undefined) return { ...own, ...this.#reference(given.$ref, frame) };
    return this.#document.isDialect30 ? fromDialect30(given, own) : own;
  }

  #pattern(text: unknown, frame: Frame): Json {
    if (typeof text !== 'string') return {};
    const pattern = this.patterns.read(text);
    if (!isProblem(pattern)) return { pattern };
    note(frame, `the pattern ${cut(text)} ${pattern.problem}`);
    return {};
  }

  /**
   * The validator runs patterns for names on JavaScript's engine, so anything that depends on them is left to the
   * upstream.
   */
  #withoutNamePatterns(given: Json, frame: Frame): Json {
    if (!isJson(given.patternProperties)) return given;
    note(frame, 'patternProperties are not checked');
    const { additionalProperties: _more, unevaluatedProperties: _rest, ...checked } = given;
    return checked;
  }

  #reference(ref: unknown, frame: Frame): Json {
    const pointer = pointerOf(ref);
    if (pointer === null) {
      frame.problem ??= 'its schema refers to another document';
      return {};
    }
    frame.refs.add(pointer);
    return { $ref: `#/$defs/${this.#nameOf(pointer)}` };
  }

  #nested(given: Json, frame: Frame, depth: number): Json {
    const one = (value: unknown) => this.#convert(value, frame, depth);
    const all = (value: object) => Object.entries(value).map(([name, child]) => [name, one(child)] as const);
    return Object.fromEntries([
      ...ONE.filter((word) => isJson(given[word]) || typeof given[word] === 'boolean').map(
        (word) => [word, one(given[word])] as const,
      ),
      ...LISTS.filter((word) => Array.isArray(given[word])).map(
        (word) => [word, (given[word] as unknown[]).map(one)] as const,
      ),
      ...NAMED.filter((word) => isJson(given[word])).map(
        (word) => [word, Object.fromEntries(all(given[word] as object))] as const,
      ),
    ]);
  }
}

function note({ unchecked }: Frame, text: string): void {
  if (unchecked.length < UNCHECKED_MAX && !unchecked.includes(text)) unchecked.push(text);
}

function cut(text: string): string {
  return text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX).toWellFormed()}…` : text;
}

function plainKeywords(given: Json): Json {
  const types = [given.type].flat().filter((type) => TYPES.has(type as string));
  const required = requiredNames(given);
  const kept: [string, unknown][] = NUMBERS.filter((word) => typeof given[word] === 'number').map((word) => [
    word,
    given[word],
  ]);
  if (types.length > 0) kept.push(['type', types.length === 1 ? types[0] : types]);
  if (Array.isArray(given.enum) && given.enum.length > 0) kept.push(['enum', given.enum]);
  if (given.const !== undefined) kept.push(['const', given.const]);
  if (given.uniqueItems === true) kept.push(['uniqueItems', true]);
  if (FORMATS.has(given.format as string)) kept.push(['format', given.format]);
  if (required.length > 0) kept.push(['required', required]);
  if (isJson(given.dependentRequired)) kept.push(['dependentRequired', given.dependentRequired]);
  if (typeof given.description === 'string') kept.push(['description', given.description]);
  if (given.default !== undefined) kept.push(['default', given.default]);
  return Object.fromEntries(kept);
}

/** Without read-only fields: those are required in answers, and these schemas check requests. */
function requiredNames({ required, properties }: Json): string[] {
  if (!Array.isArray(required)) return [];
  const isReadOnly = (name: string) => {
    const property = isJson(properties) && Object.hasOwn(properties, name) ? properties[name] : null;
    return isJson(property) && property.readOnly === true;
  };
  return required.filter((name): name is string => typeof name === 'string' && !isReadOnly(name));
}

/** Translates `nullable`, and the booleans that 3.0 has where JSON Schema has numbers. */
function fromDialect30(given: Json, own: Json): Json {
  const { minimum, maximum, ...rest } = own;
  const exact: Json = {
    ...rest,
    ...(minimum !== undefined && {
      [given.exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum,
    }),
    ...(maximum !== undefined && {
      [given.exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum,
    }),
  };
  if (given.nullable !== true) return exact;
  const { description, ...checked } = exact;
  return { ...(description !== undefined && { description }), anyOf: [checked, { type: 'null' }] };
}
