// The free tools: the platforms, prices, the balance, and whether a question was charged.
import { request as callReceipt } from '../features/calls/call.account.ts';
import { pricing } from '../features/catalog/price.account.ts';
import { priceQuote } from '../features/catalog/quote.account.ts';
import { ownKey } from '../features/keys/key.account.ts';
import { platforms as platformHealth } from '../features/providers/platform.account.ts';
import { ReceiptView } from '../features/receipts/receipt-views.ts';
import { ALL_PLATFORMS } from '../operations/index.ts';
import { quoteOf } from './confirmation.ts';
import { toolActions } from './paid-tools.ts';
import { requestIdArgument } from './question-id.ts';
import type { ShownRecord } from './shown-records.ts';
import type { ArgumentSchema, FactsSchema, Tool, ToolCall } from './tool.ts';
import type { ToolAnswer, ToolPort } from './tool-port.ts';
import { fitting, problemResult, successResult, type ToolResult } from './tool-result.ts';
import { argument, facts } from './verb-fields.ts';

const none: ArgumentSchema = { type: 'object', properties: {}, additionalProperties: false };
const text = { type: 'string' };
const listOf = (properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', properties },
});

function factsOf(properties: Record<string, object>, required: string[]): FactsSchema {
  return { type: 'object', properties, required };
}

interface PricedAction {
  group: string;
  platform: string;
  operation: string;
  variant: string;
  unit: string;
  unit_price: string;
  purpose?: string;
}

/**
 * Prices of what tools call: unified records, stable variant. The price of a search over many platforms is the sum of
 * its legs, which is the price of the call.
 */
export function toolPrices({ body }: ToolAnswer): PricedAction[] {
  const endpoints = (body.endpoints ?? []) as PricedAction[];
  return endpoints
    .filter(({ group, variant, purpose }) => group === 'u1' && variant === 'stable' && purpose === undefined)
    .map((one) => (one.unit === 'leg' ? { ...one, unit: 'call' } : one));
}

async function platforms(port: ToolPort, { given }: ToolCall): Promise<ToolResult> {
  const [prices, states] = await Promise.all([port.free(pricing), port.free(platformHealth)]);
  const refused = [prices, states].find(({ status }) => status !== 200);
  if (refused !== undefined) return problemResult(refused, null);
  const known = (states.body.platforms ?? []) as { platform: string; made_up?: boolean; health: string }[];
  const madeUp = new Set(known.filter((one) => one.made_up === true).map(({ platform }) => platform));
  const health = new Map(known.map((one) => [one.platform, one.health]));
  // A search over many platforms works as long as one of them does.
  health.set(ALL_PLATFORMS, known.some((one) => one.health !== 'down') ? 'ok' : 'down');
  const asked = toolPrices(prices).filter(({ platform }) => platform === (given.platform ?? platform));
  const byName = Map.groupBy(asked, ({ platform }) => platform);
  const rows = [...byName].map(([platform, all]) => {
    const row = platformRow(platform, health.get(platform), all);
    return madeUp.has(platform) ? { ...row, line: `${row.line} (its records are made up)` } : row;
  });
  const names = [...byName.keys()];
  const fit = fitting(rows, names);
  const left = names.slice(fit.length);
  const lines = [
    ...fit.map(({ line }) => line),
    ...(rows.length === 0 ? ['No platform is served.'] : []),
    ...(left.length > 0 ? [`Not shown, ask for each by name: ${left.join(', ')}`] : []),
  ];
  return successResult(lines.join('\n'), { platforms: fit.map(({ facts }) => facts), not_shown: left });
}

function platformRow(platform: string, health = 'unknown', priced: PricedAction[]): ShownRecord {
  const operations = priced.map(({ operation, unit, unit_price: price }) => ({ operation, price, unit }));
  const offers = operations.map(({ operation, price, unit }) => `${operation} ${price} per ${unit}`);
  return { line: `${platform} (${health}): ${offers.join(', ')}`, facts: { platform, health, operations } };
}

async function quote(port: ToolPort, { given }: ToolCall): Promise<ToolResult> {
  const { tool, platform } = given as Record<string, string>;
  const { count = null, calls = 1 } = given as { count?: number; calls?: number };
  const answer = await quoteOf(port, { platform: platform!, action: toolActions.get(tool!)!, count, calls });
  if (answer.status !== 200) return problemResult(answer, null);
  const { most, most_per_call, currency, balance, balance_after, calls_affordable, caps } = answer.body;
  const shown = { most, most_per_call, currency, balance, balance_after, calls_affordable, caps };
  const left = balance_after === null ? `more than the balance of ${balance}` : `leaves ${balance_after}`;
  return successResult(
    `${calls} x ${tool} on ${platform}: at most ${most} ${currency} · ${left} · calls affordable ${calls_affordable ?? 'any number'}`,
    shown,
  );
}

interface Cap {
  scope: string;
  window: string;
  left: string;
  limit: string;
  resets_at: string | null;
}

function capText({ scope, window, left, limit, resets_at }: Cap): string {
  const until = resets_at === null ? '' : `, new at ${resets_at}`;
  return `${scope} cap, ${window}: ${left} left of ${limit}${until}`;
}

async function account(port: ToolPort): Promise<ToolResult> {
  const answer = await port.free(ownKey);
  if (answer.status !== 200) return problemResult(answer, null);
  const { available, held, currency, spent_today, confirm_above } = answer.body as Record<string, string>;
  const caps = (answer.body.caps ?? []) as Cap[];
  const lines = [
    `available ${available} ${currency} · held by running calls ${held} · spent today ${spent_today}`,
    ...caps.map(capText),
    ...(confirm_above ? [`calls above ${confirm_above} need confirmation`] : []),
  ];
  return successResult(lines.join('\n'), { available, held, spent_today, currency, caps, confirm_above });
}

async function receipt(port: ToolPort, { given }: ToolCall): Promise<ToolResult> {
  const requestId = String(given.request_id);
  const answer = await port.free(callReceipt, { params: { request_id: requestId } });
  if (answer.status === 404) {
    return successResult(
      `No call has the id ${requestId}: it was not charged. Repeat the question with this id.`,
      {
        known: false,
        charged: '0.000000',
      },
    );
  }
  if (answer.status !== 200) return problemResult(answer, null);
  const call = answer.body.call as Record<string, unknown>;
  const kept =
    call.answer_kept === true
      ? 'its answer is kept: repeat the question with this id, free'
      : 'no answer is kept';
  const { state, charged, refunded, currency, path, opened_at, answer_kept } = call;
  return successResult(
    `state ${state} · charged ${charged} ${currency} · refunded ${refunded} · ${path} at ${opened_at} · ${kept}`,
    { known: true, state, charged, refunded, currency, path, opened_at, answer_kept },
  );
}

export const freeTools: readonly Tool[] = [
  {
    name: 'quote',
    group: 'account',
    title: 'What would it cost?',
    description:
      'What calls of a paid tool cost at most. Also what would be left, and how many the balance and the caps allow.',
    arguments: {
      type: 'object',
      properties: {
        tool: { type: 'string', enum: [...toolActions.keys()] },
        platform: { type: 'string', description: 'Its name; `platforms` lists them.' },
        count: argument(priceQuote.query, 'count', { description: 'Items per call.' }),
        calls: argument(priceQuote.query, 'pages', { description: 'Number of calls, such as pages.' }),
      },
      required: ['tool', 'platform'],
      additionalProperties: false,
    },
    facts: factsOf(
      facts(priceQuote.result, [
        ...(['most', 'most_per_call', 'currency', 'balance', 'balance_after'] as const),
        ...(['calls_affordable', 'caps'] as const),
      ]),
      ['most', 'most_per_call', 'currency'],
    ),
    isPaid: false,
    operation: null,
    run: quote,
  },
  {
    name: 'account',
    group: 'account',
    title: 'Balance and caps',
    description:
      'What is left of the balance of this key and of every cap. Also what running calls hold, and what was spent today.',
    arguments: none,
    facts: factsOf(
      facts(ownKey.result, ['available', 'held', 'spent_today', 'currency', 'caps', 'confirm_above']),
      ['available', 'held', 'spent_today', 'currency', 'caps'],
    ),
    isPaid: false,
    operation: null,
    run: account,
  },
  {
    name: 'receipt',
    group: 'account',
    title: 'Was it charged?',
    description:
      'Whether a question was charged, and whether its answer is still available free of charge. For when the outcome is not known.',
    arguments: {
      type: 'object',
      properties: {
        request_id: { ...requestIdArgument, description: 'The id of the question.' },
      },
      required: ['request_id'],
      additionalProperties: false,
    },
    facts: factsOf(
      { known: { type: 'boolean' }, ...facts(ReceiptView, ['state', 'charged', 'answer_kept']) },
      ['known', 'charged'],
    ),
    isPaid: false,
    operation: null,
    run: receipt,
  },
  {
    name: 'platforms',
    group: 'account',
    title: 'Platforms and prices',
    description:
      'Which platforms are served, what each can do and costs this key, and whether it answers right now (ok, weak or down).',
    arguments: {
      type: 'object',
      properties: {
        platform: { ...text, description: 'Name of one platform. Without it all are listed.' },
      },
      additionalProperties: false,
    },
    facts: factsOf(
      {
        platforms: listOf({ platform: text, health: text, operations: listOf({}) }),
        not_shown: {
          type: 'array',
          items: text,
          description: 'Platforms that did not fit: ask for each by name.',
        },
      },
      ['platforms', 'not_shown'],
    ),
    isPaid: false,
    operation: null,
    run: platforms,
  },
];
