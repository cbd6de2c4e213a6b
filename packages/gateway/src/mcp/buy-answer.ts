// One call of a paid tool: its id, its price limit, the purchase, and the answer as a model reads it. A repeated
// question is paid once: see question-id.ts.
import { parseMoney } from '../domain/money.ts';
import { ALL_PLATFORMS } from '../operations/index.ts';
import type { RecordKind } from '../operations/operation.ts';
import { answerNotes } from './answer-notes.ts';
import { inArgumentNames } from './argument-names.ts';
import { type Agreement, agreementOf, askUser, DECLINED, priceToConfirm, toldToAsk } from './confirmation.ts';
import { type QuestionIds, questionIds } from './question-id.ts';
import { rowOf, type ShownRecord } from './shown-records.ts';
import type { Arguments, ToolCall, UserQuestion } from './tool.ts';
import type { Payer, Purchase, ToolAnswer, ToolPort } from './tool-port.ts';
import { argumentError, fitting, problemResult, successResult, type ToolResult } from './tool-result.ts';
import { skippedRows, transcriptNotes, transcriptRows } from './transcript-rows.ts';

/** The question, without an id and a price. */
export type ToolQuery = Pick<Purchase, 'platform' | 'action' | 'query'>;

interface PaidQuestion {
  tool: string;
  asked: ToolQuery;
  records: RecordKind;
}

export async function buyAnswer(
  port: ToolPort,
  paid: PaidQuestion,
  call: ToolCall,
): Promise<ToolResult | UserQuestion> {
  const { given, user } = call;
  const wrong = wrongArgument(given);
  if (wrong !== null) return argumentError(wrong);
  const payer = await port.payer();
  if ('status' in payer) return problemResult(payer, null);
  const agreed = agreementOf(user);
  const chosen = agreed?.requestId ?? (given.request_id as string | undefined);
  const asked = { payer: payer.keyId, tool: paid.tool, question: paid.asked };
  const ids = chosen === undefined ? questionIds(port.nowMs(), asked) : { requestId: chosen, twins: [] };
  return buyUnder(port, { paid, call, payer, agreed, ids });
}

interface Buying {
  paid: PaidQuestion;
  call: ToolCall;
  payer: Payer;
  /** What the user agreed to pay; null when the user was not asked, or declined. */
  agreed: Agreement | null;
  ids: QuestionIds;
}

async function buyUnder(port: ToolPort, buying: Buying): Promise<ToolResult | UserQuestion> {
  const { paid, call, payer, agreed, ids } = buying;
  const { given, user, signal } = call;
  const most = (given.max_price as string | undefined) ?? null;
  if (user.reply !== null && agreed === null) return problemResult(DECLINED, ids.requestId);
  const purchase: Purchase = {
    ...paid.asked,
    ...ids,
    maxPrice: most ?? agreed?.maxPrice ?? payer.confirmAbove,
    quote: agreed?.quote ?? null,
  };
  const bought = await port.buy(purchase, signal);
  const { requestId } = bought;
  if (bought.status === 200) return resultOf(paid, given, bought, requestId);
  const answer = inArgumentNames(bought);
  const price = most === null && agreed === null ? priceToConfirm(answer, payer) : null;
  if (price === null) return problemResult(answer, requestId);
  return user.canBeAsked
    ? askUser(port, paid.tool, purchase, price)
    : problemResult(toldToAsk(answer, price), requestId);
}

function wrongArgument({ fresh, request_id: chosen, max_price: most }: Arguments): string | null {
  if (fresh === true && chosen === undefined) return '`fresh` needs a `request_id` of its own.';
  if (most === undefined || parseMoney(most as string) !== null) return null;
  return '`max_price` must be an amount such as "0.02", with at most six decimals.';
}

function resultOf(paid: PaidQuestion, given: Arguments, answer: ToolAnswer, requestId: string): ToolResult {
  const { body } = answer;
  const { skip, rows, about } = rowsOf(paid, given, body);
  const cursor = body.has_more === true ? (body.pcursor as string) : null;
  const notes = [...about, ...answerNotes(body)];
  // Reserves room for the texts that are not records. The id counts twice, because the hint on how to get the rest repeats it.
  const fit = fitting(rows, [cursor, requestId, requestId, notes]);
  const left = rows.length - fit.length;
  const bill = billOf(answer);
  const facts = {
    items: fit.map((row) => row.facts),
    ...bill,
    request_id: requestId,
    ...(left > 0 && { next_skip: skip + fit.length }),
    next_cursor: cursor,
    ...(notes.length > 0 && { notes }),
  };
  const lines = [
    ...(rows.length === 0 ? ['Nothing was found.'] : fit.map((row) => row.line)),
    ...(left > 0 ? [restText(left, requestId, skip + fit.length)] : []),
    ...notes,
    `charged ${[bill.charged, bill.currency].filter(Boolean).join(' ')} · left ${bill.left} · id ${requestId} · next cursor ${cursor ?? 'none'}`,
  ];
  return successResult(lines.join('\n'), facts);
}

interface Rows {
  /** Rows that are left out before those. */
  skip: number;
  rows: ShownRecord[];
  /** What must be said about the record itself. */
  about: string[];
}

/** A transcript has a row for each cue, everything else one for each record. */
function rowsOf(paid: PaidQuestion, given: Arguments, body: ToolAnswer['body']): Rows {
  if (paid.records === 'transcript') {
    const item = body.item as Record<string, unknown>;
    const skip = skippedRows(given, item);
    return { skip, rows: transcriptRows(item).slice(skip), about: transcriptNotes(item) };
  }
  const skip = Number(given.skip ?? 0);
  const records = (body.items ?? [body.item]) as Record<string, unknown>[];
  const detail = given.detail === 'full' ? 'full' : 'brief';
  const rows = records.slice(skip).map((one) => placed(paid, rowOf(paid.records, one, detail)));
  return { skip, rows, about: [] };
}

/** The platform is named only when many were searched. */
function placed({ asked }: PaidQuestion, row: ShownRecord): ShownRecord {
  return asked.platform === ALL_PLATFORMS ? { ...row, line: `${row.facts.platform} · ${row.line}` } : row;
}

function restText(left: number, requestId: string, skip: number): string {
  return `${left} more in this answer: repeat with request_id "${requestId}" and skip ${skip}, free.`;
}

function billOf({ body, charged, balance, isReplay }: ToolAnswer) {
  const { currency } = (body.receipt ?? {}) as { currency?: string };
  return {
    charged: charged ?? '0.000000',
    left: balance ?? 'unknown',
    currency: currency ?? null,
    repeated: isReplay,
  };
}
