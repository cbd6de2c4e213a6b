// Owns the list of commands, in the order in which the help and the reference show them.

import { accountAdjustCommand } from './account-adjust.ts';
import { accountCloseCommand } from './account-close.ts';
import { accountCreateCommand } from './account-create.ts';
import { accountDisableCommand } from './account-disable.ts';
import { accountEnableCommand } from './account-enable.ts';
import { accountGrantCommand } from './account-grant.ts';
import { accountGrantsCommand } from './account-grants.ts';
import { accountListCommand } from './account-list.ts';
import { accountPaybackCommand } from './account-payback.ts';
import { accountRechargeCommand } from './account-recharge.ts';
import { accountRefundCommand } from './account-refund.ts';
import { accountReopenCommand } from './account-reopen.ts';
import { accountShowCommand } from './account-show.ts';
import { accountStatementCommand } from './account-statement.ts';
import { accountTopupCommand } from './account-topup.ts';
import { accountUpdateCommand } from './account-update.ts';
import { auditCommand } from './audit.ts';
import { authorGetCommand } from './author-get.ts';
import { authorVideosCommand } from './author-videos.ts';
import { callListCommand } from './call-list.ts';
import { callShowCommand } from './call-show.ts';
import { catalogApplyCommand } from './catalog-apply.ts';
import { catalogHistoryCommand } from './catalog-history.ts';
import { catalogShowCommand } from './catalog-show.ts';
import type { AnyCommand } from './command.ts';
import { commentsListCommand } from './comments-list.ts';
import { commentsRepliesCommand } from './comments-replies.ts';
import { complaintDecideCommand } from './complaint-decide.ts';
import { complaintListCommand } from './complaint-list.ts';
import { complaintShowCommand } from './complaint-show.ts';
import { configCheckCommand } from './config-check.ts';
import { configReloadCommand } from './config-reload.ts';
import { connectorsCheckCommand } from './connectors-check.ts';
import { connectorsListCommand } from './connectors-list.ts';
import { connectorsShowCommand } from './connectors-show.ts';
import { consoleCommand } from './console.ts';
import { doctorCommand } from './doctor.ts';
import { eventsListCommand } from './events-list.ts';
import { invitesCreateCommand } from './invites-create.ts';
import { invitesListCommand } from './invites-list.ts';
import { invitesRevokeCommand } from './invites-revoke.ts';
import { keyCheckCommand } from './key-check.ts';
import { keyCreateCommand } from './key-create.ts';
import { keyListCommand } from './key-list.ts';
import { keyRevokeCommand } from './key-revoke.ts';
import { keyRotateCommand } from './key-rotate.ts';
import { keyShowCommand } from './key-show.ts';
import { keyUpdateCommand } from './key-update.ts';
import { ledgerVerifyCommand } from './ledger-verify.ts';
import { libraryCreateCommand } from './library-create.ts';
import { libraryExportCommand } from './library-export.ts';
import { libraryImportCommand } from './library-import.ts';
import { libraryListCommand } from './library-list.ts';
import { libraryRemoveCommand } from './library-remove.ts';
import { libraryRemoveSampleCommand } from './library-remove-sample.ts';
import { libraryShowCommand } from './library-show.ts';
import { libraryStatsCommand } from './library-stats.ts';
import { lookupCommand } from './lookup.ts';
import { mcpCommand } from './mcp.ts';
import { mountCheckCommand } from './mount-check.ts';
import { paymentsDisputesCommand } from './payments-disputes.ts';
import { paymentsPaybacksCommand } from './payments-paybacks.ts';
import { paymentsRechargesCommand } from './payments-recharges.ts';
import { paymentsTopupsCommand } from './payments-topups.ts';
import { priceCommand } from './price.ts';
import { projectCreateCommand } from './project-create.ts';
import { projectListCommand } from './project-list.ts';
import { projectShowCommand } from './project-show.ts';
import { projectUpdateCommand } from './project-update.ts';
import { providersCommand } from './providers.ts';
import { providersResumeCommand } from './providers-resume.ts';
import { quoteCommand } from './quote.ts';
import { resolveCommand } from './resolve.ts';
import { searchCommand } from './search.ts';
import { secretRotateCommand } from './secret-rotate.ts';
import { serveCommand } from './serve.ts';
import { statementsListCommand } from './statements-list.ts';
import { statementsShowCommand } from './statements-show.ts';
import { storageArchiveCommand } from './storage-archive.ts';
import { storageBackupCommand } from './storage-backup.ts';
import { storageCatchUpCommand } from './storage-catch-up.ts';
import { storageCopyCommand } from './storage-copy.ts';
import { storageDrillCommand } from './storage-drill.ts';
import { tokenCreateCommand } from './token-create.ts';
import { tokenListCommand } from './token-list.ts';
import { tokenRevokeCommand } from './token-revoke.ts';
import { topCommand } from './top.ts';
import { usageCommand } from './usage.ts';
import { videoGetCommand } from './video-get.ts';
import { webhookCreateCommand } from './webhook-create.ts';
import { webhookListCommand } from './webhook-list.ts';
import { webhookRemoveCommand } from './webhook-remove.ts';
import { webhookReplayCommand } from './webhook-replay.ts';
import { webhookRotateCommand } from './webhook-rotate.ts';
import { webhookTestCommand } from './webhook-test.ts';

/** The first words that have more than one command behind them. */
export const groups: Record<string, string> = {
  account: 'Accounts and their money',
  invites: 'One-time links by which people make accounts',
  key: 'API keys',
  project: 'Labels on keys, with caps on what they spend together',
  call: 'Calls and what became of them',
  complaint: 'What callers say about answers that they paid for',
  webhook: 'Addresses that are sent events',
  events: 'What happened to accounts, and what an operator should know',
  payments: 'Money that callers pay in by themselves',
  statements: 'What moved in each closed month',
  catalog: 'The price list and its versions',
  video: 'Videos, bought from a running gateway',
  author: 'Authors, bought from a running gateway',
  comments: 'Comments, bought from a running gateway',
  ledger: 'The ledger as a whole',
  storage: 'The database as a whole',
  library: 'The local video library',
  connectors: 'The APIs that this build can speak',
  mount: 'Pass-through routes of other APIs',
  config: 'The configuration',
  secret: 'The secret that seals cursors',
  token: 'Admin tokens, for the admin API',
};

export const commands: AnyCommand[] = [
  serveCommand,
  accountCreateCommand,
  accountListCommand,
  accountShowCommand,
  accountTopupCommand,
  accountRefundCommand,
  accountPaybackCommand,
  accountAdjustCommand,
  accountGrantCommand,
  accountGrantsCommand,
  accountRechargeCommand,
  accountStatementCommand,
  accountUpdateCommand,
  accountEnableCommand,
  accountDisableCommand,
  accountCloseCommand,
  accountReopenCommand,
  invitesCreateCommand,
  invitesListCommand,
  invitesRevokeCommand,
  keyCreateCommand,
  keyListCommand,
  keyShowCommand,
  keyUpdateCommand,
  keyRotateCommand,
  keyRevokeCommand,
  keyCheckCommand,
  projectCreateCommand,
  projectListCommand,
  projectShowCommand,
  projectUpdateCommand,
  callListCommand,
  callShowCommand,
  lookupCommand,
  complaintListCommand,
  complaintShowCommand,
  complaintDecideCommand,
  statementsListCommand,
  statementsShowCommand,
  paymentsTopupsCommand,
  paymentsDisputesCommand,
  paymentsPaybacksCommand,
  paymentsRechargesCommand,
  eventsListCommand,
  webhookCreateCommand,
  webhookListCommand,
  webhookRemoveCommand,
  webhookTestCommand,
  webhookReplayCommand,
  webhookRotateCommand,
  catalogShowCommand,
  catalogApplyCommand,
  catalogHistoryCommand,
  priceCommand,
  searchCommand,
  videoGetCommand,
  authorGetCommand,
  authorVideosCommand,
  commentsListCommand,
  commentsRepliesCommand,
  quoteCommand,
  resolveCommand,
  mcpCommand,
  usageCommand,
  auditCommand,
  ledgerVerifyCommand,
  storageBackupCommand,
  storageCopyCommand,
  storageDrillCommand,
  storageArchiveCommand,
  storageCatchUpCommand,
  libraryImportCommand,
  libraryCreateCommand,
  libraryListCommand,
  libraryShowCommand,
  libraryRemoveCommand,
  libraryExportCommand,
  libraryStatsCommand,
  libraryRemoveSampleCommand,
  connectorsListCommand,
  connectorsShowCommand,
  connectorsCheckCommand,
  mountCheckCommand,
  providersCommand,
  providersResumeCommand,
  topCommand,
  configCheckCommand,
  configReloadCommand,
  doctorCommand,
  consoleCommand,
  tokenCreateCommand,
  tokenListCommand,
  tokenRevokeCommand,
  secretRotateCommand,
];
