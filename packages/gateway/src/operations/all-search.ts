// The parameter that only a search over many platforms has: which platforms. It reads and checks input, without knowing which platforms
// exist or what they cost.
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { LEGS_MAX } from '../domain/limits.ts';
import type { AskedPage } from './operation.ts';
import type { QueryLimits } from './parameters.ts';
import { readSearch } from './video-search.ts';

/** A caller's question to many platforms. */
export interface AskedAll extends AskedPage {
  /** In the order in which the caller named them; null for all platforms. */
  platforms: readonly string[] | null;
}

export function readAllSearch(query: Record<string, string>, limits: QueryLimits): AskedAll | Failure {
  const { platforms: text, ...search } = query;
  const asked = readSearch(search, limits);
  if (isFailure(asked)) return asked;
  const platforms = text === undefined ? null : readPlatforms(text);
  if (isFailure(platforms)) return platforms;
  const named: Record<string, string> = platforms === null ? {} : { platforms: platforms.join(',') };
  const { keyword } = asked.ask as { keyword: string };
  return { ...asked, ask: { ...asked.ask, ...named }, repeats: { keyword }, platforms };
}

function readPlatforms(text: string): string[] | Failure {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  if (names.includes('')) return invalid('platforms', 'must be names of platforms with commas between');
  return names.length <= LEGS_MAX ? names : invalid('platforms', `must be at most ${LEGS_MAX}`);
}
