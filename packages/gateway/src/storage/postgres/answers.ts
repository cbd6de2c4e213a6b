// Owns the form in which answers are kept: gzip, as SQLite keeps them. Most of an answer is compressed on another thread
// before its batch begins, because only the balance in its middle has to wait for the transaction.
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { formatMoney, type Micros } from '../../domain/money.ts';
import type { AnswerContent } from '../storage.ts';
import type { AnswerRow } from './ledger.ts';

/** Level 1: a page of 8 kB shrinks to a third in some 50 µs; higher levels take twice as long for a few percent. */
const LEVEL = { level: 1 };
const compress = promisify(gzip) as (
  data: string | Uint8Array,
  options: { level: number },
) => Promise<Buffer>;

export type CompressedAnswer =
  | { kind: 'text'; head: Buffer; tail: Buffer }
  | { kind: 'bytes'; body: Buffer; passedOn: string };

export async function compressAnswer(answer: AnswerContent | null): Promise<CompressedAnswer | null> {
  if (answer === null) return null;
  if (answer.kind === 'text') {
    const [head, tail] = await Promise.all([compress(answer.head, LEVEL), compress(answer.tail, LEVEL)]);
    return { kind: 'text', head, tail };
  }
  const passedOn = JSON.stringify({ headers: answer.headers, status: answer.status });
  return { kind: 'bytes', body: await compress(answer.bytes, LEVEL), passedOn };
}

/** Compressed parts set side by side are a valid whole. */
export function finishAnswer(answer: CompressedAnswer, balance: Micros): AnswerRow {
  if (answer.kind === 'bytes') return { body: answer.body, passedOn: answer.passedOn };
  const middle = gzipSync(formatMoney(balance), LEVEL);
  return { body: Buffer.concat([answer.head, middle, answer.tail]), passedOn: null };
}
