// Which names a new account, key, project or operator may have: commands and routes accept an id or a name, so no name looks like an id, and none
// is a word that programs or the gateway itself take for something else.
import { type Failure, invalid } from '../domain/failure.ts';
import { ID_PREFIXES } from '../domain/ids.ts';

const PREFIXES: readonly string[] = Object.values(ID_PREFIXES);

/** `operator` is the stream of the operator's events. The others are what a careless program makes of nothing, or members of its objects. */
const WORDS = ['operator', 'null', 'undefined', 'nan', 'true', 'false', 'prototype'];
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  [...WORDS, ...Object.getOwnPropertyNames(Object.prototype)].map((word) => word.toLowerCase()),
);

/** `before` is the name that the thing has now: a name from before this rule may stay. */
export function nameRefusal(name: string | undefined, before?: string): Failure | null {
  if (name === undefined || name === before) return null;
  const lower = name.toLowerCase();
  if (RESERVED_NAMES.has(lower)) return invalid('name', 'is a reserved word');
  const prefix = PREFIXES.find((one) => lower.startsWith(one));
  return prefix === undefined ? null : invalid('name', `must not start with ${prefix}: ids start so`);
}
