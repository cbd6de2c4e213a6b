// Commands of operators on collections. Callers have `collect` and `collections …`, which use a key.
import type { AnyCommand } from '../../terminal/command.ts';
import { type Columns, long, right } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { adminCollectionList, adminCollectionRead, adminCollectionStop } from './collection.admin.ts';
import type { ShownToOperators } from './collection-views.ts';

const COLLECTION: Columns<ShownToOperators> = {
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
  failure: 'failure',
  failures: 'failures',
  pages: 'pages',
  items: 'items',
  charged: 'charged',
  budget: 'budget',
  created: 'created_at',
  ended: 'ended_at',
  'kept until': 'expires_at',
};

const id = { collection: 'its id' } as const;

export const collectionCommands: AnyCommand[] = [
  verbCommand({
    words: 'collection list',
    verb: adminCollectionList,
    flags: {
      account: ['--account <ACCOUNT>', 'id or name'],
      state: ['--state <STATE>', 'only in this state'],
      late: ['--late', 'only those whose next page has been due for more than a minute'],
    },
    examples: ['collection list', 'collection list --account acme --state waiting', 'collection list --late'],
    lists: [
      'collections',
      {
        id: 'id',
        account: 'account_id',
        name: long('name'),
        platform: 'platform',
        state: 'state',
        'waiting for': 'waiting_for',
        items: right('items'),
        charged: right('charged'),
        budget: right('budget'),
        'late, s': right('late_seconds'),
        created: 'created_at',
      },
      'There are no such collections.',
    ],
  }),
  verbCommand({
    words: 'collection show',
    verb: adminCollectionRead,
    arguments: id,
    examples: ['collection show col_7hK2mPq9XwTz4bNc'],
    fields: ['collection', COLLECTION],
  }),
  verbCommand({
    words: 'collection stop',
    verb: adminCollectionStop,
    arguments: id,
    examples: ['collection stop col_7hK2mPq9XwTz4bNc'],
    fields: ['collection', COLLECTION],
  }),
];
