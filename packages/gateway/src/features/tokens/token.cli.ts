// Commands by which operators sign in: admin tokens for the admin API, and one-time links to the console.
import type { Static } from 'typebox';
import type { AnyCommand } from '../../terminal/command.ts';
import type { ControlPlane } from '../../terminal/control-plane.ts';
import { secretText } from '../../terminal/output.ts';
import { type Columns, fieldsOf, long } from '../../terminal/table.ts';
import { type VerbCall, verbCommand } from '../../terminal/verb-command.ts';
import { CliError } from '../../terminal/world.ts';
import { loginCodeCreate } from '../sessions/session.admin.ts';
import { type TokenView, tokenCreate, tokenList, tokenRevoke } from './token.admin.ts';

const TOKEN: Columns<Static<typeof TokenView>> = {
  id: 'id',
  name: long('name'),
  role: 'role',
  prefix: ({ prefix }) => `${prefix}…`,
  status: 'status',
  created: 'created_at',
  revoked: 'revoked_at',
};

const role = [
  '--role <ROLE>',
  'owner does everything, operator neither tokens nor prices, viewer only looks',
] as const;

function needFixedPort(_call: VerbCall, { config }: ControlPlane): void {
  const { admin, adminUrl } = config.service;
  if (admin.port === 0 && adminUrl === null)
    throw new CliError('the admin listener has no fixed port; set service.admin or service.admin_url');
}

async function warnOfNoGateway({ world }: VerbCall, { deps }: ControlPlane): Promise<void> {
  if ((await deps.storage.nodes()).length === 0)
    world.err('No gateway runs on this data: start one within two minutes, with reelgate serve.\n');
}

export const tokenCommands: AnyCommand[] = [
  verbCommand({
    words: 'console',
    summary: 'Print a one-time link that signs you in at the console in a browser',
    verb: loginCodeCreate,
    flags: { name: ['--name <NAME>', 'who signs in, for the audit log (default: local)'], role },
    notes:
      'The link works once and for two minutes; the session that it opens lasts twelve hours. It leads to the admin listener ' +
      'of this configuration, or to service.admin_url.',
    examples: ['console', 'console --name ann --role viewer'],
    before: needFixedPort,
    shows: ({ url }) => `${url}\n`,
    once: () => 'It expires after two minutes. Make another one: reelgate console',
    afterwards: warnOfNoGateway,
  }),
  verbCommand({
    words: 'token create',
    summary: 'Create an admin token; its secret is shown once',
    verb: tokenCreate,
    arguments: { name: 'who or what will use it' },
    flags: { role },
    examples: ['token create billing-sync', 'token create dashboard --role viewer'],
    shows: ({ token, secret }) => fieldsOf(TOKEN, token) + secretText(secret),
    once: ({ token }) => `Revoke this token and make another one: reelgate token revoke ${token.id}`,
    mayCreate: true,
  }),
  verbCommand({
    words: 'token list',
    summary: 'List admin tokens',
    verb: tokenList,
    examples: ['token list'],
    lists: ['tokens', TOKEN, 'There are no admin tokens.'],
  }),
  verbCommand({
    words: 'token revoke',
    summary: 'Revoke an admin token for good',
    verb: tokenRevoke,
    arguments: { token: 'id of the token' },
    notes: 'The last active token stays: create another one first.',
    examples: ['token revoke tok_8sKd'],
    fields: ['token', TOKEN],
  }),
];
