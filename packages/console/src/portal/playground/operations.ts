// The operations of the playground, and which of them leads from one kind of thing to another.
import { OPERATIONS } from '../../api/operations.ts';
import type { Language } from '../../shell/preferences.ts';

export { OPERATIONS };

export type OperationName = keyof typeof OPERATIONS;
type Entry = (typeof OPERATIONS)[OperationName];
export type SortName = Entry['sorts'][number];

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];

export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}

/** The operation that takes the one and returns the other, as a list or as a single record; undefined if there is none. */
export function operationFor(
  about: string,
  record: Entry['record'],
  shape: 'list' | 'record',
): OperationName | undefined {
  return OPERATION_NAMES.find((name) => {
    const operation = OPERATIONS[name];
    return operation.about === about && operation.record === record && operation.paged === (shape === 'list');
  });
}

export const SEARCH = operationFor('keyword', 'video', 'list')!;

export function operationLabels(language: Language): Record<OperationName, string> {
  const labels = OPERATION_NAMES.map((name) => [name, OPERATIONS[name].labels[language]]);
  return Object.fromEntries(labels);
}
