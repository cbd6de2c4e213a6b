// The search thread: it answers one question after another, so that no search blocks the gateway's event loop. Loaded only as a worker;
// `library.ts` is the other end.

import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { isConnectionRefused } from '../storage/postgres/connection-refused.ts';
import { Answerer, type LibraryAnswer, type LibraryQuestion } from './answer.ts';
import type { LibraryPlace } from './library-place.ts';
import { openReader } from './open-store.ts';

/** `failure` is the message of an error: a damaged file, a disk that cannot be read, a database that is down or has no connection left. */
export type Reply = { answer: LibraryAnswer } | { failure: string; isNoRoom: boolean };

/** Sent between question and reply: the database refused a connection because it has none left, and is asked again soon. */
export interface NoRoomNotice {
  noRoom: true;
}

const port = parentPort;
if (port === null) throw new Error('thread.ts runs as a worker only');
const { place } = workerData as { place: LibraryPlace };
const onNoRoom = () => port.postMessage({ noRoom: true } satisfies NoRoomNotice);
const answerer = new Answerer(await openReader(place, systemClock, { onNoRoom }), systemClock);

// The next question is asked only when the previous one is answered.
port.on('message', (question: LibraryQuestion) =>
  inBackground(reply(question).then((answer) => port.postMessage(answer))),
);

async function reply(question: LibraryQuestion): Promise<Reply> {
  try {
    return { answer: await answerer.answer(question) };
  } catch (error) {
    // Closed, so that the next question opens the library again.
    await answerer.close().catch(() => {});
    return {
      failure: error instanceof Error ? error.message : String(error),
      isNoRoom: isConnectionRefused(error),
    };
  }
}
