// Authors that a search on Kuaishou, Douyin or TikTok finds, as sellers pass them on. Cards of videos between them are left out.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { AttemptFailure, AuthorSearchInput, Page } from '../connector.ts';
import { badResponse } from '../parsing/failures.ts';
import { id } from '../parsing/fields.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { type AwemeOnward, type AwemePlatform, awemeEntries } from './aweme.ts';
import { AWEME_AUTHOR_MISSING, awemeAuthor } from './aweme-author.ts';
import { type KuaishouPage, kuaishouCursor, kuaishouRefusal, sellersRefusal } from './kuaishou.ts';
import { kuaishouAuthor } from './kuaishou-author.ts';
import { containers, listNamed, outermost } from './nested-answer.ts';
import { SELLER_PAGE_ITEMS_MAX } from './short-video-lists.ts';

type AuthorItems = Page<ParsedAuthor>['items'];

/** What the sellers' searches of authors have in common. */
export const AUTHOR_SEARCH_PARTS = {
  pageItemsMax: SELLER_PAGE_ITEMS_MAX,
  missing: AWEME_AUTHOR_MISSING,
  cost: 1,
};

const AWEME_USERS = ['user_list', 'business_data'];
/** TikHub passes on a mixed feed, JustOneAPI a list of users. */
const KUAISHOU_USERS = ['users', 'mixFeeds', 'mix_feeds'];

export interface AwemeAuthors extends AwemeOnward {
  items: AuthorItems;
  entries: number;
}

export function readAwemeAuthors(
  data: unknown,
  platform: AwemePlatform,
  { wantsRaw }: AuthorSearchInput,
): AwemeAuthors | AttemptFailure {
  const read = awemeEntries(data, AWEME_USERS);
  if ('kind' in read) return read;
  const { list, ...onward } = read;
  const items = authorItems(list, (entry) => {
    const user = awemeUser(entry, wantsRaw);
    return { record: awemeAuthor(user, platform), raw: user };
  });
  return 'kind' in items ? items : { items, entries: list.length, ...onward };
}

/** JustOneAPI passes on each entry of Douyin as a JSON text within the entry. */
function awemeUser(entry: Json, wantsRaw: boolean): Json {
  const { raw_data, ...inner } = object(entry.data);
  const within = typeof raw_data === 'string' ? parseJson(raw_data, wantsRaw) : raw_data;
  return [entry, object(within), inner].map(({ user_info }) => user_info).find(isObject) ?? {};
}

export interface KuaishouAuthors extends KuaishouPage {
  items: AuthorItems;
}

/** A blocked client gets an empty list too, so an empty list counts only with a good code. */
export function readKuaishouAuthors(data: unknown): KuaishouAuthors | AttemptFailure {
  const within = containers(data);
  const refusal = kuaishouRefusal(within) ?? sellersRefusal(within);
  if (refusal !== null) return refusal;
  const list = listNamed(within, KUAISHOU_USERS);
  if (list === null) return badResponse('no list of authors in the answer of Kuaishou');
  if (list.length === 0 && id(outermost(within, 'result')) === null)
    return badResponse('an empty list without a result code');
  const items = authorItems(list, (entry) => {
    const user = isObject(entry.user) ? entry.user : entry;
    return { record: kuaishouAuthor(user), raw: user };
  });
  return 'kind' in items ? items : { items, isEmpty: list.length === 0, cursor: kuaishouCursor(within) };
}

/** A list in which nothing can be read has an unknown format; an empty page would hide that. */
function authorItems(
  list: readonly unknown[],
  read: (entry: Json) => { record: ParsedAuthor | null; raw: Json },
): AuthorItems | AttemptFailure {
  const items = list
    .map((entry) => read(object(entry)))
    .flatMap(({ record, raw }) => (record === null ? [] : [{ record, raw }]));
  return items.length === 0 && list.length > 0 ? badResponse('no entry of the list is an author') : items;
}
