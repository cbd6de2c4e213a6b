// Owns one exchange of a billed call: it hands the request to the call pipeline and writes what comes back, once and in its place. Who
// may call, what it costs and what is wrong with the input are decided there.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayCalls } from '../call/gateway-calls.ts';
import type { CallRequest } from '../call/read-request.ts';
import type { Failure } from '../domain/failure.ts';
import { sendForm } from './answer.ts';
import { asGzip, type Form } from './answer-form.ts';
import { acceptsGzip } from './content-coding.ts';
import { authorizationOf } from './credentials.ts';
import { asksForUpgrade } from './early-refusal.ts';
import type { Server } from './server.ts';

export interface CallExchange extends Pick<CallRequest, 'requestId' | 'requestIdChosen' | 'target'> {
  request: IncomingMessage;
  response: ServerResponse;
  /** Its pattern, for the log. */
  route: string;
}

export async function answerCall(server: Server, calls: GatewayCalls, exchange: CallExchange): Promise<void> {
  const { outbox, forms, draining, failureOf, addressOf, priceHeaders } = server;
  const { request, response, requestId, requestIdChosen, target, route } = exchange;
  const send = (form: Form) => sendForm(response, form, draining() || asksForUpgrade(request));
  const full = outbox.refusal();
  if (full !== null) return send(forms.failure(requestId, full));
  // Empty while nobody got as far as an account.
  let accountId = '';
  const takesGzip = acceptsGzip(request.headers['accept-encoding']);
  const sendWatched = async (form: Form) => {
    const coded = takesGzip ? await asGzip(form) : form;
    if (response.destroyed) return;
    const left = whenClosed(response);
    send(coded);
    outbox.watch(response, accountId);
    await left;
  };
  const authorization = authorizationOf(request);
  try {
    const asked: CallRequest = {
      authorization,
      // Whoever sends a key pays nothing for those who do not.
      visitor: authorization === null ? ((await server.visitorOf?.(request)) ?? null) : null,
      clientAddress: addressOf(request),
      requestId,
      requestIdChosen,
      target,
      priceHeaders: priceHeaders(request.headers),
      traceparent: request.headers.traceparent as string | undefined,
      roomFor(id) {
        accountId = id;
        return outbox.refusalOf(id);
      },
    };
    await calls.run(asked, async (outcome) => sendWatched(forms.call(requestId, outcome)));
  } catch (error) {
    await sendWatched(forms.failure(requestId, uncharged(failureOf(error, requestId, route))));
  }
}

/** Only on routes that charge: a failure elsewhere has nothing to say about money. */
function uncharged(failed: Failure): Failure {
  if (failed.code !== 'STORAGE_UNAVAILABLE' || failed.isChargeInDoubt === true) return failed;
  return { ...failed, detail: 'Nothing was charged.' };
}

/** The last byte is with the system, or the connection is gone. */
function whenClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.on('close', resolve));
}
