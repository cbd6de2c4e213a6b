// Reads the parameter `fields` of a call. It is removed from the query before an operation reads it, so that cursors and cache keys do not
// depend on it. The request id does: two calls with other fields have other answers.
import { hash } from 'node:crypto';
import { type Failure, invalid, isFailure } from '../../domain/failure.ts';
import { FIELDS_PARAMETER } from '../../domain/unknown-parameters.ts';
import { readFields } from '../../operations/record-fields.ts';
import type { OperationTarget } from './operation-target.ts';
import type { CallTarget, ReadCall } from './read-call.ts';

/** The target without `fields`, and the names of the fields; null when the caller wants whole records. */
export function takeFields(
  target: CallTarget,
): { target: CallTarget; fields: readonly string[] } | Failure | null {
  if (target.kind !== 'operation' || isFailure(target.query)) return null;
  if (target.query[FIELDS_PARAMETER] === undefined) return null;
  const { [FIELDS_PARAMETER]: text, ...query } = target.query;
  if (target.group !== 'u1') return invalid(FIELDS_PARAMETER, 'is available only in group u1');
  if (query.include !== undefined) return invalid(FIELDS_PARAMETER, 'cannot be used together with include');
  if (isOtherFormat(target, query)) return invalid(FIELDS_PARAMETER, 'is available only with format=json');
  const fields = readFields(target.called.operation, text);
  return isFailure(fields) ? fields : { target: { ...target, query }, fields };
}

/** Formats that are not JSON have no fields. The value of `format` is checked later, by the operation. */
function isOtherFormat({ called }: OperationTarget, { format = 'json' }: Record<string, string>): boolean {
  const { operation } = called;
  return 'formats' in operation && operation.formats !== undefined && format !== 'json';
}

export function callWithFields(call: ReadCall, fields: readonly string[]): ReadCall {
  const fingerprint = hash('sha256', JSON.stringify([call.fingerprint, ...fields]), 'base64url');
  return {
    ...call,
    fields,
    fingerprint,
    asked: () => [...call.asked(), [FIELDS_PARAMETER, fields.join(',')]],
  };
}
