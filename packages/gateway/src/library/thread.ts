// Owns the search thread: it answers one question after another, so that no search ever holds up the gateway's event
// loop. Loaded only as a worker; `library.ts` is the other end.
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../domain/clock.ts';
import { Answerer, type LibraryAnswer, type LibraryQuestion } from './answer.ts';

/** `failure` is the message of an error: a damaged file, a disk that cannot be read. */
export type Reply = { answer: LibraryAnswer } | { failure: string };

const port = parentPort;
if (port === null) throw new Error('thread.ts runs as a worker only');
const answerer = new Answerer((workerData as { path: string }).path, systemClock);

port.on('message', (question: LibraryQuestion) => port.postMessage(reply(question)));

function reply(question: LibraryQuestion): Reply {
  try {
    return { answer: answerer.answer(question) };
  } catch (error) {
    // The next question opens the file afresh, which is all that can be done from here.
    answerer.close();
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
