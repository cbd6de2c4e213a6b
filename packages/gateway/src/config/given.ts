// Lists the settings that the file or the environment gives, in the order of the file, for operators to see. Secrets,
// values from the environment and texts that may contain a password are listed without their value.
import type { GivenSetting } from '../domain/given-setting.ts';
import type { Located } from './document.ts';
import { joinPath } from './problem.ts';
import { type SchemaNode, SETTINGS } from './schema.ts';

/** More than a page can show. Only a file with a very long price list has more. */
const GIVEN_SETTINGS_MAX = 1_000;
/** These three characters mark the parts of a URL that may contain passwords and keys. */
const MAY_HOLD_SECRET = /[@?#]/;

/** The tree must already be checked. */
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
  // Where one entry may stand for a whole list, the secret flag is on the list's items.
  if (schema.secret === true || schema.items?.secret === true || variable !== null) return null;
  if (Array.isArray(content)) {
    const each = content.map((item) => shown(schema.items!, item));
    return each.includes(null) ? null : each.join(', ');
  }
  const text = String(content ?? '');
  return MAY_HOLD_SECRET.test(text) ? null : text;
}
