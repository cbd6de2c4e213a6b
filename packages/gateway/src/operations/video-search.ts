// Owns the operation `video.search`: what a caller may ask, and what the two groups answer. It reads and checks input;
// it never reaches for a platform, a price or a clock.
import type { Static } from 'typebox';
import type { AnswerText } from '../domain/answer.ts';
import { type Failure, invalid } from '../domain/failure.ts';
import type { Group } from '../domain/key.ts';
import { CURSOR_BYTES_MAX, PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX } from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { Video } from '../domain/video.ts';

/** The last cursor of every walk. An empty cursor could not say it: that means the first page. */
export const NO_MORE = 'no_more';

/** A day: nothing is kept longer for any reason of ours. */
const MAX_AGE_SECONDS_MAX = 86_400;

export const SearchQuery = Type.Object({
  keyword: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'What to search for, in any script. Counted in characters after trimming.',
    examples: ['猫'],
  }),
  pcursor: Type.Optional(
    Type.String({
      maxLength: CURSOR_BYTES_MAX,
      description: 'Empty or absent for the first page, else the `pcursor` of the answer before, unchanged.',
    }),
  ),
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_ITEMS_MAX,
      default: PAGE_ITEMS_DEFAULT,
      description: 'Items per page. A platform may give fewer.',
    }),
  ),
  include: Type.Optional(
    Type.Literal('raw', { description: "Adds the platform's own record to each item, as `raw`." }),
  ),
  max_age: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_AGE_SECONDS_MAX,
      description: 'The oldest answer that is welcome, in seconds. 0 asks for a live one.',
    }),
  ),
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(SearchQuery.properties));

const End = Type.Union(
  [Type.Literal('more'), Type.Literal('exhausted'), Type.Literal('upstream_cap'), Type.Literal('unknown')],
  { description: 'Why this page is or is not the last one.' },
);

const Money = (description: string) => Type.String({ description, examples: ['0.012000'] });

export const Receipt = Type.Object(
  {
    unit_price: Money('Price of the call.'),
    charged: Money('What this call took from the balance.'),
    currency: Type.String({ examples: ['USD'] }),
    source: Type.Union([Type.Literal('live'), Type.Literal('cache'), Type.Literal('stale')]),
    catalog_version: Type.Integer({ minimum: 1 }),
    balance: Money('Balance after this call.'),
  },
  { $id: 'Receipt', description: 'What the call cost.' },
);

const envelope = {
  request_id: Type.String(),
  platform: Type.String(),
  keyword: Type.String(),
};

const paging = {
  pcursor: Type.String({ description: 'For the next page; `no_more` on the last one.' }),
  has_more: Type.Boolean(),
  end: End,
};

const resumed = Type.Boolean({
  description: 'The provider of this walk failed, or forgot its place, and the walk was taken up again.',
});

export const SearchPage = Type.Object(
  {
    ...envelope,
    items: Type.Array(Video),
    ...paging,
    total: Type.Union([
      Type.Object({
        value: Type.Integer({ minimum: 0 }),
        relation: Type.Union([Type.Literal('eq'), Type.Literal('approx'), Type.Literal('capped')]),
      }),
      Type.Null(),
    ]),
    resumed,
    receipt: Receipt,
  },
  { $id: 'SearchPage', description: 'One page of unified records (group u1).' },
);

export const NativePage = Type.Object(
  {
    ...envelope,
    raw: Type.Unknown({ description: "The platform's own answer; null on the free page after the last." }),
    ...paging,
    resumed,
    receipt: Receipt,
  },
  { $id: 'NativePage', description: "One page in the platform's own shape (group u2)." },
);

/** A search that was read and found good. */
export interface Search {
  keyword: string;
  /** null on the first page; `no_more` or a sealed cursor otherwise. */
  pcursor: string | null;
  count: number;
  includeRaw: boolean;
  /** null when the caller takes what there is. */
  maxAgeSeconds: number | null;
}

/** Characters as people count them roughly: code points, so that an emoji or a rare Han character is one. */
function characters(text: string): number {
  return [...text].length;
}

export function readSearch(query: Record<string, string>, keywordCharsMax: number): Search | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const keyword = query.keyword?.trim();
  if (keyword === undefined) return invalid('keyword', 'is required');
  if (keyword === '') return invalid('keyword', 'must not be empty');
  if (keyword.length > 2 * keywordCharsMax || characters(keyword) > keywordCharsMax) {
    return invalid('keyword', `must have at most ${keywordCharsMax} characters`);
  }
  const count = query.count ?? String(PAGE_ITEMS_DEFAULT);
  if (!/^\d{1,3}$/.test(count) || Number(count) < 1 || Number(count) > PAGE_ITEMS_MAX) {
    return invalid('count', `must be a whole number from 1 to ${PAGE_ITEMS_MAX}`);
  }
  const include = query.include;
  if (include !== undefined && include !== 'raw') return invalid('include', 'must be "raw"');
  const maxAge = query.max_age;
  if (maxAge !== undefined && !(/^\d{1,5}$/.test(maxAge) && Number(maxAge) <= MAX_AGE_SECONDS_MAX)) {
    return invalid('max_age', `must be a whole number of seconds from 0 to ${MAX_AGE_SECONDS_MAX}`);
  }
  return {
    keyword,
    pcursor: query.pcursor || null,
    count: Number(count),
    includeRaw: include === 'raw',
    maxAgeSeconds: maxAge === undefined ? null : Number(maxAge),
  };
}

/** What two uses of one request id must agree on. */
export function canonicalSearch(path: string, search: Search): string {
  const { keyword, pcursor, count, includeRaw, maxAgeSeconds } = search;
  // Absent, it leaves the text as it was before there was such a parameter: ids are bound to it for ever.
  const age = maxAgeSeconds === null ? [] : [maxAgeSeconds];
  return JSON.stringify(['GET', path, keyword, pcursor ?? '', count, includeRaw, ...age]);
}

export type Receipt = Static<typeof Receipt>;

/** Where a page stands in its walk. */
export interface Paging {
  pcursor: string;
  end: Static<typeof End>;
  total: Static<typeof SearchPage>['total'];
  resumed: boolean;
}

/** As fields without brackets; what follows the results of every answer with this page. */
export function writePaging(group: Group, { pcursor, end, total, resumed }: Paging): string {
  const fields = { pcursor, has_more: end === 'more', end, ...(group === 'u1' ? { total } : {}), resumed };
  return JSON.stringify(fields).slice(1, -1);
}

/** Everything of an answer but its receipt's balance. */
export interface SearchAnswer {
  group: Group;
  requestId: string;
  platform: string;
  keyword: string;
  /** Results and paging, as search-results.ts wrote them. */
  page: Uint8Array;
  receipt: Omit<Receipt, 'balance'>;
}

/** Writes the answer as text around its balance, which only the ledger's transaction knows. */
export function writeSearchAnswer({
  group,
  requestId,
  platform,
  keyword,
  page,
  receipt,
}: SearchAnswer): AnswerText {
  const lead = JSON.stringify({ request_id: requestId, platform, keyword });
  const name = group === 'u1' ? 'items' : 'raw';
  // The balance becomes the receipt's last field.
  const begun = JSON.stringify(receipt).slice(0, -1);
  return {
    kind: 'text',
    head: [`${lead.slice(0, -1)},"${name}":`, page, `,"receipt":${begun},"balance":"`],
    tail: '"}}',
  };
}
