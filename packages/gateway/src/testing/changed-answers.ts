// Every field of an answer, once taken away and once, if it is a number, a flag or a list, replaced by another one: what a platform may do on
// any day. Of a list only the first entry that has a field is changed, because all entries are read alike.
import type { UpstreamResponse } from '../connectors/connector.ts';

/** One change: of which field, as `known` has it; where, with `*` for any entry of a list; and the answer after it. */
interface ChangedAnswer {
  field: string;
  change: string;
  answer: UpstreamResponse;
}

type Holder = Record<string, unknown>;

/**
 * The changes of fields that `known` does not have yet; they are added to it. A field of an entry, or deep in an answer, is known by its last
 * names, because a platform sends the same records in all of its answers; any other also by `where`. An answer that is not JSON has no fields.
 */
export function* changedAnswers(
  answer: UpstreamResponse,
  where: string,
  known: Set<string>,
): Generator<ChangedAnswer> {
  const root = parsed(answer.body);
  if (root === undefined) return;
  for (const [holder, name, path] of fieldsOf({ '': root })) {
    const field = keyOf(path, where);
    if (known.has(field)) continue;
    known.add(field);
    const value = holder[name];
    for (const [what, other] of othersFor(value)) {
      holder[name] = other;
      yield { field, change: `${path} ${what}`, answer: { ...answer, body: JSON.stringify(root) } };
    }
    holder[name] = value;
  }
}

const LAST_NAMES = 3;

function keyOf(path: string, where: string): string {
  const entry = path.indexOf('*.');
  const names = path.slice(Math.max(entry, 0)).split('.');
  if (names.length > LAST_NAMES) return names.slice(-LAST_NAMES).join('.');
  return entry === -1 ? `${where} ${path}` : names.join('.');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function* fieldsOf(node: Holder, at = ''): Generator<[holder: Holder, name: string, path: string]> {
  for (const [name, value] of Object.entries(node)) {
    const path = `${at}${at === '' ? '' : '.'}${Array.isArray(node) ? '*' : name}`;
    if (path !== '') yield [node, name, path];
    if (typeof value === 'object' && value !== null) yield* fieldsOf(value as Holder, path);
  }
}

/** What a field may be instead. `undefined` takes it away. */
function othersFor(value: unknown): [what: string, value: unknown][] {
  const gone: [string, unknown] = ['gone', undefined];
  if (typeof value === 'boolean') return [gone, [`${!value}`, !value]];
  if (typeof value === 'number') return [gone, value === 0 ? ['7', 7] : ['0', 0], ['1e6', 1e6]];
  return Array.isArray(value) && value.length > 0 ? [gone, ['[]', []]] : [gone];
}
