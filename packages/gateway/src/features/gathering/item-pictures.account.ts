// Pictures of the items of collections and watches. Their calls keep no answer, so their pictures are listed by item.
import { isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { PicturesAnswer, picturesOf } from '../calls/picture-views.ts';
import { collectionItems } from '../collections/collection.account.ts';
import { ownWatchItems } from '../watches/watch.account.ts';

const recordsOf = ({ items }: { items: { record: object }[] }) => items.map(({ record }) => record);
const method = 'GET';

/** The caller reads them like the items: with the same rights, limits and refusals. */
export const collectionPictures = verbOf<AccountDeps, AccountCaller>()({
  name: 'listCollectionPictures',
  method,
  path: '/api/collections/v1/{collection}/pictures',
  summary: 'Pictures of the items of a collection, served by the gateway',
  tag: collectionItems.tag,
  params: collectionItems.params,
  query: collectionItems.query,
  body: Nothing,
  result: PicturesAnswer,
  async run(deps, input, caller) {
    const found = await collectionItems.run(deps, input, caller);
    return isFailure(found) ? found : { pictures: picturesOf(recordsOf(found), deps.pictureAddress) };
  },
});

const { after, limit } = ownWatchItems.query.properties;

export const ownWatchPictures = verbOf<AccountDeps, AccountCaller>()({
  name: 'listWatchPictures',
  method,
  path: '/api/watches/v1/{watch}/pictures',
  summary: 'Pictures of the items of a watch, served by the gateway',
  tag: ownWatchItems.tag,
  params: ownWatchItems.params,
  query: Type.Object({ after, limit }),
  body: Nothing,
  result: PicturesAnswer,
  async run(deps, input, caller) {
    const found = await ownWatchItems.run(deps, input, caller);
    return isFailure(found) ? found : { pictures: picturesOf(recordsOf(found), deps.pictureAddress) };
  },
});
