// The answer of every operation that gives pages: its schema for both groups, its paging fields, and the page as it is kept and written.
import type { TSchema } from 'typebox';
import type { End, Total } from '../connectors/connector.ts';
import type { Group } from '../domain/access/key.ts';
import type { AnswerText } from '../domain/answer.ts';
import type { Delivered } from '../domain/prices/terms.ts';
import { Type } from '../domain/schema.ts';
import type { About } from '../domain/thing-names.ts';
import { Receipt, type ReceiptFigures, writeAnswer } from './receipt.ts';
import type { CacheWord, ReadResults, Results, SavedAnswer } from './results.ts';

/** The last cursor of every walk. It is not empty, because an empty cursor means the first page. */
export const NO_MORE = 'no_more';

const EndWord = Type.Union(
  [Type.Literal('more'), Type.Literal('exhausted'), Type.Literal('upstream_cap'), Type.Literal('unknown')],
  { description: 'Whether more pages follow, and why not.' },
);

const envelope = { request_id: Type.String(), platform: Type.String() };

const paging = {
  pcursor: Type.String({ description: 'Cursor of the next page; `no_more` on the last page.' }),
  has_more: Type.Boolean(),
  end: EndWord,
};

const resumed = Type.Boolean({
  description:
    'The provider of this walk failed, or no longer accepted its cursor, and the walk was resumed.',
});

const total = Type.Union([
  Type.Object({
    value: Type.Integer({ minimum: 0 }),
    relation: Type.Union([Type.Literal('eq'), Type.Literal('approx'), Type.Literal('capped')]),
    counts: Type.Optional(
      Type.Union([Type.Literal('exact'), Type.Literal('all')], {
        description: 'Where items have a `match`: whether only those with `exact` are counted, or all.',
      }),
    ),
  }),
  Type.Null(),
]);

interface PageTexts {
  $id: string;
  description: string;
  /** Fields that only this operation has. */
  says?: Record<string, TSchema>;
}

/** A page of unified records (group u1); `ask` holds the parameters that the answer repeats. */
export function pageSchemaOf(
  ask: Record<string, TSchema>,
  record: TSchema,
  { says = {}, ...texts }: PageTexts,
) {
  const items = Type.Array(record);
  const fields = { ...envelope, ...ask, items, ...paging, total, resumed, ...says, receipt: Receipt };
  return Type.Object(fields, texts);
}

/** A page in the platform's own shape (group u2). */
export function nativePageOf(ask: Record<string, TSchema>, { says = {}, ...texts }: PageTexts) {
  const raw = Type.Unknown({
    description: "The platform's own answer; null on the free page after the last.",
  });
  return Type.Object({ ...envelope, ...ask, raw, ...paging, resumed, ...says, receipt: Receipt }, texts);
}

/** Where a page stands in its walk. */
export interface PagePosition {
  pcursor: string;
  end: End;
  total: Total | null;
  resumed: boolean;
  /** Fields that only this operation has. */
  says: Readonly<Record<string, unknown>>;
}

/** The fields that follow the results in every answer with this page, as JSON without brackets. */
export function writePaging(
  group: Group,
  { pcursor, end, total: said, resumed: isResumed, says }: PagePosition,
): string {
  const total = group === 'u1' ? { total: said } : {};
  const fields = { pcursor, has_more: end === 'more', end, ...total, resumed: isResumed, ...says };
  return JSON.stringify(fields).slice(1, -1);
}

/** The parameters that an answer repeats. */
export interface PageAsked {
  group: Group;
  platform: string;
  ask: Readonly<Record<string, string>>;
}

const leadOf = ({ group, platform, ask }: PageAsked) => ({
  platform,
  ask,
  resultName: group === 'u1' ? 'items' : 'raw',
});

/**
 * A page that is built once; each answer joins its bytes with a receipt. The cache keeps it for long, so it holds no reference to the call
 * that it was built for: the garbage collector would scan that again with every kept page.
 */
export class PageAnswer {
  readonly kind = 'good';
  readonly group: Group;
  readonly platform: string;
  readonly ask: Readonly<Record<string, string>>;
  readonly items: number;
  readonly about: About;
  readonly #results: Results;

  constructor({ group, platform, ask }: PageAsked, items: number, results: Results, about: About) {
    this.group = group;
    this.platform = platform;
    this.ask = ask;
    this.items = items;
    this.about = about;
    this.#results = results;
  }

  get delivered(): Delivered {
    return { items: this.items };
  }

  get isEmpty(): boolean {
    return this.items === 0;
  }

  get bytes(): number {
    return this.#results.bytes;
  }

  write(figures: ReceiptFigures, fetchedAt?: string): AnswerText {
    return writeAnswer(
      leadOf(this),
      this.#results.write(figures.source === 'live' ? 'miss' : 'hit', fetchedAt),
      figures,
    );
  }

  /** The items and the paging fields, for a search that merges several lists. */
  read(cache: CacheWord, fetchedAt?: string): ReadResults {
    return this.#results.read(cache, fetchedAt);
  }

  save(): SavedAnswer {
    return { items: this.items, about: this.about, results: this.#results.save() };
  }

  forget(): void {
    this.#results.forget();
  }
}

/** The answer to `pcursor=no_more`: the walk is over, so no provider is asked and nothing is charged. */
export function lastPage(asked: PageAsked, says: PagePosition['says'], figures: ReceiptFigures): AnswerText {
  const over: PagePosition = { pcursor: NO_MORE, end: 'exhausted', total: null, resumed: false, says };
  const page = `${asked.group === 'u1' ? '[]' : 'null'},${writePaging(asked.group, over)}`;
  return writeAnswer(leadOf(asked), Buffer.from(page), figures);
}
