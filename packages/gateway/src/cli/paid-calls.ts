// Owns the way of `search` to a gateway: the client package within the bounds of the command line, and what its errors mean here. A
// connection that is lost is tried once more with the same request id, so the gateway never charges it twice.
import { type Answer, isReelgateError, Reelgate, type ReelgateError, type WalkEnd } from 'reelgate-client';
import type { GatewayPlace } from './customer.ts';
import { boundedFetch, type ProblemAnswer, TIMEOUT_MS } from './gateway-client.ts';
import { CliError, EXIT } from './world.ts';

const RETRIES = 1;

export interface SearchOrder extends GatewayPlace {
  key: string;
  requestId: string;
  budget: string | undefined;
  /** Of one page. */
  maxPrice: string | undefined;
  input: {
    platform: string;
    keyword: string;
    group: string;
    variant: string;
    count: number | undefined;
    /** The filters, by their parameters. */
    [filter: string]: string | number | undefined;
  };
}

export interface PageReceipt {
  charged: string;
  currency: string;
  source: string;
  balance: string;
}

/** What both groups answer; the rest of the page is read by whoever shows it. */
export interface AnsweredPage {
  pcursor: string;
  receipt: PageReceipt;
  [field: string]: unknown;
}

export class PaidSearch {
  readonly #order: SearchOrder;
  readonly #network = boundedFetch();
  #end: () => WalkEnd = () => 'more';

  constructor(order: SearchOrder) {
    this.#order = order;
  }

  /** Until the end of the list or of the budget. */
  async *answers(): AsyncGenerator<Answer<AnsweredPage>> {
    try {
      const walk = this.#walk();
      this.#end = () => walk.end;
      for await (const answer of walk.answers())
        yield this.#checked(answer as unknown as Answer<AnsweredPage>);
    } catch (error) {
      throw isReelgateError(error) ? this.#explained(error) : error;
    }
  }

  get end(): WalkEnd {
    return this.#end();
  }

  close(): Promise<void> {
    return this.#network.close();
  }

  #walk() {
    const { url, serviceName, key, requestId, budget, maxPrice, input } = this.#order;
    const { fetch } = this.#network;
    const bounds = { timeoutMs: TIMEOUT_MS, maxRetries: RETRIES };
    const reelgate = new Reelgate({ apiKey: key, baseUrl: url, serviceName, fetch, ...bounds });
    // The gateway knows the groups and variants better than a type does.
    const search = input as Parameters<typeof reelgate.videos.search>[0];
    const limits = { ...(budget !== undefined && { budget }), ...(maxPrice !== undefined && { maxPrice }) };
    return reelgate.videos.search(search, { requestId, ...limits });
  }

  #checked(answer: Answer<AnsweredPage>): Answer<AnsweredPage> {
    const { pcursor, receipt } = answer.data;
    if (typeof pcursor === 'string' && typeof receipt?.charged === 'string') return answer;
    throw this.#stranger();
  }

  #explained(error: ReelgateError): Error {
    if (error.problem !== null) return new SearchProblem(error.problem);
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

/** A refusal of the gateway itself. */
export class SearchProblem extends Error {
  readonly problem: ProblemAnswer;

  constructor(problem: ProblemAnswer) {
    super(problem.detail);
    this.problem = problem;
  }
}
