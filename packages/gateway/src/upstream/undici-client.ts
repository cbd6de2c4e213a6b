// Loads only the parts of undici that are used: the client of one connection, and CONNECT. The whole package contains fetch, web
// sockets, mocks and caches: 90 files that nothing here uses and every start would read. The version is pinned, so the files stay
// where they are.
import { createRequire } from 'node:module';
import type { Client as AnyClient, Dispatcher } from 'undici';

export type Client = AnyClient;

const load = createRequire(import.meta.url);

export const Client = load('undici/lib/dispatcher/client.js') as typeof AnyClient;

/** The client's creator has set the origin. */
type TunnelOptions = Omit<Dispatcher.ConnectOptions, 'origin'>;
type Connect = (this: Client, options: TunnelOptions) => Promise<Dispatcher.ConnectData>;

const connect = load('undici/lib/api/api-connect.js') as Connect;

/** Does what `connect` of a client does; only the whole package makes it a method. */
export function connectBy(client: Client, options: TunnelOptions): Promise<Dispatcher.ConnectData> {
  return connect.call(client, options);
}
