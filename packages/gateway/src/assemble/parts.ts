// What a start needs besides its ledger: the files and packages that the settings name. `serve` opens it before it touches the ledger;
// `config check` and `doctor` open the same, so that neither passes where a start would be refused. It connects to nothing.
import { loadValkey, ValkeyMissing } from '../cache/valkey.ts';
import type { Config } from '../config/config.ts';
import type { Connector } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import type { Payments } from '../domain/payment-port.ts';
import { openPayments } from '../features/payments/adapters/open-payments.ts';
import { StripeMissing } from '../features/payments/adapters/stripe-client.ts';
import type { LogoFile } from '../http/pages.ts';
import { StartRefused } from '../process/start-refused.ts';
import { LiveSettings } from './live-settings.ts';
import { loadExporter } from './observers.ts';
import { readLogo } from './service-logo.ts';
import type { Siblings } from './siblings.ts';

export interface Parts {
  live: LiveSettings;
  logo: LogoFile | null;
  /** null when no payments are configured. */
  payments: Payments | null;
}

/** Refuses the start when a file or a package is missing. */
export async function openParts(
  config: Config,
  { clock, connectors, siblings }: { clock: Clock; connectors: readonly Connector[]; siblings: Siblings },
): Promise<Parts> {
  const live = new LiveSettings(config, connectors, siblings.count);
  const { currency } = config.prices;
  const portalUrl = () => `${live.publicUrl}/portal/#/balance`;
  try {
    const logo = readLogo(config.service.logo);
    if (config.cache.url !== null) await loadValkey();
    if (config.observe.otlp !== null) await loadExporter();
    return { live, logo, payments: await openPayments(config.payments, { clock, currency, portalUrl }) };
  } catch (error) {
    const isMissing = error instanceof StripeMissing || error instanceof ValkeyMissing;
    throw isMissing ? new StartRefused(error.message) : error;
  }
}
