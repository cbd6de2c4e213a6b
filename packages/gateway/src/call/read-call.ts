// Owns the step from an HTTP-free request to a call that is worth opening: what is asked, of whom, at which price. It
// refuses what can be refused for free and writes nothing.
import { hash } from 'node:crypto';
import type { Variant } from '../domain/call.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import type { Group } from '../domain/key.ts';
import { mountPath } from '../mounts/mount.ts';
import { searchPath, VARIANTS } from '../operations/operation.ts';
import type { KeyHolder } from '../storage/storage.ts';
import type { CallDeps, ConnectedProvider } from './call-deps.ts';
import { createPassTask, type PassTarget } from './pass-task.ts';
import type { Quote } from './price-book.ts';
import { createSearchTask, type SearchTarget } from './search-task.ts';
import type { Task } from './task.ts';

/** What a caller may address; http/ hands it over. */
export type CallTarget = SearchTarget | PassTarget;

/** A call that was read, priced and found good. */
export interface ReadCall {
  holder: KeyHolder;
  requestId: string;
  requestIdChosen: boolean;
  group: Group;
  platform: string;
  variant: Variant;
  path: string;
  quote: Quote;
  fingerprint: string;
  task: Task;
}

export type Caller = Pick<ReadCall, 'holder' | 'requestId' | 'requestIdChosen'>;

export function readCall(deps: CallDeps, caller: Caller, target: CallTarget): ReadCall | Failure {
  const address = target.kind === 'search' ? searchAddress(deps, target) : passAddress(deps, target);
  if (isFailure(address)) return address;
  const { path, providers } = address;
  const quote = deps.priceBook.quote(path, caller.holder.account.id);
  if (quote === null) return failure('ROUTE_NOT_FOUND', 'This route has no price, so it is not served.');

  // The catalog refuses such a price; this is for a platform that joined after its price did.
  if (quote.unitPriceMicros > 0 && providers.some(({ connector }) => connector.facts.resale === 'no')) {
    return failure('ROUTE_NOT_FOUND', 'The terms of this platform forbid a price, and this route has one.');
  }

  const task =
    target.kind === 'search'
      ? createSearchTask(deps, target, address)
      : createPassTask(deps, target, providers[0]!);
  if (isFailure(task)) return task;
  const fingerprint = hash('sha256', task.canonical, 'base64url');
  return { ...caller, ...address, quote, fingerprint, task };
}

interface Address extends Pick<ReadCall, 'group' | 'platform' | 'variant' | 'path'> {
  /** In order of preference; at least one. */
  providers: readonly ConnectedProvider[];
}

export function variantOf(target: CallTarget): Variant {
  return target.kind === 'pass' ? target.route.variant : VARIANTS[target.action];
}

function searchAddress(deps: CallDeps, target: SearchTarget): Address | Failure {
  const { platforms } = deps.settings();
  const providers = platforms.get(target.platform);
  if (providers === undefined) return platformNotFound([...platforms.keys()]);
  const { group, platform, action } = target;
  return {
    group,
    platform,
    variant: variantOf(target),
    path: searchPath(group, platform, action),
    providers,
  };
}

function passAddress(deps: CallDeps, { group, route }: PassTarget): Address | Failure {
  const by = deps.settings().mounts.get(mountPath(route.mount.settings));
  // A changed file can take the mount away while the process still knows its routes.
  if (by === undefined) return failure('ROUTE_NOT_FOUND', 'This route is no longer served.');
  const { platform, variant, path } = route;
  return { group, platform, variant, path, providers: [by] };
}

/** Names what there is, and never what was asked: a path is a place where people paste keys by mistake. */
function platformNotFound(known: string[]): Failure {
  return failure('PLATFORM_NOT_FOUND', `Known platforms: ${known.join(', ')}.`);
}
