// Owns the head of an answer on a plain connection, in the very form that Node's server gives it. Names and values come from our
// own forms: nothing of a caller's is in them but a request id, which is visible ASCII.
import type { Clock } from '../../domain/clock.ts';
import { STATUS_CODES } from '../status.ts';

export type HeadWriter = (status: number, headers: readonly string[], isLast: boolean) => string;

export function createHeadWriter(clock: Clock, keepAliveMs: number): HeadWriter {
  const dateText = createDateText(clock);
  const goesOn = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n\r\n`;
  return (status, headers, isLast) => {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
    return `${head}Date: ${dateText()}\r\n${isLast ? 'Connection: close\r\n\r\n' : goesOn}`;
  };
}

/** It changes once a second, and answers come by the thousand. */
function createDateText(clock: Clock): () => string {
  let second = Number.NaN;
  let text = '';
  return () => {
    const nowMs = clock.nowMs();
    if (Math.floor(nowMs / 1_000) !== second) {
      second = Math.floor(nowMs / 1_000);
      text = new Date(nowMs).toUTCString();
    }
    return text;
  };
}
