// The paid tools: one for each operation that has a tool, which makes its stable call. The arguments follow from the
// operation's parameters, so a new filter is a new argument. What a call does is in buy-answer.ts.
import { CUES_MAX } from '../domain/transcript/cue.ts';
import { ALL_PLATFORMS, ANY_PLATFORM, findAction, operations } from '../operations/index.ts';
import type { Operation, OperationTool } from '../operations/operation.ts';
import { argumentOf } from './argument-names.ts';
import { buyAnswer, type ToolQuery } from './buy-answer.ts';
import { requestIdArgument } from './question-id.ts';
import type { ArgumentSchema, Arguments, FactsSchema, Tool } from './tool.ts';
import { MOMENT } from './transcript-rows.ts';

interface PaidTool extends OperationTool {
  operation: Operation;
  /** The action with the stable variant. */
  action: string;
}

const stableAction = ({ actions }: Operation) =>
  Object.keys(actions).find((name) => actions[name]!.variant === 'stable')!;

const PAID: readonly PaidTool[] = operations.flatMap((operation) =>
  operation.tool === null ? [] : [{ ...operation.tool, operation, action: stableAction(operation) }],
);

/** Ten records answer most questions; `count` asks for more. */
const COUNT_DEFAULT = 10;
/** Parameters that tools set themselves or do not use. */
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
      'Leaves out this many of the first items. Use it with the same request_id to get the rest of an answer that was too long, free of charge.',
  },
  max_price: {
    type: 'string',
    description:
      'The most this call may cost, such as "0.02". A more expensive call is refused and costs nothing.',
  },
  request_id: {
    ...requestIdArgument,
    description:
      'Use the same value when you repeat a question, and a new one for a new question. Without it, repeating a question within ten minutes is free.',
  },
  fresh: {
    type: 'boolean',
    description: 'true asks the platform again and does not use a stored answer. Needs a request_id.',
  },
};

const AROUND = {
  type: 'string',
  pattern: MOMENT,
  description:
    'A moment, such as "12:30", or seconds: the answer begins half a minute before it. Another moment of a paid transcript is free.',
};

const CURSOR = 'Absent for the first page, else the `next_cursor` of the previous answer, unchanged.';
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
    if (isTaken(tool, name)) properties[argumentOf(name)] = plainOf(name, parameter);
  }
  const required = ((query as { required?: string[] }).required ?? []).map(argumentOf);
  return {
    type: 'object',
    properties: { ...properties, ...extraOf(tool) },
    required: [...(isByAddress ? [] : ['platform']), ...required],
    additionalProperties: false,
  };
}

const isTaken = ({ without = [] }: PaidTool, name: string) => !OWN.has(name) && !without.includes(name);

/** A transcript has no details to choose, but thousands of rows and a time for each. */
function extraOf({ operation }: PaidTool): Record<string, object> {
  if (operation.record.kind !== 'transcript') return EXTRA;
  const { detail: _, skip, ...rest } = EXTRA;
  return { around: AROUND, skip: { ...skip, maximum: CUES_MAX }, ...rest };
}

function plainOf(name: string, parameter: Parameter): object {
  const plain = JSON.parse(JSON.stringify(parameter)) as Parameter;
  if (name === 'pcursor') return { ...plain, description: CURSOR };
  return name === 'count' ? { ...plain, default: COUNT_DEFAULT } : plain;
}

/** The question that the arguments ask. */
function askedBy(tool: PaidTool, given: Arguments): ToolQuery {
  const names = Object.keys(tool.operation.query.properties);
  const query: Record<string, string> = {};
  for (const name of names.filter((one) => isTaken(tool, one))) {
    const value = given[argumentOf(name)] ?? (name === 'count' ? COUNT_DEFAULT : undefined);
    // Over HTTP parameters come from a URL, which cannot contain lone surrogates; here they are replaced.
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
    left: { ...text, description: 'What is left of the balance.' },
    currency: { type: ['string', 'null'] },
    repeated: { type: 'boolean', description: 'true when the question was already paid for.' },
    request_id: text,
    next_skip: { type: 'integer', description: '`skip` for the rest of this answer, free.' },
    next_cursor: { type: ['string', 'null'], description: '`cursor` for the next page, which is paid.' },
    notes: { type: 'array', items: text, description: 'What is missing, or which filters were not applied.' },
  },
  required: ['items', 'charged', 'left', 'currency', 'repeated', 'request_id', 'next_cursor'],
};

/** The action that each paid tool calls, by the tool's name. */
export const toolActions: ReadonlyMap<string, string> = new Map(
  PAID.map(({ name, action }) => [name, action]),
);

export const paidTools: readonly Tool[] = PAID.map((tool) => ({
  name: tool.name,
  group: 'videos',
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

/** A call of the tool that makes a data call, with the sample values of its operation. For the reference. */
export interface ToolSample {
  name: string;
  arguments: Readonly<Record<string, string>>;
}

/** null when no tool calls this action. */
export function toolSample(action: string, platform: string): ToolSample | null {
  const name = [...toolActions].find(([, called]) => called === action)?.[0];
  if (name === undefined) return null;
  const { sample } = findAction(action)!.operation;
  const given = Object.entries(sample).map(([parameter, value]) => [argumentOf(parameter), value]);
  return { name, arguments: { platform, ...Object.fromEntries(given) } };
}
