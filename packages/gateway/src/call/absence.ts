// Owns what a caller hears when a platform has no such thing. It is the platform's own word, and the same wherever one asks: no other
// provider is tried, and nothing is charged.
import type { Absent } from '../connectors/connector.ts';
import { type FailureCode, failure } from '../domain/failure.ts';
import type { Declined } from './task.ts';

/** `code` is for the thing that the operation is about. */
export function absence(code: FailureCode, { reason, what }: Absent): Declined {
  const why = reason === 'unknown' ? 'The platform does not say why.' : `The platform says why: ${reason}.`;
  const detail = `${why} Nothing was charged.`;
  return {
    kind: 'declined',
    failure: failure(what === 'video' ? 'VIDEO_NOT_FOUND' : code, detail, { reason }),
  };
}
