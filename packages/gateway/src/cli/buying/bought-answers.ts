// What a paid command has bought so far: answers, receipts and refusals, and how they are printed. They are kept until the command ends, so
// that paid answers are printed even when a later call fails.

import type { Answer } from 'reelgate-client';
import { add, formatMoney, parseMoney, ZERO } from '../../domain/money.ts';
import type { Invocation } from '../../terminal/command.ts';
import type { ProblemAnswer } from '../../terminal/gateway-client.ts';
import { exitCodeOf, tellProblem } from '../../terminal/problem.ts';
import { type Columns, right, tableOf } from '../../terminal/table.ts';
import { plainText } from '../../terminal/text-width.ts';
import { EXIT } from '../../terminal/world.ts';
import type { PaidAnswer } from './paid-calls.ts';

/** What the receipts of a command count. */
type ReceiptUnit = 'page' | 'call';

interface ReceiptRow {
  number: number;
  request_id: string;
  charged: string;
  currency: string;
  source: string;
  is_replay: boolean;
  balance: string;
}

const receiptColumns = (unit: ReceiptUnit): Columns<ReceiptRow> => ({
  [unit]: right('number'),
  'request id': 'request_id',
  charged: right('charged'),
  source: ({ is_replay, source }) => (is_replay ? 'replay' : source),
  balance: right('balance'),
});

function receiptsText(
  unit: ReceiptUnit,
  receipts: readonly ReceiptRow[],
  total: string,
  columns: number | null,
): string {
  const currency = receipts[0]?.currency ?? '';
  return `${tableOf(receiptColumns(unit), receipts, columns)}Total charged: ${total} ${currency}\n`;
}

/** What an answer about several things says about the missing ones. */
export interface Lacking {
  not_found?: { id: string; reason: string }[];
  failed?: { id: string; code: string }[];
  /** For a search over many platforms. */
  platforms?: { platform: string; status: string; charged: string }[];
}

export function lackingText({ not_found = [], failed = [], platforms = [] }: Lacking): string {
  const silent = platforms.filter(({ status }) => status !== 'ok' && status !== 'ended');
  const lines = [
    ...not_found.map(({ id, reason }) => `Not there, and not charged: ${id} (${reason})`),
    ...silent.map(({ platform, status, charged }) => `${platform}: ${status}, charged ${charged}`),
    ...failed.map(({ id, code }) => `Failed, and not charged: ${id} (${code}). Ask for it again.`),
  ];
  return lines.map((line) => `${plainText(line)}\n`).join('');
}

interface Refusal {
  /** The parameters that were asked for. */
  asked: object;
  problem: ProblemAnswer;
}

export class BoughtAnswers {
  readonly #unit: ReceiptUnit;
  /** The answers as the gateway sent them. */
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

  /** True when something was bought and then a call was refused. */
  get isBroken(): boolean {
    return this.#receipts.length > 0 && this.#refusals.length > 0;
  }

  /** The highest exit code of all answers and refusals: a higher code needs more attention from a script. */
  get exitCode(): number {
    return this.#exitCode;
  }

  take({ data, text, charged, isReplay, requestId }: Answer<PaidAnswer>): void {
    const { currency, source, balance } = data.receipt;
    const { not_found = [], failed = [] } = data as Lacking;
    this.#texts.push(data.content === undefined ? text.trim() : JSON.stringify(data));
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

  tellProblems(call: Invocation): void {
    for (const { problem } of this.#refusals) tellProblem(call, problem);
  }

  /** Answers are inserted as text, because platforms send numbers that JavaScript cannot represent exactly. */
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
