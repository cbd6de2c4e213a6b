// Owns the words of priced data routes: which operation, at which address, tried how hard. An operation file says what
// its input and output are; it never talks to a platform.
import type { Variant } from '../domain/call.ts';
import { GROUPS, type Group } from '../domain/key.ts';

/** The last segment of the path names the variant. */
export const VARIANTS = { search_video_v2: 'stable', search_video: 'economy' } as const satisfies Record<
  string,
  Variant
>;
export type SearchAction = keyof typeof VARIANTS;
export const SEARCH_ACTIONS = Object.keys(VARIANTS) as SearchAction[];

/** HEAD is not among them: it would run a billed call for nothing. */
export const CALL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type CallMethod = (typeof CALL_METHODS)[number];

/** One billed address. */
export interface DataRoute {
  /** `{name}` stands for a parameter, on mounted routes. */
  path: string;
  method: CallMethod;
  group: Group;
  version: 'v1';
  /** The platform, or the mount. */
  platform: string;
  /** `video.search`, or `mount.<name>.<operation>`. */
  operation: string;
  variant: Variant;
  /** What the price list says when the catalog says nothing. */
  summary: string | null;
}

export function searchPath(group: string, platform: string, action: string): string {
  return `/api/${group}/v1/${platform}/app/${action}`;
}

/** Every billed address that these platforms give, priced or not. */
export function dataRoutes(platforms: readonly string[]): DataRoute[] {
  return platforms.flatMap((platform) =>
    GROUPS.flatMap((group) =>
      Object.entries(VARIANTS).map(([action, variant]) => ({
        path: searchPath(group, platform, action),
        method: 'GET' as const,
        group,
        version: 'v1' as const,
        platform,
        operation: 'video.search',
        variant,
        summary: null,
      })),
    ),
  );
}
