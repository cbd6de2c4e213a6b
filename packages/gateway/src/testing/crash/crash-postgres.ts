// The crash points inside the transactions of the PostgreSQL backend, at the one driver function that every query passes.
import pg from 'pg';
import { type CrashPoints, die } from './crash-points.ts';

const CHANGES = /^\s*(INSERT|UPDATE|DELETE|WITH)/;
const WRITES = /^BEGIN .* READ WRITE/;

type Query = (this: pg.Client, statement: { text: string }, ...rest: unknown[]) => Promise<unknown>;

export function watchConnections(points: CrashPoints): void {
  const door = pg.Client.prototype as unknown as { query: Query };
  const { query } = door;
  /** Connections inside a transaction that may write; the COMMIT of a read transaction does not count. */
  const writing = new WeakSet<object>();
  door.query = function (statement, ...rest) {
    const { text } = statement;
    const send = () => query.call(this, statement, ...rest);
    if (typeof text !== 'string') return send();
    if (WRITES.test(text)) writing.add(this);
    if (!writing.has(this)) return send();
    if (CHANGES.test(text)) points.reach('before a statement');
    if (text !== 'COMMIT') return send();
    writing.delete(this);
    points.reach('before commit');
    const sent = send();
    if (points.strikes('commit sent')) dieWhenSent(this);
    return sent.then((result) => {
      points.reach('after commit');
      return result;
    });
  } as Query;
}

/** The server has the COMMIT, or soon will; the process does not live to read its answer. */
function dieWhenSent(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream } }).connection;
  setImmediate(() => stream.write(Buffer.alloc(0), die));
}
