// Owns the form in which answers are kept: gzip. The bulk of an answer and the rest with its balance, which only the
// transaction knows, are compressed apart: parts set side by side are a valid whole (RFC 1952), and a short part is stored
// as it is, because starting a compressor costs more.
import { promisify } from 'node:util';
import { crc32, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { bytesIn, joinedBytes } from '../../domain/answer.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import type { AnswerContent } from '../storage.ts';
import type { AnswerRow } from './ledger.ts';

/**
 * Level 1: a page of 9 kB shrinks to a sixth in some 60 µs; higher levels take twice as long for a few percent. Zstandard
 * would take 40 µs, but a gateway that has no other decoder than gzip cannot be given anything else to decode.
 */
const LEVEL = { level: 1 };
const SHORT_BYTES_MAX = 256;
/** Up to here compressing takes less than handing it to another thread does; beyond, the event loop must not wait for it. */
const AT_ONCE_BYTES_MAX = 32 * 1024;
const compress = promisify(gzip) as (data: Uint8Array, options: { level: number }) => Promise<Buffer>;

/** An answer on its way into the ledger. */
export interface KeepableAnswer {
  /** As it is kept, once the transaction knows the balance. */
  finish(balance: Micros): AnswerRow;
}

/** Compressed when it is to be kept, and not before: who asks again brings an answer along that nobody needs. */
export function keepable(answer: AnswerContent | null): KeepableAnswer | null {
  if (answer === null) return null;
  return { finish: (balance) => keep(answer, part(bulkOf(answer)), balance) };
}

/** The same on the event loop, which must not wait: a large answer is compressed by another thread. */
export async function keepableSoon(answer: AnswerContent | null): Promise<KeepableAnswer | null> {
  if (answer === null || sizeOf(answer) <= AT_ONCE_BYTES_MAX) return keepable(answer);
  const bulk = await compress(bulkOf(answer), LEVEL);
  return { finish: (balance) => keep(answer, bulk, balance) };
}

const bulkOf = (answer: AnswerContent) => (answer.kind === 'text' ? joinedBytes(answer.head) : answer.bytes);
const sizeOf = (answer: AnswerContent) =>
  answer.kind === 'text' ? bytesIn(answer.head) : answer.bytes.length;

function keep(answer: AnswerContent, bulk: Buffer, balance: Micros): AnswerRow {
  if (answer.kind === 'bytes') {
    return { body: bulk, passedOn: JSON.stringify({ headers: answer.headers, status: answer.status }) };
  }
  const rest = part(Buffer.from(formatMoney(balance) + answer.tail));
  return { body: Buffer.concat([bulk, rest]), passedOn: null };
}

/** In one piece where a page of 50 records fits: putting pieces together costs a third more. */
const WHOLE = { chunkSize: 64 * 1024 };

export function unpackAnswer(body: Uint8Array): Buffer {
  return gunzipSync(body, WHOLE);
}

function part(bytes: Uint8Array): Buffer {
  return bytes.length <= SHORT_BYTES_MAX ? storedMember(bytes) : gzipSync(bytes, LEVEL);
}

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A gzip member with one stored block: at most 65,535 bytes, which the limit above is far below. */
function storedMember(bytes: Uint8Array): Buffer {
  const block = Buffer.alloc(5);
  block[0] = 1; // The last block, stored.
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(bytes.length ^ 0xffff, 3);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([HEADER, block, bytes, trailer]);
}
