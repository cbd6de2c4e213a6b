// Owns `platforms`: which platforms the caller's key may ask, and whether they answer right now. Health is what this process knows; who
// the providers behind a platform are is the operator's business.
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { type AccountCaller, type AccountDeps, PLATFORM_HEALTH } from './deps.ts';
import { keyHolder } from './key-holder.ts';

export const platforms = verbOf<AccountDeps, AccountCaller>()({
  name: 'listPlatforms',
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
        health: Type.Enum([...PLATFORM_HEALTH], {
          description:
            '`ok`; `weak` when a provider behind it fails of late; `down` when nobody behind it can be asked.',
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
