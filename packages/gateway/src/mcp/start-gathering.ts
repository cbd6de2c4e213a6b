// Starts a collection or a watch within a budget. A budget above the operator's limit needs the user's agreement, as the price of a paid
// call does. Starting is free and has one request id, so a repeat starts nothing twice.
import { parseMoney } from '../domain/money.ts';
import { ownKey } from '../features/keys/key.account.ts';
import { agreementOf, DECLINED, PLATFORM_CHARS_MAX } from './confirmation.ts';
import { questionOf, startId } from './gathering-question.ts';
import { shown } from './platform-text.ts';
import type { ShownRecord } from './shown-records.ts';
import type { Tool, ToolCall, UserQuestion } from './tool.ts';
import type { FreeVerb, ToolAnswer, ToolPort } from './tool-port.ts';
import { argumentError, problemResult, successResult, type ToolResult } from './tool-result.ts';

export const createdFact = { type: 'boolean', description: 'false: it was started before.' };

interface Start {
  tool: Tool['name'];
  /** The most that it may cost. */
  budget: string;
  /** What the budget is for, such as "a month". */
  per: string;
  verb: FreeVerb;
  body: object;
  /** What was made, and how it is read. */
  shown(answer: ToolAnswer): { row: ShownRecord; hint: string };
}

export async function startGathering(
  port: ToolPort,
  call: ToolCall,
  start: Start,
): Promise<ToolResult | UserQuestion> {
  if (parseMoney(start.budget) === null) return argumentError('The budget must be an amount such as "2.00".');
  const payer = await port.payer();
  if ('status' in payer) return problemResult(payer, null);
  const agreed = agreementOf(call.user);
  const requestId = agreed?.requestId ?? startId(payer, start.tool, call.given);
  if (requestId === null) return argumentError('`request_id` begins as ids of the gateway itself do.');
  if (call.user.reply !== null && agreed === null) return problemResult(DECLINED, requestId);
  const most = agreed?.maxPrice ?? (call.given.max_price as string | undefined) ?? payer.confirmAbove;
  if (!isWithin(start.budget, most)) return needsAgreement(port, call, start, requestId);
  const answer = await port.free(start.verb, { body: start.body, requestId });
  return answer.status < 300 ? startedResult(start, answer) : problemResult(answer, requestId);
}

function startedResult({ shown }: Start, answer: ToolAnswer): ToolResult {
  const { row, hint } = shown(answer);
  const { created } = answer.body as { created: boolean };
  const how = created
    ? 'Started.'
    : 'This was started before, and nothing new was started. A new request_id starts it again.';
  return successResult([how, row.line, hint].join('\n'), { ...row.facts, created });
}

/** `most`: null without a limit. */
function isWithin(budget: string, most: string | null): boolean {
  if (most === null) return true;
  const limit = parseMoney(most);
  return limit !== null && parseMoney(budget)! <= limit;
}

async function needsAgreement(
  port: ToolPort,
  { user, given }: ToolCall,
  { tool, budget, per }: Start,
  requestId: string,
): Promise<ToolResult | UserQuestion> {
  const { currency } = (await port.free(ownKey)).body as { currency?: string };
  const cost = `up to ${budget}${currency ? ` ${currency}` : ''}${per}`;
  if (!user.canBeAsked) {
    const detail = `This may cost ${cost}. Ask the user, then repeat it with max_price "${budget}".`;
    return argumentError(detail, 'PRICE_CEILING');
  }
  const { platform } = questionOf(given);
  return {
    question: `${tool} (${given.tool} on ${shown(platform, PLATFORM_CHARS_MAX)}) may cost ${cost}. Start it?`,
    label: `Pay ${cost}`,
    state: JSON.stringify({ maxPrice: budget, quote: null, requestId }),
  };
}
