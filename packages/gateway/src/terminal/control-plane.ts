// The control plane as a command uses it: reads the configuration, opens storage, runs verbs, and always closes storage again. When a verb
// refuses, the command ends with the verb's message, so commands see only successful answers.

import type { Static, TObject, TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import type { Config } from '../config/config.ts';
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import { fieldErrors } from '../domain/field-errors.ts';
import { defaultUrl } from '../domain/network/listen-url.ts';
import type { AdminCaller, AdminDeps } from '../verb/deps.ts';
import type { AnyVerb, Verb } from '../verb/verb.ts';
import type { Invocation } from './command.ts';
import { CliError, type ControlMode, EXIT } from './world.ts';

/** A part of the input may be left out when all of its fields are optional. */
type Part<Name extends string, Value> = object extends Value
  ? { [N in Name]?: Value }
  : { [N in Name]: Value };
type Input<P extends TObject, Q extends TObject, B extends TObject> = Part<'params', Static<P>> &
  Part<'query', Static<Q>> &
  Part<'body', Static<B>>;

/** Input that has not been checked yet. */
export interface GivenInput {
  params?: object;
  query?: object;
  body?: object;
  /** At a running gateway: the same id makes the same thing. */
  requestId?: string;
}

/** Where the verbs of a command run: on the data of this machine, or at a running gateway. */
export interface Plane {
  readonly config: Config;
  readonly clock: Clock;
  /** Throws what the program prints when the verb refuses. */
  ask(verb: AnyVerb<never, never>, input: GivenInput): Promise<object>;
}

export class ControlPlane implements Plane {
  readonly config: Config;
  readonly deps: AdminDeps;
  readonly caller: AdminCaller;

  constructor(config: Config, deps: AdminDeps, caller: AdminCaller) {
    this.config = config;
    this.deps = deps;
    this.caller = caller;
  }

  get clock(): Clock {
    return this.deps.clock;
  }

  ask(verb: AnyVerb<never, never>, input: GivenInput): Promise<object> {
    return runVerb(verb as AnyVerb<AdminDeps, AdminCaller>, this, input);
  }

  /** Runs a verb. Throws CliError when the verb refuses. */
  run<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema>(
    verb: Verb<AdminDeps, AdminCaller, P, Q, B, R>,
    ...[input]: object extends Input<P, Q, B> ? [Input<P, Q, B>?] : [Input<P, Q, B>]
  ): Promise<Static<R> & object> {
    return runVerb(verb, this, (input ?? {}) as GivenInput);
  }
}

/** Checks the input against the verb's schemas, as http/ does for requests. */
export async function runVerb<
  Deps,
  Caller,
  P extends TObject,
  Q extends TObject,
  B extends TObject,
  R extends TSchema,
>(
  verb: Verb<Deps, Caller, P, Q, B, R>,
  { deps, caller }: { deps: Deps; caller: Caller },
  { params = {}, query = {}, body = {} }: GivenInput,
): Promise<Static<R> & object> {
  const fault = faultIn(verb.params, params) ?? faultIn(verb.query, query) ?? faultIn(verb.body, body);
  if (fault !== null) throw refusal(failure('INVALID_REQUEST', fault));
  const checked = { params, query, body } as { params: Static<P>; query: Static<Q>; body: Static<B> };
  const answer = await verb.run(deps, checked, caller);
  if (isFailure(answer)) throw refusal(answer);
  return answer;
}

function faultIn(schema: TSchema, value: object): string | null {
  if (Check(schema, value)) return null;
  const [first = { field: 'input', message: 'is not valid' }] = fieldErrors(Errors(schema, value)[1]);
  return `${first.field}: ${first.message}`;
}

/** Exit codes by failure; all other codes exit with `no`. */
const EXIT_OF: Partial<Record<Failure['code'], number>> = {
  INVALID_REQUEST: EXIT.usage,
  STORAGE_UNAVAILABLE: EXIT.unavailable,
  UPSTREAM_BUSY: EXIT.unavailable,
};

export function refusal({ code, detail }: Failure): CliError {
  return new CliError(`${detail} (${code})`, EXIT_OF[code] ?? EXIT.no, { code });
}

/** Without `mayCreate` a missing ledger is an error: an empty ledger in a wrong folder would look clean. */
export async function withControlPlane<T>(
  call: Invocation,
  work: (control: ControlPlane) => Promise<T>,
  { mayCreate }: ControlMode = { mayCreate: false },
): Promise<T> {
  const config = call.world.config(call.configFile);
  const opened = await call.world.control(config, { mayCreate });
  try {
    return await work(new ControlPlane(config, opened.deps, opened.caller));
  } finally {
    await opened.close();
  }
}

/** The admin listener of the gateway that serves this data. */
export function adminUrl({ service }: Config): string {
  if (service.admin.port === 0)
    throw new CliError('service.admin has port 0, so its real port is unknown; set a port');
  return defaultUrl(service.admin);
}
