// One gzip member (RFC 1952) made in two steps. The beginning of an answer is compressed before its charge is known; what only the charge
// determines follows as an uncompressed block, because starting a compressor for so few bytes costs more. One member, because browsers and
// curl read the first member and ignore any further ones. So an answer is compressed once: the same bytes are sent and stored.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import type { Pace } from '../limiting/paced-work.ts';

/**
 * Level 1: a page of 23 kB shrinks to a sixth in 70 to 140 µs; higher levels take up to twice as long and save a few percent. Zstandard
 * would take half of that, but gzip is the only format that every client, and every older release on the same database, can decode.
 */
const OPTIONS = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };
const SHORT_BYTES_MAX = 256;
/**
 * Up to this size, compressing on the event loop is cheaper than handing the bytes to another thread. Larger answers go to another
 * thread, so that the event loop does not block.
 */
export const AT_ONCE_BYTES_MAX = 32 * 1024;
const deflateSoon = promisify(deflateRaw) as (data: Uint8Array, options: typeof OPTIONS) => Promise<Buffer>;

/** A smaller body fits into one packet with its headers, so gzip saves nothing. */
export const CODED_BYTES_MIN = 1_024;

/** The beginning of a member. */
export interface BegunMember {
  /** Deflate blocks; further ones may follow. */
  blocks: Uint8Array;
  /** Checksum and length of the bytes that the blocks hold. */
  crc: number;
  length: number;
}

export function beginMember(bytes: Uint8Array): BegunMember {
  const blocks = bytes.length <= SHORT_BYTES_MAX ? storedBlock(bytes, false) : deflateRawSync(bytes, OPTIONS);
  return begun(blocks, bytes);
}

/** The same for the event loop: a large answer is compressed by another thread. */
export async function beginMemberSoon(bytes: Uint8Array): Promise<BegunMember> {
  if (bytes.length <= AT_ONCE_BYTES_MAX) return beginMember(bytes);
  return begun(await deflateSoon(bytes, OPTIONS), bytes);
}

/** In memory of its own: a message to a thread copies all memory behind a buffer, and Node gives 64 kB to a compressor's 2 kB. */
function begun(blocks: Uint8Array, bytes: Uint8Array): BegunMember {
  return { blocks: new Uint8Array(blocks), crc: crc32(bytes), length: bytes.length };
}

/**
 * A gzip header with the flags "fastest" and "unknown system". Our compressors never write both, so this header tells our one-member
 * answers from those of earlier versions.
 */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff]);

/** The whole member: the beginning, then `rest` uncompressed. */
export function endMember({ blocks, crc, length }: BegunMember, rest: Uint8Array): Buffer {
  return Buffer.concat([HEADER, blocks, endOf(rest, { crc, length })]);
}

function endOf(rest: Uint8Array, { crc, length }: Pick<BegunMember, 'crc' | 'length'>): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(rest, crc), 0);
  trailer.writeUInt32LE((length + rest.length) % 2 ** 32, 4);
  return Buffer.concat([storedBlock(rest, true), trailer]);
}

/** The member of a text that comes in chunks: each is compressed in a step of its own, when it is taken. */
export async function* gzipChunks(chunks: AsyncIterable<Uint8Array>, pace: Pace): AsyncGenerator<Uint8Array> {
  const sent = { crc: 0, length: 0 };
  for await (const chunk of chunks) {
    const { blocks } = await pace(() => beginMemberSoon(chunk));
    yield sent.length === 0 ? Buffer.concat([HEADER, blocks]) : blocks;
    sent.crc = crc32(chunk, sent.crc);
    sent.length += chunk.length;
  }
  const end = endOf(new Uint8Array(), sent);
  yield sent.length === 0 ? Buffer.concat([HEADER, end]) : end;
}

/** False for answers that earlier versions stored in several gzip members. */
export function isOneMember(body: Uint8Array): boolean {
  return HEADER.equals(body.subarray(0, HEADER.length));
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
