// Owns where commands find the admin listener of the gateway that runs on this data.
import type { Config } from '../config/config.ts';
import { CliError } from './world.ts';

/** A listener on every address is reached on this machine's own. */
export function adminUrl({ service }: Config): string {
  const { host, port } = service.admin;
  if (port === 0) throw new CliError('service.admin has port 0, so nobody knows where to ask; name a port');
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`;
}
