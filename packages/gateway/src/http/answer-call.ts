// Owns one exchange of a billed call: it hands the request to the call pipeline and writes what comes back, once and in its place. Who
// may call, what it costs and what is wrong with the input are decided there.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallOutcome } from '../call/call-outcome.ts';
import type { CallRequest, GatewayCalls } from '../call/run-call.ts';
import { isFailure } from '../domain/failure.ts';
import { sendForm } from './answer.ts';
import type { Form } from './answer-form.ts';
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
  const { outbox, forms, draining } = server;
  const { request, response, requestId } = exchange;
  const send = (form: Form) => sendForm(response, form, draining() || asksForUpgrade(request));
  const full = outbox.refusal();
  if (full !== null) return send(forms.failure(requestId, full));
  const leave = calls.enter();
  const { form, outcome, keyId } = await run(server, calls, exchange);
  const left = () => {
    leave();
    if (outcome !== null && !isFailure(outcome)) outcome.whenSent?.();
  };
  if (response.destroyed) return left();
  response.on('close', left);
  send(form);
  outbox.watch(response, keyId);
}

interface Ran {
  form: Form;
  /** Null after a bug. */
  outcome: CallOutcome | null;
  /** Empty when nobody got as far as a key. */
  keyId: string;
}

async function run(server: Server, calls: GatewayCalls, exchange: CallExchange): Promise<Ran> {
  const { outbox, forms, failureOf, addressOf } = server;
  const { request, requestId, requestIdChosen, target, route } = exchange;
  let keyId = '';
  let outcome: CallOutcome | null = null;
  try {
    outcome = await calls.run({
      authorization: authorizationOf(request),
      clientAddress: addressOf(request),
      requestId,
      requestIdChosen,
      target,
      roomFor(id) {
        keyId = id;
        return outbox.refusalOf(id);
      },
    });
    return { form: forms.call(requestId, outcome), outcome, keyId };
  } catch (error) {
    return { form: forms.failure(requestId, failureOf(error, requestId, route)), outcome, keyId };
  }
}
