// The crash points inside the transactions of the SQLite backend. It is preloaded, because most run on a separate thread. On the event loop they
// begin when the process serves: opening the database is not a call's.
import { StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';
import { CrashPoints } from './crash-points.ts';

const CHANGES = /^\s*(INSERT|UPDATE|DELETE)/;

export function watchStatements(points: CrashPoints, where: '' | ' on the loop'): void {
  const run = StatementSync.prototype.run as (this: StatementSync, ...values: never[]) => unknown;
  StatementSync.prototype.run = function (this: StatementSync, ...values: never[]) {
    const sql = this.sourceSQL;
    if (CHANGES.test(sql)) points.reach(`before a statement${where}`);
    if (sql !== 'COMMIT') return run.apply(this, values);
    points.reach(`before commit${where}`);
    const result = run.apply(this, values);
    points.reach(`after commit${where}`);
    return result;
  } as StatementSync['run'];
}

if (!isMainThread) watchStatements(CrashPoints.ofEnvironment(), '');
