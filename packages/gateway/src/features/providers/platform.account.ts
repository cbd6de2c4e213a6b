// Platforms as callers see them: which ones a key may call, whether they work now, and which platform an address belongs to. Providers
// behind a platform are not shown.

import { ADDRESS_KINDS } from '../../addresses/address.ts';
import type { AddressBook } from '../../addresses/address-book.ts';
import { explainAddress } from '../../addresses/explain-address.ts';
import type { ShortLinks } from '../../addresses/short-links.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { ADDRESS_TEXT_CHARS_MAX } from '../../domain/limits.ts';
import { PLATFORM_HEALTH } from '../../domain/provider-status.ts';
import { Type } from '../../domain/schema.ts';
import { keyHolder } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { nullable } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';

/** Health as this process knows it. */
export const platforms = verbOf<AccountDeps, AccountCaller>()({
  name: 'listPlatforms',
  client: 'pricing.platforms',
  method: 'GET',
  path: '/api/pricing/v1/platforms',
  summary: 'Platforms of this gateway, and whether they answer right now',
  tag: 'Pricing',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    platforms: Type.Array(
      Type.Object({
        platform: Type.String(),
        made_up: Type.Boolean({
          description: 'Its records are made up by the gateway, for a demonstration.',
        }),
        health: Type.Enum([...PLATFORM_HEALTH], {
          description:
            '`ok`; `weak` when one of its providers fails; `down` when none of its providers can be asked.',
        }),
      }),
    ),
  }),
  async run({ platformHealth }, _input, caller) {
    const { platforms: allowed } = keyHolder(caller).key;
    const all = platformHealth().filter(({ platform }) => allowed === null || allowed.includes(platform));
    return { platforms: all };
  },
});

export interface AddressDeps {
  book(): AddressBook;
  links: Pick<ShortLinks, 'follow'>;
  /** Counts one free answer of the account; `leave` ends it. */
  takePlace(accountId: string): { kind: 'place'; leave(): void } | Failure;
}

const AddressDetailsView = Type.Object({
  handle: Type.Optional(Type.String({ description: 'Of an author, without `@`.' })),
  host: Type.Optional(Type.String({ description: 'The host, on platforms with many hosts.' })),
  unlisted_hash: Type.Optional(Type.String({ description: 'Opens a video that is not listed.' })),
  start_ms: Type.Optional(Type.Integer({ description: 'Where the video should begin.' })),
  playlist_id: Type.Optional(
    Type.String({
      description: 'The playlist in which the address opens its video; routes of playlists take it.',
    }),
  ),
});

/**
 * What an address is, before anything is paid for it. It counts as a free answer of the account, because a short link costs a request to
 * its platform.
 */
export const resolveUrl = verbOf<AddressDeps, AccountCaller>()({
  name: 'resolveUrl',
  method: 'GET',
  path: '/api/resolve/v1/url',
  summary: 'What an address is: platform, kind and id',
  tag: 'Addresses',
  params: Nothing,
  query: Type.Object({
    url: Type.String({
      minLength: 1,
      maxLength: ADDRESS_TEXT_CHARS_MAX,
      description: 'An address, or a shared text with one in it.',
      examples: ['https://youtu.be/dQw4w9WgXcQ'],
    }),
  }),
  body: Nothing,
  result: Type.Object({
    platform: nullable(Type.String({ description: 'null when no platform is known by this address.' })),
    kind: Type.Enum([...ADDRESS_KINDS]),
    id: nullable(Type.String({ description: 'As the platform writes it; of a search, its keyword.' })),
    alt: AddressDetailsView,
    canonical_url: nullable(Type.String({ description: 'Without tracking parameters.' })),
    needs: nullable(
      Type.Enum(['hop', 'lookup'], { description: 'What the id needs: `lookup` asks the platform for it.' }),
    ),
    served_as: Type.Array(Type.String(), {
      description: 'Platforms of this gateway, as paths name them, that serve it.',
    }),
  }),
  async run({ book, links, takePlace }, { query }, caller) {
    const { account } = keyHolder(caller);
    const place = takePlace(account.id);
    if (isFailure(place)) return place;
    try {
      return await explainAddress({ book: book(), links }, query.url, account.id);
    } finally {
      place.leave();
    }
  },
});
