// The shape of a verb: one free action of the admin API or of the account routes. A verb is data plus one function. http/ serves it and
// openapi describes it from the same schemas that check its input, so the file of a verb has no HTTP code.
import type { Static, TObject, TSchema } from 'typebox';
import type { Role } from '../domain/access/session.ts';
import type { Failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';

/** Calls `leave` once, when the caller's connection or its answer has ended; at once when it has already. The returned function forgets it. */
export type WhenLeft = (leave: () => void) => () => void;

export interface Verb<
  Deps,
  Caller,
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Result extends TSchema = TSchema,
> {
  /** camelCase and unique: the operationId in the OpenAPI document. */
  name: string;
  /** The method of both clients that asks it, such as `account.usage`, and which is made from it. */
  client?: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for each field of `params`. */
  path: string;
  summary: string;
  /** The heading under which the reference lists it. */
  tag: string;
  params: Params;
  query: Query;
  /** Unknown query parameters are ignored instead of refused: the specification does not list what this route may be sent. */
  takesUnknownQuery?: boolean;
  /** An empty object for verbs without a body. */
  body: Body;
  /** Schema of the 2xx answer, without `request_id`, which http/ adds. */
  result: Result;
  /** For admin verbs: the least role that may run it. */
  needs?: Role;
  /** True when success creates something: 201 instead of 200. A function where a repeated request finds what the first one made. */
  creates?: boolean | ((result: Static<Result>) => boolean);
  /** `requestId`: the id of the request, chosen by the caller or made for it. `whenLeft`: calls back when the caller is gone. Absent in the terminal. */
  run(
    deps: Deps,
    input: {
      params: Static<Params>;
      query: Static<Query>;
      body: Static<Body>;
      requestId?: string;
      whenLeft?: WhenLeft;
    },
    caller: Caller,
  ): Promise<(Static<Result> & object) | Failure>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of verbs of different inputs; each was checked when defined.
export type AnyVerb<Deps, Caller> = Verb<Deps, Caller, any, any, any, any>;

/** For verbs without params, query or body. */
export const Nothing = Type.Object({});

/** Fixes the dependencies; the types of input and result follow from the schemas. */
export function verbOf<Deps, Caller>() {
  return <P extends TObject, Q extends TObject, B extends TObject, R extends TSchema>(
    verb: Verb<Deps, Caller, P, Q, B, R>,
  ): Verb<Deps, Caller, P, Q, B, R> => verb;
}
