// The tool `read_videos`: whole records of chosen ids from an answer that was paid for. It costs nothing and asks no
// platform.
import { PAGE_ITEMS_MAX, VIDEO_ID_CHARS_MAX } from '../domain/limits.ts';
import { requestRecords } from '../features/calls/call.account.ts';
import { operations } from '../operations/index.ts';
import type { RecordKind } from '../operations/operation.ts';
import { requestIdArgument } from './question-id.ts';
import { rowOf } from './shown-records.ts';
import type { Tool, ToolCall } from './tool.ts';
import type { ToolPort } from './tool-port.ts';
import {
  argumentError,
  fitting,
  problemResult,
  RESULT_BYTES_MAX,
  successResult,
  type ToolResult,
} from './tool-result.ts';

/** Ids that are not shown are listed, which must leave room for records. Fifty usual ids take two kilobytes. */
const IDS_BYTES_MAX = RESULT_BYTES_MAX / 2;

/** A stored answer may name an operation that this release no longer has. */
function kindOf(name: string): RecordKind {
  return operations.find((one) => one.name === name)?.record.kind ?? 'video';
}

async function readRecords(port: ToolPort, { given }: ToolCall): Promise<ToolResult> {
  const { request_id: requestId, ids } = given as { request_id: string; ids: string[] };
  if (Buffer.byteLength(JSON.stringify(ids)) > IDS_BYTES_MAX)
    return argumentError('Ask for fewer ids at a time.');
  const answer = await port.free(requestRecords, { params: { request_id: requestId } });
  if (answer.status !== 200) return problemResult(answer, requestId);
  const { operation, items } = answer.body as { operation: string; items: Record<string, unknown>[] };
  const byId = new Map(items.map((item) => [String(item.id), item]));
  const wanted = [...new Set(ids)];
  const found = wanted.filter((id) => byId.has(id));
  const rows = found.map((id) => rowOf(kindOf(operation), byId.get(id)!, 'whole'));
  const fit = fitting(rows, wanted);
  const [left, missing] = [found.slice(fit.length), wanted.filter((id) => !byId.has(id))];
  const lines = [
    ...fit.map(({ line }) => line),
    ...(left.length === 0 ? [] : [`Not shown, ask for them separately: ${left.join(', ')}`]),
    ...(missing.length === 0 ? [] : [`Not in this answer: ${missing.join(', ')}`]),
    'free',
  ];
  return successResult(lines.join('\n'), { items: fit.map(({ facts }) => facts), not_shown: left, missing });
}

const listOfIds = { type: 'array', items: { type: 'string' } };

export const readVideos: Tool = {
  name: 'read_videos',
  group: 'videos',
  title: 'Whole records',
  description:
    'Everything that is known about chosen videos of a paid answer, by its request_id: description, tags, figures, licence.',
  arguments: {
    type: 'object',
    properties: {
      request_id: { ...requestIdArgument, description: 'The id in the answer.' },
      ids: {
        type: 'array',
        minItems: 1,
        maxItems: PAGE_ITEMS_MAX,
        items: { type: 'string', minLength: 1, maxLength: VIDEO_ID_CHARS_MAX },
        description: 'Ids of the videos, as the answer has them.',
      },
    },
    required: ['request_id', 'ids'],
    additionalProperties: false,
  },
  facts: {
    type: 'object',
    properties: {
      items: { type: 'array', items: { type: 'object' } },
      not_shown: { ...listOfIds, description: 'Ids that did not fit: ask for them separately.' },
      missing: { ...listOfIds, description: 'Ids that are not in the answer.' },
    },
    required: ['items', 'not_shown', 'missing'],
  },
  isPaid: false,
  operation: null,
  run: readRecords,
};
