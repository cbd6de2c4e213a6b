// The list of commands, in the sequence of the help and the reference. A command on a noun is a row in its `<noun>.cli.ts`; a command that
// buys data is made from its operation.

import { accountCommands } from '../features/accounts/account.cli.ts';
import { auditCommands } from '../features/audit/audit.cli.ts';
import { callCommands } from '../features/calls/call.cli.ts';
import { catalogCommands } from '../features/catalog/catalog.cli.ts';
import { collectionCommands } from '../features/collections/collection.cli.ts';
import { complaintCommands } from '../features/complaints/complaint.cli.ts';
import { dutyCommands } from '../features/duties/duty.cli.ts';
import { eventCommands } from '../features/events/event.cli.ts';
import { grantCommands } from '../features/grants/grant.cli.ts';
import { keyCommands } from '../features/keys/key.cli.ts';
import { ledgerCommands } from '../features/ledger/ledger.cli.ts';
import { paymentCommands } from '../features/payments/payment.cli.ts';
import { projectCommands } from '../features/projects/project.cli.ts';
import { providerCommands } from '../features/providers/provider.cli.ts';
import { inviteCommands } from '../features/signups/invite.cli.ts';
import { statementCommands } from '../features/statements/statement.cli.ts';
import { tokenCommands } from '../features/tokens/token.cli.ts';
import { usageCommands } from '../features/usage/usage.cli.ts';
import { watchCommands } from '../features/watches/watch.cli.ts';
import { webhookCommands } from '../features/webhooks/webhook.cli.ts';
import type { AnyCommand } from '../terminal/command.ts';
import { collectCommand } from './buying/collect.ts';
import { dataCommands } from './buying/data-command.ts';
import { ownCollectionCommands } from './buying/own-collections.ts';
import { resolveCommand } from './buying/resolve.ts';
import { ownWatchCommands } from './buying/watch.ts';
import { catalogApplyCommand } from './catalog-apply.ts';
import { completionCommand } from './completion/completion.ts';
import { configCheckCommand, configReloadCommand, secretRotateCommand } from './config.ts';
import { connectorCommands } from './connectors.ts';
import { docsCommand } from './docs.ts';
import { doctorCommand } from './doctor.ts';
import { helpCommand } from './help-words.ts';
import { keyCheckCommand } from './key-check.ts';
import { libraryCommands } from './library.ts';
import { mcpCommand } from './mcp.ts';
import { mountCheckCommand } from './mount-check.ts';
import { priceCommand, quoteCommand } from './price.ts';
import { serveCommand } from './serve.ts';
import { statusCommand } from './status.ts';
import { archiveCommands } from './storage/storage-archive.ts';
import { moveCommands } from './storage/storage-moves.ts';
import { topCommand } from './top/top.ts';

/** First words that several commands share. */
export const groups: Record<string, string> = {
  account: 'Accounts and their money',
  invites: 'One-time links by which people make accounts',
  key: 'API keys',
  project: 'Labels on keys, with caps on what they spend together',
  call: 'Calls and what became of them',
  complaint: 'Complaints of callers about paid answers',
  webhook: 'Addresses to which events are sent',
  events: 'What happened to accounts, and what an operator should know',
  payments: 'Money that callers pay in by themselves',
  statements: 'What moved in each closed month',
  admin: 'Collections and watches of all accounts',
  'admin collections': 'Collections of all accounts',
  'admin watches': 'Watches of all accounts',
  catalog: 'The price list and its versions',
  video: 'Videos, bought from a running gateway',
  author: 'Authors, bought from a running gateway',
  transcript: 'What is said in videos, bought from a running gateway',
  comments: 'Comments, bought from a running gateway',
  playlist: 'Playlists and their videos, bought from a running gateway',
  ledger: 'The ledger as a whole',
  storage: 'The database as a whole',
  library: 'The local video library',
  connectors: 'The APIs that this build can speak',
  mount: 'Pass-through routes of other APIs',
  config: 'The configuration',
  secret: 'The secret that seals cursors',
  token: 'Admin tokens, for the admin API',
};

/** Moves each command with `after` behind the command that it names. */
function inOrder(all: readonly AnyCommand[]): AnyCommand[] {
  const placed = all.filter(({ after }) => after === undefined);
  for (const command of all.filter(({ after }) => after !== undefined)) {
    const at = placed.findIndex(({ name }) => name === command.after);
    if (at < 0) throw new Error(`there is no command "${command.after}" before "${command.name}"`);
    placed.splice(at + 1, 0, command);
  }
  return placed;
}

export const commands: AnyCommand[] = inOrder([
  serveCommand,
  ...accountCommands,
  ...grantCommands,
  ...inviteCommands,
  ...keyCommands,
  keyCheckCommand,
  ...projectCommands,
  ...callCommands,
  ...complaintCommands,
  ...statementCommands,
  ...paymentCommands,
  ...eventCommands,
  ...webhookCommands,
  ...collectionCommands,
  ...watchCommands,
  ...catalogCommands,
  catalogApplyCommand,
  priceCommand,
  ...dataCommands,
  collectCommand,
  ...ownCollectionCommands,
  quoteCommand,
  statusCommand,
  ...ownWatchCommands,
  resolveCommand,
  mcpCommand,
  docsCommand,
  ...usageCommands,
  ...auditCommands,
  ...dutyCommands,
  ...ledgerCommands,
  ...moveCommands,
  ...archiveCommands,
  ...libraryCommands,
  ...connectorCommands,
  mountCheckCommand,
  ...providerCommands,
  topCommand,
  configCheckCommand,
  configReloadCommand,
  doctorCommand,
  ...tokenCommands,
  secretRotateCommand,
  helpCommand,
  completionCommand(() => ({ commands, groups })),
]);
