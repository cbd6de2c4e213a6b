// Owns the request id of a question that came without one. The same question of the same key within ten minutes has the same id, so a
// repeat by a framework, a model or a broken stream is a free replay. It never sends anything.
import { hash } from 'node:crypto';
import { REQUEST_ID_BYTES_MAX } from '../domain/limits.ts';
import { REQUEST_ID_PATTERN } from '../domain/request-id.ts';
import type { ToolAnswer, ToolPort } from './tool-port.ts';

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

type Answering = Pick<ToolPort, 'nowMs' | 'receipt'>;

/** The id; or the problem, when nobody can say whether the window before was paid: a guess could be paid twice. */
type QuestionId = string | ToolAnswer;

/**
 * Questions under way in this process, by what is asked. A repeat takes the id of the one that still runs: the ledger may not know that
 * one yet, and a new window may have begun meanwhile. As many as there are calls under way.
 */
const underWay = new Map<string, { id: Promise<QuestionId>; users: number }>();

/** Does the work of a question under its id. */
export async function underQuestionId<T>(
  port: Answering,
  asked: { payer: string; tool: string; question: object },
  work: (id: QuestionId) => Promise<T>,
): Promise<T> {
  const words = JSON.stringify([asked.payer, asked.tool, canonical(asked.question)]);
  const own = underWay.get(words) ?? { id: findId(port, words), users: 0 };
  underWay.set(words, own);
  own.users++;
  try {
    return await work(await own.id);
  } finally {
    if (--own.users === 0) underWay.delete(words);
  }
}

/** The window before is looked at too: a repeat just after its end must not be paid again. */
async function findId(port: Answering, words: string): Promise<QuestionId> {
  const window = Math.floor(port.nowMs() / WINDOW_MS);
  const [now, before] = [idOf(words, window), idOf(words, window - 1)];
  const receipt = await port.receipt(before);
  if (receipt.status === 404) return now;
  if (receipt.status !== 200) return receipt;
  return isPaidOrHeld(receipt) ? before : now;
}

function isPaidOrHeld({ body }: ToolAnswer): boolean {
  const { state, answer_kept } = body.call as { state: string; answer_kept: boolean };
  return state === 'held' || (state === 'settled' && answer_kept);
}

function idOf(words: string, window: number): string {
  return `mcp-${hash('sha256', `${words} ${window}`, 'base64url').slice(0, DIGEST_CHARS)}`;
}

/** In the order of names: models do not keep an order. */
function canonical(question: object): [string, unknown][] {
  return Object.entries(question).sort(([one], [other]) => (one < other ? -1 : 1));
}
