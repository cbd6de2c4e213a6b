// What the failure of a page or a run means for its collection or watch.
import type { Failure, FailureCode } from '../../domain/failure.ts';
import type { GatherCause } from './gathered.ts';

const CAUSES: Partial<Record<FailureCode, GatherCause>> = {
  INSUFFICIENT_BALANCE: 'balance',
  SPEND_CAP_REACHED: 'cap',
  PRICE_CEILING: 'budget',
  UNAUTHORIZED: 'key',
  UPSTREAM_ERROR: 'provider',
  UPSTREAM_REFUSED: 'provider',
  UPSTREAM_BUSY: 'provider',
  UPSTREAM_TIMEOUT: 'provider',
  OVERLOADED: 'provider',
  STORAGE_UNAVAILABLE: 'provider',
  RATE_LIMITED: 'provider',
  INTERNAL: 'provider',
};

export function causeOf({ code, isQuota, isMisses }: Failure): GatherCause {
  if (isMisses === true) return 'misses';
  return isQuota === true ? 'quota' : (CAUSES[code] ?? 'refused');
}
