// Owns the check of a verb's input against the verb's own schemas, as http/ does for requests: a verb may trust its
// input, also when it comes from the command line.
import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { type Failure, failure } from '../domain/failure.ts';
import { fieldErrors } from '../domain/field-errors.ts';
import type { AnyVerb } from '../domain/verb.ts';

export interface GivenInput {
  params: object;
  query: object;
  body: object;
}

function faultIn(schema: TSchema, value: object): string | null {
  if (Check(schema, value)) return null;
  const [first = { field: 'input', message: 'is not valid' }] = fieldErrors(Errors(schema, value)[1]);
  return `${first.field}: ${first.message}`;
}

export function checkInput<Deps, Caller>(verb: AnyVerb<Deps, Caller>, input: GivenInput): Failure | null {
  const fault =
    faultIn(verb.params, input.params) ?? faultIn(verb.query, input.query) ?? faultIn(verb.body, input.body);
  return fault === null ? null : failure('INVALID_REQUEST', fault);
}
