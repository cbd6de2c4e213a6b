// Chooses which operations of a document are served: only those that the settings name. A document may contain
// anything, such as an operation that installs plugins, and every call carries the operator's credential. So
// operations that may change something are named one by one; GET operations may also be chosen by the beginning of a
// path or by a tag.
import type { Micros } from '../domain/money.ts';
import { nearestName } from '../domain/text/nearest-name.ts';
import type { DocumentProblem } from './document.ts';
import type { MountedOperation, Skipped } from './operation.ts';

/** The settings of a mount about its operations. */
export interface OperationChoice {
  /** By `operationId`, or by method and path as the document writes them. */
  operations: Readonly<Record<string, { unitPriceMicros: Micros | null; enabled: boolean }>>;
  /** A path, the beginning of a path followed by a star, or `tag:NAME`. */
  gets: readonly string[];
}

export interface ChosenOperation {
  operation: MountedOperation;
  /** The price of this operation; null for that of the mount. */
  ownPriceMicros: Micros | null;
}

const TAG_PREFIX = 'tag:';

interface Given {
  operations: readonly MountedOperation[];
  skipped: readonly Skipped[];
}

export function chooseOperations(choice: OperationChoice, given: Given): ChosenOperation[] | DocumentProblem {
  const problem = problemWith(choice, given);
  if (problem !== null) return { problem };
  return given.operations.flatMap((operation) => {
    const own = ownSettings(choice, operation);
    const isChosen = own?.enabled ?? choice.gets.some((pattern) => isChosenBy(pattern, operation));
    return isChosen ? [{ operation, ownPriceMicros: own?.unitPriceMicros ?? null }] : [];
  });
}

/** The name in the settings: method and path are unique, ids need not be. */
export function addressOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

function ownSettings({ operations }: OperationChoice, operation: MountedOperation) {
  const name = [operation.id, addressOf(operation)].find((one) => Object.hasOwn(operations, one));
  return name === undefined ? null : operations[name]!;
}

function isChosenBy(pattern: string, { method, path, tags }: MountedOperation): boolean {
  if (method !== 'GET') return false;
  if (pattern.startsWith(TAG_PREFIX)) return tags.includes(pattern.slice(TAG_PREFIX.length));
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function problemWith({ operations, gets }: OperationChoice, given: Given): string | null {
  const wrongName = Object.keys(operations).map((name) => nameProblem(name, given));
  const wrongGet = gets.map((pattern) =>
    given.operations.some((operation) => isChosenBy(pattern, operation))
      ? null
      : `no mountable operation with GET matches ${pattern}`,
  );
  return [...wrongName, ...wrongGet].find((problem) => problem !== null) ?? null;
}

function nameProblem(name: string, { operations, skipped }: Given): string | null {
  const known = operations.filter((one) => one.id === name || addressOf(one) === name);
  if (known.length === 1) return null;
  if (known.length > 1) {
    return `${known.length} operations are called ${name}; name them by method and path, such as ${addressOf(known[0]!)}`;
  }
  const why = skipped.find((one) => addressOf(one) === name)?.reason;
  if (why !== undefined) return `${name} cannot be mounted: ${why}`;
  const meant = nearestName(
    name,
    operations.map(({ id }) => id),
  );
  const hint = meant === null ? '' : `; did you mean ${meant}?`;
  return `no mountable operation is called ${name}${hint}`;
}
