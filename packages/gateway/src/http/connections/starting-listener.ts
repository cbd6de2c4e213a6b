// Has the address of a listener while the gateway starts: a start that finds it taken ends before it changes the ledger, and whoever asks
// meanwhile is told that the gateway is starting. It routes nothing.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Clock, RandomBytes } from '../../domain/clock.ts';
import { failure } from '../../domain/failure.ts';
import { sendForm } from '../answers/answer.ts';
import { createForms } from '../answers/answer-form.ts';
import type { ProblemDocs } from '../answers/problem.ts';
import { createRequestIds } from '../requests/request-id.ts';

export interface StartingListener {
  /** Gives the address back. May be called more than once. */
  close(): Promise<void>;
}

/** A probe asks every few seconds, and most starts take less than one. */
const RETRY_MS = 1_000;
/** Each is answered at once and closed. */
const CONNECTIONS_MAX = 100;
const REQUEST_MS_MAX = 5_000;

const starting = failure('STORAGE_UNAVAILABLE', 'The gateway is starting. Nothing has changed.', {
  retryAfterMs: RETRY_MS,
});

/** Rejects when the address is taken. */
export async function listenWhileStarting(
  address: { host: string; port: number },
  {
    serviceName,
    docs,
    ...drawn
  }: { serviceName: string; docs: ProblemDocs; clock: Clock; random: RandomBytes },
): Promise<StartingListener> {
  const requestIds = createRequestIds(serviceName, drawn.clock, drawn.random);
  const forms = createForms(serviceName, requestIds.header, docs);
  const server = createServer({ headersTimeout: REQUEST_MS_MAX, requestTimeout: REQUEST_MS_MAX });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('request', (request, response) =>
    sendForm(response, forms.failure(requestIds.of(request), starting), true),
  );
  server.listen(address);
  await once(server, 'listening');
  return {
    async close() {
      if (!server.listening) return;
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
