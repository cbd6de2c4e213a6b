// Reads a price list from a file in any of its forms: a catalog document, the `prices:` section of a reelgate.yaml, or the output of
// `catalog show --json`. It checks only the form of the file; publishing checks the contents.
import { readFileSync, statSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import type { Config } from '../config/config.ts';
import { formatTime } from '../domain/clock.ts';
import { formatMoney } from '../domain/money.ts';
import { tiersView } from '../features/catalog/price-views.ts';
import { pricesWithMounts } from '../mounts/prices.ts';
import { CliError, EXIT } from '../terminal/world.ts';

/** The largest catalog has a thousand prices and ten thousand overrides, about 2 MB. */
const FILE_BYTES_MAX = 8_000_000;

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readText(file: string): string {
  try {
    if (statSync(file).size <= FILE_BYTES_MAX) return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`;
    throw new CliError(`${file}: ${reason}`, EXIT.usage);
  }
  throw new CliError(`${file}: larger than 8 MB`, EXIT.usage);
}

/** YAML, which includes JSON. */
function parseText(file: string, text: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: 'core' });
  const fault = document.errors[0];
  if (fault === undefined) return document.toJS();
  const { line } = lines.linePos(fault.pos[0]);
  throw new CliError(`${file}:${line}: not valid YAML or JSON: ${fault.message}`, EXIT.usage);
}

/** Keeps the parts of a published version that a new one can take over, without its number and dates. */
function withoutHistory({ currency, note, endpoints, overrides }: Fields): Fields {
  return { currency, note, endpoints, overrides };
}

/**
 * Prices of mounts are in the `mounts` section, not in `prices`, but they count too. Defaults do not count: a file that does not mention a
 * price must not set one.
 */
function pricesOf({ prices: { currency, endpoints, isGiven }, mounts }: Config): Fields {
  const rules = pricesWithMounts(isGiven ? endpoints : [], mounts).map((rule) => ({
    path: rule.path,
    unit: rule.unit ?? 'call',
    unit_price: formatMoney(rule.unitPriceMicros),
    tiers: rule.tiers === undefined ? null : tiersView(rule.tiers),
    minimum: rule.minimumMicros === undefined ? null : formatMoney(rule.minimumMicros),
    free_per_day: rule.freePerDay ?? null,
    summary: rule.summary,
    deprecated: rule.deprecated,
    sunset_at: rule.sunsetAtMs === null ? null : formatTime(rule.sunsetAtMs),
    successor: rule.successor,
  }));
  return { currency, endpoints: rules };
}

/** `config` reads a file as the gateway would. */
export function readCatalogFile(file: string, config: (file: string) => Config): Fields {
  const content = parseText(file, readText(file));
  if (isFields(content)) {
    if (Array.isArray(content.mounts)) return pricesOf(config(file));
    if (isFields(content.catalog)) return withoutHistory(content.catalog);
    if (isFields(content.prices) && 'endpoints' in content.prices) return content.prices;
    if ('endpoints' in content) return content;
  }
  throw new CliError(`${file}: has neither "endpoints" nor a "prices" section`, EXIT.usage);
}
