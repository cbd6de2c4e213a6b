// Checks a file against the schema: unknown and missing settings, types, ranges and forms. Fills in defaults.
// Messages never show a value that came from the environment, is secret, or is a mapping or a list.
import { Check } from 'typebox/schema';
import { keyPlace, type Located, valuePlace } from './document.ts';
import { FORMS, hasForm, type ValueForm } from './forms.ts';
import { type ConfigProblem, joinPath, quote, suggestion } from './problem.ts';
import { expectation, type SchemaNode, SETTINGS, type Settings } from './schema.ts';

/** In place of a faulty value the settings have its default or a stand-in, so that rules on other settings can still be checked. */
export function checkSettings(tree: Located): { settings: Settings; problems: ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const settings = read(SETTINGS as SchemaNode, tree, '', problems);
  return { settings: settings as Settings, problems };
}

/** A valid value of the type; a text that can be read as an amount. Its problem is reported, so nobody sees it. */
function standIn(schema: SchemaNode): unknown {
  if (schema.default !== undefined) return read(schema, toLocated(schema.default), '', []);
  if (schema.type === 'object') return read(schema, toLocated({}), '', []);
  if (schema.type === 'array') return [];
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'boolean') return false;
  return schema.type === 'string' ? '0' : (schema.minimum ?? 0);
}

function read(schema: SchemaNode, at: Located, path: string, problems: ConfigProblem[]): unknown {
  if (schema.patternProperties !== undefined) return readNamed(schema, at, path, problems);
  if (schema.type === 'object') return readSection(schema, at, path, problems);
  if (schema.type === 'array') return readList(schema, at, path, problems);
  return readValue(schema, at, path, problems);
}

function readSection(schema: SchemaNode, at: Located, path: string, problems: ConfigProblem[]): unknown {
  const entries = entriesOf(schema, at, path, problems);
  if (entries === null) return standIn(schema);
  const known = schema.properties!;
  for (const [key, value] of entries) {
    if (Object.hasOwn(known, key)) continue;
    problems.push({ ...keyPlace(value), path: joinPath(path, key), text: unknownText(key, known) });
  }
  const settings: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(known)) {
    const value = entries.get(key) ?? fallback(child);
    const isRequired = schema.required?.includes(key) === true;
    const before = problems.length;
    if (value !== null) settings[key] = read(child, value, joinPath(path, key), problems);
    else if (isRequired) {
      problems.push({ ...keyPlace(at), path, text: `${key} is missing` });
      settings[key] = standIn(child);
    }
    // An optional setting that is faulty counts as left out.
    const isFaulty = problems.length > before || value?.isReported === true;
    if (isFaulty && !isRequired && child.default === undefined && isPlain(child)) delete settings[key];
  }
  return settings;
}

const isPlain = ({ type, patternProperties }: SchemaNode) =>
  type !== 'object' && type !== 'array' && patternProperties === undefined;

function unknownText(key: string, known: Record<string, SchemaNode>): string {
  return `unknown setting${suggestion(key, Object.keys(known))}`;
}

/** The default of a setting that is not in the file; null when it has no default. */
function fallback(schema: SchemaNode): Located | null {
  if (schema.default !== undefined) return toLocated(schema.default);
  return schema.type === 'object' ? toLocated({}) : null;
}

export function toLocated(value: unknown): Located {
  const from = (content: Located['content']) => ({ line: null, keyLine: null, variable: null, content });
  if (Array.isArray(value)) return from(value.map(toLocated));
  if (typeof value !== 'object' || value === null) return from(value as string | number | boolean | null);
  return from(new Map(Object.entries(value).map(([key, child]) => [key, toLocated(child)])));
}

function readNamed(schema: SchemaNode, at: Located, path: string, problems: ConfigProblem[]): unknown {
  const entries = entriesOf(schema, at, path, problems);
  if (entries === null) return Object.create(null);
  if (entries.size > schema.maxProperties!) {
    problems.push({ ...keyPlace(at), path, text: `at most ${schema.maxProperties} entries` });
    return Object.create(null);
  }
  const each = Object.values(schema.patternProperties!)[0]!;
  // No prototype: a platform called "constructor" must not be found unless it was configured.
  const settings: Record<string, unknown> = Object.create(null);
  const { keys = 'name' } = schema;
  for (const [name, value] of entries) {
    const childPath = joinPath(path, name);
    if (hasForm(keys, name)) settings[name] = read(each, value, childPath, problems);
    else
      problems.push({
        ...keyPlace(value),
        path: childPath,
        text: `expected ${expectation({ form: keys })}`,
      });
  }
  return settings;
}

function entriesOf(schema: SchemaNode, at: Located, path: string, problems: ConfigProblem[]) {
  if (at.content instanceof Map) return at.content;
  if (at.isReported) return null;
  const shown = path === '' ? 'the file' : path;
  problems.push({
    ...valuePlace(at),
    path: shown,
    text: `expected ${expectation(schema)}, got ${kindOf(at)}`,
  });
  return null;
}

function readList(schema: SchemaNode, at: Located, path: string, problems: ConfigProblem[]): unknown {
  const isOne = schema.orOne === true && typeof at.content === 'string';
  const items = at.content;
  if (isOne) return [read(schema.items!, at, path, problems)];
  if (at.isReported) return [];
  if (!Array.isArray(items)) {
    problems.push({ ...keyPlace(at), path, text: `expected a list, got ${kindOf(at)}` });
    return [];
  }
  const bounds = boundsText(schema, items.length);
  if (bounds !== null) {
    problems.push({ ...valuePlace(at), path, text: bounds });
    return [];
  }
  return items.map((item, i) => read(schema.items!, item, `${path}[${i}]`, problems));
}

function boundsText(schema: SchemaNode, count: number): string | null {
  if (count < (schema.minItems ?? 0)) return `expected at least ${schema.minItems} entry, got none`;
  if (schema.maxItems !== undefined && count > schema.maxItems) return `at most ${schema.maxItems} entries`;
  return null;
}

function readValue(schema: SchemaNode, at: Located, path: string, problems: ConfigProblem[]): unknown {
  const value = at.content;
  if (at.isReported) return standIn(schema);
  const fits = Check(schema, value);
  if (fits && (schema.form === undefined || hasForm(schema.form, value as string))) return value;
  const text = `expected ${expectation(schema)}, got ${shownValue(schema, at)}${hintFor(schema, value)}`;
  problems.push({ ...valuePlace(at), path, text });
  return standIn(schema);
}

function hintFor({ form }: SchemaNode, value: unknown): string {
  if (form === undefined || typeof value !== 'string') return '';
  const { hint }: ValueForm = FORMS[form];
  const text = hint?.(value) ?? null;
  return text === null ? '' : `; ${text}`;
}

function shownValue(schema: SchemaNode, at: Located): string {
  if (at.variable !== null) return `the value of \${${at.variable}}`;
  const { content } = at;
  if (schema.secret === true || content === null || typeof content === 'object') return kindOf(at);
  if (typeof content !== 'string') return String(content);
  // These three mark the parts of a URL in which people leave passwords and keys.
  return /[@?#]/.test(content) ? 'another text' : quote(content);
}

function kindOf({ content }: Located): string {
  if (content === null) return 'nothing';
  if (content instanceof Map) return 'a mapping';
  if (Array.isArray(content)) return 'a list';
  return typeof content === 'string' ? 'a text' : `a ${typeof content}`;
}
