// The parameter that only a call over many platforms has: which platforms. It reads and checks input, without knowing which platforms
// exist or what they cost.
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { LEGS_MAX } from '../domain/limits.ts';
import type { AskedPage, PageOperation } from './operation.ts';
import type { QueryLimits } from './parameters.ts';

/** A caller's question to many platforms. */
export interface AskedAll extends AskedPage {
  /** In the order in which the caller named them; null for all platforms. */
  platforms: readonly string[] | null;
}

export function readOverAll(
  operation: PageOperation,
  query: Record<string, string>,
  limits: QueryLimits,
): AskedAll | Failure {
  const { platforms: text, ...own } = query;
  const asked = operation.read(own, limits);
  if (isFailure(asked)) return asked;
  const platforms = text === undefined ? null : readPlatforms(text);
  if (isFailure(platforms)) return platforms;
  const named: Record<string, string> = platforms === null ? {} : { platforms: platforms.join(',') };
  return { ...asked, ask: { ...asked.ask, ...named }, repeats: asked.repeats ?? asked.ask, platforms };
}

function readPlatforms(text: string): string[] | Failure {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  if (names.includes('')) return invalid('platforms', 'must be names of platforms with commas between');
  return names.length <= LEGS_MAX ? names : invalid('platforms', `must be at most ${LEGS_MAX}`);
}
