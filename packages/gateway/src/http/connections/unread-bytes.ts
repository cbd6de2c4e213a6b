// Counts the bytes of answers that wait in sockets because callers do not read them, per account and in the process.
// Above a limit no further call is started, so nothing more is charged. When answers of calls that were already
// running exceed the limit, the connections that have waited longest are closed. A paid answer with an id of the
// caller's can be fetched again.
import type { ServerResponse } from 'node:http';
import { type Failure, failure } from '../../domain/failure.ts';
import { untilClosed } from './until-closed.ts';

export interface UnreadLimits {
  accountBytes: number;
  processBytes: number;
}

interface Waiting {
  accountId: string;
  bytes: number;
}

/** A caller that reads at all has read its answers within this time. */
const RETRY_AFTER_MS = 1_000;

export class UnreadBytes {
  readonly #limits: () => UnreadLimits;
  /** In the order in which they started to wait. */
  readonly #waiting = new Map<ServerResponse, Waiting>();
  readonly #byAccount = new Map<string, number>();
  #bytes = 0;

  constructor(limits: () => UnreadLimits) {
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** null while the process is below its limit. */
  refusal(): Failure | null {
    if (this.#bytes < this.#limits().processBytes) return null;
    return failure('OVERLOADED', 'Too many answers wait to be read. Read them, or try again later.', {
      retryAfterMs: RETRY_AFTER_MS,
    });
  }

  /** null while this account is below its limit. */
  refusalOf(accountId: string): Failure | null {
    if ((this.#byAccount.get(accountId) ?? 0) < this.#limits().accountBytes) return null;
    const detail = 'Too many answers to this account wait to be read. Read them, or close their connections.';
    return failure('RATE_LIMITED', detail, { retryAfterMs: RETRY_AFTER_MS });
  }

  /** Call it after an answer was written. Nearly always the kernel has already taken all of its bytes. */
  watch(response: ServerResponse, accountId: string): void {
    const bytes = response.socket?.writableLength ?? 0;
    if (bytes === 0) return;
    this.#waiting.set(response, { accountId, bytes });
    this.#add(accountId, bytes);
    untilClosed(response, () => this.#remove(response));
    this.#cut(response, accountId);
  }

  #cut(latest: ServerResponse, accountId: string): void {
    const { accountBytes, processBytes } = this.#limits();
    for (const [response, one] of this.#waiting) {
      const isAccountOver = (this.#byAccount.get(accountId) ?? 0) > accountBytes;
      if (!isAccountOver && this.#bytes <= processBytes) return;
      if (response === latest || (isAccountOver && one.accountId !== accountId)) continue;
      response.socket?.destroy();
      this.#remove(response);
    }
  }

  #remove(response: ServerResponse): void {
    const one = this.#waiting.get(response);
    if (one === undefined) return;
    this.#waiting.delete(response);
    this.#add(one.accountId, -one.bytes);
  }

  #add(accountId: string, bytes: number): void {
    this.#bytes += bytes;
    const sum = (this.#byAccount.get(accountId) ?? 0) + bytes;
    if (sum === 0) this.#byAccount.delete(accountId);
    else this.#byAccount.set(accountId, sum);
  }
}
