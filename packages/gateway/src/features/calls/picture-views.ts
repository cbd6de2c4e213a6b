// The pictures of records as addresses on the gateway, so that a page can show them without contacting third parties.
import type { Static } from 'typebox';
import { Type } from '../../domain/schema.ts';

/** One per item of the largest page, and one per author. */
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

/** The first of each list: the others are the same picture in other sizes. */
function urlsOf({ thumbnails, images, avatar_url, author }: Pictured): unknown[] {
  return [thumbnails?.[0]?.url, images?.[0]?.url, avatar_url, author?.avatar_url];
}

export const PicturesAnswer = Type.Object({
  pictures: Type.Array(PictureView, { description: 'None where the operator has switched them off.' }),
});

export function picturesOf(
  records: readonly object[],
  addressOf: (url: string) => string | null,
): Static<typeof PictureView>[] {
  const urls = new Set(records.flatMap((record) => urlsOf(record)).filter((url) => typeof url === 'string'));
  return [...urls].slice(0, PICTURES_MAX).flatMap((url) => {
    const address = addressOf(url);
    return address === null ? [] : [{ url, address }];
  });
}
