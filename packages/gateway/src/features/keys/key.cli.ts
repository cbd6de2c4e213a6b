// Commands on API keys. Only `key create` and `key rotate` print a secret; it cannot be read again.
import type { Static } from 'typebox';
import { GROUPS } from '../../domain/access/key.ts';
import { duration, rate, rateText, when } from '../../terminal/arguments.ts';
import type { AnyCommand } from '../../terminal/command.ts';
import { secretText } from '../../terminal/output.ts';
import { type Columns, fieldsOf, long } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { keyCreate, keyList, keyRead, keyRevoke, keyRotate, keyUpdate } from './key.admin.ts';
import type { KeyView } from './key-views.ts';

type Key = Static<typeof KeyView>;

const KEY: Columns<Key> = {
  id: 'id',
  account: 'account_id',
  name: 'name',
  prefix: ({ prefix }) => `${prefix}…`,
  status: 'status',
  groups: ({ groups }) => groups.join(', '),
  created: 'created_at',
  expires: 'expires_at',
  'last used': 'last_used_at',
  addresses: ({ addresses }) => addresses?.join(', ') ?? 'any',
  rate: (key) => rateText(key.rate),
  'daily cap': 'daily_cap',
  'monthly cap': 'monthly_cap',
  'total cap': 'total_cap',
  'highest price': 'max_call',
  platforms: ({ platforms }) => platforms?.join(', ') ?? 'all',
  operations: ({ operations }) => operations?.join(', ') ?? 'all',
  project: 'project_id',
};

const limits = {
  groups: ['--groups <LIST>', `what it may call: ${GROUPS.join(',')} (default: all)`],
  expires_at: ['--expires <WHEN>', 'a day, a time or a duration such as 30d', when],
  addresses: [
    '--address <CIDR>',
    'only callers from here; may be given several times',
    { isRepeatable: true },
  ],
  rate: ['--rate <N/SECONDS[:CONCURRENT]>', 'its own limit', rate],
  daily_cap: ['--daily-cap <AMOUNT>', 'most it may spend per UTC day'],
  monthly_cap: ['--monthly-cap <AMOUNT>', 'most it may spend per UTC month'],
  total_cap: ['--total-cap <AMOUNT>', 'most it may ever spend'],
  max_call: ['--max-call <AMOUNT>', 'most that one call may cost'],
  platforms: ['--platforms <LIST>', 'only these platforms (default: all)'],
  operations: ['--operations <LIST>', 'only these operations, such as video.search'],
  project: ['--project <ID>', 'shares the caps of this project'],
} as const;

const NAME_DEFAULT = 'default';
const id = { key: 'id of the key' } as const;
const oldSecret = (answer: { previous_valid_until: string }) =>
  `The old secret works until ${answer.previous_valid_until}.\n`;

export const keyCommands: AnyCommand[] = [
  verbCommand({
    words: 'key create',
    summary: 'Create an API key; its secret is shown once',
    verb: keyCreate,
    arguments: { account: 'id or name of the account that pays' },
    flags: {
      name: ['--name <NAME>', `tells keys apart (default: ${NAME_DEFAULT})`, { absent: NAME_DEFAULT }],
      ...limits,
    },
    examples: [
      'key create acme',
      'key create acme --name laptop --groups u1 --expires 90d --daily-cap 5.00',
      'key create acme --name agent --total-cap 20.00 --max-call 0.02 --platforms library',
      'key create acme --address 192.0.2.0/24 --address 2001:db8::/32',
    ],
    shows: ({ key, secret }) => fieldsOf(KEY, key) + secretText(secret),
    once: ({ key }) => `To get one: reelgate key rotate ${key.id} --grace 0`,
  }),
  verbCommand({
    words: 'key list',
    summary: 'List keys, of one account or of all',
    verb: keyList,
    arguments: { account: 'id or name' },
    examples: ['key list', 'key list acme'],
    lists: [
      'keys',
      {
        id: 'id',
        account: 'account_id',
        name: long('name'),
        prefix: ({ prefix }) => `${prefix}…`,
        status: 'status',
        groups: ({ groups }) => groups.join(','),
        expires: 'expires_at',
        'last used': 'last_used_at',
      },
      'There are no keys.',
    ],
  }),
  verbCommand({
    words: 'key show',
    summary: 'Show one key and its limits',
    verb: keyRead,
    arguments: id,
    examples: ['key show key_4fQ2'],
    fields: ['key', KEY],
  }),
  verbCommand({
    words: 'key update',
    summary: 'Change name, status or limits of a key',
    verb: keyUpdate,
    arguments: id,
    flags: {
      name: ['--name <NAME>', 'a new name'],
      status: ['--status <STATUS>', 'stop the key or let it work again'],
      ...limits,
    },
    notes:
      '"none" takes a limit away: --expires none, --address none, --rate none, --daily-cap none, --project none.',
    examples: [
      'key update key_4fQ2 --status disabled',
      'key update key_4fQ2 --daily-cap 2.50 --expires none',
    ],
    fields: ['key', KEY],
  }),
  verbCommand({
    words: 'key rotate',
    summary: 'Give a key a new secret, shown once',
    verb: keyRotate,
    arguments: id,
    flags: {
      grace_seconds: ['--grace <DURATION>', 'how long the old secret works', duration],
    },
    examples: ['key rotate key_4fQ2', 'key rotate key_4fQ2 --grace 0'],
    shows: (answer) => fieldsOf(KEY, answer.key) + secretText(answer.secret) + oldSecret(answer),
    once: (answer) => `${oldSecret(answer)}To get another one: reelgate key rotate ${answer.key.id}`,
  }),
  verbCommand({
    words: 'key revoke',
    summary: 'Revoke a key for good',
    verb: keyRevoke,
    arguments: id,
    notes: 'A running gateway stops taking the key within a few seconds. There is no way back.',
    examples: ['key revoke key_4fQ2'],
    fields: ['key', KEY],
  }),
];
