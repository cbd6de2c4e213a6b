// Turns a schema error into a message for the caller: which field, and what it should be. It never repeats the value, which may be a
// secret.
import type { TLocalizedValidationError } from 'typebox/error';
import type { FieldError } from './failure.ts';
import { NOT_A_FIELD, schemaWords } from './schema-words.ts';
import { patternWords } from './text/text-patterns.ts';

/** Enough to correct a form in one go. The bound keeps a hostile body from getting an answer longer than itself. */
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
      message: NOT_A_FIELD,
    }));
  }
  return [{ field: fieldOf(at), message: messageOf(error) }];
}

function messageOf(error: TLocalizedValidationError): string {
  if (error.keyword === 'enum') return listed(error.params.allowedValues);
  if (error.keyword !== 'pattern') return schemaWords(error);
  const words = patternWords.get(String(error.params.pattern));
  return words === undefined ? error.message : `must be ${words}`;
}

const isNull = (error: TLocalizedValidationError) => error.keyword === 'type' && error.params.type === 'null';

/** One message for all alternatives of a field. Null when only parts of the field are wrong: those have errors of their own. */
function together(alternatives: readonly TLocalizedValidationError[], arePartsWrong: boolean): string | null {
  const values = alternatives.flatMap((error) =>
    error.keyword === 'const' ? [error.params.allowedValue] : [],
  );
  if (values.length > 1) return listed(values);
  const [wanted] = alternatives.filter((error) => !isNull(error));
  if (wanted === undefined) return arePartsWrong ? null : 'must be null';
  return `${messageOf(wanted)}${alternatives.some(isNull) ? ', or null' : ''}`;
}

/** One message per field. For a field with alternatives the validator reports each alternative, then the whole. */
export function fieldErrors(errors: readonly TLocalizedValidationError[]): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const error of errors) {
    if (error.keyword !== 'anyOf') {
      for (const one of explain(error)) byField.set(one.field, one);
      continue;
    }
    const field = fieldOf(error.instancePath);
    const alternatives = errors.filter(
      (other) => other.instancePath === error.instancePath && other.keyword !== 'anyOf',
    );
    const arePartsWrong = [...byField.keys()].some((name) => name.startsWith(`${field}.`));
    const message = together(alternatives, arePartsWrong);
    if (message === null) byField.delete(field);
    else byField.set(field, { field, message });
  }
  return [...byField.values()].slice(0, FIELD_ERRORS_MAX);
}
