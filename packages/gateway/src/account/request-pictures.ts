// Owns `requests/{request_id}/pictures`: the pictures of an answer that was paid for, at addresses of the gateway, so that a page shows
// them without asking a stranger. Free, but counted among the free answers of the key.
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { RequestIdText } from './fields.ts';
import { keyHolder } from './key-holder.ts';
import { readKept } from './request-records.ts';

/** One for each of the largest page, and one for its author. */
const PICTURES_MAX = 200;

const PictureView = Type.Object(
  {
    url: Type.String({ description: 'As the record has it.' }),
    address: Type.String({
      description: 'On this gateway, without its origin; good for a week.',
      examples: ['/api/pictures/v1/picture?of=AQ'],
    }),
  },
  { $id: 'Picture' },
);

interface Pictured {
  thumbnails?: { url?: unknown }[];
  images?: { url?: unknown }[];
  avatar_url?: unknown;
  author?: { avatar_url?: unknown } | null;
}

/** The first of each list: they are the same picture in several sizes. */
function urlsOf({ thumbnails, images, avatar_url, author }: Pictured): unknown[] {
  return [thumbnails?.[0]?.url, images?.[0]?.url, avatar_url, author?.avatar_url];
}

export const requestPictures = verbOf<AccountDeps, AccountCaller>()({
  name: 'listRequestPictures',
  method: 'GET',
  path: '/api/account/v1/requests/{request_id}/pictures',
  summary: 'Pictures of an answer that you paid for, served by the gateway',
  tag: 'Account',
  params: Type.Object({ request_id: RequestIdText }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    pictures: Type.Array(PictureView, { description: 'None where the operator has switched them off.' }),
  }),
  async run({ storage, takePlace, pictureAddress }, { params }, caller) {
    const holder = keyHolder(caller);
    const place = takePlace(holder.account.id);
    if (isFailure(place)) return place;
    try {
      const kept = await readKept(storage, caller!, params.request_id);
      if (isFailure(kept)) return kept;
      const urls = new Set(
        kept.items.flatMap((item) => urlsOf(item as Pictured)).filter((url) => typeof url === 'string'),
      );
      const pictures = [...urls].slice(0, PICTURES_MAX).flatMap((url) => {
        const address = pictureAddress(url);
        return address === null ? [] : [{ url, address }];
      });
      return { pictures };
    } finally {
      place.leave();
    }
  },
});
