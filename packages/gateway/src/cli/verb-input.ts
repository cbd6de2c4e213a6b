// Owns the check of a verb's input against the verb's own schemas, as http/ does for requests: a verb may trust its
// input, also when it comes from the command line.
import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { type Failure, failure } from '../domain/failure.ts';
import type { AnyVerb } from '../domain/verb.ts';

export interface GivenInput {
  params: object;
  query: object;
  body: object;
}

function faultIn(schema: TSchema, value: object): string | null {
  if (Check(schema, value)) return null;
  // The last complaint is about the field as a whole, where its parts have complaints too.
  const error = Errors(schema, value)[1].at(-1);
  const field = error?.instancePath.slice(1).replaceAll('/', '.') || 'input';
  return `${field}: ${error?.message ?? 'is not valid'}`;
}

export function checkInput<Deps, Caller>(verb: AnyVerb<Deps, Caller>, input: GivenInput): Failure | null {
  const fault =
    faultIn(verb.params, input.params) ?? faultIn(verb.query, input.query) ?? faultIn(verb.body, input.body);
  return fault === null ? null : failure('INVALID_REQUEST', fault);
}
