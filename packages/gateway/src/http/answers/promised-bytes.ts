// Compares the bytes of a stream with the length that was promised for them. A caller takes the bytes behind a stream that is too short for a
// part of it, and those behind one that is too long for the next answer. So either of them breaks the stream off, which closes the connection.
import { failure } from '../../domain/failure.ts';
import { Refused } from './error-failure.ts';

/** Usual when what is sent was deleted meanwhile. Before the first byte the caller gets this as its answer. */
const broken = failure('NOT_FOUND', 'It was deleted or changed while it was being read.');

export async function* promisedBytes<Chunk extends string | Uint8Array>(
  chunks: AsyncIterable<Chunk>,
  bytes: number,
): AsyncGenerator<Chunk> {
  let left = bytes;
  for await (const chunk of chunks) {
    left -= Buffer.byteLength(chunk);
    if (left < 0) throw new Refused(broken);
    yield chunk;
  }
  if (left > 0) throw new Refused(broken);
}
