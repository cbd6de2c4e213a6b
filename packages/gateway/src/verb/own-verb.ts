// Verbs on one thing of the caller's account, such as a collection: it is found first, and what the caller may not see does not exist for it.
import type { Static, TObject, TSchema } from 'typebox';
import { type Failure, isFailure } from '../domain/failure.ts';
import { keyHolder } from './caller.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { Nothing, type Verb } from './verb.ts';

type Caller = NonNullable<AccountCaller>;

interface Noun<Own, Params extends TObject> {
  tag: string;
  /** Of one of them, with its id. */
  path: string;
  params: Params;
  find(deps: AccountDeps, params: Static<Params>, caller: Caller): Promise<Own | Failure>;
}

type AccountVerb<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema> = Verb<
  AccountDeps,
  AccountCaller,
  P,
  Q,
  B,
  R
>;
type Input<V extends { run: (...all: never[]) => unknown }> = Parameters<V['run']>[1];

interface OwnVerb<Own, P extends TObject, Q extends TObject, B extends TObject, R extends TSchema>
  extends Pick<AccountVerb<P, Q, B, R>, 'name' | 'client' | 'method' | 'summary' | 'result' | 'creates'> {
  /** What follows the path of the noun. */
  below?: string;
  /** Without them it takes nothing. */
  query?: Q;
  body?: B;
  run(
    deps: AccountDeps,
    input: Input<AccountVerb<P, Q, B, R>> & { own: Own },
    caller: Caller,
  ): ReturnType<AccountVerb<P, Q, B, R>['run']>;
}

export function ownVerbOf<Own extends object, P extends TObject>({ tag, path, params, find }: Noun<Own, P>) {
  return <R extends TSchema, Q extends TObject = typeof Nothing, B extends TObject = typeof Nothing>({
    below = '',
    ...verb
  }: OwnVerb<Own, P, Q, B, R>): AccountVerb<P, Q, B, R> => ({
    ...{ ...verb, tag, params, path: path + below },
    query: (verb.query ?? Nothing) as Q,
    body: (verb.body ?? Nothing) as B,
    async run(deps, input, given) {
      const caller = keyHolder(given) as Caller;
      const own = await find(deps, input.params, caller);
      return isFailure(own) ? own : verb.run(deps, { ...input, own }, caller);
    },
  });
}
