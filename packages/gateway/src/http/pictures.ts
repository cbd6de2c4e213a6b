// Owns the pictures of platforms as the pages and hidden records show them. They need no key, because a page shows them by address
// alone: an address that the gateway has sealed is the right to its picture, and nothing else is ever fetched.
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import { PICTURE_PATH, type PictureSource } from '../operations/picture-address.ts';
import { decodeQuery, rawQueryOf } from './query.ts';
import type { Server } from './server.ts';
import { createThrottle } from './throttle.ts';

/** Ten grids of fifty pictures in a minute; browsers keep what they have seen. */
const LIMIT = { requests: 600, perSeconds: 60 };

const HEADERS = {
  // An address changes from day to day, its picture hardly ever.
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

export interface ShownPicture {
  type: string;
  bytes: Uint8Array;
}

export interface PictureDeps {
  /** null for whatever the gateway has not sealed, and while pictures are switched off. */
  open(text: string): PictureSource | null;
  find(source: PictureSource): Promise<ShownPicture | Failure>;
}

export function servePictures(
  { app, answers, addressOf }: Server,
  pictures: PictureDeps,
  clock: Clock,
): void {
  const throttle = createThrottle(LIMIT, clock);
  app.get(PICTURE_PATH, async (request, reply) => {
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
