// Owns the step from what a caller writes (a path, a URL, either with a query or percent-encoded) to one billed
// address. Pure. The addresses are a closed list, so being generous about spelling can never name a wrong one.
import { type Failure, failure } from '../domain/failure.ts';
import type { DataRoute } from '../operations/data-route.ts';
import { ANY_PLATFORM } from '../operations/index.ts';

/** Plain, encoded, and encoded by a client whose HTTP library encodes once more. */
const DECODINGS_MAX = 2;
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Without scheme and host, query, fragment and trailing slashes; always with a leading slash. */
export function plainPath(text: string): string {
  const path = text.trim().replace(ORIGIN, '').split(/[?#]/, 1)[0] ?? '';
  const segments = path.split('/').slice(path.startsWith('/') ? 1 : 0);
  while (segments.at(-1) === '') segments.pop();
  return `/${segments.join('/')}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // A stray percent sign: whatever this is, it is no address of ours.
  }
}

/** `/items/{id}` for `/items/42`. */
function fits(template: string, path: string): boolean {
  if (!template.includes('{')) return false;
  const given = path.split('/');
  const wanted = template.split('/');
  const isSame = (part: string, i: number) => part === given[i] || (part.startsWith('{') && given[i] !== '');
  return wanted.length === given.length && wanted.every(isSame);
}

/** A path that is written out goes before one with parameters. */
function find(routes: readonly DataRoute[], path: string): DataRoute | undefined {
  return (
    routes.find((candidate) => candidate.path === path) ??
    routes.find((candidate) => fits(candidate.path, path))
  );
}

export function resolveEndpoint(routes: readonly DataRoute[], text: string): DataRoute | null {
  let spelling: string | null = text;
  for (let i = 0; i <= DECODINGS_MAX && spelling !== null; i++) {
    const path = plainPath(spelling);
    const route = find(routes, path);
    if (route !== undefined) return route;
    // The query is dropped before decoding, because a broken one must not spoil a good path.
    spelling = decoded(spelling.split(/[?#]/, 1)[0] ?? '');
  }
  return null;
}

/** `any` is a billed address without a price of its own. */
export function noPricedEndpoint(text = ''): Failure {
  const isAny = plainPath(text).split('/').includes(ANY_PLATFORM);
  return failure(
    'ENDPOINT_NOT_FOUND',
    isAny
      ? `"${ANY_PLATFORM}" costs what the platform of the address costs: ask for the path of that platform.`
      : 'No priced endpoint has this path.',
  );
}
