// Reads a request: the bounds on the price, the address that names the target, its price and its task. Everything that can be
// refused before the ledger is asked is refused here.

import { authorizeCall, authorizeGroup } from '../domain/access/key-scope.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import { isReservedRequestId, RESERVED_ID } from '../domain/request-id.ts';
import type { KeyHolder } from '../storage/storage.ts';
import { isOverAll, readAllCall } from './all/read-all-call.ts';
import type { Credentials } from './authenticate.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallFacts } from './call-facts.ts';
import { refuseUnpaid } from './free/paid-before.ts';
import { underFirstId } from './free/paid-page.ts';
import { refreshCatalogForQuote } from './prices/quoted-price.ts';
import { NO_PRICE_HEADERS, type PriceHeaders, takeBounds } from './reading/bounds.ts';
import { callWithFields, takeFields } from './reading/chosen-fields.ts';
import { locate, saysByAddress } from './reading/locate.ts';
import { type CallTarget, type ReadCall, readCall } from './reading/read-call.ts';

/** What http/ and mcp/ hand over. */
export interface CallRequest extends Credentials {
  target: CallTarget;
  requestId: string;
  /** True: the caller chose the id. Then the answer is stored, so that it can be replayed. */
  requestIdChosen: boolean;
  /** True: the answer is sent as gzip. */
  takesGzip?: boolean;
  /** The header `Accept-Language`; a search over many platforms prefers its first language. */
  acceptLanguage?: string | undefined;
  /** The headers about the price. */
  priceHeaders?: PriceHeaders;
  /** The method and the pattern of the HTTP route, for the trace. */
  method?: string | undefined;
  route?: string | undefined;
  /** The trace context that the caller sent. */
  traceparent?: string | undefined;
  /** Called once the account is known: a refusal when too many answers to this account wait unread. */
  roomFor?(accountId: string): Failure | null;
  /**
   * Called before the charge: false when the caller has cancelled the call. Without it, a caller that disconnects still gets its
   * answer by a replay.
   */
  isWanted?(): boolean;
}

export interface RequestWithTwins extends CallRequest {
  /** Other ids of the same question. When one of them is paid or running, nothing is opened and the outcome names it. */
  twins: readonly string[];
}

/** HTTP refuses such an id before the caller is known; this is for all other ways in. */
const reservedId = failure('INVALID_REQUEST_ID', `The request id ${RESERVED_ID}.`);

type Read = ReadCall | Failure;

/** No promise for an ordinary request: it would cost a turn of the event loop. */
export function readRequest(
  deps: CallDeps,
  holder: KeyHolder,
  request: CallRequest & Partial<RequestWithTwins>,
  facts: CallFacts | null,
): Read | Promise<Read> {
  const { requestId, requestIdChosen, takesGzip = false, acceptLanguage, twins = null } = request;
  if (requestIdChosen && isReservedRequestId(requestId)) return reservedId;
  const forbidden = authorizeGroup(holder, request.target.group) ?? request.roomFor?.(holder.account.id);
  if (forbidden) return forbidden;
  const bounded = takeBounds(request.target, request.priceHeaders ?? NO_PRICE_HEADERS);
  if (isFailure(bounded)) return bounded;
  const { bounds } = bounded;
  const chosen = takeFields(bounded.target);
  if (isFailure(chosen)) return chosen;
  const given = chosen?.target ?? bounded.target;
  const trace = facts?.trace ?? null;
  const caller = { holder, requestId, requestIdChosen, takesGzip, acceptLanguage, twins, bounds, trace };
  const finish = (read: Read, isAll: boolean): Read | Promise<Read> => {
    if (isFailure(read)) return read;
    const call = chosen === null ? read : callWithFields(read, chosen.fields);
    if (facts !== null) facts.call = call;
    const refusal = authorizeCall(holder, isAll ? null : call.platform, call.task.operation);
    if (refusal !== null || call.isQuoteGood) return refusal ?? underFirstId(deps, call);
    return refuseUnpaid(deps, call).then((unpaid) => unpaid ?? underFirstId(deps, call));
  };
  const lookUp = async (): Promise<Read> => {
    const target = saysByAddress(given) ? await locate(deps, caller, given) : given;
    if (isFailure(target)) return target;
    if (bounds.quote !== null) await refreshCatalogForQuote(deps, caller, target);
    return isOverAll(target)
      ? finish(await readAllCall(deps, caller, target), true)
      : finish(readCall(deps, caller, target), false);
  };
  const isOrdinary = !saysByAddress(given) && bounds.quote === null && !isOverAll(given);
  return isOrdinary ? finish(readCall(deps, caller, given), false) : lookUp();
}
