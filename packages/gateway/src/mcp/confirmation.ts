// Asks about a price above the operator's limit. When the client can show a form, its user is asked, with a quote
// that keeps the price until the answer; otherwise the model is told to ask. It buys nothing.
import { parseMoney } from '../domain/money.ts';
import { isRequestId } from '../domain/request-id.ts';
import { priceQuote } from '../features/catalog/quote.account.ts';
import { actionPath } from '../operations/index.ts';
import { shown } from './platform-text.ts';
import type { User, UserQuestion } from './tool.ts';
import type { Payer, Purchase, ToolAnswer, ToolPort } from './tool-port.ts';

/** The longest name of a platform. */
export const PLATFORM_CHARS_MAX = 40;

/** What the user agreed to pay. */
export interface Agreement {
  maxPrice: string;
  quote: string | null;
  requestId: string;
}

/** The part of a client's capabilities that is needed here. */
export interface Capabilities {
  elicitation?: { form?: unknown; url?: unknown } | undefined;
}

/** A client that announces forms without a kind means the plain one. */
export function canShowForms(capabilities: Capabilities = {}): boolean {
  const { elicitation } = capabilities;
  return elicitation !== undefined && (elicitation.form !== undefined || !elicitation.url);
}

/** null without a reply that agrees. The state comes back from the client, so it is checked like any input. */
export function agreementOf({ reply }: User): Agreement | null {
  if (reply === null || !reply.agrees) return null;
  const state = readState(reply.state);
  const { maxPrice, quote, requestId } = state ?? {};
  if (typeof maxPrice !== 'string' || parseMoney(maxPrice) === null) return null;
  if (typeof requestId !== 'string' || !isRequestId(requestId)) return null;
  if (quote !== null && typeof quote !== 'string') return null;
  return { maxPrice, quote, requestId };
}

function readState(text: string): Partial<Record<keyof Agreement, unknown>> | null {
  try {
    return JSON.parse(text) as Partial<Record<keyof Agreement, unknown>> | null;
  } catch {
    return null;
  }
}

/** The price, when only the operator's limit refused it; else null. */
export function priceToConfirm({ body }: ToolAnswer, { confirmAbove }: Payer): string | null {
  if (body.code !== 'PRICE_CEILING' || confirmAbove === null) return null;
  const [price, limit] = [parseMoney(String(body.price)), parseMoney(confirmAbove)];
  return price !== null && limit !== null && price > limit ? String(body.price) : null;
}

/** What calls of an action cost, with a price that holds for some minutes. `count`: items per call; null for the default. */
export function quoteOf(
  port: ToolPort,
  {
    platform,
    action,
    count,
    calls,
  }: { platform: string; action: string; count: number | null; calls: number },
): Promise<ToolAnswer> {
  const path = actionPath('u1', platform, action);
  const query = { path, pages: String(calls), ...(count !== null && { count: String(count) }) };
  return port.free(priceQuote, { query });
}

/** Makes the question, with a quote that keeps the price while the user decides. */
export async function askUser(
  port: ToolPort,
  tool: string,
  { platform, action, query, requestId }: Purchase,
  maxPrice: string,
): Promise<UserQuestion> {
  const count = query.count === undefined ? null : Number(query.count);
  const { status, body } = await quoteOf(port, { platform, action, count, calls: 1 });
  const quote = status === 200 ? String(body.quote) : null;
  const currency = status === 200 ? ` ${body.currency}` : '';
  const agreement: Agreement = { maxPrice, quote, requestId };
  return {
    question: `${tool} on ${shown(platform, PLATFORM_CHARS_MAX)} may cost up to ${maxPrice}${currency}. Pay it?`,
    label: `Pay up to ${maxPrice}${currency}`,
    state: JSON.stringify(agreement),
  };
}

/** For clients without forms. */
export function toldToAsk(answer: ToolAnswer, price: string): ToolAnswer {
  const detail = `This may cost ${price}. Ask the user, then repeat it with max_price "${price}".`;
  return { ...answer, body: { ...answer.body, detail } };
}

export const DECLINED: ToolAnswer = {
  status: 402,
  body: {
    code: 'DECLINED',
    detail: 'The user declined to pay this price.',
    next: 'switch',
    charged: '0.000000',
  },
  charged: null,
  balance: null,
  isReplay: false,
};
