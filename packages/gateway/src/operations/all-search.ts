// Owns what a search over many platforms takes and answers, beside what every search does: the platforms, and what became of each.
// It reads and checks input; it knows no platform and no price.
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { LEGS_MAX } from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';
import { Video } from '../domain/video.ts';
import { filterReport } from './filter-parameters.ts';
import type { AskedPage } from './operation.ts';
import { pageSchemaOf } from './page-answer.ts';
import type { QueryLimits } from './parameters.ts';
import { readSearch, SearchQuery } from './video-search.ts';

export const AllSearchQuery = Type.Object({
  ...SearchQuery.properties,
  platforms: Type.Optional(
    Type.String({
      description: `Which platforms, by their names, with commas between; at most ${LEGS_MAX}. Absent: all that can be searched here.`,
      examples: ['library,youtube'],
    }),
  ),
});

/** What became of one platform on one page. */
export const LEG_STATUSES = [
  'ok',
  'empty',
  'ended',
  'late',
  'timeout',
  'refused',
  'quota',
  'skipped_filter',
  'disabled',
] as const;
export type LegStatus = (typeof LEG_STATUSES)[number];

const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const PlatformReport = Type.Object(
  {
    platform: Type.String(),
    provider: nullable(Type.String()),
    status: Type.Enum([...LEG_STATUSES], {
      description:
        '`late`: it had not answered when the page was made, and its items come on the next one. `skipped_filter`: it cannot apply a filter. `disabled`: it cannot be called here, or has no price.',
    }),
    items: Type.Integer({ minimum: 0, description: 'Items of this page that are from there.' }),
    took_ms: nullable(
      Type.Number({ description: 'Until it answered; null when it was not asked for this page.' }),
    ),
    end: nullable(Type.Enum(['more', 'exhausted', 'upstream_cap', 'unknown'])),
    charged: Type.String({ examples: ['0.012000'] }),
  },
  { $id: 'PlatformReport', description: 'What one platform brought to a page of a search over many.' },
);

export const AllSearchPage = pageSchemaOf({ keyword: Type.String() }, Video, {
  says: { ...filterReport, platforms: Type.Array(PlatformReport) },
  $id: 'AllSearchPage',
  description: 'One page of a search over many platforms, in one order.',
});

/** What a caller asks of many platforms at once. */
export interface AskedAll extends AskedPage {
  /** In the order in which they were named; null for all. */
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
