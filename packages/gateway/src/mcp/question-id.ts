// Makes the request id of a question that came without one. The same question of the same key within ten minutes has
// the same id, so a repeat by a framework, a model or a broken stream is a free replay.
import { hash } from 'node:crypto';
import { REQUEST_ID_BYTES_MAX } from '../domain/limits.ts';
import { REQUEST_ID_PATTERN } from '../domain/request-id.ts';

/** Long enough for the repeats after a broken stream, short enough that asking again later gets a new answer. */
const WINDOW_MS = 600_000;
/** 132 bits: ids of different questions do not collide. */
const DIGEST_CHARS = 22;

/** The rules of the request id header; an id in an argument must follow them too. */
export const requestIdArgument = {
  type: 'string',
  minLength: 1,
  maxLength: REQUEST_ID_BYTES_MAX,
  pattern: REQUEST_ID_PATTERN,
};

/** The id of the current time window, and those of the windows before and after; the one before comes first. */
export interface QuestionIds {
  requestId: string;
  twins: readonly string[];
}

/**
 * A repeat may come just after the end of a window, or through a node whose clock is ahead. So a question also has
 * the ids of the windows before and after, and the ledger checks all three when it opens the call.
 */
export function questionIds(
  nowMs: number,
  { payer, tool, question }: { payer: string; tool: string; question: object },
): QuestionIds {
  const words = JSON.stringify([payer, tool, canonical(question)]);
  const window = Math.floor(nowMs / WINDOW_MS);
  return { requestId: idOf(words, window), twins: [idOf(words, window - 1), idOf(words, window + 1)] };
}

/**
 * The id of something that is started and lasts: a collection or a watch. It has no time window, so a repeat at any time finds the first
 * one instead of paying for a second.
 */
export function lastingId({
  payer,
  tool,
  question,
}: {
  payer: string;
  tool: string;
  question: object;
}): string {
  return idOf(JSON.stringify([payer, tool, canonical(question)]), 'lasting');
}

function idOf(words: string, window: number | 'lasting'): string {
  return `mcp-${hash('sha256', `${words} ${window}`, 'base64url').slice(0, DIGEST_CHARS)}`;
}

/** Sorted by name: models do not keep an order. */
function canonical(question: object): [string, unknown][] {
  return Object.entries(question).sort(([one], [other]) => (one < other ? -1 : 1));
}
