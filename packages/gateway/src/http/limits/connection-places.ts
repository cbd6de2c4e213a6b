// How many connections a process may have open, over both of its listeners together: each takes a descriptor, and a process without a free one
// can open no file and reach no platform. What comes above the limit is dropped at accept.
import type { Server as NodeServer } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTIONS_MAX, DESCRIPTORS_RESERVED, OPERATOR_CONNECTIONS } from '../../domain/limits.ts';

/** The connections of a process that may open this many descriptors. A small process keeps half of them for itself. */
export function connectionsWithin(descriptors: number): number {
  const reserved = Math.min(DESCRIPTORS_RESERVED, Math.ceil(descriptors / 2));
  return Math.min(CONNECTIONS_MAX, descriptors - reserved);
}

/** Said at the start; null when there are enough. */
export function fewConnectionsNotice(descriptors: number): string | null {
  const connections = connectionsWithin(descriptors);
  if (connections === CONNECTIONS_MAX) return null;
  return (
    `This process may open ${descriptors} files (ulimit -n), so it takes ${connections} connections at one time instead of ${CONNECTIONS_MAX}. ` +
    'For more, raise LimitNOFILE or ulimit -n.'
  );
}

/** Limits one listener, which has these connections open. */
export type LimitConnections = (server: NodeServer, open: ReadonlySet<Socket>) => void;

interface Listener {
  kept: number;
  open: ReadonlySet<Socket>;
}

export class ConnectionPlaces {
  readonly #max: number;
  readonly #listeners: Listener[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** For a listener that always finds places: those of callers do not keep the operator out. */
  get ofOperators(): LimitConnections {
    return this.#limit(Math.min(OPERATOR_CONNECTIONS, Math.floor(this.#max / 4)));
  }

  get ofCallers(): LimitConnections {
    return this.#limit(0);
  }

  #limit(kept: number): LimitConnections {
    return (server, open) => {
      const own = { kept, open };
      this.#listeners.push(own);
      // Node reads it at each accept.
      Object.defineProperty(server, 'maxConnections', { get: () => this.#mostOf(own) });
      // Otherwise workers that are all full would hand a connection round for ever.
      (server as NodeServer & { dropMaxConnection?: boolean }).dropMaxConnection = true;
    };
  }

  #mostOf(own: Listener): number {
    const others = this.#listeners.filter((one) => one !== own);
    return others.reduce((left, { kept, open }) => left - Math.max(kept, open.size), this.#max);
  }
}
