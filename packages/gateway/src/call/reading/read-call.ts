// Reads a request, without its bounds, into a call that is worth opening: what is asked, of which providers, at which price. It
// writes nothing.

import { hash } from 'node:crypto';
import type { OperationName } from '../../connectors/connector.ts';
import type { Group } from '../../domain/access/key.ts';
import type { Variant } from '../../domain/call.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import type { AskedParameter } from '../../domain/gathering/question.ts';
import { mostOf, type Terms, termsOf, termsOfEach } from '../../domain/prices/terms.ts';
import { mountPath } from '../../mounts/mount.ts';
import type { TraceIdentity } from '../../observe/trace-identity.ts';
import { actionPath } from '../../operations/index.ts';
import type { RecordOperation } from '../../operations/operation.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import type { CallDeps, CallSettings } from '../call-deps.ts';
import type { Quote } from '../prices/price-book.ts';
import { pricesFor } from '../prices/quoted-price.ts';
import type { LostTask, Task } from '../task.ts';
import { createBatchTask } from '../tasks/batch-task.ts';
import { createPageTask } from '../tasks/page-task.ts';
import { createPassTask, type PassTarget } from '../tasks/pass-task.ts';
import { createRecordTask } from '../tasks/record-task.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import type { Bounds } from './bounds.ts';
import { inOwnForm } from './id-forms.ts';
import type { OperationAddress, OperationTarget, ShortLinkTarget } from './operation-target.ts';

/** What http/ hands over: one of our operations or a mounted route. */
export type CallTarget = OperationTarget | PassTarget;

/** A call that was parsed, priced and accepted. */
export interface ReadCall {
  holder: KeyHolder;
  requestId: string;
  requestIdChosen: boolean;
  /** True: the answer is sent as gzip. */
  takesGzip: boolean;
  /** The header `Accept-Language`. */
  acceptLanguage?: string | undefined;
  /** Other ids that the same question may have been asked under (used by tools for agents); null when there are none. */
  twins: readonly string[] | null;
  /** What the caller says about the price. */
  bounds: Bounds;
  /** null when the call is not traced. */
  trace: TraceIdentity | null;
  group: Group;
  platform: string;
  variant: Variant;
  path: string;
  quote: Quote;
  /** False: the quote no longer holds. The call may be replayed if it was paid before, and must not be opened. */
  isQuoteGood: boolean;
  terms: Terms;
  fingerprint: string;
  /** The fields that each record of the answer has; absent when the caller wants whole records. */
  fields?: readonly string[];
  /** In whose name providers are asked; absent for the account. Gathered calls have a party of their own, which goes after all others. */
  party?: string;
  task: Task;
  /** What is asked, to be kept with the call. Only calls that are opened need it. */
  asked(): readonly AskedParameter[];
}

export type Caller = Pick<
  ReadCall,
  'holder' | 'requestId' | 'requestIdChosen' | 'takesGzip' | 'acceptLanguage' | 'twins' | 'bounds' | 'trace'
>;

/** `billedAs`: the catalog path that has the price, where it is not that of the route. */
export function readCall(
  deps: CallDeps,
  caller: Caller,
  target: CallTarget,
  billedAs: ((path: string) => string) | null = null,
): ReadCall | Failure {
  const address = target.kind === 'operation' ? operationAddress(deps, target) : passAddress(deps, target);
  if (isFailure(address)) return address;
  const { path, providers } = address;
  const prices = pricesFor(deps, caller, path);
  if (isFailure(prices)) return prices;
  const { isQuoteGood } = prices;
  const quote = prices.priceOf(billedAs === null ? path : billedAs(path));
  if (quote === null) return withoutPrice(billedAs === null ? null : billedAs(path));

  const task =
    target.kind === 'operation'
      ? createTask(deps, target, address)
      : createPassTask(deps, target, providers[0]!);
  if (isFailure(task)) return task;
  const terms = taskTerms(quote, task);
  // The catalog refuses such a price when it is applied; this check is for a platform that was configured afterwards.
  if (mostOf(terms) > 0 && providers.some(({ connector }) => connector.facts.resale === 'no')) {
    return failure('ROUTE_NOT_FOUND', 'The terms of this platform forbid a price, and this route has one.');
  }
  const fingerprint = hash('sha256', task.canonical, 'base64url');
  const asked = task.kind === 'pass' ? task.asked : () => askedOf(target as OperationTarget);
  return { ...caller, ...address, quote, isQuoteGood, terms, fingerprint, task, asked };
}

/**
 * The parameters that were sent, without those about the price. The address of a video or an author was replaced by its id before.
 * Only a short link that could not be followed is kept as it is.
 */
export function askedOf({ query, link }: OperationTarget): AskedParameter[] {
  if (isFailure(query)) return [];
  const asked = Object.entries(query);
  return link === undefined || link.failure === null ? asked : [['url', link.url], ...asked];
}

function withoutPrice(billedPath: string | null): Failure {
  return billedPath === null
    ? failure('ROUTE_NOT_FOUND', 'This route has no price, so it is not served.')
    : failure('ROUTE_NOT_FOUND', `The price list has no price for ${billedPath}, so this is not offered.`);
}

function taskTerms(quote: Quote, { kind, itemsMax }: Task): Terms {
  return kind === 'batch' ? termsOfEach(quote, itemsMax) : termsOf(quote, itemsMax);
}

/** The shape of an operation alone decides which task runs it. */
function createTask(deps: CallDeps, target: OperationTarget, address: OperationAddress): Task | Failure {
  const { operation } = target.called;
  const { link } = target;
  if (link !== undefined && link.failure !== null)
    return createLostLinkTask(operation.name, address, link, link.failure);
  const task =
    operation.shape === 'page'
      ? createPageTask(deps, operation, target, address)
      : createLookUp(deps, operation, target, address);
  if (link === undefined || isFailure(task)) return task;
  return { ...task, canonical: linkCanonical(address.path, link) };
}

function createLookUp(
  deps: CallDeps,
  operation: RecordOperation,
  { query }: OperationTarget,
  address: OperationAddress,
): Task | Failure {
  if (isFailure(query)) return query;
  const read = operation.read(query, deps.settings());
  if (isFailure(read)) return read;
  const formed = inOwnForm(read, address);
  if (isFailure(formed)) return formed;
  const { asked, providers, formless } = formed;
  const { ids, shown } = asked;
  const [onlyUnified] = Object.keys(shown ?? {});
  if (onlyUnified !== undefined && address.group === 'u2')
    return invalid(onlyUnified, 'is available only in group u1');
  if (ids === undefined) return createRecordTask(deps, operation, asked, { ...address, providers });
  if (address.group === 'u2') return invalid('ids', 'is available only in group u1');
  return createBatchTask(deps, operation, { asked, ids, formless }, { ...address, providers });
}

export function variantOf(target: CallTarget): Variant {
  return target.kind === 'pass' ? target.route.variant : target.called.action.variant;
}

function operationAddress(deps: CallDeps, target: OperationTarget): OperationAddress | Failure {
  const { platforms } = deps.settings();
  const { group, platform, called } = target;
  const all = platforms.get(platform);
  if (all === undefined) return platformNotFound([...platforms.keys()]);
  const providers = all.filter((by) => isAble(by, called.operation.name, platform));
  if (providers.length === 0) return notSupported(called.operation.name, platforms);
  const path = actionPath(group, platform, called.name);
  return { group, platform, variant: variantOf(target), path, providers };
}

export function isAble(
  { connector }: ConnectedProvider,
  operation: OperationName,
  platform: string,
): boolean {
  const how = connector.operations[operation];
  return how !== undefined && (how.platforms === undefined || how.platforms.includes(platform));
}

function passAddress(deps: CallDeps, { group, route }: PassTarget): OperationAddress | Failure {
  const by = deps.settings().mounts.get(mountPath(route.mount.settings));
  // A reloaded configuration can remove the mount while the process still has its routes.
  if (by === undefined) return failure('ROUTE_NOT_FOUND', 'This route is no longer served.');
  const { platform, variant, path } = route;
  return { group, platform, variant, path, providers: [by] };
}

/** Names the platforms that exist, and never the one in the path: people paste keys into paths by mistake. */
function platformNotFound(known: string[]): Failure {
  return failure('PLATFORM_NOT_FOUND', `Known platforms: ${known.join(', ')}.`);
}

function notSupported(operation: OperationName, platforms: CallSettings['platforms']): Failure {
  const able = [...platforms].filter(([name, all]) => all.some((by) => isAble(by, operation, name)));
  const who =
    able.length === 0 ? 'No platform here can.' : `These can: ${able.map(([name]) => name).join(', ')}.`;
  return failure('OPERATION_NOT_SUPPORTED', `This platform has no ${operation}. ${who}`);
}

function createLostLinkTask(
  operation: string,
  { path, variant }: OperationAddress,
  link: ShortLinkTarget,
  failure: Failure,
): LostTask {
  return {
    kind: 'lost',
    operation,
    canonical: linkCanonical(path, link),
    variant,
    providers: [],
    itemsMax: 1,
    failure,
  };
}

/** The text that two uses of one request id must share, when a short link names what is asked. */
function linkCanonical(path: string, { said }: ShortLinkTarget): string {
  return JSON.stringify(['GET', path, ...said.toSorted()]);
}
