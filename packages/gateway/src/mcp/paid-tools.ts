// The tools that cost money: one for each operation that has a tool, making its stable call. The arguments follow from the operation's
// own parameters, so a new filter is a new argument. What a call of one does is in buy-answer.ts.
import { ALL_PLATFORMS, ANY_PLATFORM, operations } from '../operations/index.ts';
import type { Operation, OperationTool } from '../operations/operation.ts';
import { argumentOf } from './argument-names.ts';
import { buyAnswer, type ToolQuery } from './buy-answer.ts';
import { requestIdArgument } from './question-id.ts';
import type { ArgumentSchema, Arguments, FactsSchema, Tool } from './tool.ts';

interface PaidTool extends OperationTool {
  operation: Operation;
  /** The stable one of its actions. */
  action: string;
}

const stableAction = ({ actions }: Operation) =>
  Object.keys(actions).find((name) => actions[name]!.variant === 'stable')!;

const PAID: readonly PaidTool[] = operations.flatMap((operation) =>
  operation.tool === null ? [] : [{ ...operation.tool, operation, action: stableAction(operation) }],
);

/** Ten lines answer most questions; more is one argument away. */
const COUNT_DEFAULT = 10;
/** Parameters that tools set themselves, or have no use for. */
const OWN = new Set(['include', 'max_age', 'max_price', 'dry_run']);

const EXTRA = {
  detail: {
    type: 'string',
    enum: ['brief', 'full'],
    description: 'full adds description, tags and figures.',
  },
  skip: {
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description:
      'Leaves out so many of the first items: for the rest of an answer that was too long, for nothing.',
  },
  max_price: {
    type: 'string',
    description: 'The most this call may cost, such as "0.02". A dearer call is refused and costs nothing.',
  },
  request_id: {
    ...requestIdArgument,
    description:
      'The same value when you repeat a question, a new one only for a new question. Without it a question that is repeated within ten minutes is free.',
  },
  fresh: {
    type: 'boolean',
    description: 'true asks the platform again instead of taking a kept answer. Needs a request_id.',
  },
};

const CURSOR = 'Absent for the first page, else the `next_cursor` of the answer before, unchanged.';
const PLATFORM = 'Its name; `platforms` lists them.';
const PLATFORM_OR_ALL = `${PLATFORM} "${ALL_PLATFORMS}" searches many at once, each at its own price.`;
const PLATFORM_OR_URL = `${PLATFORM} Not needed with a url.`;

type Parameter = { minimum?: number; default?: unknown; description?: string };

function argumentsOf(tool: PaidTool): ArgumentSchema {
  const { query, byAddress } = tool.operation;
  const isByAddress = byAddress !== null;
  const properties: Record<string, object> = {
    platform: { type: 'string', description: isByAddress ? PLATFORM_OR_URL : PLATFORM_OR_ALL },
  };
  for (const [name, parameter] of Object.entries(query.properties as Record<string, Parameter>)) {
    if (!OWN.has(name)) properties[argumentOf(name)] = plainOf(name, parameter);
  }
  const required = ((query as { required?: string[] }).required ?? []).map(argumentOf);
  return {
    type: 'object',
    properties: { ...properties, ...EXTRA },
    required: [...(isByAddress ? [] : ['platform']), ...required],
    additionalProperties: false,
  };
}

function plainOf(name: string, parameter: Parameter): object {
  const plain = JSON.parse(JSON.stringify(parameter)) as Parameter;
  if (name === 'pcursor') return { ...plain, description: CURSOR };
  return name === 'count' ? { ...plain, default: COUNT_DEFAULT } : plain;
}

/** What the arguments mean. */
function askedBy(tool: PaidTool, given: Arguments): ToolQuery {
  const names = Object.keys(tool.operation.query.properties);
  const query: Record<string, string> = {};
  for (const name of names.filter((one) => !OWN.has(one))) {
    const value = given[argumentOf(name)] ?? (name === 'count' ? COUNT_DEFAULT : undefined);
    // Half a surrogate pair cannot be part of an address, which the parameters of a call come from everywhere else.
    if (value !== undefined) query[name] = String(value).toWellFormed();
  }
  if (given.fresh === true) query.max_age = '0';
  return { platform: String(given.platform ?? ANY_PLATFORM), action: tool.action, query };
}

const text = { type: 'string' };

const FACTS: FactsSchema = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { type: 'object' } },
    charged: { ...text, description: 'What this call took from the balance.' },
    left: { ...text, description: 'Of the balance.' },
    currency: { type: ['string', 'null'] },
    repeated: { type: 'boolean', description: 'The question was paid for before.' },
    request_id: text,
    next_skip: { type: 'integer', description: 'For the rest of this answer, free.' },
    next_cursor: { type: ['string', 'null'], description: 'For the next page, which is paid.' },
    notes: { type: 'array', items: text, description: 'What is missing, or does not hold.' },
  },
  required: ['items', 'charged', 'left', 'currency', 'repeated', 'request_id', 'next_cursor'],
};

/** What each paid tool calls, by its name. */
export const toolActions: ReadonlyMap<string, string> = new Map(
  PAID.map(({ name, action }) => [name, action]),
);

export const paidTools: readonly Tool[] = PAID.map((tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  arguments: argumentsOf(tool),
  facts: FACTS,
  isPaid: true,
  operation: tool.operation.name,
  run: (port, call) =>
    buyAnswer(
      port,
      { tool: tool.name, asked: askedBy(tool, call.given), records: tool.operation.record.kind },
      call,
    ),
}));
