// Owns the tools that cost nothing: what is there, what it costs, what is left, and whether a question was charged.
import { toolActions } from './paid-tools.ts';
import type { ArgumentSchema, Arguments, Tool } from './tool.ts';
import type { ToolAnswer, ToolPort } from './tool-port.ts';
import { problemResult, said, type ToolResult } from './tool-result.ts';

const none: ArgumentSchema = { type: 'object', properties: {}, additionalProperties: false };

interface PricedAction {
  group: string;
  platform: string;
  operation: string;
  variant: string;
  unit: string;
  unit_price: string;
}

/** Every line names a platform; more than these say nothing further to a model. */
const PLATFORMS_MAX = 100;

/** What tools call: unified records, tried hard. */
export function toolPrices({ body }: ToolAnswer): PricedAction[] {
  const endpoints = (body.endpoints ?? []) as PricedAction[];
  return endpoints.filter(({ group, variant }) => group === 'u1' && variant === 'stable');
}

async function platforms(port: ToolPort): Promise<ToolResult> {
  const answer = await port.prices();
  if (answer.status !== 200) return problemResult(answer, null);
  const byName = Map.groupBy(toolPrices(answer), ({ platform }) => platform);
  const rows = [...byName].slice(0, PLATFORMS_MAX).map(([platform, all]) => ({
    platform,
    operations: all.map(({ operation, unit, unit_price: price }) => ({ operation, price, unit })),
  }));
  const lines = rows.map(
    ({ platform, operations }) =>
      `${platform}: ${operations.map(({ operation, price, unit }) => `${operation} ${price} per ${unit}`).join(', ')}`,
  );
  return said(lines.join('\n') || 'Nothing is served.', { platforms: rows });
}

async function quote(port: ToolPort, given: Arguments): Promise<ToolResult> {
  const { tool, platform } = given as Record<string, string>;
  const { count = null, calls = 1 } = given as { count?: number; calls?: number };
  const answer = await port.quote({ platform: platform!, action: toolActions.get(tool!)!, count, calls });
  if (answer.status !== 200) return problemResult(answer, null);
  const { most, most_per_call, currency, balance, balance_after, calls_affordable, caps } = answer.body;
  const facts = { most, most_per_call, currency, balance, balance_after, calls_affordable, caps };
  const left = balance_after === null ? `more than the balance of ${balance}` : `leaves ${balance_after}`;
  return said(
    `${calls} x ${tool} on ${platform}: at most ${most} ${currency} · ${left} · calls affordable ${calls_affordable ?? 'any number'}`,
    facts,
  );
}

async function account(port: ToolPort): Promise<ToolResult> {
  const answer = await port.balance();
  if (answer.status !== 200) return problemResult(answer, null);
  const { request_id: _, ...facts } = answer.body;
  const { available, held, currency } = answer.body as Record<string, string>;
  return said(`available ${available} ${currency} · held by running calls ${held}`, facts);
}

async function receipt(port: ToolPort, requestId: string): Promise<ToolResult> {
  const answer = await port.receipt(requestId);
  if (answer.status === 404) {
    return said(`No call has the id ${requestId}: it was not charged. Repeat the question with this id.`, {
      known: false,
      charged: '0.000000',
    });
  }
  if (answer.status !== 200) return problemResult(answer, null);
  const call = answer.body.call as Record<string, unknown>;
  const kept =
    call.answer_kept === true
      ? 'its answer is kept: repeat the question with this id, free'
      : 'no answer is kept';
  const text = `state ${call.state} · charged ${call.charged} ${call.currency} · refunded ${call.refunded} · ${kept}`;
  const { state, charged, refunded, currency, path, opened_at, answer_kept } = call;
  return said(text, { known: true, state, charged, refunded, currency, path, opened_at, answer_kept });
}

export const freeTools: readonly Tool[] = [
  {
    name: 'quote',
    title: 'What would it cost?',
    description:
      'What calls of a paid tool cost at most, what would be left, and how many the balance and the caps allow.',
    arguments: {
      type: 'object',
      properties: {
        tool: { type: 'string', enum: [...toolActions.keys()] },
        platform: { type: 'string', description: 'Its name; `platforms` lists them.' },
        count: { type: 'integer', minimum: 1, maximum: 50, description: 'Items of one call.' },
        calls: {
          type: 'integer',
          minimum: 1,
          maximum: 10_000,
          description: 'How many calls, such as pages. 1 when not said.',
        },
      },
      required: ['tool', 'platform'],
      additionalProperties: false,
    },
    isPaid: false,
    operation: null,
    run: quote,
  },
  {
    name: 'account',
    title: 'Balance',
    description: 'What the account of this key has left, and what running calls hold.',
    arguments: none,
    isPaid: false,
    operation: null,
    run: account,
  },
  {
    name: 'receipt',
    title: 'Was it charged?',
    description:
      'Whether a question was charged, how much, and whether its answer can still be had for nothing.',
    arguments: {
      type: 'object',
      properties: {
        request_id: { type: 'string', minLength: 1, maxLength: 128, description: 'The id of the question.' },
      },
      required: ['request_id'],
      additionalProperties: false,
    },
    isPaid: false,
    operation: null,
    run: (port, given) => receipt(port, String(given.request_id)),
  },
  {
    name: 'platforms',
    title: 'Platforms and prices',
    description: 'Which platforms can be asked, what each can do, and what it costs this key.',
    arguments: none,
    isPaid: false,
    operation: null,
    run: platforms,
  },
];
