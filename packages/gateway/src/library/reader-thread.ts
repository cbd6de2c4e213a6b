// Reads the files of a large import on a separate thread. Parsing and splitting text takes about as long as writing the index, so two cores
// finish in half the time. The thread reads ahead only as far as its credit allows.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { codeFile } from '../process/places.ts';
import { type FileSlice, readFiles } from './files/read-files.ts';
import { SLICES_AHEAD_MAX } from './limits.ts';
import { type PackedSlice, packSlice, transferList, unpackSlice } from './pack-slice.ts';

type Message = { kind: 'slice'; packed: PackedSlice } | { kind: 'end' };

/** The same slices in the same sequence as `readFiles`, read by another thread. */
export async function* readFilesInThread(paths: readonly string[]): AsyncGenerator<FileSlice> {
  const worker = new Worker(codeFile('library/reader-thread'), { workerData: { readerPaths: paths } });
  const inbox: Message[] = [];
  let failure: Error | null = null;
  let wake = () => {};
  worker.on('message', (message: Message) => {
    inbox.push(message);
    wake();
  });
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
    wake();
  });
  try {
    while (true) {
      const message = inbox.shift();
      if (message?.kind === 'end') return;
      if (message !== undefined) {
        worker.postMessage('credit');
        yield unpackSlice(message.packed);
      } else if (failure !== null) throw failure;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    await worker.terminate();
  }
}

async function postSlices(paths: readonly string[]): Promise<void> {
  const port = parentPort!;
  let credit = SLICES_AHEAD_MAX;
  port.on('message', () => (credit += 1));
  for await (const slice of readFiles(paths)) {
    while (credit === 0) await once(port, 'message');
    credit -= 1;
    const packed = packSlice(slice);
    port.postMessage({ kind: 'slice', packed } satisfies Message, transferList(packed));
  }
  port.postMessage({ kind: 'end' } satisfies Message);
}

const given = workerData as { readerPaths?: string[] } | null;
if (!isMainThread && given?.readerPaths !== undefined) await postSlices(given.readerPaths);
