// A running gateway as a command of callers uses it: the verb's route with the caller's key. What the gateway refuses is told in one form by
// all commands, and the connection is always closed.
import type { Static, TObject, TSchema } from 'typebox';
import type { Config } from '../config/config.ts';
import type { Clock } from '../domain/clock.ts';
import type { AccountCaller, AccountDeps } from '../verb/deps.ts';
import type { AnyVerb, Verb } from '../verb/verb.ts';
import { type CallerOptions, callerKey, gatewayTarget, inHeader } from './caller-options.ts';
import type { Invocation } from './command.ts';
import type { GivenInput, Plane } from './control-plane.ts';
import type { GatewayClient, ProblemAnswer } from './gateway-client.ts';
import { tellProblem } from './problem.ts';

/** A refusal by the gateway. */
class Refused extends Error {
  readonly problem: ProblemAnswer;

  constructor(problem: ProblemAnswer) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** The path of a verb with its parameters, and the query. */
function targetOf({ path }: Pick<AnyVerb<never, never>, 'path'>, { params = {}, query = {} }: GivenInput) {
  const given = params as Record<string, string>;
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name]!));
  const asked = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return asked.length === 0 ? at : `${at}?${new URLSearchParams(asked)}`;
}

export class AtGateway implements Plane {
  readonly config: Config;
  readonly clock: Clock;
  readonly #client: GatewayClient;
  readonly #asker: { key: string; hint: string };

  constructor(config: Config, clock: Clock, client: GatewayClient, asker: { key: string; hint: string }) {
    this.config = config;
    this.clock = clock;
    this.#client = client;
    this.#asker = asker;
  }

  /** As `ask`, with the types of the verb. */
  async run<P extends TObject, Q extends TObject, B extends TObject, R extends TSchema>(
    verb: Verb<AccountDeps, AccountCaller, P, Q, B, R>,
    input: GivenInput,
  ): Promise<Static<R>> {
    return (await this.ask(verb as AnyVerb<never, never>, input)) as Static<R>;
  }

  async ask(verb: AnyVerb<never, never>, input: GivenInput): Promise<object> {
    const { body = {}, requestId } = input;
    const sent = {
      method: verb.method,
      ...(Object.keys(body).length > 0 && { body }),
      ...(requestId !== undefined && { requestId: inHeader('the id', requestId) }),
    };
    const outcome = await this.#client.ask(targetOf(verb, input), { ...this.#asker, ...sent });
    if (outcome.kind === 'problem') throw new Refused(outcome.problem);
    return outcome.content as object;
  }

  /** The bytes of a file. */
  download(target: string, at: { from: number; tag: string | null }): ReturnType<GatewayClient['download']> {
    return this.#client.download(target, this.#asker.key, at);
  }
}

/** `otherwise`: what to do without a key. Returns the exit code. */
export async function withGateway(
  call: Invocation<unknown, CallerOptions>,
  work: (gateway: AtGateway) => Promise<number>,
  otherwise?: string,
): Promise<number> {
  const { url, serviceName, hint, config } = gatewayTarget(call);
  const key = callerKey(call, otherwise);
  // Imported here, so that other commands do not load an HTTP client.
  const { GatewayClient: Client } = await import('./gateway-client.ts');
  const client = new Client({ url, name: serviceName });
  try {
    return await work(new AtGateway(config, call.world.clock, client, { key, hint }));
  } catch (error) {
    if (error instanceof Refused) return tellProblem(call, error.problem);
    throw error;
  } finally {
    await client.close();
  }
}
