// Owns the step from an HTTP-free request to a call that is worth opening: what is asked, of whom, at which price. It
// refuses what can be refused for free and writes nothing.
import { hash } from 'node:crypto';
import type { Variant } from '../domain/call.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import type { Group } from '../domain/key.ts';
import { searchPath, VARIANTS } from '../operations/operation.ts';
import type { KeyHolder } from '../storage/storage.ts';
import type { CallDeps } from './call-deps.ts';
import type { Quote } from './price-book.ts';
import { createSearchTask, type SearchTarget } from './search-task.ts';
import type { Task } from './task.ts';

/** What a caller may address; http/ hands it over. */
export type CallTarget = SearchTarget;

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
  const variant = VARIANTS[target.action];
  if (variant === undefined) return failure('ROUTE_NOT_FOUND', 'There is no such route.');
  const { platforms } = deps.settings();
  const providers = platforms.get(target.platform);
  if (providers === undefined) return platformNotFound([...platforms.keys()]);

  const path = searchPath(target.group, target.platform, target.action);
  const quote = deps.priceBook.quote(path, caller.holder.account.id);
  if (quote === null) return failure('ROUTE_NOT_FOUND', 'This route has no price, so it is not served.');

  // The catalog refuses such a price; this is for a platform that joined after its price did.
  if (quote.unitPriceMicros > 0 && providers.some(({ connector }) => connector.facts.resale === 'no')) {
    return failure('ROUTE_NOT_FOUND', 'The terms of this platform forbid a price, and this route has one.');
  }

  const task = createSearchTask(deps, target, { path, variant, providers });
  if (isFailure(task)) return task;
  const fingerprint = hash('sha256', task.canonical, 'base64url');
  const { group, platform } = target;
  return { ...caller, group, platform, variant, path, quote, fingerprint, task };
}

/** Names what there is, and never what was asked: a path is a place where people paste keys by mistake. */
function platformNotFound(known: string[]): Failure {
  return failure('PLATFORM_NOT_FOUND', `There is no such platform here. Known: ${known.join(', ')}.`);
}
