// Owns which part of undici is loaded: the client of one connection. The package as a whole brings fetch, web sockets, mocks and
// caches along, 75 files that nothing here uses and every start would read. The version is pinned, so the file stays where it is.
import { createRequire } from 'node:module';
import type { Client as AnyClient } from 'undici';

export type Client = AnyClient;

export const Client = createRequire(import.meta.url)('undici/lib/dispatcher/client.js') as typeof AnyClient;
