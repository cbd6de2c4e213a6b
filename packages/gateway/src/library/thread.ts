// Owns the search thread: it answers one question after another, so that no search ever holds up the gateway's event
// loop. Loaded only as a worker; `library.ts` is the other end.
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../domain/clock.ts';
import { isConnectionRefused } from '../storage/postgres/connection-refused.ts';
import { Answerer, type LibraryAnswer, type LibraryQuestion } from './answer.ts';
import { openReader } from './open-store.ts';
import type { LibraryPlace } from './place.ts';

/** `failure` is the message of an error: a damaged file, a disk that cannot be read, a database that is away or has no room. */
export type Reply = { answer: LibraryAnswer } | { failure: string; isNoRoom: boolean };

/** Between question and reply: the database refused a connection because it has no room for one, and is asked again in a moment. */
export interface NoRoomNotice {
  noRoom: true;
}

const port = parentPort;
if (port === null) throw new Error('thread.ts runs as a worker only');
const { place } = workerData as { place: LibraryPlace };
const onNoRoom = () => port.postMessage({ noRoom: true } satisfies NoRoomNotice);
const answerer = new Answerer(await openReader(place, systemClock, { onNoRoom }), systemClock);

// One is asked when the one before is answered.
port.on('message', async (question: LibraryQuestion) => port.postMessage(await reply(question)));

async function reply(question: LibraryQuestion): Promise<Reply> {
  try {
    return { answer: await answerer.answer(question) };
  } catch (error) {
    // The next question opens the library afresh, which is all that can be done from here.
    await answerer.close().catch(() => {});
    return {
      failure: error instanceof Error ? error.message : String(error),
      isNoRoom: isConnectionRefused(error),
    };
  }
}
