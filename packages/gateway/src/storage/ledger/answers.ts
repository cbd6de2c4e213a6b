// The form in which answers are stored: one gzip member (RFC 1952), so that the stored bytes can be sent as they are. One member, because
// browsers and curl read the first member and ignore any further ones. The bulk of an answer is deflated before the transaction. The end
// of it contains the balance, which is only known inside the transaction; it follows as an uncompressed block, because starting a
// compressor for so few bytes costs more.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, gunzipSync } from 'node:zlib';
import { bytesIn, type ChargeFacts, endOf, joinedBytes } from '../../domain/answer.ts';
import type { Row } from '../steps/reading.ts';
import type { AnswerContent, KeptAnswer } from './call-verb-types.ts';
import type { AnswerRow } from './ledger.ts';

/**
 * Level 1: a page of 9 kB shrinks to a sixth in about 60 µs; higher levels take twice as long and save a few percent. Zstandard would
 * take 40 µs, but gzip is the only format that every client can decode.
 */
const OPTIONS = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };
const SHORT_BYTES_MAX = 256;
/**
 * Up to this size, compressing on the event loop is cheaper than handing the bytes to another thread. Larger answers go to another
 * thread, so that the event loop does not block.
 */
const AT_ONCE_BYTES_MAX = 32 * 1024;
const deflateSoon = promisify(deflateRaw) as (data: Uint8Array, options: typeof OPTIONS) => Promise<Buffer>;

/** An answer that is ready to be stored, except for its balance. */
export interface KeepableAnswer {
  /** The row to store, once the transaction knows the balance. */
  finish(facts: ChargeFacts): AnswerRow;
}

/** Compresses only when `finish` is called: a repeated call brings an answer that is not stored again. */
export function keepable(answer: AnswerContent | null): KeepableAnswer | null {
  if (answer === null) return null;
  return { finish: (facts) => keep(answer, bulkPart(bulkOf(answer)), facts) };
}

/** The same for the event loop: a large answer is compressed by another thread. */
export async function keepableSoon(answer: AnswerContent | null): Promise<KeepableAnswer | null> {
  if (answer === null || sizeOf(answer) <= AT_ONCE_BYTES_MAX) return keepable(answer);
  const bytes = bulkOf(answer);
  const bulk = { bytes, blocks: await deflateSoon(bytes, OPTIONS) };
  return { finish: (facts) => keep(answer, bulk, facts) };
}

const bulkOf = (answer: AnswerContent) => (answer.kind === 'text' ? joinedBytes(answer.head) : answer.bytes);
const sizeOf = (answer: AnswerContent) =>
  answer.kind === 'text' ? bytesIn(answer.head) : answer.bytes.length;

/** The first bytes of an answer, and the deflate blocks that hold them. Further blocks follow. */
interface Bulk {
  bytes: Uint8Array;
  blocks: Buffer;
}

function bulkPart(bytes: Uint8Array): Bulk {
  const blocks = bytes.length <= SHORT_BYTES_MAX ? storedBlock(bytes, false) : deflateRawSync(bytes, OPTIONS);
  return { bytes, blocks };
}

function keep(answer: AnswerContent, bulk: Bulk, facts: ChargeFacts): AnswerRow {
  if (answer.kind === 'bytes') {
    const passedOn = JSON.stringify({ headers: answer.headers, status: answer.status });
    return { body: member(bulk, EMPTY), passedOn };
  }
  return { body: member(bulk, Buffer.from(endOf(answer.tail, facts))), passedOn: null };
}

const EMPTY = Buffer.alloc(0);

/**
 * A gzip header with the flags "fastest" and "unknown system". Our compressors never write both, so this header tells our one-member
 * answers from those of earlier versions.
 */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff]);

function member({ bytes, blocks }: Bulk, rest: Buffer): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(rest, crc32(bytes)), 0);
  trailer.writeUInt32LE(bytes.length + rest.length, 4);
  return Buffer.concat([HEADER, blocks, storedBlock(rest, true), trailer]);
}

/** The most that one uncompressed block can hold. The end of an answer is far shorter. */
const BLOCK_BYTES_MAX = 0xffff;

function storedBlock(bytes: Uint8Array, isLast: boolean): Buffer {
  if (bytes.length > BLOCK_BYTES_MAX) throw new Error('the rest of an answer is too long for one block');
  const head = Buffer.alloc(5);
  head[0] = isLast ? 1 : 0;
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ BLOCK_BYTES_MAX, 3);
  return Buffer.concat([head, bytes]);
}

/** False for answers that earlier versions stored in several gzip members. */
export function isOneMember(body: Uint8Array): boolean {
  return HEADER.equals(body.subarray(0, HEADER.length));
}

/** A page of 50 records fits into one chunk of this size: joining several chunks costs a third more. */
const WHOLE = { chunkSize: 64 * 1024 };

export function unpackAnswer(body: Uint8Array): Buffer {
  return gunzipSync(body, WHOLE);
}

/** Reads `body` and `passed_on` of the table `answers`. */
export function keptAnswerOf({ body, passed_on }: Row): KeptAnswer {
  return {
    body: unpackAnswer(body as Uint8Array),
    passedOn: JSON.parse((passed_on as string | null) ?? 'null'),
  };
}
