// Reads the question of a collection or a watch: whether its key may ask it, whether it can be asked at all, and what it costs.
import type { Failure } from '../../domain/failure.ts';
import type { CallDeps } from '../call-deps.ts';
import type { GatherTerms, TermsRequest } from './gathered.ts';

/** Writes nothing and asks no provider; only a short link in `url` is followed. */
export async function gatherTerms(_deps: CallDeps, _request: TermsRequest): Promise<GatherTerms | Failure> {
  throw new Error('not built yet');
}
