// Serves pictures of platforms for the pages and for records whose provider is hidden. They need no key, because a
// page requests them by URL alone: only a URL that the gateway itself has sealed is fetched.
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import { PICTURE_PATH, type PictureSource } from '../operations/picture-address.ts';
import { createThrottle } from './limits/throttle.ts';
import { decodeQuery, rawQueryOf } from './requests/query.ts';
import type { Server } from './server.ts';

/** Ten grids of fifty pictures per minute; browsers cache what they have seen. */
const LIMIT = { requests: 600, perSeconds: 60 };

const HEADERS = {
  // The URL changes daily, the picture hardly ever.
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

export interface ShownPicture {
  type: string;
  bytes: Uint8Array;
}

export interface PictureDeps {
  /** null for a text that the gateway has not sealed, and while pictures are switched off. */
  open(text: string): PictureSource | null;
  find(source: PictureSource): Promise<ShownPicture | Failure>;
}

export function servePictures(
  { app, answers, addressOf }: Server,
  pictures: PictureDeps,
  clock: Clock,
): void {
  const throttle = createThrottle(LIMIT, clock);
  app.get(PICTURE_PATH, { exposeHeadRoute: true }, async (request, reply) => {
    const query = decodeQuery(rawQueryOf(request.raw.url ?? ''));
    if (isFailure(query)) return answers.failure(reply, query);
    const refusal = throttle.take(addressOf(request.raw));
    if (refusal !== null) return answers.failure(reply, refusal);
    const source = pictures.open(query.of ?? '');
    if (source === null) return answers.failure(reply, failure('NOT_FOUND', 'There is no such picture.'));
    const picture = await pictures.find(source);
    if (isFailure(picture)) return answers.failure(reply, picture);
    return answers.bytes(reply, { ...picture, headers: HEADERS });
  });
}
