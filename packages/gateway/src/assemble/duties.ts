// The works of the runner of duties in a serving process.
import type { Seller } from '../domain/statement.ts';
import { paybackWork, rechargeWork } from '../features/payments/run-payments.ts';
import { WebhookDeliveries } from '../features/webhooks/deliver-webhooks.ts';
import { closingWork } from '../jobs/close-months.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { callDepsOf } from './calls.ts';
import { collectionWorkOf } from './collecting.ts';
import type { Core } from './core.ts';
import { watchRunsOf } from './watching.ts';

/** Called once, when everything is there that the works need. */
export function registerDuties(core: Core): void {
  const { storage, ports, log, payments } = core;
  const { clock } = ports;
  core.duties.register(
    webhookDeliveries(core),
    collectionWorkOf(core, callDepsOf(core)),
    watchRunsOf(core, () => callDepsOf(core)),
    rechargeWork({ storage, clock, log }, payments),
    paybackWork({ storage, clock, log }, payments),
    closingWork({
      ...{ statements: storage.statements, duties: storage.duties },
      seller: () => sellerOf(core),
      onClosed: (statements) => log.info({ statements }, 'closed a month'),
    }),
  );
}

/** The seller's details, printed on statements. */
export function sellerOf({ live }: Pick<Core, 'live'>): Seller {
  const { statements, service } = live.config;
  return { ...statements, name: statements.name ?? service.title };
}

function webhookDeliveries({ storage, ports, live, log, webhookHttp }: Core): WebhookDeliveries {
  const { clock, chance } = ports;
  const transports = { 'http:': webhookHttp.transport, 'https:': webhookHttp.transport };
  return new WebhookDeliveries({
    ...{ webhooks: storage.webhooks, duties: storage.duties, clock, chance },
    upstream: createUpstream(transports, clock),
    settings: () => live.config.webhooks,
    onDisabled: ({ id, stream }) =>
      log.warn({ webhook: id, account: stream }, 'a webhook failed for days and was disabled'),
  });
}
