// Reads the question of a collection or a watch: the key that asks it, whether the key may ask it, whether it can be asked at all, and what it
// costs.
import { type Failure, isFailure } from '../../domain/failure.ts';
import { toMicros } from '../../domain/money.ts';
import { mostOf } from '../../domain/prices/terms.ts';
import type { KeyHolder, Storage } from '../../storage/storage.ts';
import type { CallDeps } from '../call-deps.ts';
import { forItemsLeft } from './collect-page.ts';
import type { GatherTerms, TermsRequest } from './gathered.ts';
import { readGathered } from './read-gathered.ts';

/** The key as it is now; null when the key or its account does not exist. Whether the key may still be used is decided with each call. */
export async function findHolder(
  { keys, accounts }: Pick<Storage, 'keys' | 'accounts'>,
  keyId: string,
): Promise<KeyHolder | null> {
  const key = await keys.find({ id: keyId });
  const account = key === null ? null : await accounts.find({ idOrName: key.accountId });
  if (key === null || account === null) return null;
  return { key, account, secretValidUntilMs: null };
}

/** Writes nothing and asks no provider; only a short link in `url` is followed. */
export async function gatherTerms(deps: CallDeps, request: TermsRequest): Promise<GatherTerms | Failure> {
  const { purpose, itemsLeft, pagesMax = 1 } = request;
  const query = itemsLeft === undefined ? request.query : forItemsLeft(request.query, itemsLeft);
  const read = await readGathered(deps, { ...request, query, requestId: '' }, purpose);
  if (isFailure(read)) return read;
  const { call, billed } = read;
  const { terms, task, platform } = call;
  if (terms.unit === 'leg') throw new Error('a gathered call has no legs');
  return {
    kind: 'terms',
    billedPath: billed.path,
    platform,
    operation: task.operation,
    shape: task.kind === 'batch' ? 'batch' : 'list',
    unit: terms.unit,
    unitPriceMicros: terms.unit === 'item' ? terms.unitPriceMicros : terms.priceMicros,
    leastMicros: terms.unit === 'item' ? terms.minimumMicros : terms.priceMicros,
    pageItemsMax: task.itemsMax,
    mostMicros: toMicros(pagesMax * mostOf(terms)),
  };
}
