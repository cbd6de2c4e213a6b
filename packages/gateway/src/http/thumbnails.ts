// Serves the pictures of the embedded library. They need no key, because a page requests them by URL alone. Each is
// an SVG with a policy under which it runs and loads nothing.
import { failure } from '../domain/failure.ts';
import { routerPath } from './serve-verb.ts';
import type { Server } from './server.ts';

export const THUMBNAIL_PATH = '/api/library/v1/thumbnails/{id}.svg';

const HEADERS = {
  // The picture of an id never changes; caching it for a day avoids nearly all repeats.
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'cross-origin-resource-policy': 'cross-origin',
};

export function serveThumbnails(
  { app, answers }: Server,
  thumbnail: (id: string) => Promise<string | null>,
): void {
  app.get<{ Params: { id: string } }>(routerPath(THUMBNAIL_PATH), async (request, reply) => {
    const svg = await thumbnail(request.params.id);
    if (svg === null) return answers.failure(reply, failure('NOT_FOUND', 'There is no such picture.'));
    return answers.text(reply, { type: 'image/svg+xml; charset=utf-8', text: svg, headers: HEADERS });
  });
}
