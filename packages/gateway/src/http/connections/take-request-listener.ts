// Lets a step of http/ run before the current request listener of a Node server.
import type { Server as NodeServer, RequestListener } from 'node:http';

/**
 * Removes and returns the only request listener of a server. The caller must add its own listener and call this one
 * from it.
 */
export function takeRequestListener(server: NodeServer): RequestListener {
  const [listener, ...others] = server.listeners('request');
  if (listener === undefined || others.length > 0) throw new Error('expected exactly one request listener');
  server.removeAllListeners('request');
  return listener as RequestListener;
}
