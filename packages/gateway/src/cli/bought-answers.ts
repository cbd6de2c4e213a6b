// Owns what a paid command has bought so far: its answers, their receipts and the refusals. It is kept while the command goes on, so that
// what was paid for is shown also when a later call fails.
import type { Answer } from 'reelgate-client';
import { add, formatMoney, parseMoney, ZERO } from '../domain/money.ts';
import { exitCodeOf } from './customer.ts';
import type { ProblemAnswer } from './gateway-client.ts';
import type { PaidAnswer } from './paid-calls.ts';
import { type Lacking, problemText, type ReceiptRow, type ReceiptUnit, receiptsText } from './paid-view.ts';
import { EXIT } from './world.ts';

interface Refusal {
  /** What was asked for, as parameters. */
  asked: object;
  problem: ProblemAnswer;
}

export class BoughtAnswers {
  readonly #unit: ReceiptUnit;
  /** As the gateway sent them. */
  readonly #texts: string[] = [];
  readonly #receipts: ReceiptRow[] = [];
  readonly #refusals: Refusal[] = [];
  #exitCode: number = EXIT.ok;

  constructor(unit: ReceiptUnit) {
    this.#unit = unit;
  }

  get count(): number {
    return this.#receipts.length;
  }

  get isEmpty(): boolean {
    return this.#receipts.length === 0 && this.#refusals.length === 0;
  }

  /** Something was bought before something was refused. */
  get isBroken(): boolean {
    return this.#receipts.length > 0 && this.#refusals.length > 0;
  }

  /** The gravest of all answers and refusals: exit codes grow with what a script must do. */
  get exitCode(): number {
    return this.#exitCode;
  }

  take({ data, text, charged, isReplay, requestId }: Answer<PaidAnswer>): void {
    const { currency, source, balance } = data.receipt;
    const { not_found = [], failed = [] } = data as Lacking;
    this.#texts.push(text.trim());
    this.#receipts.push({
      number: this.count + 1,
      request_id: requestId,
      charged,
      currency,
      source,
      is_replay: isReplay,
      balance,
    });
    if (not_found.length > 0) this.#endsWith(EXIT.no);
    if (failed.length > 0) this.#endsWith(EXIT.unavailable);
  }

  refuse(asked: object, problem: ProblemAnswer): void {
    this.#refusals.push({ asked, problem });
    this.#endsWith(exitCodeOf(problem));
  }

  receiptsText(columns: number | null): string {
    return receiptsText(this.#unit, this.#receipts, this.#total(), columns);
  }

  problemsText(): string {
    return this.#refusals.map(({ problem }) => problemText(problem)).join('');
  }

  /** Answers are put in as text, because numbers of the platforms may be larger than JavaScript can hold. */
  json(asked: readonly object[]): string {
    const receipts = this.#receipts.map(({ number, ...rest }) => ({ [this.#unit]: number, ...rest }));
    const sum = { receipts, total_charged: this.#total() };
    const head =
      this.#unit === 'page'
        ? { ...asked[0], ...sum, problem: this.#refusals[0]?.problem ?? null }
        : {
            asked,
            ...sum,
            problems: this.#refusals.map(({ asked: of, problem }) => ({ asked: of, problem })),
          };
    const fields = JSON.stringify(head, null, 2).slice(0, -2);
    const name = this.#unit === 'page' ? 'pages' : 'answers';
    return `${fields},\n  "${name}": [\n${this.#texts.join(',\n')}\n  ]\n}\n`;
  }

  #total(): string {
    const amounts = this.#receipts.map(({ charged }) => parseMoney(charged) ?? ZERO);
    return formatMoney(amounts.reduce((sum, one) => add(sum, one), ZERO));
  }

  #endsWith(exitCode: number): void {
    this.#exitCode = Math.max(this.#exitCode, exitCode);
  }
}
