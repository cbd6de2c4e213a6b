// Owns which part of undici is loaded: the client of one connection, and CONNECT. The package as a whole brings fetch, web sockets,
// mocks and caches along, 90 files that nothing here uses and every start would read. The version is pinned, so the files stay
// where they are.
import { createRequire } from 'node:module';
import type { Client as AnyClient, Dispatcher } from 'undici';

export type Client = AnyClient;

const load = createRequire(import.meta.url);

export const Client = load('undici/lib/dispatcher/client.js') as typeof AnyClient;

/** Whoever owns the client has named the origin. */
type TunnelOptions = Omit<Dispatcher.ConnectOptions, 'origin'>;
type Connect = (this: Client, options: TunnelOptions) => Promise<Dispatcher.ConnectData>;

const connect = load('undici/lib/api/api-connect.js') as Connect;

/** What `connect` of a client does; only the package as a whole makes it a method. */
export function connectBy(client: Client, options: TunnelOptions): Promise<Dispatcher.ConnectData> {
  return connect.call(client, options);
}
