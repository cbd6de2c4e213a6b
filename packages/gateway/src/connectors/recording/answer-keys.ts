// The keys of a platform's answers, compared with those that its connector knows: those of its samples. A platform that changed sends keys
// that nobody has seen, or leaves out one that the parser reads.
import type { OperationName } from '../connector.ts';
import { isObject, type Json, parseJson } from '../parsing/json.ts';
import { KNOWN_KEYS } from './known-keys.ts';

export interface ComparedKeys {
  /** In this answer, and in none that the connector knows. Nothing reads them. */
  new: string[];
  /** Read by the connector, in every answer to this operation that it knows, and not in this one. */
  missing: string[];
}

/** A key by its name and that of the object around it; entries of lists have no names. */
type KeyName = string;

/** Every key of a JSON text; none of another text. */
export function keysOf(body: string, fields: ReadonlySet<string> | null = null): Set<KeyName> {
  const found = new Set<KeyName>();
  const look = (value: unknown, around: string): void => {
    if (Array.isArray(value)) for (const entry of value) look(entry, around);
    if (!isObject(value)) return;
    const isMap = fields !== null && hasNamesAsKeys(value, fields);
    for (const [name, member] of Object.entries(value)) {
      const isField = !isMap && !/^\d+$/.test(name);
      if (isField) found.add(around === '' ? name : `${around}.${name}`);
      look(member, isField ? name : around);
    }
  };
  look(parseJson(body, false), '');
  return found;
}

/** Objects under at least this many keys that all have the same fields are entries, and their keys are names. */
const ENTRIES_MIN = 2;

/** Whether the keys are data: ids or handles. Where one of them is a known field, they are fields. */
export function hasNamesAsKeys(given: Json, fields: ReadonlySet<string>): boolean {
  if (Object.keys(given).some((key) => fields.has(key))) return false;
  const members = Object.values(given);
  if (members.length < ENTRIES_MIN || !members.every(isObject)) return false;
  const [first = '', ...others] = members.map((member) => Object.keys(member).sort().join());
  return first !== '' && others.every((names) => names === first);
}

/** `connector` has the keys that it reads, `connector unread` the others, `connector operation platform` what is read of every such answer. */
function listed(name: string): Set<KeyName> {
  const line = KNOWN_KEYS.split('\n').find((row) => row.startsWith(`${name}: `));
  return new Set(line?.slice(name.length + ': '.length).split(' '));
}

/** The names of fields that a connector knows. */
export function knownFields(connector: string): Set<string> {
  return new Set([...listed(connector), ...listed(`${connector} unread`)].flatMap((key) => key.split('.')));
}

/** Answers that were recorded before; they count like the samples. */
export type Baseline = readonly { operation: string; platform: string; bodies: readonly string[] }[];

export function compareKeys(
  asked: { connector: string; operation: OperationName; platform: string },
  bodies: readonly string[],
  baseline: Baseline = [],
): ComparedKeys {
  const { connector, operation, platform } = asked;
  const read = listed(connector);
  const known = new Set([
    ...read,
    ...listed(`${connector} unread`),
    ...union(baseline.flatMap((one) => one.bodies)),
  ]);
  const now = union(bodies, new Set([...known].flatMap((key) => key.split('.'))));
  // A recording of this operation is better proof than samples: exactly what is read of it is needed.
  const before = baseline.filter((one) => one.operation === operation && one.platform === platform);
  const recorded = [...union(before.flatMap((one) => one.bodies))].filter((key) => read.has(key));
  const needed = before.length === 0 ? [...listed(`${connector} ${operation} ${platform}`)] : recorded;
  return {
    new: [...now].filter((key) => !known.has(key)).sort(),
    missing: now.size === 0 ? [] : needed.filter((key) => !now.has(key)).sort(),
  };
}

function union(bodies: readonly string[], fields: ReadonlySet<string> | null = null): Set<KeyName> {
  return new Set(bodies.flatMap((body) => [...keysOf(body, fields)]));
}
