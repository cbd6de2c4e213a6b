// The way of paid commands to a gateway: the client package within the bounds of the command line, and what its errors mean here.
// A connection that is lost is tried once more with the same request id, so the gateway never charges it twice.
import { type Answer, type Call, isReelgateError, Reelgate, type ReelgateError, Walk } from 'reelgate-client';
import { boundedFetch, type ProblemAnswer, TIMEOUT_MS } from '../terminal/gateway-client.ts';
import { CliError, EXIT } from '../terminal/world.ts';
import type { GatewayPlace } from './customer.ts';

const RETRIES = 1;

/** A method of the client, whatever it takes and gives. The gateway knows groups and variants better than a type does. */
export type ClientMethod = (
  input: never,
  options: { requestId: string; maxPrice?: string; budget?: string },
) => Walk<unknown, unknown> | Call<unknown>;

export interface PaidOrder extends GatewayPlace {
  key: string;
  requestId: string;
  /** Of a whole list. */
  budget: string | undefined;
  /** Of one call. */
  maxPrice: string | undefined;
}

export interface PaidReceipt {
  charged: string;
  currency: string;
  source: string;
  balance: string;
}

/** What every paid answer has; the rest of it is read where it is shown. */
export interface PaidAnswer {
  /** Of a page. */
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

  /** One answer, or those of a list until its end or that of the budget. */
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

  /** The next page would pass the budget. */
  get isBudgetSpent(): boolean {
    return this.#walk?.end === 'budget';
  }

  close(): Promise<void> {
    return this.#network.close();
  }

  /** Without waiting for the answer of a call that is under way. */
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
    const { url, elsewhere } = this.#order;
    return new CliError(
      `cannot reach the gateway at ${url} (${cause ?? message}); if it listens elsewhere, ${elsewhere}`,
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

/** Settings that the client refuses were given on the command line. */
function wrongUse<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw isReelgateError(error) ? new CliError(error.message, EXIT.usage) : error;
  }
}

/** A refusal of the gateway itself. */
export class PaidProblem extends Error {
  readonly problem: ProblemAnswer;

  constructor(problem: ProblemAnswer) {
    super(problem.detail);
    this.problem = problem;
  }
}
