// Owns the reading of a file in pieces of bounded size. Nothing here knows what the bytes mean.
import { open } from 'node:fs/promises';
import { READ_BYTES } from './limits.ts';

/** Each piece is a buffer of its own, so a reader may keep what it has not finished. */
export async function* readChunks(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    while (true) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(READ_BYTES), 0, READ_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
