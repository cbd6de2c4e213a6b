// What a start needs besides its ledger: the files and packages that the settings name. `serve` opens it before it touches the ledger;
// `config check` and `doctor` open the same, so that neither passes where a start would be refused. It connects to nothing.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadValkey, ValkeyMissing } from '../cache/valkey.ts';
import type { Config } from '../config/config.ts';
import type { Connector } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import { KB } from '../domain/limits.ts';
import type { Payments } from '../domain/payment-port.ts';
import { openPayments } from '../features/payments/adapters/open-payments.ts';
import { StripeMissing } from '../features/payments/adapters/stripe-client.ts';
import type { LogoFile } from '../http/pages.ts';
import { StartRefused } from '../process/start-refused.ts';
import { LiveSettings } from './live-settings.ts';
import { loadExporter } from './observers.ts';
import type { Siblings } from './siblings.ts';

/** It is shown beside one line of text, and kept in memory. */
const LOGO_BYTES_MAX = 256 * KB;

/** How each kind of picture starts; an SVG is text that contains its element. */
const BEGINS: Record<string, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.toString('latin1', 1, 4) === 'PNG',
  jpg: (bytes) => bytes.toString('hex', 0, 3) === 'ffd8ff',
  jpeg: (bytes) => bytes.toString('hex', 0, 3) === 'ffd8ff',
  webp: (bytes) => bytes.toString('latin1', 8, 12) === 'WEBP',
  svg: (bytes) => bytes.includes('<svg'),
};

/** Reads the operator's logo once, at the start. A file that is missing, too large or not a picture refuses the start. */
export function readLogo(file: string | null): LogoFile | null {
  if (file === null) return null;
  const ending = path.extname(file).slice(1).toLowerCase();
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new StartRefused(`service.logo cannot be read: ${(error as Error).message}`);
  }
  if (bytes.length > LOGO_BYTES_MAX)
    throw new StartRefused(`service.logo: ${file} is larger than ${LOGO_BYTES_MAX / KB} KiB`);
  if (!BEGINS[ending]?.(bytes)) throw new StartRefused(`service.logo: ${file} is not a .${ending} picture`);
  return { bytes: new Uint8Array(bytes), ending };
}

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
