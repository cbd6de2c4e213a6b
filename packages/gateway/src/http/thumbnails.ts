// Serves the pictures that the gateway draws: those of the embedded library and of the showcase. They need no key, because a page requests them by URL alone. Each is
// an SVG with a policy under which it runs and loads nothing.
import { failure } from '../domain/failure.ts';
import { routerPath } from './serve-verb.ts';
import type { Server } from './server.ts';

export const THUMBNAIL_PATH = '/api/library/v1/thumbnails/{id}.svg';
export const SHOWCASE_THUMBNAIL_PATH = '/api/showcase/v1/thumbnails/{id}.svg';

/** The SVG of a record; null when there is no such record. */
export type DrawThumbnail = (id: string) => Promise<string | null>;

const HEADERS = {
  // The picture of an id never changes; caching it for a day avoids nearly all repeats.
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'cross-origin-resource-policy': 'cross-origin',
};

export function serveThumbnails(
  server: Server,
  draw: { library: DrawThumbnail; showcase: DrawThumbnail },
): void {
  serveAt(server, THUMBNAIL_PATH, draw.library);
  serveAt(server, SHOWCASE_THUMBNAIL_PATH, draw.showcase);
}

function serveAt({ app, answers }: Server, path: string, thumbnail: DrawThumbnail): void {
  app.get<{ Params: { id: string } }>(routerPath(path), { exposeHeadRoute: true }, async (request, reply) => {
    const svg = await thumbnail(request.params.id);
    if (svg === null) return answers.failure(reply, failure('NOT_FOUND', 'There is no such picture.'));
    return answers.text(reply, { type: 'image/svg+xml; charset=utf-8', text: svg, headers: HEADERS });
  });
}
