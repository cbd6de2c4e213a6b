// The question of a collection or a watch: a tool that lists, and its arguments. The gateway checks the parameters when it makes the
// collection or watch, and refuses unknown ones free of charge.

import { givenProperties } from '../domain/field-table.ts';
import { COLLECTION_FIELDS } from '../domain/gathering/collection.ts';
import { isReservedRequestId } from '../domain/request-id.ts';
import { actionPath, findAction } from '../operations/index.ts';
import type { RecordKind } from '../operations/operation.ts';
import { toolActions } from './paid-tools.ts';
import { lastingId, requestIdArgument } from './question-id.ts';
import type { Arguments } from './tool.ts';
import type { Payer } from './tool-port.ts';

const listTools = [...toolActions].filter(([, action]) => findAction(action)!.operation.shape === 'page');

/** Anything else would become a text that nobody meant, such as "[object Object]", and so would a number that has lost digits. */
const plainValue = {
  type: ['string', 'integer', 'boolean'],
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** What is said about a collection or a watch changes nothing of what is asked. */
const SAID = new Set(['name', ...Object.keys(givenProperties(COLLECTION_FIELDS))]);

/** Arguments of every tool that starts something. */
export const questionArguments = {
  tool: {
    type: 'string',
    enum: listTools.map(([name]) => name),
    description: 'The tool whose list is meant.',
  },
  arguments: {
    type: 'object',
    additionalProperties: plainValue,
    description:
      'Its arguments, without cursor and count. Such as {"platform": "library", "keyword": "cat"}.',
  },
  max_price: {
    type: 'string',
    description: 'The most that the user agreed to pay. Needed only when the tool says so.',
  },
  request_id: {
    ...requestIdArgument,
    description:
      'Without it, the same question with the same settings is started once and never a second time.',
  },
};

interface GatheringQuestion {
  platform: string;
  path: string;
  query: Record<string, string>;
}

export function questionOf({ tool, arguments: given }: Arguments): GatheringQuestion {
  const { platform, ...parameters } = given as Record<string, unknown>;
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) query[name] = String(value).toWellFormed();
  const segment = encodeURIComponent(String(platform ?? '').toWellFormed());
  const action = toolActions.get(String(tool))!;
  return { platform: String(platform ?? ''), path: actionPath('u1', segment, action), query };
}

/** The request id under which it is made; null for an id that callers may not use. */
export function startId(payer: Payer, tool: string, given: Arguments): string | null {
  const { request_id: chosen, max_price: _, arguments: asked, ...others } = given;
  const settings = Object.entries(others).filter(([name]) => !SAID.has(name));
  const question = { ...Object.fromEntries(settings), arguments: Object.entries(asked as object).sort() };
  if (chosen === undefined) return lastingId({ payer: payer.keyId, tool, question });
  return isReservedRequestId(String(chosen)) ? null : String(chosen);
}

/** The kind of records in the list of a path. */
export function kindIn(path: unknown): RecordKind {
  const action = String(path).split('/').at(-1)!;
  return findAction(action)?.operation.record.kind ?? 'video';
}
