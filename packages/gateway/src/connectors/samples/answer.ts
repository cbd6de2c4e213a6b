// The parts that all sample answers share, so that a sample file holds only what its platform says.
import type { UpstreamResponse } from '../connector.ts';

/** When every sample was received; moments in answers are relative to it. */
export const RECEIVED_AT_MS = 1_780_000_000_000;

type Answer = (status: number, body: string, headers?: Record<string, string>) => UpstreamResponse;

/** A builder of answers with this content type. */
export function answersAs(contentType: string): Answer {
  return (status, body, headers = {}) => {
    const all = { 'content-type': contentType, ...headers };
    return { kind: 'response', status, headers: all, body, receivedAtMs: RECEIVED_AT_MS };
  };
}
