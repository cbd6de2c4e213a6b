// Options of commands that call a running gateway as a caller does: the API key and the address.

import type { Config } from '../config/config.ts';
import { defaultUrl } from '../domain/network/listen-url.ts';
import { GATEWAY_FLAGS, type Invocation } from './command.ts';
import { CliError, EXIT } from './world.ts';

export interface CallerOptions {
  key?: string;
  url?: string;
}

export const CALLER_OPTIONS = {
  key: { flags: '--key <KEY>', summary: 'the API key (default: REELGATE_KEY)' },
  url: { flags: GATEWAY_FLAGS, summary: 'the gateway (default: from the configuration)' },
};

/** Other characters cannot be sent in a header. */
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

export function inHeader(name: string, text: string): string {
  if (VISIBLE_ASCII.test(text)) return text;
  throw new CliError(`${name} must be visible ASCII without spaces`, EXIT.usage);
}

/** `otherwise`: what to do without a key. */
export function callerKey({ world, options }: Invocation<unknown, CallerOptions>, otherwise = ''): string {
  const key = options.key ?? world.apiKey;
  const hint = otherwise === '' ? '' : `; ${otherwise}`;
  if (!key)
    throw new CliError(`a key is needed: --key, or REELGATE_KEY in the environment${hint}`, EXIT.usage);
  return inHeader('the key', key);
}

export interface GatewayTarget {
  url: string;
  /** The name of the service: part of its header names. */
  serviceName: string;
  /** Which setting to change when this address cannot be reached. */
  hint: string;
  config: Config;
}

export function gatewayTarget({
  world,
  options,
  configFile,
}: Invocation<unknown, CallerOptions>): GatewayTarget {
  const config = world.config(configFile);
  const { service } = config;
  const { url = service.publicUrl } = options;
  return { url, serviceName: service.name, hint: addressHint(options, config), config };
}

/** Names the setting that the address came from. */
function addressHint({ url }: CallerOptions, { service, file }: Config): string {
  if (url !== undefined) return 'give another --url, or none to use the configuration';
  if (service.publicUrl === defaultUrl(service.public)) {
    return 'set REELGATE_PUBLIC and REELGATE_ADMIN to its addresses';
  }
  return `--url names another address; this one is service.public_url in ${file ?? 'the configuration'}`;
}
