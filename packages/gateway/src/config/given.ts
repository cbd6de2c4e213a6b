// Owns the list of settings that somebody gave, in the order of the file, as operators may see them. A secret, a value of the environment
// and a text that may hold a password are named and never shown.
import type { GivenSetting } from '../domain/given-setting.ts';
import type { Located } from './document.ts';
import { joinPath } from './problem.ts';
import { type SchemaNode, SETTINGS } from './schema.ts';

/** More than a page can show; a file of a thousand prices has more. */
export const GIVEN_SETTINGS_MAX = 1_000;
/** These three mark the parts of a URL in which people leave passwords and keys. */
const MAY_HOLD_SECRET = /[@?#]/;

/** Of a tree that was checked. */
export function givenSettings(tree: Located): GivenSetting[] {
  return [...within(SETTINGS as SchemaNode, tree, '')].slice(0, GIVEN_SETTINGS_MAX);
}

function* within(schema: SchemaNode, at: Located, path: string): Generator<GivenSetting> {
  const { content } = at;
  if (content instanceof Map) {
    for (const [key, value] of content) yield* within(childOf(schema, key), value, joinPath(path, key));
  } else if (Array.isArray(content) && content.some(isLarge)) {
    for (const [i, item] of content.entries()) yield* within(schema.items!, item, `${path}[${i}]`);
  } else yield { name: path, value: shown(schema, at), variable: at.variable };
}

const isLarge = ({ content }: Located) => typeof content === 'object' && content !== null;

function childOf({ properties, patternProperties }: SchemaNode, key: string): SchemaNode {
  return properties?.[key] ?? Object.values(patternProperties!)[0]!;
}

function shown(schema: SchemaNode, { content, variable }: Located): string | null {
  // A single entry may stand for a list of secrets.
  if (schema.secret === true || schema.items?.secret === true || variable !== null) return null;
  if (Array.isArray(content)) {
    const each = content.map((item) => shown(schema.items!, item));
    return each.includes(null) ? null : each.join(', ');
  }
  const text = String(content ?? '');
  return MAY_HOLD_SECRET.test(text) ? null : text;
}
