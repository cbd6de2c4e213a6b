// Answers one billed call: passes the request to the call pipeline and writes the outcome. Authentication, price and
// validation of the input are decided in the pipeline.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayCalls } from '../call/gateway-calls.ts';
import type { CallRequest } from '../call/read-request.ts';
import type { Failure } from '../domain/failure.ts';
import { inBackground } from '../domain/in-background.ts';
import { sendForm } from './answers/answer.ts';
import { asGzip, type Form } from './answers/answer-form.ts';
import { acceptsGzip } from './answers/content-coding.ts';
import { untilClosed } from './connections/until-closed.ts';
import { asksForUpgrade } from './limits/early-refusal.ts';
import { authorizationOf } from './requests/credentials.ts';
import type { Server } from './server.ts';

interface CallExchange extends Pick<CallRequest, 'requestId' | 'requestIdChosen' | 'target'> {
  request: IncomingMessage;
  response: ServerResponse;
  /** The pattern of the route, for the log. */
  route: string;
}

/** Takes the request over from Fastify and answers it as a call. */
export function startCall(
  server: Server,
  calls: GatewayCalls,
  { id, raw: request }: FastifyRequest,
  reply: FastifyReply,
  { target, route }: Pick<CallExchange, 'target' | 'route'>,
): void {
  const { raw: response } = reply.hijack();
  const requestIdChosen = server.requestIds.given(request) !== undefined;
  const exchange = { request, response, requestId: id, requestIdChosen, target, route };
  // `answerCall` answers failures itself. Anything else is a bug: it is logged, and costs this caller its connection, not the node.
  const breakOff = (bug: unknown) => {
    server.failureOf(bug, id, route);
    response.destroy();
  };
  try {
    inBackground(answerCall(server, calls, exchange), breakOff);
  } catch (bug) {
    breakOff(bug);
  }
}

function answerCall(server: Server, calls: GatewayCalls, exchange: CallExchange): Promise<void> {
  const { unreadBytes, forms, draining, failureOf, addressOf, priceHeaders } = server;
  const { request, response, requestId, requestIdChosen, target, route } = exchange;
  const send = (form: Form) => sendForm(response, form, draining() || asksForUpgrade(request));
  const full = unreadBytes.refusal();
  if (full !== null) return Promise.resolve(send(forms.failure(requestId, full)));
  // Empty until the caller's account is known.
  let accountId = '';
  const takesGzip = acceptsGzip(request.headers['accept-encoding']);
  /** `sent` is called when the last byte was given to the operating system, or the connection is gone. */
  const sendCoded = (form: Form, sent: () => void): undefined => {
    untilClosed(response, sent);
    if (response.destroyed) return;
    send(form);
    unreadBytes.watch(response, accountId);
  };
  const sendWatched = (form: Form, sent: () => void) =>
    takesGzip ? asGzip(form).then((coded) => sendCoded(coded, sent)) : sendCoded(form, sent);
  const authorization = authorizationOf(request);
  const run = (visitor: CallRequest['visitor']) => {
    const asked: CallRequest = {
      authorization,
      visitor: visitor ?? null,
      clientAddress: addressOf(request),
      requestId,
      requestIdChosen,
      takesGzip,
      acceptLanguage: request.headers['accept-language'],
      target,
      priceHeaders: priceHeaders(request.headers),
      method: request.method,
      route,
      traceparent: request.headers.traceparent as string | undefined,
      roomFor(id) {
        accountId = id;
        return unreadBytes.refusalOf(id);
      },
    };
    return calls.run(asked, (outcome, sent) => sendWatched(forms.call(requestId, outcome), sent));
  };
  // A caller with a key skips the look at cookies.
  const visiting = authorization === null ? (server.visitorOf?.(request) ?? null) : null;
  return (visiting === null ? run(null) : visiting.then(run)).catch((error) =>
    sendWatched(forms.failure(requestId, uncharged(failureOf(error, requestId, route))), () => {}),
  );
}

/** Only for routes that charge: elsewhere a failure says nothing about money. */
function uncharged(failed: Failure): Failure {
  if (failed.code !== 'STORAGE_UNAVAILABLE' || failed.isChargeInDoubt === true) return failed;
  return { ...failed, detail: 'Nothing was charged.' };
}
