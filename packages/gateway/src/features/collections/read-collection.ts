// Reads the body of a new collection: which questions it asks, whether its key may ask them, and what they cost at most. Writes nothing.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { GatherTerms } from '../../call/gathering/gathered.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import type { CollectionQuestion } from '../../domain/gathering/collection.ts';
import { VIDEO_IDS_MAX } from '../../domain/limits.ts';
import { formatMoney, MICROS_MAX, type Micros } from '../../domain/money.ts';
import { partsOf } from '../../domain/text/parts-of.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import type { Collecting } from '../../verb/deps.ts';
import { type CollectionBody, ITEMS_DEFAULT } from './collection-views.ts';
import { queryOf } from './collection-walk.ts';

type Body = Static<typeof CollectionBody>;

export interface ReadCollection {
  questions: CollectionQuestion[];
  platform: string;
  itemsMax: number;
  /** The most that it can cost, whatever its budget. */
  mostMicros: Micros;
}

/** Reading a thousand questions takes a fifth of a second. Other requests get their turn in between. */
export const READ_PER_TURN = 10;

async function afterReading(count: number): Promise<void> {
  if (count % READ_PER_TURN === 0) await nextTurn();
}

type Reading = Pick<Collecting, 'terms' | 'locate' | 'refusal'>;

export async function readWantedCollection(
  collecting: Reading,
  holder: KeyHolder,
  body: Body,
  budgetMicros: Micros,
): Promise<ReadCollection | Failure> {
  const questions = await questionsOf(collecting, holder, body);
  if (isFailure(questions)) return questions;
  const itemsMax = body.items_max ?? (body.ids ?? body.urls)?.length ?? ITEMS_DEFAULT;
  const all: GatherTerms[] = [];
  for (const [i, question] of questions.entries()) {
    const terms = await collecting.terms({
      holder,
      ...question,
      query: queryOf(question, null),
      itemsLeft: itemsMax,
    });
    if (isFailure(terms)) return body.queries === undefined ? terms : atQuestion(i, terms);
    await afterReading(all.push(terms));
  }
  const platform = all[0]!.platform;
  const other = all.findIndex((terms) => terms.platform !== platform);
  if (other > 0) return invalid(`queries[${other}]`, `is of another platform than the first, ${platform}`);
  const off = collecting.refusal(holder.account.id, platform);
  return (
    off ??
    tooSmall(all, budgetMicros) ?? { questions, platform, itemsMax, mostMicros: mostOfAll(all, itemsMax) }
  );
}

function atQuestion(i: number, failed: Failure): Failure {
  const field = `queries[${i}]`;
  const errors = (failed.errors ?? []).map((error) => ({ ...error, field: `${field}.${error.field}` }));
  return { ...failed, detail: `${field}: ${failed.detail}`, ...(errors.length > 0 && { errors }) };
}

/** The budget must pay for one page; where the price is per item, for a page with one item. */
function tooSmall(all: readonly GatherTerms[], budgetMicros: Micros): Failure | null {
  const pages = all.map(({ unitPriceMicros, leastMicros }) => Math.max(unitPriceMicros, leastMicros));
  const needed = Math.max(...pages) as Micros;
  if (budgetMicros >= needed) return null;
  const price = formatMoney(needed);
  return failure(
    'PRICE_CEILING',
    `The budget of ${formatMoney(budgetMicros)} does not pay for one page, which costs ${price} at least.`,
    { price },
  );
}

/** A list may have any number of short pages. So only free lists, prices per item without a minimum, and batches have a bound. */
function mostOfAll(all: readonly GatherTerms[], itemsMax: number): Micros {
  const most = (of: GatherTerms) => {
    if (of.mostMicros === 0) return 0;
    if (of.shape === 'batch') return of.mostMicros;
    return of.unit === 'item' && of.leastMicros === 0 ? of.unitPriceMicros * itemsMax : MICROS_MAX;
  };
  const areItems = all.every(({ unit, leastMicros }) => unit === 'item' && leastMicros === 0);
  const sum = all.reduce((micros, of) => micros + most(of), 0);
  const byItems = Math.max(...all.map(({ unitPriceMicros }) => unitPriceMicros)) * itemsMax;
  return Math.min(sum, areItems ? byItems : sum, MICROS_MAX) as Micros;
}

/** Set by the gateway: the position in a list, its page size, and what a call says about its price. */
const OWN_PARAMETERS = ['pcursor', 'count', 'max_price', 'quote', 'dry_run'];

async function questionsOf(
  collecting: Reading,
  holder: KeyHolder,
  { path, query, queries, ids, urls }: Body,
): Promise<CollectionQuestion[] | Failure> {
  const given = [query, queries, ids, urls].filter((one) => one !== undefined);
  if (given.length !== 1) return invalid('query', 'send exactly one of query, queries, ids and urls');
  if (queries !== undefined) return severalOf(path, queries);
  if (path === undefined) return invalid('path', 'is required');
  if (ids !== undefined) return batchesOf(path, ids);
  if (urls !== undefined) return locatedOf(collecting, holder, path, urls);
  const one = questionOf('query', path, query!);
  return isFailure(one) ? one : [one];
}

function severalOf(
  path: string | undefined,
  queries: NonNullable<Body['queries']>,
): CollectionQuestion[] | Failure {
  const questions: CollectionQuestion[] = [];
  for (const [i, of] of queries.entries()) {
    const own = of.path ?? path;
    if (own === undefined) return invalid(`queries[${i}].path`, 'is required, here or beside queries');
    const question = questionOf(`queries[${i}].query`, own, of.query);
    if (isFailure(question)) return question;
    questions.push(question);
  }
  return questions;
}

function questionOf(
  field: string,
  path: string,
  query: Readonly<Record<string, string | number>>,
): CollectionQuestion | Failure {
  const own = OWN_PARAMETERS.find((name) => query[name] !== undefined);
  if (own !== undefined) return invalid(`${field}.${own}`, 'is set by the gateway; leave it out');
  return {
    path,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  };
}

function batchesOf(path: string, ids: readonly string[]): CollectionQuestion[] | Failure {
  const bad = ids.findIndex((id) => id.includes(',') || id.trim() === '');
  if (bad >= 0) return invalid(`ids[${bad}]`, 'must be one id, without commas');
  const distinct = [...new Set(ids)];
  return [...partsOf(distinct, VIDEO_IDS_MAX)].map((some) => ({ path, query: { ids: some.join(',') } }));
}

/** Nearly all addresses contain the id. Only short links are followed, one after the other. */
async function locatedOf(
  collecting: Reading,
  holder: KeyHolder,
  path: string,
  urls: readonly string[],
): Promise<CollectionQuestion[] | Failure> {
  const ids: string[] = [];
  let first: string | null = null;
  for (const [i, url] of urls.entries()) {
    const found = await collecting.locate(holder, path, url);
    if (isFailure(found)) return { ...found, detail: `urls[${i}]: ${found.detail}` };
    first ??= found.path;
    if (found.path !== first) return invalid(`urls[${i}]`, 'is of another platform than the first');
    await afterReading(ids.push(found.id));
  }
  return batchesOf(first!, ids);
}
