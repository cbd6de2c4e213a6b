// Owns the step in front of whoever handles an event of Node's server: requests, or connections. There is always exactly one of them.
import type { Server as NodeServer } from 'node:http';

/** Takes it off, for who now stands in its place to call. */
export function takeListener<Listener>(server: NodeServer, event: 'request' | 'connection'): Listener {
  const [listener, ...others] = server.listeners(event);
  if (listener === undefined || others.length > 0) throw new Error(`not one who handles each ${event}`);
  server.removeAllListeners(event);
  return listener as Listener;
}
