// Owns the tools that cost money. Each is one action of an operation; its arguments follow from the operation's own parameters, so a new
// filter is a new argument. A question that is repeated is paid once: see question-id.ts.
import { parseMoney } from '../domain/money.ts';
import { findAction } from '../operations/index.ts';
import { questionId } from './question-id.ts';
import { rowOf } from './rows.ts';
import type { ArgumentSchema, Arguments, Tool } from './tool.ts';
import type { Purchase, ToolAnswer, ToolPort } from './tool-port.ts';
import { argumentError, fitting, problemResult, said, type ToolResult } from './tool-result.ts';

interface PaidTool {
  name: string;
  title: string;
  description: string;
  action: string;
  records: 'video' | 'comment' | 'author';
}

const PAID: readonly PaidTool[] = [
  {
    name: 'find_videos',
    title: 'Find videos',
    description:
      'Search a platform for videos by words. Gives one line per video, a cursor for more, and what it cost.',
    action: 'search_video_v2',
    records: 'video',
  },
  {
    name: 'get_video',
    title: 'One video',
    description: 'One video by its id, as it is now. One that is not there costs nothing.',
    action: 'get_video_v2',
    records: 'video',
  },
  {
    name: 'list_author_videos',
    title: 'Videos of an author',
    description:
      'The videos of one author, the newest first. Gives one line per video and a cursor for more.',
    action: 'list_author_videos_v2',
    records: 'video',
  },
  {
    name: 'list_comments',
    title: 'Comments on a video',
    description: 'What people wrote about one video. Gives one line per comment and a cursor for more.',
    action: 'list_comments_v2',
    records: 'comment',
  },
];

/** Ten lines answer most questions; more is one argument away. */
const COUNT_DEFAULT = 10;
/** Names that say more to a model, for parameters of the operation. */
const RENAMED: Readonly<Record<string, string>> = { keyword: 'query', pcursor: 'cursor' };
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
    type: 'string',
    description:
      'The same value when you repeat a question, a new one only for a new question. Without it a question that is repeated within ten minutes is free.',
  },
  fresh: {
    type: 'boolean',
    description: 'true asks the platform again instead of taking a kept answer. Needs a request_id.',
  },
};

type Parameter = { minimum?: number; default?: unknown; description?: string };

function argumentsOf(tool: PaidTool): ArgumentSchema {
  const { query } = findAction(tool.action)!.operation;
  const properties: Record<string, object> = {
    platform: { type: 'string', description: 'Its name; `platforms` lists them.' },
  };
  for (const [name, parameter] of Object.entries(query.properties as Record<string, Parameter>)) {
    if (!OWN.has(name)) properties[RENAMED[name] ?? name] = plainOf(name, parameter);
  }
  const required = ((query as { required?: string[] }).required ?? []).map((name) => RENAMED[name] ?? name);
  return {
    type: 'object',
    properties: { ...properties, ...EXTRA },
    required: ['platform', ...required],
    additionalProperties: false,
  };
}

function plainOf(name: string, parameter: Parameter): object {
  const plain = JSON.parse(JSON.stringify(parameter)) as Parameter;
  return name === 'count' ? { ...plain, default: COUNT_DEFAULT } : plain;
}

/** The purchase that the arguments mean, still without its id. */
function purchaseOf(tool: PaidTool, given: Arguments): Omit<Purchase, 'requestId' | 'maxPrice'> {
  const names = Object.keys(findAction(tool.action)!.operation.query.properties);
  const query: Record<string, string> = {};
  for (const name of names.filter((one) => !OWN.has(one))) {
    const value = given[RENAMED[name] ?? name] ?? (name === 'count' ? COUNT_DEFAULT : undefined);
    if (value !== undefined) query[name] = String(value);
  }
  if (given.fresh === true) query.max_age = '0';
  return { platform: String(given.platform), action: tool.action, query };
}

async function run(tool: PaidTool, port: ToolPort, given: Arguments): Promise<ToolResult> {
  const { request_id: chosen, fresh, max_price: most = null } = given;
  if (fresh === true && chosen === undefined)
    return argumentError('`fresh` needs a `request_id` of its own.');
  if (most !== null && parseMoney(most as string) === null) {
    return argumentError('`max_price` must be an amount such as "0.02", with at most six decimals.');
  }
  const purchase = purchaseOf(tool, given);
  const requestId = (chosen as string | undefined) ?? (await questionId(port, tool.name, purchase));
  const maxPrice = (most as string | null) ?? port.confirmAbove;
  const answer = await port.buy({ ...purchase, requestId, maxPrice });
  if (answer.status === 200) return resultOf(tool, given, answer, requestId);
  return problemResult(most === null ? askedToConfirm(answer) : answer, requestId);
}

/** The operator's limit, and not one that the model has set. */
function askedToConfirm(answer: ToolAnswer): ToolAnswer {
  if (answer.body.code !== 'PRICE_CEILING') return answer;
  const detail = `This may cost ${answer.body.price}. Ask the user, then repeat it with max_price "${answer.body.price}".`;
  return { ...answer, body: { ...answer.body, detail } };
}

function resultOf(tool: PaidTool, given: Arguments, answer: ToolAnswer, requestId: string): ToolResult {
  const { body } = answer;
  const skip = Number(given.skip ?? 0);
  const records = (body.items ?? [body.item]) as Record<string, unknown>[];
  const rows = records.slice(skip).map((one) => rowOf(tool.records, one, given.detail === 'full'));
  const fit = fitting(rows);
  const left = rows.length - fit.length;
  const cursor = body.has_more === true ? (body.pcursor as string) : null;
  const bill = billOf(answer);
  const facts = {
    items: fit.map((row) => row.facts),
    ...bill,
    request_id: requestId,
    ...(left > 0 && { next_skip: skip + fit.length }),
    next_cursor: cursor,
  };
  const lines = [
    ...(rows.length === 0 ? ['Nothing was found.'] : fit.map((row) => row.line)),
    ...(left > 0
      ? [
          `${left} more in this answer: repeat with request_id "${requestId}" and skip ${skip + fit.length}, free.`,
        ]
      : []),
    [
      `charged ${bill.charged}`,
      `left ${bill.left}`,
      `id ${requestId}`,
      `next cursor ${cursor ?? 'none'}`,
    ].join(' · '),
  ];
  return said(lines.join('\n'), facts);
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

/** What each paid tool calls, by its name. */
export const toolActions: ReadonlyMap<string, string> = new Map(
  PAID.map(({ name, action }) => [name, action]),
);

export const paidTools: readonly Tool[] = PAID.map((tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  arguments: argumentsOf(tool),
  isPaid: true,
  operation: findAction(tool.action)!.operation.name,
  run: (port, given) => run(tool, port, given),
}));
