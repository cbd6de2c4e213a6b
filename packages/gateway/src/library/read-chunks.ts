// Reads a file in chunks of limited size, whatever its format.
import { open } from 'node:fs/promises';
import { READ_BYTES } from './limits.ts';

/** Each chunk is a separate buffer, so a reader may keep a part that it has not finished. */
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
