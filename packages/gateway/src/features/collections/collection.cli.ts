// Commands of operators on the collections of all accounts. Callers use `collect …`, with their key.
import type { AnyCommand } from '../../terminal/command.ts';
import { andOtherFields, extra, long, right } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { adminCollectionList, adminCollectionRead, adminCollectionStop } from './collection.admin.ts';
import { AdminCollectionView, type ShownCollection, type ShownToOperators } from './collection-views.ts';

/** null while it goes on, and where all questions were asked. */
export function unaskedWords({
  end,
  questions,
  questions_unasked: unasked,
}: Pick<ShownCollection, 'end' | 'questions' | 'questions_unasked'>): string | null {
  return end === null || questions === 1 || unasked === 0 ? null : `${unasked} of ${questions} questions`;
}

const COLLECTION = andOtherFields<ShownToOperators>(
  {
    id: 'id',
    account: 'account_id',
    key: 'key',
    'request id': 'request_id',
    name: 'name',
    platform: 'platform',
    path: 'path',
    questions: 'questions',
    state: 'state',
    'waiting for': 'waiting_for',
    'next try': 'next_try_at',
    'late, seconds': 'late_seconds',
    end: 'end',
    'not asked': unaskedWords,
    failure: 'failure',
    failures: 'failures',
    pages: 'pages',
    items: 'items',
    charged: 'charged',
    budget: 'budget',
    created: 'created_at',
    ended: 'ended_at',
    'kept until': 'expires_at',
  },
  AdminCollectionView,
  [
    'query',
    'question',
    'questions_refused',
    'questions_unasked',
    'items_max',
    'most_cost',
    'currency',
    'in_flight',
    'until',
  ],
);

const id = { collection: 'its id' } as const;

export const collectionCommands: AnyCommand[] = [
  verbCommand({
    words: 'admin collections list',
    formerly: 'collection list',
    verb: adminCollectionList,
    flags: {
      account: ['--account <ACCOUNT>', 'id or name'],
      state: ['--state <STATE>', 'only in this state'],
      late: ['--late', 'only those whose next page has been due for more than a minute'],
    },
    examples: [
      'admin collections list',
      'admin collections list --account acme --state waiting',
      'admin collections list --late',
    ],
    lists: [
      'collections',
      {
        id: 'id',
        account: 'account_id',
        name: long('name'),
        platform: extra('platform'),
        state: 'state',
        'waiting for': 'waiting_for',
        items: right('items'),
        charged: right('charged'),
        budget: { cell: 'budget', align: 'right', isExtra: true },
        'late, s': right('late_seconds'),
        created: extra('created_at'),
      },
      'There are no such collections.',
    ],
  }),
  verbCommand({
    words: 'admin collections show',
    formerly: 'collection show',
    verb: adminCollectionRead,
    arguments: id,
    examples: ['admin collections show col_7hK2mPq9XwTz4bNc'],
    fields: ['collection', COLLECTION],
  }),
  verbCommand({
    words: 'admin collections stop',
    formerly: 'collection stop',
    verb: adminCollectionStop,
    arguments: id,
    examples: ['admin collections stop col_7hK2mPq9XwTz4bNc'],
    fields: ['collection', COLLECTION],
  }),
];
