// Owns the request id of a question that came without one. The same question of the same key within ten minutes has the same id, so a
// repeat by a framework, a model or a broken stream is a free replay. It never sends anything.
import { hash } from 'node:crypto';
import { REQUEST_ID_BYTES_MAX } from '../domain/limits.ts';
import { REQUEST_ID_PATTERN } from '../domain/request-id.ts';

/** Long enough for the repeats of a broken stream, short enough that who asks again later gets news. */
const WINDOW_MS = 600_000;
/** 132 bits: no two questions meet. */
const DIGEST_CHARS = 22;

/** The rules of the header that carries an id over HTTP: an argument travels in none, and has to keep them all the same. */
export const requestIdArgument = {
  type: 'string',
  minLength: 1,
  maxLength: REQUEST_ID_BYTES_MAX,
  pattern: REQUEST_ID_PATTERN,
};

/** The id of the window, and those of the windows beside it: the one before comes first. */
export interface QuestionIds {
  requestId: string;
  twins: readonly string[];
}

/**
 * A repeat may come just after the end of a window, or by a node whose clock is ahead, so whoever asks names the windows before and
 * after as well. None of them is guessed to be free: the ledger looks at all three when it opens the call.
 */
export function questionIds(
  nowMs: number,
  { payer, tool, question }: { payer: string; tool: string; question: object },
): QuestionIds {
  const words = JSON.stringify([payer, tool, canonical(question)]);
  const window = Math.floor(nowMs / WINDOW_MS);
  return { requestId: idOf(words, window), twins: [idOf(words, window - 1), idOf(words, window + 1)] };
}

function idOf(words: string, window: number): string {
  return `mcp-${hash('sha256', `${words} ${window}`, 'base64url').slice(0, DIGEST_CHARS)}`;
}

/** In the order of names: models do not keep an order. */
function canonical(question: object): [string, unknown][] {
  return Object.entries(question).sort(([one], [other]) => (one < other ? -1 : 1));
}
