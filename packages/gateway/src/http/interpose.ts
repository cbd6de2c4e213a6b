// Owns the step in front of whoever handles the requests of Node's server. There is always exactly one of them.
import type { Server as NodeServer, RequestListener } from 'node:http';

/** Takes it off, for who now stands in its place to call. */
export function takeListener(server: NodeServer): RequestListener {
  const [listener, ...others] = server.listeners('request');
  if (listener === undefined || others.length > 0) throw new Error('not one who handles each request');
  server.removeAllListeners('request');
  return listener as RequestListener;
}
