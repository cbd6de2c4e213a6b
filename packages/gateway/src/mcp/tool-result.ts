// What a tool returns: text and the same facts as fields, at most 16 kB each. An error is one line of four facts:
// what happened, whether it was charged, what to do, and when.
import { shown } from './platform-text.ts';
import type { ShownRecord } from './shown-records.ts';
import type { ToolAnswer } from './tool-port.ts';

/** As much as a model can use well; clients cut at about twice as much. */
export const RESULT_BYTES_MAX = 16 * 1_024;
/** For the words around the items, without the ids and cursors in them. */
const FRAME_BYTES = 1_024;
const DETAIL_CHARS_MAX = 400;

export interface ToolResult {
  [field: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

export function successResult(text: string, facts: Record<string, unknown>): ToolResult {
  return { content: [{ type: 'text', text }], structuredContent: facts };
}

/**
 * As many rows as fit, in the text and in the fields; at least one. `beside`: what else is in the result, such as a
 * cursor.
 */
export function fitting(rows: readonly ShownRecord[], beside: unknown): ShownRecord[] {
  const frame = FRAME_BYTES + Buffer.byteLength(JSON.stringify(beside));
  let [text, fields] = [frame, frame];
  const fit = rows.findIndex(({ line, facts }) => {
    text += Buffer.byteLength(line) + 1;
    fields += Buffer.byteLength(JSON.stringify(facts)) + 1;
    return Math.max(text, fields) > RESULT_BYTES_MAX;
  });
  return fit === -1 ? [...rows] : rows.slice(0, Math.max(1, fit));
}

const TO_DO: Record<string, string> = {
  fix: 'change the arguments',
  retry: 'repeat the same call; it is charged once at most',
  wait: 'wait, then repeat the same call',
  top_up: 'ask the user to top up the balance',
  switch: 'do not repeat it; use another platform, key or id',
};

/** One line of facts; the whole problem is in `_meta`, for programs. */
export function problemResult({ body }: ToolAnswer, requestId: string | null): ToolResult {
  const { code, detail, next, retry_after_ms: waitMs, charged } = body as Record<string, never>;
  const facts = [
    `${code ?? 'FAILED'}: ${shown(detail, DETAIL_CHARS_MAX)}`,
    charged === undefined ? 'it is not known whether this was charged: ask `receipt`' : 'nothing was charged',
    TO_DO[next ?? ''] ?? 'do not repeat it',
    ...(waitMs === undefined ? [] : [`in ${Math.ceil(Number(waitMs) / 1_000)} s`]),
    ...(requestId === null ? [] : [`id ${requestId}`]),
  ];
  return {
    content: [{ type: 'text', text: facts.join(' · ') }],
    isError: true,
    _meta: { 'reelgate/problem': body },
  };
}

/** For invalid arguments, before anything is asked. */
export function argumentError(detail: string, code = 'INVALID_REQUEST'): ToolResult {
  return madeUp(400, { code, detail, next: 'fix', charged: '0.000000' });
}

/** For a bug: its message is not shown, and it is not known whether the call was charged. */
export function bugResult(): ToolResult {
  return madeUp(500, { code: 'INTERNAL', detail: 'The tool failed inside the gateway.', next: 'retry' });
}

function madeUp(status: number, body: Record<string, unknown>): ToolResult {
  return problemResult({ status, body, charged: null, balance: null, isReplay: false }, null);
}
