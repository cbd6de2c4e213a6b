// Makes paid calls through the client package, with the limits of the command line, and translates its errors. After a lost connection it
// tries once more with the same request id, so the gateway never charges twice.
import { type Answer, type Call, isReelgateError, Reelgate, type ReelgateError, Walk } from 'reelgate-client';
import type { GatewayTarget } from '../../terminal/caller-options.ts';
import { boundedFetch, type ProblemAnswer, TIMEOUT_MS } from '../../terminal/gateway-client.ts';
import { CliError, EXIT } from '../../terminal/world.ts';

const RETRIES = 1;

/** A method of the client, untyped: the gateway checks groups and variants. */
export type ClientMethod = (
  input: never,
  options: { requestId: string; maxPrice?: string; budget?: string },
) => Walk<unknown, unknown> | Call<unknown>;

export interface PaidOrder extends GatewayTarget {
  key: string;
  requestId: string;
  /** For a whole list. */
  budget: string | undefined;
  /** For one call. */
  maxPrice: string | undefined;
}

export interface PaidReceipt {
  charged: string;
  currency: string;
  source: string;
  balance: string;
}

/** Fields that every paid answer has; printing reads the rest. */
export interface PaidAnswer {
  /** Only in pages. */
  pcursor?: string;
  receipt: PaidReceipt;
  [field: string]: unknown;
}

export class PaidCalls {
  readonly #order: PaidOrder;
  readonly #method: ClientMethod;
  readonly #network = boundedFetch();
  #walk: Walk<unknown, unknown> | null = null;

  constructor(order: PaidOrder, method: (reelgate: Reelgate) => ClientMethod) {
    const { url, serviceName, key } = order;
    const { fetch } = this.#network;
    const bounds = { timeoutMs: TIMEOUT_MS, maxRetries: RETRIES };
    this.#order = order;
    this.#method = wrongUse(() =>
      method(new Reelgate({ apiKey: key, baseUrl: url, serviceName, fetch, ...bounds })),
    );
  }

  /** One answer, or the pages of a list until its end or until the budget is spent. */
  async *answers(input: object, requestId: string): AsyncGenerator<Answer<PaidAnswer>> {
    const { budget, maxPrice } = this.#order;
    const bounds = { ...(budget !== undefined && { budget }), ...(maxPrice !== undefined && { maxPrice }) };
    try {
      const asked = this.#method(input as never, { requestId, ...bounds });
      if (!(asked instanceof Walk)) return yield this.#checked(await asked.withResponse());
      this.#walk = asked;
      for await (const answer of asked.answers()) yield this.#checked(answer);
    } catch (error) {
      throw isReelgateError(error) ? this.#explained(error) : error;
    }
  }

  /** The next page would exceed the budget. */
  get isBudgetSpent(): boolean {
    return this.#walk?.end === 'budget';
  }

  close(): Promise<void> {
    return this.#network.close();
  }

  /** Does not wait for the answer of a running call. */
  abort(): Promise<void> {
    return this.#network.abort();
  }

  #checked(given: Answer<unknown>): Answer<PaidAnswer> {
    const answer = given as Answer<PaidAnswer>;
    const { pcursor, receipt } = answer.data;
    const isPage = this.#walk !== null;
    if ((!isPage || typeof pcursor === 'string') && typeof receipt?.charged === 'string') return answer;
    throw this.#stranger();
  }

  #explained(error: ReelgateError): Error {
    if (error.problem !== null) return new PaidProblem(error.problem);
    if (error.code === 'INVALID_OPTION') return new CliError(error.message, EXIT.usage);
    if (error.code === 'BAD_ANSWER') return this.#stranger();
    return error.outcome === 'not_sent' ? this.#unreachable(error) : this.#lost(error);
  }

  #stranger(): CliError {
    return new CliError(`${this.#order.url} does not answer like a Reelgate gateway`);
  }

  #unreachable({ cause, message }: ReelgateError): CliError {
    const { url, hint } = this.#order;
    return new CliError(
      `cannot reach the gateway at ${url} (${cause ?? message}); if it listens elsewhere, ${hint}`,
    );
  }

  #lost({ code, cause }: ReelgateError): CliError {
    const { url, requestId } = this.#order;
    const what = code === 'DEADLINE' ? 'took too long' : `was lost twice (${cause})`;
    return new CliError(
      `the connection to ${url} ${what}; ask again with --request-id ${requestId}, which never charges twice`,
    );
  }
}

/** Settings that the client refuses came from the command line, so they are wrong use. */
function wrongUse<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw isReelgateError(error) ? new CliError(error.message, EXIT.usage) : error;
  }
}

/** A refusal by the gateway itself. */
export class PaidProblem extends Error {
  readonly problem: ProblemAnswer;

  constructor(problem: ProblemAnswer) {
    super(problem.detail);
    this.problem = problem;
  }
}
