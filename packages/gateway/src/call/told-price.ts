// Owns the look for a price that another node has told: it may be of a version of the catalog that this node has not heard of yet. Only a
// quote that was sealed here or on a sibling makes a node look, so nobody can keep it busy with made-up ones. It judges no quote.
import { actionPath } from '../operations/index.ts';
import type { CallDeps } from './call-deps.ts';
import type { Caller, CallTarget } from './read-call.ts';

export async function hearOfTold(deps: CallDeps, caller: Caller, target: CallTarget): Promise<void> {
  const { quotes, priceBook } = deps;
  const quotedFor = { accountId: caller.holder.account.id, path: pathOf(target) };
  const told = quotes.open(caller.bounds.quote ?? '', quotedFor);
  if (told !== null && !priceBook.knows(told.catalogVersion)) await priceBook.refresh();
}

function pathOf(target: CallTarget): string {
  if (target.kind === 'pass') return target.route.path;
  return actionPath(target.group, target.platform, target.called.name);
}
