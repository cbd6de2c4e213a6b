// What a search field suggests to a caller who types: titles and authors of the library. It costs nothing, so it counts as a free answer of
// the account, says no more than a few texts, and only to a key that may search the library.
import { isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import { SUGGESTION_KINDS, SUGGESTIONS_MAX, TYPED_CHARS_MAX } from '../../domain/suggestion.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { keyHolder } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { listPrice } from '../catalog/price.account.ts';

const PLATFORM = 'library';
const OPERATION = 'video.search';

function maySearch({ key }: KeyHolder, { routes, catalog }: AccountDeps): boolean {
  const isOpen = (allowed: readonly string[] | null, name: string) => allowed?.includes(name) ?? true;
  if (!isOpen(key.platforms, PLATFORM) || !isOpen(key.operations, OPERATION)) return false;
  return routes().some(
    ({ platform, operation, group, path }) =>
      platform === PLATFORM &&
      operation === OPERATION &&
      key.groups.includes(group) &&
      listPrice(catalog(), path) !== null,
  );
}

export const suggestions = verbOf<AccountDeps, AccountCaller>()({
  name: 'listSuggestions',
  client: 'suggestions.list',
  method: 'GET',
  path: '/api/resolve/v1/suggestions',
  summary: 'Titles and authors of the library that have the words typed so far',
  tag: 'Videos',
  params: Nothing,
  query: Type.Object({
    keyword: Type.String({
      minLength: 1,
      maxLength: TYPED_CHARS_MAX,
      description: 'What stands in a search field. Its last word may be only begun.',
      examples: ['night sk'],
    }),
  }),
  body: Nothing,
  result: Type.Object({
    suggestions: Type.Array(
      Type.Object({ kind: Type.Enum([...SUGGESTION_KINDS]), text: Type.String() }, { $id: 'Suggestion' }),
      {
        maxItems: SUGGESTIONS_MAX,
        description: 'Empty also where the key may not search the library, or the library cannot answer now.',
      },
    ),
  }),
  async run(deps, { query }, caller) {
    const holder = keyHolder(caller);
    const place = deps.takePlace(holder.account.id);
    if (isFailure(place)) return place;
    try {
      const found = maySearch(holder, deps) ? await deps.suggest(query.keyword, holder.account.id) : [];
      return { suggestions: found };
    } finally {
      place.leave();
    }
  },
});
