// How a collection is shown, and the input of its verbs.
import type { Static, TSchema } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { failure } from '../../domain/failure.ts';
import {
  COLLECTION_ENDS,
  COLLECTION_STATES,
  COLLECTION_WAITS,
  type Collection,
  type CollectionQuestion,
} from '../../domain/gathering/collection.ts';
import { questionFigures, unaskedOf } from '../../domain/gathering/question-figures.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller } from '../../verb/deps.ts';
import {
  AmountInput,
  Count,
  Currency,
  ExactInteger,
  IdText,
  MoneyText,
  nullable,
  TimeInput,
  TimeText,
  timeOrNull,
  Words,
} from '../../verb/fields.ts';
import { seesQuestions } from '../receipts/asked-view.ts';

export const ITEMS_MAX = 100_000; // As decided: some hundred megabytes of records.
export const ITEMS_DEFAULT = 1_000;
export const QUESTIONS_MAX = 1_000;
export const IDS_MAX = 5_000;
export const ITEMS_PER_READ_MAX = 500; // As any list.
export const ITEMS_PER_READ_DEFAULT = 100;
/** Parameters of one question: every list has fewer. */
export const PARAMETERS_MAX = 30;
const PATH_CHARS_MAX = 200;
/** As long as the address of a call may be. */
const VALUE_CHARS_MAX = 4_096;
export const LINK_SECONDS_MAX = 7 * 86_400;
export const LINK_SECONDS_DEFAULT = 86_400;
export const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const collectionParams = Type.Object({ collection: IdText });
export const noCollection = failure('NOT_FOUND', 'There is no such collection.');

/** A field that may be null, with its meaning. */
const said = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const QueryView = Type.Record(Type.String(), Type.String(), {
  description: 'Parameters of the data route, without `pcursor` and `count`.',
  examples: [{ keyword: 'cat' }],
});

const fields = {
  id: Type.String({ examples: ['col_7hK2mPq9XwTz4bNc'] }),
  name: nullable(Type.String()),
  platform: Type.String({ examples: ['library'] }),
  questions: Type.Integer({
    minimum: 1,
    description: 'How many lists are walked, or how many batches of ids are looked up.',
  }),
  question: Type.Integer({ minimum: 0, description: 'The index of the one that is read now.' }),
  questions_refused: Type.Integer({
    minimum: 0,
    description:
      'How many the platform refused or did not know. They cost nothing, and the collection went on with the next one.',
  }),
  questions_unasked: Type.Integer({
    minimum: 0,
    description:
      'How many were not asked. Once it has ended, for example with `items`, nothing of them is in it.',
  }),
  path: Type.String({
    description: 'The data route of the first question.',
    examples: ['/api/u1/v1/library/app/search_video_v2'],
  }),
  query: said(QueryView, 'The parameters of a single question; null when there are several.'),
  state: Type.Enum([...COLLECTION_STATES], {
    description: '`done`, `stopped` and `failed` are ends; what was paid stays readable in each.',
  }),
  waiting_for: nullable(
    Type.Enum([...COLLECTION_WAITS], {
      description:
        'What it waits for. `turn`: your account has as many running as it may. `misses`: calls of your account that end uncharged have asked platforms as often as they may (`limits.misses`).',
    }),
  ),
  next_try_at: said(TimeText, 'When a waiting collection goes on at the latest.'),
  end: nullable(
    Type.Enum([...COLLECTION_ENDS], {
      description:
        'Why it ended. `exhausted`: the lists ended. `upstream_cap`: the platform shows no more of a list. `items`, `budget`, `time`: your limit was reached. `unknown`: the platform stopped without saying that the list ends, or gave ten pages in a row without anything new.',
    }),
  ),
  failure: nullable(Type.String({ description: 'Code of the last failure.', examples: ['UPSTREAM_BUSY'] })),
  pages: Type.Integer({ minimum: 0, description: 'Pages that were read and charged.' }),
  items: Type.Integer({ minimum: 0, description: 'Items delivered so far.' }),
  items_max: Count,
  charged: MoneyText,
  budget: MoneyText,
  most_cost: Type.String({
    description:
      'The most that the whole collection can cost: at most its budget, and what was charged once it has ended.',
    examples: ['1.000000'],
  }),
  currency: Currency,
  in_flight: Type.Boolean({ description: 'A page is being fetched.' }),
  until: said(TimeText, 'It ends at this time, wherever it is then.'),
  created_at: TimeText,
  ended_at: nullable(TimeText),
  expires_at: said(TimeText, 'When its items are deleted; null while it has not ended.'),
  key: Type.String({ description: 'Id of the key that pays, and whose rights and caps apply.' }),
};

export const CollectionView = Type.Object(fields, {
  $id: 'Collection',
  description: 'All items for one or more questions, gathered by the gateway.',
});

export const AdminCollectionView = Type.Object(
  {
    ...fields,
    account_id: Type.String(),
    request_id: Type.String({ description: 'The request id that made it.' }),
    late_seconds: nullable(
      Type.Integer({ minimum: 0, description: 'How long its next page has been due; null when it is not.' }),
    ),
    failures: Type.Integer({ minimum: 0, description: 'In a row.' }),
  },
  { $id: 'AdminCollection' },
);
export const AdminCollectionAnswer = Type.Object({ collection: AdminCollectionView });

export type ShownCollection = Static<typeof CollectionView>;
export type ShownQuestion = Static<typeof QuestionFiguresView>;
export const CollectionAnswer = Type.Object({ collection: CollectionView });

const QuestionFiguresView = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    query: said(QueryView, 'The parameters of a list; null for a batch of ids.'),
    asked: Type.Boolean({ description: 'A page of it was read, or the platform refused it.' }),
    pages: said(
      Type.Integer({ minimum: 0 }),
      'Pages that were charged; null where it is not known, because a node of an older release asked it.',
    ),
    items: said(Type.Integer({ minimum: 0 }), 'New items that it brought; null where it is not known.'),
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

export const FoundItemView = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Items are numbered in the order of delivery.' }),
    found_at: TimeText,
    record: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The record as it was sold. Links that no longer work are null.',
    }),
  },
  { $id: 'FoundItem' },
);
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

const PathInput = Type.String({
  minLength: 1,
  maxLength: PATH_CHARS_MAX,
  description: 'Path of a data route of group u1 that answers with a list, such as a search.',
  examples: ['/api/u1/v1/library/app/search_video_v2'],
});
const QueryInput = Type.Record(
  Type.String({ pattern: '^[a-z_]{1,40}$' }),
  Type.Union([Type.String({ maxLength: VALUE_CHARS_MAX }), ExactInteger]),
  {
    additionalProperties: false,
    maxProperties: PARAMETERS_MAX,
    description: 'Parameters of that route, without `pcursor` and `count`.',
    examples: [{ keyword: 'cat' }],
  },
);
const QuestionInput = Type.Object(
  { path: Type.Optional(PathInput), query: QueryInput },
  { additionalProperties: false },
);
const ItemsMaxInput = Type.Integer({ minimum: 1, maximum: ITEMS_MAX });
const NameInput = nullable(Words);

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
    name: Type.Optional(NameInput),
  },
  { additionalProperties: false, examples: [COLLECTION_EXAMPLE] },
);

export const CollectionChanges = Type.Object(
  {
    name: Type.Optional(NameInput),
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

export function collectionView(of: Collection, currency: string): ShownCollection {
  const { id, name, platform, question, state, waitingFor, end, failure, pages, items } = of;
  return {
    ...{ id, name, platform, questions: of.questionCount, question },
    questions_refused: of.questionsRefused,
    questions_unasked: unaskedOf(of),
    path: of.path,
    query: of.query,
    ...{ state, waiting_for: waitingFor },
    next_try_at: timeOrNull(state === 'waiting' ? of.dueAtMs : null),
    ...{ end, failure, pages, items, items_max: of.itemsMax },
    charged: formatMoney(of.chargedMicros),
    budget: formatMoney(of.budgetMicros),
    most_cost: formatMoney(mostCost(of)),
    currency,
    in_flight: of.pageAtMs !== null,
    until: timeOrNull(of.untilMs),
    created_at: formatTime(of.createdAtMs),
    ended_at: timeOrNull(of.endedAtMs),
    expires_at: timeOrNull(of.expiresAtMs),
    key: of.keyId,
  };
}

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
  const isDue = of.endedAtMs === null && of.pageAtMs === null && of.dueAtMs <= nowMs;
  return {
    ...collectionView(seesQuestions(caller) ? of : { ...of, query: null }, currency),
    account_id: of.accountId,
    request_id: of.requestId,
    late_seconds: isDue ? Math.floor((nowMs - of.dueAtMs) / 1_000) : null,
    failures: of.failures,
  };
}
