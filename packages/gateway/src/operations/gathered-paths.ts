// The catalog paths of collected pages and of runs of watches. They have prices of their own and are not HTTP routes: the segment `app` of
// the interactive path is replaced by `collect` or `watch`.

export const PURPOSES = ['collect', 'watch'] as const;
export type Purpose = (typeof PURPOSES)[number];

const INTERACTIVE = '/app/';

/** The path whose price a call for this purpose has. */
export function purposePath(path: string, purpose: Purpose): string {
  return path.replace(INTERACTIVE, `/${purpose}/`);
}

/** The route that a person calls to ask the same; any other path is returned unchanged. */
export function interactivePath(path: string): string {
  const purpose = purposeOf(path);
  return purpose === null ? path : path.replace(`/${purpose}/`, INTERACTIVE);
}

/** Every gathered path has the form of an operation's path: /api/<group>/v1/<platform>/<purpose>/<action>. */
const GATHERED = /^\/api\/[^/]+\/v1\/[^/]+\/(collect|watch)\/[^/]+$/;

/** null for any other path. */
export function purposeOf(path: string): Purpose | null {
  return (GATHERED.exec(path)?.[1] as Purpose | undefined) ?? null;
}
