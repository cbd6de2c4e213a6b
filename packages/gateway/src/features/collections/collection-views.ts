// How a collection is shown, and the input of its verbs.
import type { Static, TString } from 'typebox';
import { failure } from '../../domain/failure.ts';
import { givenProperties } from '../../domain/field-table.ts';
import {
  COLLECTION_ENDS,
  COLLECTION_FIELDS,
  type Collection,
  type CollectionQuestion,
  QueryView,
} from '../../domain/gathering/collection.ts';
import { questionFigures, unaskedOf } from '../../domain/gathering/question-figures.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller } from '../../verb/deps.ts';
import {
  AmountInput,
  Currency,
  ExactInteger,
  IdText,
  nullable,
  TimeInput,
  TimeText,
  timeOrNull,
} from '../../verb/fields.ts';
import { viewOf } from '../../verb/views.ts';
import { seesQuestions } from '../receipts/asked-view.ts';

const ITEMS_MAX = 100_000; // As decided: some hundred megabytes of records.
export const ITEMS_DEFAULT = 1_000;
export const QUESTIONS_MAX = 1_000;
export const IDS_MAX = 5_000;
const ITEMS_PER_READ_MAX = 500; // As any list.
export const ITEMS_PER_READ_DEFAULT = 100;
/** Parameters of one question: every list has fewer. */
const PARAMETERS_MAX = 30;
const PATH_CHARS_MAX = 200;
/** As long as the address of a call may be. */
const VALUE_CHARS_MAX = 4_096;
const LINK_SECONDS_MAX = 7 * 86_400;
export const LINK_SECONDS_DEFAULT = 86_400;
export const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const collectionParams = Type.Object({ collection: IdText });
export const noCollection = failure('NOT_FOUND', 'There is no such collection.');

const shownCollection = viewOf<Collection, string>()(COLLECTION_FIELDS, (workOut) => ({
  questions_unasked: workOut(
    'questions_refused',
    Type.Integer({
      minimum: 0,
      description:
        'How many were not asked. Once it has ended, for example with `items`, nothing of them is in it.',
    }),
    unaskedOf,
  ),
  next_try_at: workOut(
    'waiting_for',
    nullable(TimeText, 'When a waiting collection goes on at the latest.'),
    ({ state, dueAtMs }) => timeOrNull(state === 'waiting' ? dueAtMs : null),
  ),
  most_cost: workOut(
    'budget',
    Type.String({
      description:
        'The most that the whole collection can cost: at most its budget, and what was charged once it has ended.',
      examples: ['1.000000'],
    }),
    (of) => formatMoney(mostCost(of)),
  ),
  currency: workOut('most_cost', Currency, (_, currency) => currency),
  in_flight: workOut(
    'currency',
    Type.Boolean({ description: 'A page is being fetched.' }),
    ({ pageAtMs }) => pageAtMs !== null,
  ),
}));
const shownToOperators = viewOf<Collection, { nowMs: number }>()(
  COLLECTION_FIELDS,
  (workOut) => ({
    late_seconds: workOut(
      'request_id',
      nullable(
        Type.Integer({
          minimum: 0,
          description: 'How long its next page has been due; null when it is not.',
        }),
      ),
      ({ endedAtMs, pageAtMs, dueAtMs }, { nowMs }) =>
        endedAtMs === null && pageAtMs === null && dueAtMs <= nowMs
          ? Math.floor((nowMs - dueAtMs) / 1_000)
          : null,
    ),
  }),
  'operators',
);

export const CollectionView = Type.Object(shownCollection.properties, {
  $id: 'Collection',
  description: 'All items for one or more questions, gathered by the gateway.',
});
export const AdminCollectionView = Type.Object(
  { ...shownCollection.properties, ...shownToOperators.properties },
  { $id: 'AdminCollection' },
);
export const AdminCollectionAnswer = Type.Object({ collection: AdminCollectionView });

export type ShownCollection = Static<typeof CollectionView>;
export type ShownQuestion = Static<typeof QuestionFiguresView>;
export const CollectionAnswer = Type.Object({ collection: CollectionView });

const QuestionFiguresView = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    query: nullable(QueryView, 'The parameters of a list; null for a batch of ids.'),
    asked: Type.Boolean({ description: 'A page of it was read, or the platform refused it.' }),
    pages: nullable(
      Type.Integer({ minimum: 0 }),
      'Pages that were charged; null where it is not known, because a node of an older release asked it.',
    ),
    items: nullable(Type.Integer({ minimum: 0 }), 'New items that it brought; null where it is not known.'),
    end: nullable(
      Type.Enum([...COLLECTION_ENDS], {
        description:
          'How it ended, in the words of the collection; null while it goes on, and when it was not asked. `refused`: the platform refused it, or did not know it.',
      }),
    ),
  },
  { $id: 'CollectionQuestion', description: 'What one question of a collection has brought.' },
);
const byQuestion = Type.Array(QuestionFiguresView, {
  description: 'What each question has brought, in their sequence.',
});
export const CollectionDetail = Type.Object({ collection: CollectionView, by_question: byQuestion });
export const AdminCollectionDetail = Type.Object({
  collection: AdminCollectionView,
  by_question: byQuestion,
});
export const CollectionMade = Type.Object({
  collection: CollectionView,
  created: Type.Boolean({ description: 'False: this request id had made this collection before.' }),
});
export const CollectionRemoved = Type.Object({ removed: Type.Boolean() });

/** An item of a collection or a watch, which differ in their words. */
export const itemView = ($id: string, said: { description?: string; number: string; record: string }) =>
  Type.Object(
    {
      number: Type.Integer({ minimum: 1, description: said.number }),
      found_at: TimeText,
      record: Type.Record(Type.String(), Type.Unknown(), { description: said.record }),
    },
    { $id, ...(said.description !== undefined && { description: said.description }) },
  );

export const FoundItemView = itemView('FoundItem', {
  number: 'Items are numbered in the order of delivery.',
  record: 'The record as it was sold. Links that no longer work are null.',
});
export const ItemsAnswer = Type.Object({
  items: Type.Array(FoundItemView),
  next: nullable(
    Type.Integer({
      description:
        'Send it as `after` for the next items; null when the collection has ended and these are its last items.',
    }),
  ),
});
export const collectedQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: ITEMS_MAX,
      default: 0,
      description: 'Items with a higher number are answered.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: ITEMS_PER_READ_MAX, default: ITEMS_PER_READ_DEFAULT }),
  ),
});

/** Where a question of a collection or a watch is asked, and what. */
export const pathInput = (description: string) =>
  Type.String({
    ...{ minLength: 1, maxLength: PATH_CHARS_MAX, description },
    examples: ['/api/u1/v1/library/app/search_video_v2'],
  });
export const queryInput = (names: TString, said: { description: string; additionalProperties?: false }) =>
  Type.Record(names, Type.Union([Type.String({ maxLength: VALUE_CHARS_MAX }), ExactInteger]), {
    ...said,
    maxProperties: PARAMETERS_MAX,
    examples: [{ keyword: 'cat' }],
  });
const PathInput = pathInput('Path of a data route of group u1 that answers with a list, such as a search.');
const QueryInput = queryInput(Type.String({ pattern: '^[a-z_]{1,40}$' }), {
  description: 'Parameters of that route, without `pcursor` and `count`.',
  additionalProperties: false,
});
const QuestionInput = Type.Object(
  { path: Type.Optional(PathInput), query: QueryInput },
  { additionalProperties: false },
);
const ItemsMaxInput = Type.Integer({ minimum: 1, maximum: ITEMS_MAX });

/** `queries`, `ids` and `urls` take the place of `query`, so an example cannot have all fields. */
const COLLECTION_EXAMPLE = {
  path: '/api/u1/v1/library/app/search_video_v2',
  query: { keyword: '猫' },
  items_max: 100,
  budget: '0.50',
};

export const CollectionBody = Type.Object(
  {
    path: Type.Optional(PathInput),
    query: Type.Optional(QueryInput),
    queries: Type.Optional(
      Type.Array(QuestionInput, {
        minItems: 1,
        maxItems: QUESTIONS_MAX,
        description:
          'Several questions in place of `query`, all of one platform. `path` beside it is their default.',
      }),
    ),
    ids: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
        minItems: 1,
        maxItems: IDS_MAX,
        description: 'Ids of videos, in place of `query`, with the path of `get_video` or `get_video_v2`.',
      }),
    ),
    urls: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: VALUE_CHARS_MAX }), {
        minItems: 1,
        maxItems: IDS_MAX,
        description: 'Addresses of videos, in place of `ids`.',
      }),
    ),
    items_max: Type.Optional(
      Type.Integer({
        ...{ minimum: 1, maximum: ITEMS_MAX, default: ITEMS_DEFAULT },
        description: 'It ends with this many items.',
      }),
    ),
    budget: Type.String({
      ...AmountInput,
      description: 'The most that it may cost. It stops before the page that could cost more.',
      examples: ['2.00'],
    }),
    until: Type.Optional(
      Type.String({ ...TimeInput, description: 'It ends at this time (RFC 3339) at the latest.' }),
    ),
    ...givenProperties(COLLECTION_FIELDS),
  },
  { additionalProperties: false, examples: [COLLECTION_EXAMPLE] },
);

export const CollectionChanges = Type.Object(
  {
    ...givenProperties(COLLECTION_FIELDS),
    budget: Type.Optional(
      Type.String({
        ...AmountInput,
        description: 'Not below what is charged already, with the page that is being fetched.',
      }),
    ),
    items_max: Type.Optional(ItemsMaxInput),
    key: Type.Optional(
      Type.Enum(['this'], {
        description:
          '`this`: from now on it runs with the key of this request, of the same account, which must have the right to it. A collection that ended with its key (`end` is `key`) goes on where it stopped, until its items expire.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const LinkBody = Type.Object(
  {
    format: Type.Optional(Type.Enum([...EXPORT_FORMATS], { default: 'jsonl' })),
    expires_in_seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LINK_SECONDS_MAX, default: LINK_SECONDS_DEFAULT }),
    ),
  },
  { additionalProperties: false },
);
export const LinkAnswer = Type.Object({
  url: Type.String({
    description: 'Whoever has it can read the export without a key. It works in a browser, curl and DuckDB.',
  }),
  format: Type.Enum([...EXPORT_FORMATS]),
  expires_at: TimeText,
});

export const collectionView = shownCollection.show;

/** `questions` is null for who may not see them. A batch may have five thousand ids. */
export function byQuestionView(
  of: Collection,
  questions: readonly CollectionQuestion[] | null,
): Static<typeof byQuestion> {
  return questionFigures(of).map(({ isAsked, pages, items, end }, index) => {
    const query = questions?.[index]?.query;
    return {
      index,
      query: query === undefined || 'ids' in query ? null : query,
      asked: isAsked,
      pages,
      items,
      end,
    };
  });
}

function mostCost({ endedAtMs, chargedMicros, budgetMicros, mostMicros }: Collection): Micros {
  return endedAtMs === null ? (Math.min(budgetMicros, mostMicros) as Micros) : chargedMicros;
}

export type ShownToOperators = Static<typeof AdminCollectionView>;

/** `query` is null for a viewer, as with calls. */
export function adminCollectionView(
  of: Collection,
  { currency, nowMs, caller }: { currency: string; nowMs: number; caller: AdminCaller },
): ShownToOperators {
  const shown = seesQuestions(caller) ? of : { ...of, query: null };
  return { ...shownCollection.show(shown, currency), ...shownToOperators.show(of, { nowMs }) };
}
