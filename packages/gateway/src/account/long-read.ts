// How a report is refused when its caller has enough of them under way.
import { type Failure, failure } from '../domain/failure.ts';
import type { Busy } from '../storage/storage.ts';

const isBusy = (read: unknown): read is Busy => (read as Partial<Busy>).kind === 'busy';

export function readOrFailure<T>(read: T | Busy): Exclude<T, Busy> | Failure {
  if (!isBusy(read)) return read as Exclude<T, Busy>;
  return failure('RATE_LIMITED', 'You have asked for too many reports at one time.', {
    retryAfterMs: read.retryAfterMs,
  });
}
