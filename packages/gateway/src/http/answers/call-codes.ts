// The failure codes that every billed call may have; used to document the routes.
import type { FailureCode } from '../../domain/failure.ts';

export const CALL_CODES: FailureCode[] = [
  'INSUFFICIENT_BALANCE',
  'SPEND_CAP_REACHED',
  'PRICE_CEILING',
  'INVALID_QUOTE',
  'FORBIDDEN',
  'ROUTE_NOT_FOUND',
  'PLATFORM_NOT_FOUND',
  'OPERATION_NOT_SUPPORTED',
  'REQUEST_IN_PROGRESS',
  'REQUEST_EXPIRED',
  'REQUEST_REFUNDED',
  'REQUEST_ID_REUSED',
  'RATE_LIMITED',
  'UPSTREAM_ERROR',
  'UPSTREAM_REFUSED',
  'UPSTREAM_BUSY',
  'OVERLOADED',
  'STORAGE_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
];
