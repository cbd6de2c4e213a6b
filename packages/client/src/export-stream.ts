// The bytes of an export as one stream. Where the connection breaks, the rest is asked for by its position.
import { isReelgateError, wrongOption } from './error.ts';
import { BackOff } from './numbered-items.ts';
import type { CallOptions, Sender } from './send.ts';

/** How often a stream connects again without having got a byte. */
const RETRIES = 4;
/** The position is the end: the connection broke after the last byte. */
const NOTHING_LEFT = 416;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** `open` asks for the bytes from a position on. A server may also send all bytes: those before the position are dropped. */
export function exportStream(
  sender: Pick<Sender, 'within' | 'rest'>,
  options: CallOptions & { fromByte?: number },
  open: (fromByte: number) => PromiseLike<Response>,
): ReadableStream<Uint8Array> {
  let position = options.fromByte ?? 0;
  let drop = 0;
  let etag: string | undefined;
  let reader: Reader | null = null;
  let failures = 0;
  const backOff = new BackOff();

  async function connect(): Promise<Reader> {
    const response = await open(position);
    // The compressed form has a tag of its own, and proxies weaken tags; the bytes that are counted here are the same.
    const found = response.headers.get('etag')?.replace(/^W\/|-gzip(?="$)/g, '');
    if (etag !== undefined && found !== undefined && found !== etag)
      throw wrongOption('the export has changed: begin again', 'BAD_ANSWER');
    etag ??= found;
    drop = response.status === 206 ? 0 : position;
    return response.body!.getReader();
  }

  /** The next bytes; null at the end. */
  async function read(): Promise<Uint8Array | null> {
    reader ??= await connect();
    const from = reader;
    const { done, value } = await sender.within(options, (deadline) => deadline.race(from.read()));
    if (done) return null;
    const kept = value.subarray(Math.min(drop, value.length));
    drop -= value.length - kept.length;
    position += kept.length;
    failures = 0;
    backOff.reset();
    return kept;
  }

  /** A connection that broke is opened again. Errors of the gateway and of the caller end the stream. */
  async function readOn(): Promise<Uint8Array | null> {
    for (;;) {
      try {
        return await read();
      } catch (error) {
        reader?.cancel().catch(() => {});
        reader = null;
        if (isReelgateError(error)) {
          if (error.status === NOTHING_LEFT) return null;
          if (error.code !== 'DEADLINE') throw error;
        }
        if (failures++ >= (options.maxRetries ?? RETRIES)) throw error;
        await backOff.rest(sender, options);
      }
    }
  }

  return new ReadableStream({
    async pull(controller) {
      let bytes = await readOn();
      while (bytes?.length === 0) bytes = await readOn();
      if (bytes === null) controller.close();
      else controller.enqueue(bytes);
    },
    cancel: (reason) => reader?.cancel(reason),
  });
}
