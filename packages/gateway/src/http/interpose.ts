import type { Server as NodeServer, RequestListener } from 'node:http';

/**
 * Removes and returns the only request listener of a server. The caller must add its own listener and call this one
 * from it.
 */
export function takeListener(server: NodeServer): RequestListener {
  const [listener, ...others] = server.listeners('request');
  if (listener === undefined || others.length > 0) throw new Error('expected exactly one request listener');
  server.removeAllListeners('request');
  return listener as RequestListener;
}
