// Owns the pictures of the embedded library. They need no key, because a page shows them by address alone; each is an
// SVG under a policy that lets it run nothing and load nothing.
import { failure } from '../domain/failure.ts';
import { routerPath } from './serve-verb.ts';
import type { Server } from './server.ts';

export const THUMBNAIL_PATH = '/api/library/v1/thumbnails/{id}.svg';

const HEADERS = {
  // The picture of an id never changes its meaning; a day spares the gateway nearly all repeats.
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
