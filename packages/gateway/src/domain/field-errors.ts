// Owns how a schema's complaint is put to the caller: which field, and what it should have been. It never repeats the
// value, which may be a secret.
import type { TLocalizedValidationError } from 'typebox/error';
import type { FieldError } from './failure.ts';

/** Enough to mend a form in one go; a hostile body does not get an answer longer than itself. */
const FIELD_ERRORS_MAX = 20;
const NAME_CHARS_MAX = 64;

/** `/endpoints/0/path` as `endpoints.0.path`. */
function fieldOf(pointer: string, property?: string): string {
  const parts = pointer.split('/').slice(1);
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (property !== undefined) names.push(property);
  const field = names.map((name) => name.slice(0, NAME_CHARS_MAX).toWellFormed()).join('.');
  return field === '' ? 'body' : field;
}

function listed(values: readonly unknown[]): string {
  return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
}

function explain(error: TLocalizedValidationError): FieldError[] {
  const at = error.instancePath;
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => ({
      field: fieldOf(at, name),
      message: 'is required',
    }));
  }
  if (error.keyword === 'additionalProperties') {
    return error.params.additionalProperties.map((name) => ({
      field: fieldOf(at, name),
      message: 'is unknown',
    }));
  }
  // The validator lists a bounded number of complaints, one of these per unknown field before the one above.
  if (error.keyword === 'boolean') return [{ field: fieldOf(at), message: 'is unknown' }];
  const message = error.keyword === 'enum' ? listed(error.params.allowedValues) : error.message;
  return [{ field: fieldOf(at), message }];
}

/** One line per field: of several complaints about a field, the last is about the field as a whole. */
export function fieldErrors(errors: readonly TLocalizedValidationError[]): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const error of errors.flatMap(explain)) byField.set(error.field, error);
  return [...byField.values()].slice(0, FIELD_ERRORS_MAX);
}
