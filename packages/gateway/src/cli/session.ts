// Owns one visit to the control plane: it reads the configuration, opens storage, runs admin verbs and always closes
// again. A verb's refusal ends the command; commands only see answers.
import type { Static, TObject } from 'typebox';
import type { Config } from '../config/config.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import type { Verb } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from '../features/verb/deps.ts';
import type { Invocation } from './command.ts';
import { checkInput } from './verb-input.ts';
import { CliError, type ControlMode, EXIT } from './world.ts';

/** What a verb was not given is empty. */
type Input<P extends TObject, Q extends TObject, B extends TObject> = {
  params?: Static<P>;
  query?: Static<Q>;
  body?: Static<B>;
};

export class Session {
  readonly config: Config;
  readonly deps: AdminDeps;
  readonly caller: AdminCaller;

  constructor(config: Config, deps: AdminDeps, caller: AdminCaller) {
    this.config = config;
    this.deps = deps;
    this.caller = caller;
  }

  /** The verb's answer; throws CliError when it refuses. */
  async run<P extends TObject, Q extends TObject, B extends TObject>(
    verb: Verb<AdminDeps, AdminCaller, P, Q, B>,
    input: Input<P, Q, B> = {},
  ): Promise<unknown> {
    const { params = {}, query = {}, body = {} } = input;
    const misshapen = checkInput(verb, { params, query, body });
    if (misshapen !== null) throw refusal(misshapen);
    const whole = { params, query, body } as Required<Input<P, Q, B>>;
    const answer = await verb.run(this.deps, whole, this.caller);
    if (isFailure(answer)) throw refusal(answer);
    return answer;
  }
}

/** What else is refused is refused for good: the answer is no. */
const EXIT_OF: Partial<Record<Failure['code'], number>> = {
  INVALID_REQUEST: EXIT.usage,
  STORAGE_UNAVAILABLE: EXIT.unavailable,
  UPSTREAM_BUSY: EXIT.unavailable,
};

export function refusal({ code, detail }: Failure): CliError {
  return new CliError(`${detail} (${code})`, EXIT_OF[code] ?? EXIT.no);
}

/** A command that only reads, or changes what must exist, never makes a ledger: in a wrong folder it would find it clean. */
export async function withSession<T>(
  call: Invocation,
  work: (session: Session) => Promise<T>,
  { mayCreate }: ControlMode = { mayCreate: false },
): Promise<T> {
  const config = call.world.config(call.configFile);
  const control = await call.world.control(config, { mayCreate });
  try {
    return await work(new Session(config, control.deps, control.caller));
  } finally {
    await control.close();
  }
}
