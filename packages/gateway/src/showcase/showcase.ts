// The showcase as the gateway sees it: a transport for `showcase:` addresses, and pictures. It answers in this process and reaches no
// network. An operator may break each of its providers.
import type { UpstreamResponse } from '../connectors/connector.ts';
import type { ProviderFault } from '../domain/provider-status.ts';
import { renderThumbnail } from '../library/index.ts';
import type { TimeLimit, Transport } from '../upstream/upstream.ts';
import { answerShowcase, type ShowcaseAnswer } from './answer.ts';
import { showcaseRecords } from './records.ts';

/**
 * Milliseconds that an answer takes with the fault `slow`. More than 5 s, after which the gateway counts an answer as lost and asks
 * another provider; less than the 15 s that a call may take, so that a call with one provider is answered late.
 */
export const SLOW_MS = 8_000;

const FAULTY: Partial<Record<ProviderFault, ShowcaseAnswer>> = {
  down: { status: 503, body: { error: 'switched to "down" by an operator' } },
  refusing: { status: 403, body: { error: 'switched to "refusing" by an operator' } },
  // Looks like an answer, but its records have no ids: the connector refuses it.
  wrong: {
    status: 200,
    body: { total: { value: 1, relation: 'eq' }, cursor: null, results: [{ title: 'Wrong' }] },
  },
};

export interface Showcase {
  transport: Transport;
  /** The picture of a record, as SVG; null when there is no such record. */
  thumbnail(id: string): string | null;
}

export function createShowcase(faultOf: (provider: string) => ProviderFault): Showcase {
  return {
    transport: async (request, timeLimit, { provider }, _onBehalfOf, permit = null) => {
      const refusal = permit === null ? null : await permit(timeLimit);
      if (refusal !== null) return refusal;
      const fault = faultOf(provider);
      if (fault === 'slow' && !(await outlasts(timeLimit, SLOW_MS)))
        return { kind: 'timeout', detail: 'no answer in time' };
      return answerAs(fault, request.url, provider);
    },
    thumbnail: (id) => {
      const record = showcaseRecords().byId.get(id);
      return record === undefined ? null : renderThumbnail(record);
    },
  };
}

/** The answer of a provider with this fault, without a delay. */
export function answerAs(fault: ProviderFault, url: string, provider: string): UpstreamResponse {
  return respond(FAULTY[fault] ?? answerShowcase(new URL(url), provider));
}

/** Waits. False when the request ended first. */
function outlasts(timeLimit: TimeLimit, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (timeLimit.isOver) return resolve(false);
    const timer = setTimeout(() => resolve(true), ms);
    timeLimit.listen(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

function respond({ status, body }: ShowcaseAnswer): UpstreamResponse {
  const isText = typeof body === 'string';
  const headers = { 'content-type': isText ? 'text/plain' : 'application/json' };
  return { kind: 'response', status, headers, body: isText ? body : JSON.stringify(body), receivedAtMs: 0 };
}
